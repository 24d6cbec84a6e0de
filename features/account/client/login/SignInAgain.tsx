import { Anchor, Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useSyncStatus } from '#core/client/sync.tsx'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
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
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const form = useForm({
    initial: { password: '' },
    shape: LoginInput,
    inputOf: ({ password }) => ({ email, password }),
    send: async (body) => {
      const answer = await call(routes.login, { body }, { token: '' })
      if ('token' in answer) enter(answer)
      else setChallenge(answer)
      return undefined
    },
  })
  const enter = (session: Session) => {
    if (session.user.id === userId) return onSignedIn(session)
    setChallenge(null)
    form.setProblem('This is another account. Log out to sign in as someone else.')
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
        <Form form={form}>
          <TextInput label="E-mail" name="email" type="email" autoComplete="username" value={email} readOnly />
          <PasswordInput
            mt="md"
            label="Password"
            autoComplete="current-password"
            data-autofocus
            {...form.field('password')}
          />
          <Group justify="space-between" my="lg">
            <Button variant="subtle" color="gray" onClick={onLogout}>
              Log out
            </Button>
            <Submit form={form}>{form.isBusy ? 'Logging in' : 'Login'}</Submit>
          </Group>
          <PasskeyLogin onSignedIn={enter} onProblem={form.setProblem} />
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
        </Form>
      )}
    </Dialog>
  )
}
