import { Button } from '@mantine/core'
import {
  IconAlarm,
  IconCalendarWeek,
  IconChecklist,
  IconMessage2,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useSession } from '#core/client/session.ts'
import { useRow } from '#core/client/sync.tsx'
import { DEFAULT_ZONE, formatDay, instantOf, relativeTime } from '#core/contract/dates.ts'
import { targets } from '#features/targets/contract.ts'
import type { Kind, Notification } from '../contract.ts'
import s from './Inbox.module.css'
import { markRead } from './inbox.ts'

/** How an invitation is answered, by the id of its target; `accept` is missing where sharing is off. */
export type Answers = { accept?: (id: string) => void; decline: (id: string) => void }

type Props = { notification: Notification; now: Date; answers: Answers; onOpen?: () => void }

const icons: Record<Kind, typeof IconAlarm> = {
  weekly_alerts: IconCalendarWeek,
  daily_nudges: IconChecklist,
  personal_collaboration_requests: IconUserPlus,
  group_collaboration_requests: IconUsersGroup,
  shared_target_updates: IconMessage2,
  reminders: IconAlarm,
}
const answered = { accepted: 'Accepted', rejected: 'Declined', revoked: 'Taken back' } as const

/** One line: what happened, when, and what can be done about it here. */
export function NotificationRow({ notification, now, answers, onOpen }: Props) {
  const { kind, text, details, path, created, read } = notification
  const zone = useSession()?.Org.time_zone || DEFAULT_ZONE
  const Icon = icons[kind]
  const instant = instantOf(zone, created)
  return (
    <li className={s.row} data-unread={!read || undefined}>
      <span className={s.icon}>
        <Icon size={18} stroke={1.6} aria-hidden />
      </span>
      <div className={s.text}>
        <Link
          to={path}
          className={s.link}
          onClick={() => {
            markRead(notification)
            onOpen?.()
          }}
        >
          {!read && <span className="hide">Unread: </span>}
          {text}
        </Link>
        {details.length > 0 && (
          <ul className={s.details}>
            {details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <p className="cap">
          <time dateTime={instant} title={`${formatDay(created.slice(0, 10))}, ${created.slice(11, 16)}`}>
            {relativeTime(instant, now)}
          </time>
        </p>
        {kind === 'personal_collaboration_requests' && <Answer notification={notification} answers={answers} />}
      </div>
      {!read && <span className={s.dot} aria-hidden />}
    </li>
  )
}

/** By the same actions as everywhere: at once, offline too. What this device knows of the target says whether there is still something to answer. */
function Answer({ notification, answers: { accept, decline } }: Pick<Props, 'notification' | 'answers'>) {
  const { target_id, text } = notification
  const target = useRow(targets, target_id ?? '')
  const state = notification.answered ?? (target?.shared === 'accepted' ? 'accepted' : null)
  if (state) return <p className={s.answered}>{answered[state]}</p>
  if (target?.shared !== 'pending') return null
  const answer = (act: (id: string) => void) => (event: MouseEvent<HTMLElement>) => {
    // The buttons go; the cursor stays on the line.
    event.currentTarget.closest('li')?.querySelector('a')?.focus()
    markRead(notification)
    act(target.id)
  }
  return (
    <p className={s.acts}>
      {accept && (
        <Button size="compact-sm" className={s.act} onClick={answer(accept)}>
          Accept<span className="hide"> {text}</span>
        </Button>
      )}
      <Button size="compact-sm" variant="default" className={s.act} onClick={answer(decline)}>
        Decline<span className="hide"> {text}</span>
      </Button>
    </p>
  )
}
