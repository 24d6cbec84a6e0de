import { Anchor, Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { session as stored, useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { isOn } from '#core/contract/area.ts'
import type { Session } from '#core/contract/session.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { limits, ProfileInput, routes } from '../../contract.ts'
import { twoFactorFlag } from '../../flagsContract.ts'
import s from '../AccountPage.module.css'
import { useWayOut } from '../inside/leaving.ts'

/** A phone is asked for where codes are sent to it. Source: the specification, section 6. */
const hasPhone = ({ Subscriptions, Settings }: Session) =>
  isOn(Subscriptions, twoFactorFlag) && (Settings['key-two_factor'] ?? 0) > 0

/** Name and firm; the e-mail is changed by an administrator. */
export function Profile() {
  const session = useSession()
  const onLogout = useWayOut()
  return session && <ProfileForm key={session.user.id} session={session} onLogout={onLogout} />
}

const CancelSubscription = lazy(() =>
  import('./CancelSubscription.tsx').then((file) => ({ default: file.CancelSubscription })),
)

function ProfileForm({ session, onLogout }: { session: Session; onLogout: () => void }) {
  const { user, Org, Switch } = session
  // A phone is where codes go: nobody changes another person's.
  const withPhone = hasPhone(session) && !Switch
  const [values, setValues] = useState<ProfileInput>({
    first_name: user.first_name,
    last_name: user.last_name,
    ...(withPhone && { phone: user.phone }),
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isOffline = useSyncStatus(isOfflineNow)
  const field = (name: keyof ProfileInput) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = errorsOf(ProfileInput, values)
    setErrors(found)
    setProblem(null)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      stored.refresh(await call(routes.updateMe, { body: ProfileInput.parse(values) }))
      toast({ message: 'info updated', color: 'green' })
    } catch (thrown) {
      if (thrown instanceof ApiError) setErrors(thrown.errors)
      setProblem(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <NeedsConnection isOffline={isOffline} what="Your account can be changed when you are online again." />
      <form className={s.form} onSubmit={submit} noValidate>
        <Problem>{problem}</Problem>
        <TextInput label="Organization" value={Org.name} disabled />
        <TextInput
          label="E-mail"
          description="To change it, please ask your firm's administrator."
          value={user.email}
          disabled
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <div className={s.pair}>
          <TextInput label="First name" autoComplete="given-name" maxLength={limits.name} {...field('first_name')} />
          <TextInput label="Last name" autoComplete="family-name" maxLength={limits.name} {...field('last_name')} />
        </div>
        {withPhone && (
          <TextInput
            label="Phone"
            description="Verification codes are sent to it."
            type="tel"
            autoComplete="tel"
            maxLength={limits.phone}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...field('phone')}
          />
        )}
        <div className={s.actions}>
          <Button type="submit" disabled={isOffline} aria-disabled={isBusy || undefined}>
            Save All Changes
          </Button>
        </div>
      </form>
      <div className={s.aside}>
        {!Switch && (
          <Anchor component={Link} to="/account/pwd" size="sm" fw={550} className={s.link}>
            Change your password
          </Anchor>
        )}
        <Button variant="default" onClick={onLogout}>
          {Switch ? `Switch back to ${Switch.name}` : 'Log out'}
        </Button>
        {Org.category_name === 'Individual' && !Switch && (
          <Suspense fallback={null}>
            <CancelSubscription isOffline={isOffline} />
          </Suspense>
        )}
      </div>
    </>
  )
}
