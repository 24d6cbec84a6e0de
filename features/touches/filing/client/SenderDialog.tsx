import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { messages } from '#core/contract/fields.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { type Filing, type FilingSender, filingLimits, filingRoutes as routes, SenderInput } from '../contract.ts'
import s from './EmailFiling.module.css'

type Props = {
  /** The address to verify. Null asks for a new one first. */
  sender: FilingSender | null
  onChanged: (filing: Filing) => void
  onClose: () => void
}

/** Asks for an address, and then for the code sent to it. */
export function SenderDialog({ sender, onChanged, onClose }: Props) {
  const [asked, setAsked] = useState(sender)
  const added = (filing: Filing, address: string) => {
    onChanged(filing)
    setAsked(filing.senders.find((one) => one.address === address.toLowerCase()) ?? null)
  }
  const confirmed = (filing: Filing) => {
    onChanged(filing)
    toast({ message: 'Address verified.', color: 'green' })
    onClose()
  }
  return (
    <Dialog title={asked ? 'Verify the address' : 'Add an address'} size={440} onClose={onClose}>
      {asked ? (
        <CodeForm sender={asked} isNew={sender === null} onChanged={onChanged} onConfirmed={confirmed} />
      ) : (
        <AddressForm onAdded={added} />
      )}
    </Dialog>
  )
}

function AddressForm({ onAdded }: { onAdded: (filing: Filing, address: string) => void }) {
  const form = useForm({
    initial: { address: '' },
    shape: SenderInput,
    send: async (body) => {
      onAdded(await call(routes.addSender, { body }), body.address)
      return undefined
    },
  })
  return (
    <Form form={form} className="stack gap16">
      <TextInput
        label="Email address"
        description="We email a code to it."
        type="email"
        autoComplete="email"
        maxLength={254}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
        {...form.field('address')}
      />
      <div className="flex wrap end gap8">
        <Submit form={form}>Send code</Submit>
      </div>
    </Form>
  )
}

type CodeProps = {
  sender: FilingSender
  isNew: boolean
  onChanged: (filing: Filing) => void
  onConfirmed: (filing: Filing) => void
}

function CodeForm({ sender: { id, address }, isNew, onChanged, onConfirmed }: CodeProps) {
  const [said, say] = useState(
    isNew ? `We emailed a code to ${address}.` : `Enter the code that we emailed to ${address}.`,
  )
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? messages.complete : undefined }),
    send: async ({ code }) => {
      onConfirmed(await call(routes.confirmSender, { params: { id }, body: { code } }))
      return undefined
    },
    problemAt: 'code',
  })
  const resend = async () => {
    say(
      await call(routes.resendCode, { params: { id } }).then((filing) => {
        onChanged(filing)
        return `We emailed a new code to ${address}.`
      }, problemOf),
    )
    return undefined
  }
  return (
    <Form form={form} className="stack gap16">
      <p role="status" className="break">
        {said}
      </p>
      <TextInput
        label="Code from the email"
        description={`It expires after ${filingLimits.codeMinutes} minutes.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
        autoFocus
        {...form.field('code')}
      />
      <div className="row wrap end gap8">
        <Anchor component="button" type="button" size="sm" className={s.resend} onClick={() => form.run(resend)}>
          Resend code
        </Anchor>
        <Submit form={form}>Verify</Submit>
      </div>
    </Form>
  )
}
