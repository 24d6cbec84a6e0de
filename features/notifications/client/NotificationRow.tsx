import { Link } from '#core/client/router/Link.tsx'
import { useSession } from '#core/client/session.ts'
import { useNoticeIcons } from '#core/client/useNotices.ts'
import { DEFAULT_ZONE, formatDay, instantOf } from '#core/contract/dates.ts'
import { relativeTime } from '#core/contract/times.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { Notification } from '../contract.ts'
import s from './Inbox.module.css'
import { useInboxActions } from './inbox.ts'

type Props = { notification: Notification; now: Date }

export function NotificationRow({ notification, now }: Props) {
  const looks = useNoticeIcons()
  const { read: markRead } = useInboxActions()
  const { kind, target_id, text, details, path, created, read, answered } = notification
  const zone = useSession()?.Org.time_zone || DEFAULT_ZONE
  const { icon, Below } = looks[kind] ?? { icon: 'bell' as const }
  const instant = instantOf(zone, created)
  return (
    <li className={`flex gap12 relative ruled ${s.row}`} data-unread={!read || undefined}>
      <span className={`grid rigid dim sunken centered round ${s.icon}`}>
        <Icon name={icon} />
      </span>
      <div className={`grow ${s.text}`}>
        <Link to={path} className={`inherit break ${s.link}`} onClick={() => markRead(notification)}>
          {!read && <span className="hide">Unread: </span>}
          {text}
        </Link>
        {details.length > 0 && (
          <ul className={`break dim mt2 ${s.details}`}>
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
        {Below && (
          <Below subjectId={target_id} text={text} answered={answered} markRead={() => markRead(notification)} />
        )}
      </div>
      {!read && <span className={`rigid round ${s.dot}`} aria-hidden />}
    </li>
  )
}
