import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTitle } from '#core/client/title.ts'
import type { Session } from '../contract.ts'
import { isReason } from '../waysInContract.ts'
import { LoginFrame } from './LoginFrame.tsx'
import s from './LoginPage.module.css'
import { SecondFactor } from './SecondFactor.tsx'
import { forgetWaitingLogin, waitingLogin } from './waitingLogin.ts'

type Props = {
  email: string
  /** As the address has it: whatever is not one of our own sentences is not shown. */
  reason: string
  onSignedIn: (session: Session) => void
}

/** The second half of a login. */
export function CodePage({ email, reason, onSignedIn }: Props) {
  useTitle('Verification')
  const [login] = useState(() => waitingLogin(email))
  return (
    <LoginFrame title="One more step" lead={`You are signing in as ${email}.`}>
      <SecondFactor
        login={login}
        reason={isReason(reason) ? reason : ''}
        onSignedIn={(session) => {
          forgetWaitingLogin()
          onSignedIn(session)
        }}
      />
      <Anchor component={Link} to="/login" size="sm" fw={550} className={s.back}>
        ← Try Login Again
      </Anchor>
    </LoginFrame>
  )
}
