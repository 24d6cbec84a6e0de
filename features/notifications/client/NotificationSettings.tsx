import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import s from './NotificationSettings.module.css'
import { PushSwitch } from './PushSwitch.tsx'
import { QuietHours } from './QuietHours.tsx'

/** Shows push settings of this device and quiet hours, below the switches of each kind. */
export function NotificationSettings() {
  const session = useSession()
  const isOffline = useSyncStatus(isOfflineNow)
  if (!session) return null
  return (
    <div className={`stack gap32 ${s.parts}`}>
      <PushSwitch session={session} isOffline={isOffline} />
      <QuietHours session={session} isOffline={isOffline} />
    </div>
  )
}
