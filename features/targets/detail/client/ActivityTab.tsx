import { identity, useEngine, useOutbox } from '#core/client/sync.tsx'
import { useToday } from '#core/client/useToday.ts'
import { formatDay, formatDue, formatShortDay } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { relativeTime } from '#core/contract/times.ts'
import { Due } from '#core/ui/Due.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { outboxSentence } from '../../client/outboxLabels.ts'
import { useNow } from '../../client/useNow.ts'
import { type Target, type Task, targetEndpoints } from '../../contract.ts'
import { bucketOf } from '../../facts.ts'
import { HelpText } from '../../steps/client/HelpText.tsx'
import s from './ActivityTab.module.css'
import { History } from './History.tsx'

/** Open and done steps and the whole history, with pending changes on top. */
export function ActivityTab({ target }: { target: Target }) {
  return (
    <div className={`stack ${s.activity}`}>
      <Waiting target={target} />
      <Steps target={target} />
      <History target={target} />
    </div>
  )
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

function Steps({ target }: { target: Target }) {
  const today = useToday()
  const open = target.tasks.filter((task) => task.done === 'incomplete')
  const done = target.tasks.filter((task) => task.done === 'done').sort(latestFirst)
  const bucket = (task: Task) => bucketOf({ status: target.status, due: task.due }, today)
  return (
    <section aria-labelledby="steps">
      <h2 className="lead mb4" id="steps">
        Steps
      </h2>
      {target.tasks.length === 0 && <p className="cap">No steps yet.</p>}
      <ul className={s.list}>
        {open.map((task) => (
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
                {bucket(task) && (
                  <Due bucket={bucket(task)!} due={formatDue(task.due, today)} exact={formatDay(task.due)} />
                )}
                {task.user_id !== target.user_id && <span className="cap">{fullNameOf(task)}</span>}
              </p>
            </div>
          </li>
        ))}
        {done.map((task) => (
          <li key={task.id}>
            <span className={`grid rigid centered round ${s.check}`} data-done>
              <Icon name="check" size={14} stroke={2.6} />
            </span>
            <div>
              <p>{task.description}</p>
              <p className="cap">
                Done
                {task.completed && (
                  <span title={formatDay(task.completed.slice(0, 10))}> {said(task.completed, today)}</span>
                )}
                {task.user_id !== target.user_id && ` by ${fullNameOf(task)}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const latestFirst = (a: Task, b: Task) => ((a.completed ?? '') < (b.completed ?? '') ? 1 : -1)
const said = (stamp: string, today: string) =>
  formatShortDay(stamp.slice(0, 10), today).replace(/^(Today|Yesterday)$/, (word) => word.toLowerCase())
