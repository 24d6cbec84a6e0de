import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { useReading } from '#core/client/reading.ts'
import { counted, inUtc } from '../../client/words.ts'
import p from '../../people/client/People.module.css'
import type { HealthCheck } from '../contract.ts'
import { checksReading } from '../readings.ts'
import s from './HealthChecks.module.css'

const order = { bad: 0, warn: 1, ok: 2 }
const words = { ok: 'Fine', warn: 'To be watched', bad: 'Broken' }
const icons = { ok: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX }

/** Each part of the server: what was found, what to do about it, and which processes run. What is wrong comes first. */
export function HealthChecks() {
  const asked = useReading(checksReading, undefined)
  const found = asked.value
  if (!found) return <AnswerState isAwaited of={asked} />
  const { checks, processes } = found
  const wrong = checks.filter(({ state }) => state !== 'ok').length
  return (
    <>
      <section aria-labelledby="checks">
        <h2 className={s.title} id="checks">
          {wrong === 0 ? 'Everything is fine' : `${counted(wrong, 'thing')} to look at`}
        </h2>
        <ul className={s.checks}>
          {[...checks]
            .sort((a, b) => order[a.state] - order[b.state])
            .map((check) => (
              <Line key={check.name} {...check} />
            ))}
        </ul>
      </section>
      {processes.length > 0 && (
        <section aria-labelledby="processes">
          <h2 className={s.title} id="processes">
            Processes
          </h2>
          <ul className={p.rows}>
            {processes.map(({ id, version, node, started_at, clock_ahead_ms }) => (
              <li key={id}>
                <span className={p.who}>
                  <strong>Pursuit {version}</strong>
                  <span className={p.caption}>
                    Node {node}, since {inUtc(started_at)}, clock {clock_ahead_ms} ms ahead
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Line({ state, label, says, advice, help }: HealthCheck) {
  const Icon = icons[state]
  return (
    <li className={s.line} data-state={state}>
      <Icon size={20} stroke={1.75} role="img" aria-label={words[state]} />
      <div>
        <strong>{label}</strong>
        <p>{says}</p>
        {advice && (
          <p>
            {advice}
            {help && <span className={s.help}> More in docs/operations.md#{help}</span>}
          </p>
        )}
      </div>
    </li>
  )
}
