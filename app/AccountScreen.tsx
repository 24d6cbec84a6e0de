import { useNavigate } from '@tanstack/react-router'
import { isPermitted } from '#core/client/areas.ts'
import { useSession } from '#core/client/session.ts'
import { useEngine } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { AccountPage, type AccountTab, accountTabs } from '#features/account/client/AccountPage.tsx'
import { NotificationSettings } from '#features/notifications/client/NotificationSettings.tsx'
import { Looks } from '#features/targets/list/client/Looks.tsx'
import { useLeaving } from './leaving.ts'

/** The account's page, tied to the ways out. An unknown tab falls back to the first. */
export function AccountScreen({ tab }: { tab: AccountTab }) {
  const engine = useEngine()
  const navigate = useNavigate()
  const { logout, switchBack, endHere } = useLeaving()
  const session = useSession()
  const isTracking = session !== null && isPermitted(session, 'targets')
  const passwordChanged = async () => {
    await endHere(engine)
    toast({ message: 'Your password was changed. Please sign in with the new one.', color: 'green' })
    await navigate({ to: '/login', replace: true })
  }
  return (
    <AccountPage
      tab={accountTabs.includes(tab) ? tab : 'edit'}
      belowProfile={isTracking ? <Looks /> : null}
      belowNotifications={<NotificationSettings />}
      onLogout={() => (session?.Switch ? switchBack(engine) : logout(engine))}
      onPasswordChanged={passwordChanged}
    />
  )
}
