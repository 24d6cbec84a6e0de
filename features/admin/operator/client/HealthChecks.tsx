import { AnswerState } from '#core/client/AnswerState.tsx'
import type { LoadedQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { counted, inZone, number } from '../../client/labels.ts'
import p from '../../people/client/People.module.css'
import type { Checks, HealthCheck } from '../contract.ts'
import s from './HealthChecks.module.css'

const order = { bad: 0, warn: 1, ok: 2 }
const words = { ok: 'OK', warn: 'Needs attention', bad: 'Failing' }
const icons = { ok: 'circle-check', warn: 'alert-triangle', bad: 'circle-x' } as const
const tones = { ok: 'good', warn: 'soon', bad: 'bad' }

/**
 * Shows each health check with its result and advice, and the running processes. Problems come first. On phones the
 * rest is collapsed.
 */
export function HealthChecks({ asked }: { asked: LoadedQuery<Checks> }) {
  const isNarrow = useIsNarrow()
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const found = asked.value
  if (!found) return <AnswerState isAwaited of={asked} />
  const { checks, processes } = found
  const wrong = together(checks.filter(({ state }) => state !== 'ok'))
  const fine = checks.filter(({ state }) => state === 'ok')
  return (
    <>
      <section aria-labelledby="checks">
        <h2 className={`lead ${s.title}`} id="checks">
          {wrong.length === 0 ? 'All checks passed' : `${counted(wrong.length, 'issue')}`}
        </h2>
        {wrong.length > 0 && (
          <ul className={s.wrong}>
            {wrong.map((check) => (
              <Line key={check.name} {...check} />
            ))}
          </ul>
        )}
        {fine.length > 0 && (
          <details className={s.fine} open={!isNarrow}>
            <summary className="row dim">{counted(fine.length, 'check')} passed</summary>
            <ul>
              {fine.map((check) => (
                <Line key={check.name} {...check} />
              ))}
            </ul>
          </details>
        )}
      </section>
      {processes.length > 0 && (
        <section aria-labelledby="processes">
          <h2 className={`lead ${s.title}`} id="processes">
            Processes
          </h2>
          <ul className={p.rows}>
            {processes.map((process) => (
              <li key={process.id}>
                <span className="stack shrink">
                  <strong>Pursuit {process.version}</strong>
                  <span className="cap break">
                    Node {process.node}, since {inZone(zone, process.started_at)}, {formatClock(process)}
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

/** Sorts the worst first and merges checks with the same result, as when the database is unavailable. */
function together(checks: HealthCheck[]): HealthCheck[] {
  const alike = Map.groupBy(checks, ({ state, says, advice }) => [state, says, advice].join('\n'))
  return [...alike.values()]
    .map(([first, ...rest]) =>
      rest.length === 0
        ? first!
        : { ...first!, label: [first!, ...rest].map(({ label }) => label).join(', '), help: '' },
    )
    .sort((a, b) => order[a.state] - order[b.state])
}

function Line({ state, label, says, advice, help }: HealthCheck) {
  const icon = icons[state]
  return (
    <li className={`body grid gap12 ${state === 'ok' ? '' : 'card'} ${s.line}`} data-state={state}>
      <Icon name={icon} size={20} stroke={1.75} className={tones[state]} label={words[state]} />
      <div>
        <strong className={state === 'bad' ? 'bad' : undefined}>{label}</strong>
        <p className={`break pretty ${state === 'ok' ? 'dim' : ''}`}>{says}</p>
        {advice && <p className="mt8 break pretty">{advice}</p>}
        {advice && help && <p className="cap mt8 break pretty">More in docs/operations.md: {headingOf(help)}</p>}
      </div>
    </li>
  )
}

/** Turns 'the-mail-server-refuses' into 'The mail server refuses'. */
const headingOf = (anchor: string) => anchor.charAt(0).toUpperCase() + anchor.slice(1).replaceAll('-', ' ')

const formatClock = ({ clock_ahead_ms }: Checks['processes'][number]) =>
  `clock ${number(Math.abs(clock_ahead_ms))} ms ${clock_ahead_ms < 0 ? 'behind' : 'ahead'}`
