import { useEffect } from 'react'
import { useLocation, useNavigate } from '#core/client/router/useRouter.ts'
import { targetDialogs } from './dialogs.ts'

/**
 * Opens a dialog once for a link. '#new' is the installed app's shortcut for a new Target, and '#new?company=…' fills it
 * in from an email. '#move=…' moves a touch, and '#file=…' files an email.
 */
export function useAskedInAddress() {
  const hash = useLocation({ select: (place) => place.hash })
  const navigate = useNavigate()
  useEffect(() => {
    const touchId = /^move=([\w-]+)$/.exec(hash)?.[1]
    const emailId = /^file=([\w-]+)$/.exec(hash)?.[1]
    const [asksNew, given] = /^new(?:\?(.*))?$/.exec(hash) ?? []
    if (asksNew === undefined && touchId === undefined && emailId === undefined) return
    void navigate({ to: '.', search: true, hash: '', replace: true })
    if (touchId) targetDialogs.moveTouch(touchId)
    else if (emailId) targetDialogs.fileEmail(emailId)
    else targetDialogs.create(given ? prefillIn(given) : undefined)
  }, [hash, navigate])
}

function prefillIn(given: string) {
  const fields = new URLSearchParams(given)
  const names = ['company', 'contact', 'contact_email'] as const
  return Object.fromEntries(names.map((name) => [name, (fields.get(name) ?? '').slice(0, 100)]))
}
