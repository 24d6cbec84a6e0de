import { useToday } from '#core/client/useToday.ts'
import { formatDay } from '#core/contract/dates.ts'
import { formatLastTouch } from '#features/touches/lastTouchContract.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import type { Target } from '../../contract.ts'
import { FollowTouches } from './FollowTouches.tsx'
import { useLastTouch } from './lastTouches.ts'

/** Below the contacts of a target. */
export function LastTouch({ target }: { target: Target }) {
  const today = useToday()
  const day = useLastTouch(target)
  const { proxyFor } = useTargetPlace()
  if (target.shared === 'pending') return null
  return (
    <>
      {!proxyFor && <FollowTouches />}
      <p className="cap mt8" title={day ? formatDay(day) : undefined}>
        {day ? `${formatLastTouch(day, today)}.` : 'No touch is logged yet.'}
      </p>
    </>
  )
}
