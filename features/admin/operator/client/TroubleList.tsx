import { Button } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useChange } from '#core/client/useChange.ts'
import { Problem } from '#core/ui/Problem.tsx'
import p from '../../people/client/People.module.css'
import { type OutgoingTrouble, operatorRoutes as routes } from '../contract.ts'
import { channelWords } from './channelWords.ts'
import s from './ServerHealth.module.css'

const states: Record<string, string> = {
  failed: 'failed',
  doubt: 'in doubt: it may have arrived',
  waiting: 'is tried again by itself',
}

type Props = { troubles: OutgoingTrouble[]; isOffline: boolean; onChanged: () => Promise<void> }

/** Messages that did not go out. What was written in them is not shown. */
export function TroubleList({ troubles, isOffline, onChanged }: Props) {
  const { isBusy, problem, run } = useChange()
  const again = ({ orgId, id, recipient }: OutgoingTrouble) =>
    run(async () => {
      await call(routes.sendAgain, { params: { firm: orgId, id } })
      await onChanged()
      return `It is sent to ${recipient} again.`
    })
  return (
    <>
      <Problem>{problem}</Problem>
      <ul className={p.rows} aria-label="Messages that did not go out">
        {troubles.map((one) => (
          <li key={one.id}>
            <span className={p.deed}>
              <strong>{one.recipient}</strong>
              <span className={p.caption}>
                {[channelWords[one.channel], one.firm, states[one.state], `${one.tries} tries`].join(' · ')}
              </span>
              <span className={s.failed}>{one.problem}</span>
            </span>
            {one.canRetry && one.state !== 'waiting' && (
              <Button
                variant="default"
                aria-label={`Send again to ${one.recipient}`}
                disabled={isOffline}
                aria-disabled={isBusy || undefined}
                onClick={() => again(one)}
              >
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
