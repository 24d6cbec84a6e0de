import { IconBell, IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { relativeTime } from '#core/contract/times.ts'
import { type Notification, notifications } from '../contract.ts'
import s from './Inbox.module.css'
import { NotificationRow } from './NotificationRow.tsx'

/** Latest first. */
export function InboxList({ lines }: { lines: readonly Notification[] }) {
  const rows = useEngine().of(notifications)
  const keptAt = useSyncStatus(({ lastSync }) => (rows.isKept() ? lastSync : null))
  const isOffline = useSyncStatus(isOfflineNow)
  const now = useMinutes()
  if (!keptAt)
    return (
      <p className={s.none} role="status">
        {isOffline ? (
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
      {isOffline && (
        <p className={`cap ${s.kept}`} role="status">
          Updated {relativeTime(keptAt, now)}. Refreshes when you’re back online.
        </p>
      )}
      {lines.length === 0 && (
        <p className={s.none}>
          <IconBell size={24} stroke={1.5} aria-hidden />
          Nothing yet. What colleagues do on Targets you share is told here.
        </p>
      )}
      <ul className={s.list}>
        {lines.map((one) => (
          <NotificationRow key={one.id} notification={one} now={now} />
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
