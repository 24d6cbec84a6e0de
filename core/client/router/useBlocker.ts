import { useEffect, useRef, useState } from 'react'
import { useRouter } from './useRouter.ts'

type Blocked = { proceed: () => void; reset: () => void }

/**
 * While `isOn`, stops a navigation that `isStopped` names, and returns how to go on with it or stay. The browser asks
 * before the tab closes.
 */
export function useBlocker(isOn: boolean, isStopped: (from: string, to: string) => boolean): Blocked | null {
  const { history } = useRouter()
  const [blocked, setBlocked] = useState<Blocked | null>(null)
  const latest = useRef(isStopped)
  latest.current = isStopped
  useEffect(() => {
    if (!isOn) return
    return history.block({
      enableBeforeUnload: true,
      async blockerFn({ currentLocation, nextLocation }) {
        if (!latest.current(currentLocation.pathname, nextLocation.pathname)) return false
        const stays = await new Promise<boolean>((resolve) =>
          setBlocked({ proceed: () => resolve(false), reset: () => resolve(true) }),
        )
        setBlocked(null)
        return stays
      },
    })
  }, [history, isOn])
  return blocked
}
