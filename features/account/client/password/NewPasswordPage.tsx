import { Anchor, Button, PasswordInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { LoginFrame } from '#core/client/entrance/LoginFrame.tsx'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useTitle } from '#core/client/title.ts'
import { toast } from '#core/client/toasts.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { passwordRule } from '../../contract.ts'
import { ChoosePasswordInput, routes, waysInSentences } from '../../waysInContract.ts'
import s from '../login/LoginPage.module.css'
import { PasswordOwner } from './PasswordOwner.tsx'
import { endResetLink, resetLink } from './resetLink.ts'

/** A new password by the key of a mailed link. Then on to the login. */
export function NewPasswordPage() {
  const navigate = useNavigate()
  useTitle('Choose a new password')
  const [link] = useState(resetLink)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(link ? null : waysInSentences.deadKey)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !link) return
    const body = { ...link, password }
    const found = errorsOf(ChoosePasswordInput, body)
    setError(found.password ?? null)
    setProblem(null)
    if (found.password) return field.current?.focus()
    setBusy(true)
    try {
      const { message } = await call(routes.choosePassword, { body }, { token: '' })
      endResetLink()
      toast({ message, color: 'green' })
      void navigate({ to: '/login', replace: true })
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.errors.password) setError(thrown.errors.password)
      else setProblem(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <LoginFrame
      title="Choose a new password"
      lead={
        link ? `For ${link.email}. You will be signed out everywhere else.` : 'Links work once, and for a while only.'
      }
    >
      <Problem>{problem}</Problem>
      {link ? (
        <form className={s.form} onSubmit={submit} noValidate>
          <PasswordOwner email={link.email} />
          <PasswordInput
            ref={field}
            size="md"
            label="New password"
            name="password"
            description={error === passwordRule ? undefined : passwordRule}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="new-password"
            autoFocus
            value={password}
            error={error}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setError(null)
            }}
          />
          <Button className={s.second} size="md" type="submit" fullWidth aria-disabled={isBusy || undefined}>
            SUBMIT NEW PASSWORD
          </Button>
        </form>
      ) : (
        <Button size="md" fullWidth component={Link} to="/getresetPasswordLink">
          Ask for a new link
        </Button>
      )}
      <Anchor component={Link} to="/login" size="sm" fw={550} className={s.back}>
        Try Login Again
      </Anchor>
    </LoginFrame>
  )
}
