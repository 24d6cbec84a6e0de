import { useEffect } from 'react'
import { useRouter } from '#core/client/router/useRouter.ts'

/** Calls `act` when the person navigates by a link, a push, or the back button. Changing a filter doesn't count. */
export function useOnNavigate(isOn: boolean, act: () => void): void {
  const router = useRouter()
  useEffect(() => {
    if (!isOn) return
    return router.onLeaving((from, to) => {
      // A push can lead to the page that is already open.
      if (from.pathname !== to.pathname || from.hash !== to.hash || from.href === to.href) act()
    })
  }, [router, isOn, act])
}
