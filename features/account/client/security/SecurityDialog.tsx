import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { routes as phoneRoutes } from '../../phoneContract.ts'
import { routes, type SecurityChanged, signInMessages } from '../../signInContract.ts'
import { makePasskey } from '../login/passkeyDevice.ts'
import { ConfirmApp } from './ConfirmApp.tsx'
import { NewRecoveryCodes } from './NewRecoveryCodes.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PhoneDialog } from './PhoneDialog.tsx'
import { refreshMe } from './refreshMe.ts'

type AfterPassword =
  | { kind: 'addAuthenticator' | 'removeAuthenticator' | 'addPasskey' | 'renewCodes' | 'removePhone' }
  | { kind: 'removePasskey'; id: string; name: string }
export type SecurityAction = AfterPassword | { kind: 'changePhone' }

const words = {
  addAuthenticator: { title: 'Set up an authenticator app', submit: 'Continue', done: 'Authenticator app added' },
  removeAuthenticator: { title: 'Remove the authenticator app', submit: 'Remove', done: 'Authenticator app removed' },
  addPasskey: { title: 'Add a passkey', submit: 'Continue', done: 'Passkey added' },
  removePasskey: { title: 'Remove a passkey', submit: 'Remove', done: 'Passkey removed' },
  removePhone: { title: 'Remove the phone number', submit: 'Remove', done: 'Phone number removed' },
  renewCodes: { title: 'New recovery codes', submit: 'Create codes', done: 'Recovery codes created' },
} as const

function aboutOf(action: AfterPassword): string | null {
  if (action.kind === 'removePasskey') return `“${action.name}” will no longer sign you in.`
  return action.kind === 'removePhone' ? 'You’ll no longer get codes by text message.' : null
}

type Props = { action: SecurityAction; onChanged: (state: SecurityChanged) => void; onClose: () => void }

export function SecurityDialog({ action, ...rest }: Props) {
  return action.kind === 'changePhone' ? <PhoneDialog {...rest} /> : <AfterPasswordDialog action={action} {...rest} />
}

/** Asks for the current password first. */
function AfterPasswordDialog({ action, onChanged, onClose }: Props & { action: AfterPassword }) {
  const [plan, setPlan] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const email = useSession()?.user.email ?? ''
  const { title, submit, done } = words[action.kind]
  const finish = (state: SecurityChanged) => {
    onChanged(state)
    if (state.new_recovery_codes) return setCodes(state.new_recovery_codes)
    toast({ message: done, color: 'green' })
    onClose()
  }
  /** Returns the reason for a failure, or null. Server errors are thrown. */
  const begin = async (current: string, name: string): Promise<string | null> => {
    const body = { current }
    if (action.kind === 'addAuthenticator') setPlan(await call(routes.planAuthenticator, { body }))
    else if (action.kind === 'removeAuthenticator') finish(await call(routes.removeAuthenticator, { body }))
    else if (action.kind === 'removePhone') {
      finish(await call(phoneRoutes.removePhone, { body }))
      await refreshMe()
    } else if (action.kind === 'renewCodes') finish(await call(routes.renewRecoveryCodes, { body }))
    else if (action.kind === 'removePasskey')
      finish(await call(routes.removePasskey, { params: { id: action.id }, body }))
    else {
      const { options } = await call(routes.planPasskey, { body })
      const response = await makePasskey(options)
      if (!response) return signInMessages.passkeyFailed
      finish(await call(routes.addPasskey, { body: { name, response } }))
    }
    return null
  }
  return (
    <Dialog title={codes ? 'Your recovery codes' : title} size={440} isHeld={codes !== null} onClose={onClose}>
      {codes ? (
        <NewRecoveryCodes codes={codes} email={email} onDone={onClose} />
      ) : plan ? (
        <ConfirmApp plan={plan} onConfirmed={finish} />
      ) : (
        <PasswordForm
          about={aboutOf(action)}
          submit={submit}
          isDangerous={submit === 'Remove'}
          hasName={action.kind === 'addPasskey'}
          onGiven={begin}
        />
      )}
    </Dialog>
  )
}
