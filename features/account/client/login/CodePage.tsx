import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { useEnter } from '#core/client/product.ts'
import { Link } from '#core/client/router/Link.tsx'
import { LoginFrame } from '#core/client/signIn/LoginFrame.tsx'
import { useTitle } from '#core/client/title.ts'
import { isReason } from '../../signInContract.ts'
import s from './LoginPage.module.css'
import { SecondFactor } from './SecondFactor.tsx'
import { clearPendingLogin, waitingLogin } from './waitingLogin.ts'

type Props = {
  email: string
  /** Comes from the URL. Only one of our own messages is shown. */
  reason: string
}

export function CodePage({ email, reason }: Props) {
  const enter = useEnter()
  useTitle('Verification')
  const [login] = useState(() => waitingLogin(email))
  return (
    <LoginFrame title="One more step" lead={`You are signing in as ${email}.`}>
      <SecondFactor
        login={login}
        reason={isReason(reason) ? reason : ''}
        onSignedIn={(session) => {
          clearPendingLogin()
          enter(session)
        }}
      />
      <Anchor component={Link} to="/login" size="sm" fw={550} className={`inline mt12 ${s.back}`}>
        ← Try Login Again
      </Anchor>
    </LoginFrame>
  )
}
