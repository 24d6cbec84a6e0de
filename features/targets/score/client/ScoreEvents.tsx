import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '#core/client/api.ts'
import { Link } from '#core/client/router/Link.tsx'
import { formatDay, formatDayShort } from '#core/contract/dates.ts'
import { goOnlineTo } from '#core/contract/phrases.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { routes, type ScoreEvent, type ScoreKind } from '../contract.ts'
import s from './FigureDialog.module.css'
import { signedPoints } from './scoreRules.ts'

type Props = { kind: ScoreKind; today: string }
type State = { events: ScoreEvent[]; older: string | null; is: 'loading' | 'there' | 'missing' }

/** Lists the events of one line of the score, loaded when it is opened. */
export function ScoreEvents({ kind, today }: Props) {
  const { proxyFor, pathOf } = useTargetPlace()
  const [state, setState] = useState<State>({ events: [], older: null, is: 'loading' })
  const load = async (before: string | null) => {
    setState((now) => ({ ...now, is: 'loading' }))
    try {
      const { parts } = await call(routes.score, {
        query: { kind, proxyUser: proxyFor, ...(before !== null && { before }) },
      })
      const { events, older } = parts[0]!
      setState((now) => ({ events: before === null ? events : [...now.events, ...events], older, is: 'there' }))
    } catch {
      setState((now) => ({ ...now, is: 'missing' }))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => void load(null), [])
  const { events, older, is } = state
  return (
    <>
      <ul className={s.events} aria-busy={is === 'loading' || undefined}>
        {events.map(({ target_id, target, step, date, points }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a target may count twice on a day; the list only grows at its end
          <li key={i}>
            <span className={`break ${s.event}`}>
              {target === null ? 'Deleted Target' : <Link to={pathOf(target_id)}>{target}</Link>}
              {step && <span className="cap block regular">{step}</span>}
            </span>
            <time className="size12 nowrap dim" dateTime={date} title={formatDay(date)}>
              {kind === 'overdue' ? `due ${formatDayShort(date, today)}` : formatDayShort(date, today)}
            </time>
            <span className={s.points}>{signedPoints(points)}</span>
          </li>
        ))}
      </ul>
      {is === 'loading' && events.length === 0 && <p className="cap block regular">One moment…</p>}
      {is === 'missing' && <p className="cap block regular">{goOnlineTo('see the Targets behind this')}</p>}
      {older !== null && is === 'there' && (
        <Button variant="default" size="compact-sm" onClick={() => load(older)}>
          Show older
        </Button>
      )}
    </>
  )
}
