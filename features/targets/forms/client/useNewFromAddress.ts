import { useEffect } from 'react'
import { useLocation, useNavigate } from '#core/client/router/useRouter.ts'
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
