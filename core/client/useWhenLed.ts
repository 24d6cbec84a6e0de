import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** While `isOn`, calls `act` whenever the person is led to a page: by a link, a push, the back button. A page that narrows what it shows leads nowhere. */
export function useOnNavigate(isOn: boolean, act: () => void): void {
  const router = useRouter()
  useEffect(() => {
    if (!isOn) return
    return router.subscribe('onBeforeNavigate', ({ pathChanged, hashChanged, hrefChanged }) => {
      // A push may lead to the very page that is shown.
      if (pathChanged || hashChanged || !hrefChanged) act()
    })
  }, [router, isOn, act])
}
