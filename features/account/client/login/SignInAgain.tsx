import { Anchor, Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useSyncStatus } from '#core/client/sync.tsx'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { type Challenge, LoginInput, routes, type Session } from '../../contract.ts'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { SecondFactor } from './SecondFactor.tsx'

type Props = {
  email: string
  userId: string
  onSignedIn: (session: Session) => void
  /** 'Not now': the person goes on, and what they do waits. */
  onClose: () => void
  onLogout: () => void
}

/** The session died: the same person signs in again in place, and nothing on the screen or in the queue is lost. */
export function SignInAgain({ email, userId, onSignedIn, onClose, onLogout }: Props) {
  const waiting = useSyncStatus((status) => status.waiting)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const enter = (session: Session) => {
    if (session.user.id === userId) return onSignedIn(session)
    setChallenge(null)
    setProblem('This is another account. Log out to sign in as someone else.')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = errorsOf(LoginInput, { email, password })
    setError(found.password ?? null)
    setProblem(null)
    if (found.password) return
    setBusy(true)
    try {
      const answer = await call(routes.login, { body: { email, password } }, { token: '' })
      if ('token' in answer) enter(answer)
      else setChallenge(answer)
    } catch (thrown) {
      setProblem(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title="Please sign in again" size={440} closeLabel="Not now" onClose={onClose}>
      <p className="dim">
        Your session has ended.{' '}
        {waiting > 0
          ? `${waiting} ${waiting === 1 ? 'change waits' : 'changes wait'} on this device and will be sent afterwards.`
          : 'Everything on this page stays as it is.'}
      </p>
      {challenge ? (
        <>
          <SecondFactor login={challenge} reason={challenge.message} onSignedIn={enter} />
          <Anchor component="button" type="button" size="sm" fw={550} mt="xs" onClick={() => setChallenge(null)}>
            ← Try Login Again
          </Anchor>
        </>
      ) : (
        <form onSubmit={submit} noValidate>
          <Problem>{problem}</Problem>
          <TextInput label="E-mail" name="email" type="email" autoComplete="username" value={email} readOnly />
          <PasswordInput
            mt="md"
            label="Password"
            name="password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={error}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setError(null)
            }}
          />
          <Group justify="space-between" my="lg">
            <Button variant="subtle" color="gray" onClick={onLogout}>
              Log out
            </Button>
            <Button type="submit" aria-disabled={isBusy}>
              {isBusy ? 'Logging in' : 'Login'}
            </Button>
          </Group>
          <PasskeyLogin onSignedIn={enter} onProblem={setProblem} />
          <Anchor
            component={Link}
            to="/login/sso"
            search={{ email } as never}
            size="sm"
            fw={550}
            mt="md"
            display="block"
          >
            Sign in with single sign-on
          </Anchor>
        </form>
      )}
    </Dialog>
  )
}
