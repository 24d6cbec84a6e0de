import { useEffect, useState } from 'react'
import { isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { goOnlineTo, refreshesOnline } from '#core/contract/phrases.ts'
import { relativeTime } from '#core/contract/times.ts'
import { Icon } from '#core/ui/Icon.tsx'
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
      <p className={`row gap8 dim center ${s.none}`} role="status">
        {isOffline ? (
          <>
            <Icon name="cloud-off" size={24} stroke={1.5} />
            {goOnlineTo('load your notifications for the first time')}
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
          {refreshesOnline(relativeTime(keptAt, now))}
        </p>
      )}
      {lines.length === 0 && (
        <p className={`row gap8 dim center ${s.none}`}>
          <Icon name="bell" size={24} stroke={1.5} />
          Nothing yet. When colleagues act on Targets you share, you’ll see it here.
        </p>
      )}
      <ul>
        {lines.map((one) => (
          <NotificationRow key={one.id} notification={one} now={now} />
        ))}
      </ul>
    </>
  )
}

/** Returns the current time, updated every minute. */
function useMinutes(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
