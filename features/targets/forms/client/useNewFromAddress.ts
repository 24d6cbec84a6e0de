import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { targetDialogs } from '../../client/dialogs.ts'

/** The installed app's shortcut 'New Target' opens '#new', which opens the form once. */
export function useNewFromAddress() {
  const isAsked = useLocation({ select: ({ hash }) => hash === 'new' })
  const navigate = useNavigate()
  useEffect(() => {
    if (!isAsked) return
    void navigate({ to: '.', search: true, hash: '', replace: true })
    targetDialogs.create()
  }, [isAsked, navigate])
}
