import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useSession } from '#core/client/session.ts'
import { useTitle } from '#core/client/title.ts'
import { About } from './About.tsx'
import s from './AccountPage.module.css'
import { ChangePassword } from './ChangePassword.tsx'
import { Notifications } from './Notifications.tsx'
import { Profile } from './Profile.tsx'

export const accountTabs = ['edit', 'notifications', 'pwd', 'security', 'devices', 'data', 'about'] as const
export type AccountTab = (typeof accountTabs)[number]

const labels: Record<AccountTab, string> = {
  edit: 'Account',
  notifications: 'Notifications',
  pwd: 'Password',
  security: 'Security',
  devices: 'Devices',
  data: 'My data',
  about: 'About',
}
/** The person's alone: closed to somebody who works as them. */
const own: readonly AccountTab[] = ['pwd', 'security', 'devices', 'data']

const Security = lazy(() => import('./Security.tsx').then((file) => ({ default: file.Security })))
const Devices = lazy(() => import('./Devices.tsx').then((file) => ({ default: file.Devices })))
const MyData = lazy(() => import('./MyData.tsx').then((file) => ({ default: file.MyData })))

type Props = {
  tab: AccountTab
  /** What other features tell the person about the account. */
  belowProfile?: ReactNode
  belowNotifications?: ReactNode
  onLogout: () => void
  onPasswordChanged: () => void
}

/** The person's own account. Its calls are not queued: each says when it needs a connection. */
export function AccountPage({ tab, belowProfile, belowNotifications, onLogout, onPasswordChanged }: Props) {
  useTitle(tab === 'edit' ? 'Account' : `${labels[tab]} · Account`)
  const session = useSession()
  const isSwitched = session?.Switch !== undefined
  const isClosed = isSwitched && own.includes(tab)
  const here = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on narrow screens the row of tabs is longer than the screen
  useEffect(() => {
    // Newer browsers answer a promise, which is no way to end an effect.
    void here.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab])
  return (
    <>
      <h1>Account</h1>
      <nav className={s.tabs} aria-label="Account">
        {accountTabs
          .filter((name) => !isSwitched || !own.includes(name))
          .map((name) => (
            <Link
              key={name}
              to={`/account/${name}`}
              className={s.tab}
              {...(name === tab && { ref: here, 'aria-current': 'page' })}
            >
              {labels[name]}
            </Link>
          ))}
      </nav>
      <div className={s.body}>
        {isClosed ? (
          <p>
            Only {session?.user.first_name} can open this. You are working as {session?.user.fullname}.
          </p>
        ) : (
          <Suspense fallback={null}>
            {tab === 'edit' && <Profile onLogout={onLogout} />}
            {tab === 'edit' && belowProfile}
            {tab === 'notifications' && <Notifications />}
            {tab === 'notifications' && belowNotifications}
            {tab === 'pwd' && <ChangePassword onChanged={onPasswordChanged} />}
            {tab === 'security' && <Security />}
            {tab === 'devices' && <Devices />}
            {tab === 'data' && <MyData />}
            {tab === 'about' && <About />}
          </Suspense>
        )}
      </div>
    </>
  )
}
