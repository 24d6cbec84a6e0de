import '@mantine/core/styles/Avatar.layer.css'
import { Avatar } from '@mantine/core'
import type { ReactNode } from 'react'
import { useToday, useZone } from '#core/client/useToday.ts'
import { formatDay, stampIn } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { relativeTime } from '#core/contract/times.ts'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { useStages } from '../../stages/client/useStages.ts'
import type { TimelineEvent } from '../contract.ts'
import s from './ActivityTab.module.css'
import { eventInstant, formatEvent, replacedIn } from './timeline.ts'

type Props = { event: TimelineEvent; isMe: boolean; now: Date; children?: ReactNode }

/** An event with its author and time. The children name the target on pages that show several. */
export function HistoryLine({ event, isMe, now, children }: Props) {
  const zone = useZone()
  const today = useToday()
  const { stages } = useStages()
  const instant = eventInstant(zone, event.at)
  const stamp = stampIn(zone, instant)
  return (
    <li>
      <Avatar size={24} color={isMe ? 'navy' : 'teal'} aria-hidden>
        {initialsOf(event)}
      </Avatar>
      <div>
        <p data-undone={event.undone || undefined} className={s.event}>
          <b className="strong">{isMe ? 'You' : fullNameOf(event)}</b>
          {event.by_name && ` (${event.by_name} working as ${isMe ? 'you' : event.first_name})`}{' '}
          {formatEvent(event, today, stages)}
        </p>
        <Replaced event={event} />
        <p className="cap">
          {children}
          {children && ', '}
          <time dateTime={instant} title={`${formatDay(stamp.slice(0, 10))}, ${stamp.slice(11, 16)}`}>
            {relativeTime(instant, now)}
          </time>
          {event.undone && ', undone'}
        </p>
      </div>
    </li>
  )
}

/** Steps replace nothing. The text after a step's description is its help. */
const isStep = ({ kind }: TimelineEvent) => kind === 'stepTaken' || kind === 'stepDone'

function Replaced({ event }: { event: TimelineEvent }) {
  const parts = replacedIn(event)
  if (parts.length === 0) return null
  return (
    <details className={s.replaced}>
      <summary>{isStep(event) ? 'Show the help' : 'Show the earlier text'}</summary>
      {parts.map(({ label, before, after }) => (
        <dl key={label}>
          <dt className="size12 dim">{isStep(event) ? label : `Previous ${label}`}</dt>
          <dd>{(isStep(event) ? after : before) || <i>Empty</i>}</dd>
          {!isStep(event) && after !== null && (
            <>
              <dt className="size12 dim">New {label}</dt>
              <dd>{after || <i>Empty</i>}</dd>
            </>
          )}
        </dl>
      ))}
    </details>
  )
}
