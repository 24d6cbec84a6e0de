import { useToday } from '#core/client/useToday.ts'
import { formatDay } from '#core/contract/dates.ts'
import { formatLastTouch } from '#features/touches/lastTouchContract.ts'
import type { Target } from '../../contract.ts'
import { useLastTouch } from './lastTouches.ts'

/** Below the contacts of a target. */
export function LastTouch({ target }: { target: Target }) {
  const today = useToday()
  const day = useLastTouch(target)
  if (target.shared === 'pending') return null
  return (
    <p className="cap mt8" title={day ? formatDay(day) : undefined}>
      {day ? `${formatLastTouch(day, today)}.` : 'No touch is logged yet.'}
    </p>
  )
}
