import { Button, PasswordInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError, call } from '#core/client/api.ts'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { ChangePasswordInput, passwordRule, routes } from '../../contract.ts'
import s from '../AccountPage.module.css'
import { useLeaving } from '../inside/leaving.ts'
import { PasswordOwner } from './PasswordOwner.tsx'

const wrongCurrent = 'Current password is not correct.'
const failed = 'Change Password failed!'

/** Current and new password. Afterwards the person signs in with the new one. */
export function ChangePassword() {
  const engine = useEngine()
  const navigate = useNavigate()
  const { endHere } = useLeaving()
  const email = useSession()?.user.email ?? ''
  const [values, setValues] = useState({ current: '', new: '' })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isOffline = useSyncStatus(isOfflineNow)
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
      setErrors(({ [name]: _, ...others }) => others)
      setProblem(null)
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = errorsOf(ChangePasswordInput, values)
    setErrors(found)
    setProblem(null)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await call(routes.changePassword, { body: values })
      await endHere(engine)
      toast({ message: 'Your password was changed. Please sign in with the new one.', color: 'green' })
      await navigate({ to: '/login', replace: true })
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) setProblem(failed)
      else if (thrown.status === 401 && thrown.errors.current) setErrors({ current: wrongCurrent })
      else if (Object.keys(thrown.errors).length > 0) setErrors(thrown.errors)
      else setProblem(thrown.message || failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <NeedsConnection isOffline={isOffline} what="Your password can be changed when you are online again." />
      <form className={s.form} onSubmit={submit} noValidate>
        <Problem>{problem}</Problem>
        <PasswordOwner email={email} />
        <PasswordInput label="Current password" autoComplete="current-password" {...field('current')} />
        <PasswordInput
          label="New password"
          description={errors.new === passwordRule ? undefined : passwordRule}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          {...field('new')}
        />
        <p className="cap" style={{ margin: 0 }}>
          Letters, digits and $ @ ! % * ? & _ ( ) # are allowed. All your other sessions end.
        </p>
        <div className={s.actions}>
          <Button type="submit" disabled={isOffline} aria-disabled={isBusy || undefined}>
            Change Password
          </Button>
        </div>
      </form>
    </>
  )
}
