import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor, Button, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { session as stored, useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { isFeatureOn } from '#core/contract/area.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import type { Session } from '#core/contract/session.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { limits, ProfileInput, routes } from '../../contract.ts'
import { twoFactorFlag } from '../../flagsContract.ts'
import s from '../AccountPage.module.css'
import { useWayOut } from '../inside/leaving.ts'

/** A phone is only asked for when codes are sent to it. Source: the specification, section 6. */
const hasPhone = ({ Subscriptions, Settings }: Session) =>
  isFeatureOn(Subscriptions, twoFactorFlag) && (Settings['key-two_factor'] ?? 0) > 0

/** Edits the name. An admin changes the email. */
export function Profile() {
  const session = useSession()
  const onLogout = useWayOut()
  return session && <ProfileForm key={session.user.id} session={session} onLogout={onLogout} />
}

const CancelSubscription = lazyComponent(() =>
  import('./CancelSubscription.tsx').then((file) => file.CancelSubscription),
)

function ProfileForm({ session, onLogout }: { session: Session; onLogout: () => void }) {
  const { user, Org, Switch } = session
  // No one changes another person's number, because codes go there.
  const withPhone = hasPhone(session) && !Switch
  const isOffline = useSyncStatus(isOfflineNow)
  const form = useForm({
    draft: 'profile',
    initial: { first_name: user.first_name, last_name: user.last_name },
    shape: ProfileInput,
    send: async (body) => {
      stored.refresh(await call(routes.updateMe, { body }))
      return 'info updated'
    },
  })
  return (
    <>
      <NeedsConnection isOffline={isOffline} what={whenOnline('edit your account')} />
      <Form form={form} className={`stack ${s.form}`}>
        <TextInput label="Organization" value={Org.name} disabled />
        <TextInput
          label="Email"
          description="To change it, contact your firm’s administrator."
          value={user.email}
          disabled
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <div className={`grid gap16 ${s.pair}`}>
          <TextInput
            label="First name"
            autoComplete="given-name"
            maxLength={limits.name}
            {...form.field('first_name')}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            maxLength={limits.name}
            {...form.field('last_name')}
          />
        </div>
        {withPhone && (
          <TextInput
            label="Phone"
            description={
              <>
                We send verification codes to this number.{' '}
                <Anchor component={Link} to="/account/security" inherit>
                  {user.phone === '' ? 'Add a number in Security' : 'Change it in Security'}
                </Anchor>
              </>
            }
            type="tel"
            value={user.phone}
            disabled
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        )}
        <div className={`row wrap mt4 ${s.actions}`}>
          <Submit form={form} disabled={isOffline}>
            Save All Changes
          </Submit>
        </div>
      </Form>
      <div className={`row wrap ${s.aside}`}>
        {!Switch && (
          <Anchor component={Link} to="/account/pwd" size="sm" fw={550} className={`inline ${s.link}`}>
            Change your password
          </Anchor>
        )}
        <Button variant="default" onClick={onLogout}>
          {Switch ? `Switch back to ${Switch.name}` : 'Log out'}
        </Button>
        {Org.category_name === 'Individual' && !Switch && <CancelSubscription isOffline={isOffline} />}
      </div>
    </>
  )
}
