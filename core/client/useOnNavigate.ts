import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Calls `act` when the person navigates by a link, a push, or the back button. Changing a filter doesn't count. */
export function useOnNavigate(isOn: boolean, act: () => void): void {
  const router = useRouter()
  useEffect(() => {
    if (!isOn) return
    return router.subscribe('onBeforeNavigate', ({ pathChanged, hashChanged, hrefChanged }) => {
      // A push can lead to the page that is already open.
      if (pathChanged || hashChanged || !hrefChanged) act()
    })
  }, [router, isOn, act])
}
