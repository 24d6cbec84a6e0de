import { Button } from '@mantine/core'
import { useQuery } from '#core/client/query.ts'
import { identity, useEngine, useOutbox, useRowsOnceLoaded } from '#core/client/sync.tsx'
import { useToday } from '#core/client/useToday.ts'
import { formatDay, formatDue } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { relativeTime } from '#core/contract/times.ts'
import { Due } from '#core/ui/Due.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { type Touch, targetTouches, touchCollection } from '#features/touches/contract.ts'
import { targetDialogs } from '../../client/dialogs.ts'
import { outboxSentence } from '../../client/outboxLabels.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { useNow } from '../../client/useNow.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { bucketOf } from '../../facts.ts'
import { HelpText } from '../../steps/client/HelpText.tsx'
import s from './ActivityTab.module.css'
import { History } from './History.tsx'

/** Pending changes, open steps, and everything that happened by day. */
export function ActivityTab({ target }: { target: Target }) {
  const { proxyFor } = useTargetPlace()
  return (
    <div className={`stack ${s.activity}`}>
      {!proxyFor && (
        <Button
          variant="default"
          className={s.log}
          leftSection={<Icon name="phone" />}
          onClick={() => targetDialogs.logTouch(target.id)}
        >
          Log a touch
        </Button>
      )}
      <Waiting target={target} />
      <OpenSteps target={target} />
      {proxyFor ? <ManagedHistory target={target} /> : <OwnHistory target={target} />}
    </div>
  )
}

function OwnHistory({ target }: { target: Target }) {
  const { resolve } = useEngine().of(targetEndpoints)
  const touches = useRowsOnceLoaded(touchCollection).filter(
    ({ target_id }) => target_id !== null && resolve(target_id) === target.id,
  )
  return <History target={target} touches={touches} />
}

const none: readonly Touch[] = []

/** A managed person's touches aren't on this device. */
function ManagedHistory({ target }: { target: Target }) {
  const { proxyFor } = useTargetPlace()
  const { value } = useQuery(targetTouches, target.id, { proxyFor })
  return <History target={target} touches={value?.touches ?? none} />
}

function Waiting({ target }: { target: Target }) {
  const engine = useEngine()
  const today = useToday()
  const now = useNow(30_000)
  const waiting = useOutbox(identity).filter((one) => engine.of(targetEndpoints).resolve(one.rowId) === target.id)
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="waiting">
      <h2 className="lead mb4" id="waiting">
        Pending
      </h2>
      <ul className={s.list}>
        {waiting.map((one) => (
          <li key={one.key}>
            <Icon name="cloud-up" className={`rigid dim ${s.icon}`} />
            <div>
              <p>{outboxSentence(one, today)}</p>
              <p className="cap">{one.problem?.message ?? `Pending, ${relativeTime(one.at, now)}`}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenSteps({ target }: { target: Target }) {
  const today = useToday()
  const open = target.tasks.filter((task) => task.done === 'incomplete')
  if (open.length === 0) return null
  return (
    <section aria-labelledby="steps">
      <h2 className="lead mb4" id="steps">
        {open.length === 1 ? 'Open step' : 'Open steps'}
      </h2>
      <ul className={s.list}>
        {open.map((task) => {
          const bucket = bucketOf({ status: target.status, due: task.due }, today)
          return (
            <li key={task.id}>
              <span className={`grid rigid centered round ${s.check}`} aria-hidden />
              <div>
                <p className="semi">{task.description}</p>
                {task.help && (
                  <p className="cap">
                    <HelpText text={task.help} />
                  </p>
                )}
                <p className={`row gap8 ${s.line}`}>
                  {bucket && <Due bucket={bucket} due={formatDue(task.due, today)} exact={formatDay(task.due)} />}
                  {task.user_id !== target.user_id && <span className="cap">{fullNameOf(task)}</span>}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
