import { useEffect } from 'react'
import { useEngine, useRowsOnceLoaded } from '#core/client/sync.tsx'
import { touchCollection } from '#features/touches/contract.ts'
import { targetEndpoints } from '../../contract.ts'
import { useLastTouches } from './lastTouches.ts'

/** Keeps the days of the last touches up to date. Shows nothing. */
export function FollowTouches() {
  const touches = useRowsOnceLoaded(touchCollection)
  const { resolve } = useEngine().of(targetEndpoints)
  useEffect(() => {
    const days = new Map<string, string>()
    for (const { target_id, day } of touches) {
      if (target_id === null) continue
      const id = resolve(target_id)
      if (day > (days.get(id) ?? '')) days.set(id, day)
    }
    const before = useLastTouches.getState().days
    const isSame = before.size === days.size && [...days].every(([id, day]) => before.get(id) === day)
    if (!isSame) useLastTouches.setState({ days })
  }, [touches, resolve])
  return null
}
