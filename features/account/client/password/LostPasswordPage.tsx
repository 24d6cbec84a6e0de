import { Anchor, Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { LoginFrame } from '#core/client/entrance/LoginFrame.tsx'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useTitle } from '#core/client/title.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { ResetInput, routes } from '../../waysInContract.ts'
import s from '../login/LoginPage.module.css'

/** Asks for instructions by mail. The answer is the same for everybody. */
export function LostPasswordPage() {
  useTitle('Lost your password?')
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = errorsOf(ResetInput, { email })
    setError(found.email ?? null)
    setProblem(null)
    setMessage(null)
    if (found.email) return field.current?.focus()
    setBusy(true)
    try {
      setMessage((await call(routes.resetPassword, { body: { email: email.trim() } }, { token: '' })).message)
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.errors.email) setError(thrown.errors.email)
      else setProblem(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <LoginFrame
      title="Lost your password?"
      lead="Please enter your e-mail address. We will send you instructions to choose a new password."
    >
      <form className={s.form} onSubmit={submit} noValidate>
        <Problem>{problem}</Problem>
        <div role="status">{message && <p className={s.message}>{message}</p>}</div>
        <TextInput
          ref={field}
          size="md"
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setError(null)
          }}
        />
        <Button className={s.second} size="md" type="submit" fullWidth aria-disabled={isBusy || undefined}>
          GET NEW PASSWORD
        </Button>
      </form>
      <Anchor component={Link} to="/login" size="sm" fw={550} className={s.back}>
        Try Login Again
      </Anchor>
    </LoginFrame>
  )
}
