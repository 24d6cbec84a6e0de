import { useEffect, useState } from 'react'
import { isPermitted } from '#core/client/areas.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useSession } from '#core/client/session.ts'
import { dismissToast, useToasts } from '#core/client/toasts.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { usePageKeys } from '../list/client/usePageKeys.ts'
import { newTarget } from './newTarget.ts'
import { useShowing } from './showing.ts'

const Shortcuts = lazyComponent(() => import('../list/client/Shortcuts.tsx').then((file) => file.Shortcuts))

/** Triggers the newest toast's undo, whose button is many Tab presses away and disappears after five seconds. */
function undoLast() {
  const last = useToasts.getState().toasts.findLast(({ undo }) => undo !== undefined)
  if (!last) return
  dismissToast(last.id)
  void last.undo?.()
}

/** Shortcuts for every page, and navigation to a Target that isn't in an open list. */
export function AnywhereKeys() {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const navigate = useNavigate()
  const session = useSession()
  const hasTracker = session !== null && isPermitted(session, { flag: trackerFlag })
  usePageKeys({ '?': () => setHelpOpen(true), z: undoLast, ...(hasTracker && { n: () => newTarget(navigate) }) })
  const wanted = useShowing((state) => state.wanted)
  useEffect(() => {
    if (!wanted) return
    // An open list handles it first.
    const timer = setTimeout(() => {
      useShowing.setState({ wanted: null })
      if (!wanted.isNew) void navigate({ to: '/target/$id', params: { id: wanted.id } })
    }, 500)
    return () => clearTimeout(timer)
  }, [wanted, navigate])
  return isHelpOpen ? <Shortcuts onClose={() => setHelpOpen(false)} /> : null
}
