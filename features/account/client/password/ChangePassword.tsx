import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput } from '@mantine/core'
import { ApiError, call } from '#core/client/api.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { ChangePasswordInput, passwordRule, routes } from '../../contract.ts'
import s from '../AccountPage.module.css'
import { useLeaving } from '../inside/leaving.ts'
import { PasswordOwner } from './PasswordOwner.tsx'

const invalidCurrentPassword = 'Current password is not correct.'
const failed = 'Change Password failed!'

function formatReason(thrown: unknown): never {
  // A failing server has no message for this case.
  if (!(thrown instanceof ApiError) || thrown.status >= 500) throw new ApiError(0, { message: failed, code: 'failed' })
  if (thrown.status !== 401 || !thrown.errors.current) throw thrown
  throw new ApiError(401, {
    message: invalidCurrentPassword,
    code: thrown.code,
    errors: { current: invalidCurrentPassword },
  })
}

/** Changes the password. Afterwards the person signs in with the new one. */
export function ChangePassword() {
  const engine = useEngine()
  const navigate = useNavigate()
  const { endHere } = useLeaving()
  const email = useSession()?.user.email ?? ''
  const isOffline = useSyncStatus(isOfflineNow)
  const form = useForm({
    initial: { current: '', new: '' },
    shape: ChangePasswordInput,
    send: async (body) => {
      await call(routes.changePassword, { body }).catch(formatReason)
      await endHere(engine)
      toast({ message: 'Your password was changed. Sign in with the new one.', color: 'green' })
      await navigate({ to: '/login', replace: true })
      return undefined
    },
  })
  return (
    <>
      <NeedsConnection isOffline={isOffline} what={whenOnline('change your password')} />
      <Form form={form} className={`stack ${s.form}`}>
        <PasswordOwner email={email} />
        <PasswordInput label="Current password" autoComplete="current-password" {...form.field('current')} />
        <PasswordInput
          label="New password"
          description={form.errorOf('new') === passwordRule ? undefined : passwordRule}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          {...form.field('new')}
        />
        <p className="cap" style={{ margin: 0 }}>
          Use letters, digits, and $ @ ! % * ? & _ ( ) #. Changing your password signs you out everywhere else.
        </p>
        <div className={`row wrap mt4 ${s.actions}`}>
          <Submit form={form} disabled={isOffline}>
            Change Password
          </Submit>
        </div>
      </Form>
    </>
  )
}
