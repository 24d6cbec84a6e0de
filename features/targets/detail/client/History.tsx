import { Avatar, Button } from '@mantine/core'
import { formatDay, stampIn } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { relativeTime } from '#core/contract/times.ts'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { useNow } from '../../client/useNow.ts'
import { useToday, useZone } from '../../client/useToday.ts'
import type { Target } from '../../contract.ts'
import s from './ActivityTab.module.css'
import { deedOf, instantAt, replacedIn, type TimelineEvent } from './timeline.ts'
import { useTimeline } from './useTimeline.ts'

/** Who did what and when, latest first. */
export function History({ target }: { target: Target }) {
  const zone = useZone()
  const today = useToday()
  const now = useNow(30_000)
  const { proxyFor } = useTargetPlace()
  const { events, older, keptAt, isLoading, isMissing, showOlder } = useTimeline(target)
  const told = events.filter((event) => event.kind !== 'changeUndone')
  const exact = (instant: string) => {
    const stamp = stampIn(zone, instant)
    return `${formatDay(stamp.slice(0, 10))}, ${stamp.slice(11, 16)}`
  }
  return (
    <section aria-labelledby="history">
      <h2 className={s.h} id="history">
        History
      </h2>
      {keptAt && !isLoading && (
        <p className="cap">As of {relativeTime(keptAt, now)}; it is brought up to date when you are online.</p>
      )}
      {isMissing && <p className="cap">The history needs a connection the first time it is opened.</p>}
      {!isLoading && !isMissing && events.length === 0 && <p className="cap">Its history begins when it is synced.</p>}
      <ul className={s.list}>
        {told.map((event) => {
          const instant = instantAt(zone, event.at)
          const isMe = !proxyFor && event.user_id === target.user_id
          return (
            <li key={event.id}>
              <Avatar size={24} color={isMe ? 'navy' : 'teal'} aria-hidden>
                {initialsOf(event)}
              </Avatar>
              <div>
                <p data-undone={event.undone || undefined} className={s.deed}>
                  <b>{isMe ? 'You' : fullNameOf(event)}</b>
                  {event.by_name && ` (${event.by_name} working as ${isMe ? 'you' : event.first_name})`}{' '}
                  {deedOf(event, today)}
                </p>
                <Replaced event={event} />
                <p className="cap">
                  <time dateTime={instant} title={exact(instant)}>
                    {relativeTime(instant, now)}
                  </time>
                  {event.undone && ', taken back'}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
      {older && (
        <Button variant="default" className={s.older} onClick={showOlder}>
          Show older
        </Button>
      )}
    </section>
  )
}

/** What stood there before and since, one tap away. */
function Replaced({ event }: { event: TimelineEvent }) {
  const parts = replacedIn(event)
  if (parts.length === 0) return null
  return (
    <details className={s.replaced}>
      <summary>{event.kind === 'stepTaken' ? 'Show the help' : 'Show the earlier text'}</summary>
      {parts.map(({ label, before, after }) => (
        <dl key={label}>
          <dt>{event.kind === 'stepTaken' ? label : `${label} before`}</dt>
          <dd>{(event.kind === 'stepTaken' ? after : before) || <i>Empty</i>}</dd>
          {event.kind !== 'stepTaken' && after !== null && (
            <>
              <dt>{label} since</dt>
              <dd>{after || <i>Empty</i>}</dd>
            </>
          )}
        </dl>
      ))}
    </details>
  )
}
