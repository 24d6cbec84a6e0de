import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { LoginFrame } from '#core/client/entrance/LoginFrame.tsx'
import { useTitle } from '#core/client/title.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { setUpRoutes as routes } from '../setUpContract.ts'
import { SetUpForm } from './SetUpForm.tsx'
import s from './SetUpPage.module.css'

/** The first run of a server: who looks after it, and its first firm. The one-time word stands behind '#', which is sent to nobody. */
export function SetUpPage({ token }: { token: string }) {
  useTitle('Set up')
  const [state, setState] = useState<'asking' | 'open' | 'closed' | { firm: string; is_invited: boolean }>('asking')
  const [why, setWhy] = useState('')
  useEffect(() => {
    if (!token) {
      setWhy('Please open the whole address that Pursuit printed when it was started.')
      return setState('closed')
    }
    call(routes.check, { body: { token } }, { token: '' }).then(
      () => setState('open'),
      (thrown) => {
        setWhy(problemOf(thrown))
        setState('closed')
      },
    )
  }, [token])
  if (state === 'asking') return null
  if (state === 'closed')
    return (
      <LoginFrame title="Set up Pursuit" lead="This cannot be done from here.">
        <Problem>{why}</Problem>
        <ToLogin />
      </LoginFrame>
    )
  if (state === 'open') return <SetUpForm token={token} onDone={setState} />
  return (
    <LoginFrame
      title="Pursuit is set up"
      lead={
        state.is_invited
          ? `An invitation is on its way to the admin of ${state.firm}.`
          : `The admin of ${state.firm} can sign in now, and so can you.`
      }
    >
      <ToLogin />
    </LoginFrame>
  )
}

function ToLogin() {
  return (
    <Anchor component={Link} to="/login" size="sm" fw={550} className={s.login}>
      Go to the login
    </Anchor>
  )
}
