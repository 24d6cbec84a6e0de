import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Anchor, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import { messages } from '#core/contract/fields.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { limits } from '../../contract.ts'
import { PhoneInput, type PhonePlan, routes } from '../../phoneContract.ts'
import { type SecurityChanged, signInLimits } from '../../signInContract.ts'
import { PasswordOwner } from '../password/PasswordOwner.tsx'
import { refreshMe } from './refreshMe.ts'
import s from './Security.module.css'

type Props = { onChanged: (state: SecurityChanged) => void; onClose: () => void }

/** Changes the phone for codes: asks for the password and number, then for the code sent there. */
export function PhoneDialog({ onChanged, onClose }: Props) {
  const [plan, setPlan] = useState<PhonePlan | null>(null)
  const before = useSession()?.user.phone ?? ''
  const finish = async (state: SecurityChanged) => {
    await refreshMe()
    onChanged(state)
    toast({ message: 'Phone number changed', color: 'green' })
    onClose()
  }
  return (
    <Dialog title={before === '' ? 'Add a phone number' : 'Change the phone number'} size={440} onClose={onClose}>
      {plan ? <ConfirmPhone plan={plan} onConfirmed={finish} /> : <NumberForm onPlanned={setPlan} />}
    </Dialog>
  )
}

function NumberForm({ onPlanned }: { onPlanned: (plan: PhonePlan) => void }) {
  const email = useSession()?.user.email ?? ''
  const form = useForm({
    initial: { phone: '', current: '' },
    shape: PhoneInput,
    send: async (body) => {
      onPlanned(await call(routes.planPhone, { body }))
      return undefined
    },
  })
  return (
    <Form form={form} className={`stack gap16 ${s.form}`}>
      <TextInput
        label="New phone number"
        description="Include the country code, such as +1 212 555 0100."
        type="tel"
        autoComplete="tel"
        maxLength={limits.phone}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
        {...form.field('phone')}
      />
      <PasswordOwner email={email} />
      <PasswordInput label="Current password" autoComplete="current-password" {...form.field('current')} />
      <div className="flex wrap end gap8">
        <Submit form={form}>Send code</Submit>
      </div>
    </Form>
  )
}

type Confirming = { plan: PhonePlan; onConfirmed: (state: SecurityChanged) => Promise<void> }

function ConfirmPhone({ plan: { plan, phone }, onConfirmed }: Confirming) {
  const [said, say] = useState(`We sent a verification code to ${phone}.`)
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? messages.complete : undefined }),
    send: async ({ code }) => {
      await onConfirmed(await call(routes.confirmPhone, { body: { plan, code } }))
      return undefined
    },
    problemAt: 'code',
  })
  const resend = async () => {
    say(
      await call(routes.resendPhone, { body: { plan } }).then(
        () => `We sent a new verification code to ${phone}.`,
        problemOf,
      ),
    )
    return undefined
  }
  return (
    <Form form={form} className={`stack gap16 ${s.form}`}>
      <p role="status">{said}</p>
      <TextInput
        label="Verification code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={signInLimits.typedCode}
        data-autofocus
        autoFocus
        {...form.field('code')}
      />
      <div className="row wrap end gap8">
        <Anchor component="button" type="button" size="sm" className={s.resend} onClick={() => form.run(resend)}>
          Resend code
        </Anchor>
        <Submit form={form}>Confirm</Submit>
      </div>
    </Form>
  )
}
