import '@mantine/core/styles/Progress.layer.css'
import { Progress } from '@mantine/core'
import { useSession } from '#core/client/session.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { counted, number } from '../../client/labels.ts'
import { usePolling } from '../../client/useLookAgain.ts'
import type { HandOver } from '../contract.ts'

type Props = { handOver: HandOver; reload: () => Promise<void> }

/** Shows the progress of a hand-over. It runs on the server, so leaving this page doesn't stop it. */
export function HandOverProgress({ handOver, reload }: Props) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const { state, total, done, problem, created_at } = handOver
  const isRunning = state === 'running'
  usePolling(isRunning, reload)
  if (isRunning)
    return (
      <div className="stack gap8">
        <Progress value={(done / Math.max(1, total)) * 100} size={12} aria-label="Targets handed over" />
        <p className="num">
          {number(done)} of {counted(total, 'Target')} handed over. You can leave this page; this continues.
        </p>
      </div>
    )
  return (
    <>
      <Problem>
        {state === 'failed' ? `${problem} ${number(done)} of ${counted(total, 'Target')} had been handed over.` : null}
      </Problem>
      {state === 'done' && (
        <p className="dim">
          {counted(total, 'Target was', 'Targets were')} handed over on {formatDay(dayIn(zone, created_at))}.
        </p>
      )}
    </>
  )
}
