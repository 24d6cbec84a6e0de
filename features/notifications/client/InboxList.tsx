import { IconBell, IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { relativeTime } from '#core/contract/dates.ts'
import s from './Inbox.module.css'
import { useInbox } from './inbox.ts'
import { NotificationRow } from './NotificationRow.tsx'

type Props = { /** Shows no more than these. */ most?: number; onOpen?: () => void }

/** Latest first. */
export function InboxList({ most, onOpen }: Props) {
  const { inbox, keptAt, isMissing } = useInbox()
  const isOffline = useSyncStatus(isOfflineNow)
  const now = useMinutes()
  if (!inbox)
    return (
      <p className={s.none} role="status">
        {isMissing ? (
          <>
            <IconCloudOff size={24} stroke={1.5} aria-hidden />
            Your notifications need a connection the first time they are opened.
          </>
        ) : (
          'Loading…'
        )}
      </p>
    )
  return (
    <>
      {keptAt && isOffline && (
        <p className={`cap ${s.kept}`} role="status">
          As of {relativeTime(keptAt, now)}; brought up to date when you are online.
        </p>
      )}
      {inbox.notifications.length === 0 && (
        <p className={s.none}>
          <IconBell size={24} stroke={1.5} aria-hidden />
          Nothing yet. What colleagues do on Targets you share is told here.
        </p>
      )}
      <ul className={s.list}>
        {inbox.notifications.slice(0, most).map((one) => (
          <NotificationRow key={one.id} notification={one} now={now} onOpen={onOpen} />
        ))}
      </ul>
    </>
  )
}

/** Now, to the minute. */
function useMinutes(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
