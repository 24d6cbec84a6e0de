import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTitle } from '#core/client/title.ts'
import { About } from './About.tsx'
import s from './AccountPage.module.css'
import { ChangePassword } from './ChangePassword.tsx'
import { Notifications } from './Notifications.tsx'
import { Profile } from './Profile.tsx'

export const accountTabs = ['edit', 'notifications', 'pwd', 'about'] as const
export type AccountTab = (typeof accountTabs)[number]

const labels: Record<AccountTab, string> = {
  edit: 'Account',
  notifications: 'Notifications',
  pwd: 'Password',
  about: 'About',
}

type Props = {
  tab: AccountTab
  /** What other features tell the person about the account. */
  belowProfile?: ReactNode
  onLogout: () => void
  onPasswordChanged: () => void
}

/** The person's own account. Its calls are not queued: each says when it needs a connection. */
export function AccountPage({ tab, belowProfile, onLogout, onPasswordChanged }: Props) {
  useTitle(tab === 'edit' ? 'Account' : `${labels[tab]} · Account`)
  return (
    <>
      <h1>Account</h1>
      <nav className={s.tabs} aria-label="Account">
        {accountTabs.map((name) => (
          <Link key={name} to={`/account/${name}`} className={s.tab} aria-current={name === tab ? 'page' : undefined}>
            {labels[name]}
          </Link>
        ))}
      </nav>
      <div className={s.body}>
        {tab === 'edit' && <Profile onLogout={onLogout} />}
        {tab === 'edit' && belowProfile}
        {tab === 'notifications' && <Notifications />}
        {tab === 'pwd' && <ChangePassword onChanged={onPasswordChanged} />}
        {tab === 'about' && <About />}
      </div>
    </>
  )
}
