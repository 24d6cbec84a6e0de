import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, problemOf } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { messages } from '#core/contract/fields.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { waysInLimits } from '../../waysInContract.ts'
import { PasswordOwner } from '../password/PasswordOwner.tsx'
import s from './Security.module.css'

type Props = {
  about: string | null
  submit: string
  isDangerous: boolean
  /** Asks for a passkey's name, too. */
  hasName: boolean
  /** Answers why it went wrong, or null; what the server refuses is thrown. */
  onGiven: (current: string, name: string) => Promise<string | null>
}

/** The current password, which every change of credentials asks for. */
export function PasswordForm({ about, submit, isDangerous, hasName, onGiven }: Props) {
  const email = useSession()?.user.email ?? ''
  const [current, setCurrent] = useState('')
  const [name, setName] = useState('This device')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found: Record<string, string> = {}
    if (current === '') found.current = messages.complete
    if (hasName && name.trim() === '') found.name = messages.complete
    setErrors(found)
    setProblem(null)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      setProblem(await onGiven(current, name.trim()))
    } catch (thrown) {
      if (thrown instanceof ApiError && Object.keys(thrown.errors).length > 0) setErrors(thrown.errors)
      else setProblem(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={s.form} onSubmit={send} noValidate>
      <Problem>{problem}</Problem>
      {about && <p>{about}</p>}
      <PasswordOwner email={email} />
      {hasName && (
        <TextInput
          label="Name of the passkey"
          maxLength={waysInLimits.passkeyName}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <PasswordInput
        label="Current password"
        name="current"
        autoComplete="current-password"
        data-autofocus
        value={current}
        error={errors.current}
        onChange={(event) => {
          setCurrent(event.currentTarget.value)
          setErrors({})
        }}
      />
      <div className={s.actions}>
        <Button type="submit" color={isDangerous ? 'red' : undefined} aria-disabled={isBusy || undefined}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
