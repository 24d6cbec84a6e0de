import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { Link } from '#core/client/router/Link.tsx'
import { LoginFrame } from '#core/client/signIn/LoginFrame.tsx'
import { useTitle } from '#core/client/title.ts'
import { FailedRead } from '#core/ui/FailedRead.tsx'
import { setUpRoutes as routes } from '../setUpContract.ts'
import { SetUpForm } from './SetUpForm.tsx'
import s from './SetUpPage.module.css'

/** First run of a server. The one-time token follows the '#' of the URL, which browsers never send to a server. */
export function SetUpPage({ token }: { token: string }) {
  useTitle('Set up')
  const [state, setState] = useState<'asking' | 'open' | 'closed' | { firm: string; is_invited: boolean }>('asking')
  const [why, setWhy] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const check = useCallback(
    () =>
      call(routes.check, { body: { token } }, { token: '' }).then(
        () => setState('open'),
        (thrown) => {
          setWhy(problemOf(thrown))
          // Whether the token is valid is unknown until the server responds.
          setUnknown(!(thrown instanceof ApiError) || thrown.isOffline || thrown.status >= 500)
          setState('closed')
        },
      ),
    [token],
  )
  useEffect(() => {
    if (token) return void check()
    setWhy('Open the full address that Pursuit printed at startup.')
    setState('closed')
  }, [token, check])
  if (state === 'asking') return null
  if (state === 'closed')
    return (
      <LoginFrame
        title="Set up Pursuit"
        lead={isUnknown ? 'We can’t check this link right now.' : 'This link can’t be used.'}
      >
        <FailedRead problem={why} onAgain={isUnknown ? check : undefined} />
        <ToLogin />
      </LoginFrame>
    )
  if (state === 'open') return <SetUpForm token={token} onDone={setState} />
  return (
    <LoginFrame
      title="Pursuit is set up"
      lead={
        state.is_invited
          ? `We sent an invitation to the admin of ${state.firm}.`
          : `The admin of ${state.firm} can sign in now, and so can you.`
      }
    >
      <ToLogin />
    </LoginFrame>
  )
}

function ToLogin() {
  return (
    <Anchor component={Link} to="/login" size="sm" fw={550} className={`inline ${s.login}`}>
      Go to login
    </Anchor>
  )
}
