import { Button, Group, Modal, PasswordInput, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { LoginInput, routes, type Session } from '../contract.ts'
import { FormProblem } from './FormProblem.tsx'

type Props = {
  email: string
  userId: string
  /** How many changes wait to be sent. */
  waiting: number
  onSignedIn: (session: Session) => void
  /** 'Not now': the person goes on, and what they do waits. */
  onClose: () => void
  onLogout: () => void
}

/** The session died: the same person signs in again in place, and nothing on the screen or in the queue is lost. */
export function SignInAgain({ email, userId, waiting, onSignedIn, onClose, onLogout }: Props) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
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
      if (!('token' in answer)) setProblem(answer.message)
      else if (answer.user.id !== userId) setProblem('This is another account. Log out to sign in as someone else.')
      else onSignedIn(answer)
    } catch (thrown) {
      setProblem(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Please sign in again"
      size={440}
      closeButtonProps={{ 'aria-label': 'Not now' }}
    >
      <Text c="dimmed" mb="md">
        Your session has ended.{' '}
        {waiting > 0
          ? `${waiting} ${waiting === 1 ? 'change waits' : 'changes wait'} on this device and will be sent afterwards.`
          : 'Everything on this page stays as it is.'}
      </Text>
      <form onSubmit={submit} noValidate>
        <FormProblem>{problem}</FormProblem>
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
        <Group justify="space-between" mt="lg">
          <Button variant="subtle" color="gray" onClick={onLogout}>
            Log out
          </Button>
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? 'Logging in' : 'Login'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
