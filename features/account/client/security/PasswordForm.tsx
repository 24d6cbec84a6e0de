import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, TextInput } from '@mantine/core'
import { useSession } from '#core/client/session.ts'
import { messages } from '#core/contract/fields.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { signInLimits } from '../../signInContract.ts'
import { PasswordOwner } from '../password/PasswordOwner.tsx'
import s from './Security.module.css'

type Props = {
  about: string | null
  submit: string
  isDangerous: boolean
  /** Also asks for a passkey's name. */
  hasName: boolean
  /** Returns the reason for a failure, or null. Server errors are thrown. */
  onGiven: (current: string, name: string) => Promise<string | null>
}

export function PasswordForm({ about, submit, isDangerous, hasName, onGiven }: Props) {
  const email = useSession()?.user.email ?? ''
  const form = useForm({
    initial: { current: '', name: 'This device' },
    check: ({ current, name }) => ({
      current: current === '' ? messages.complete : undefined,
      name: hasName && name.trim() === '' ? messages.complete : undefined,
    }),
    send: async ({ current, name }) => {
      form.setProblem(await onGiven(current, name.trim()))
      return undefined
    },
  })
  return (
    <Form form={form} className={`stack gap16 ${s.form}`}>
      {about && <p>{about}</p>}
      <PasswordOwner email={email} />
      {hasName && <TextInput label="Passkey name" maxLength={signInLimits.passkeyName} {...form.field('name')} />}
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        {...form.field('current')}
      />
      <div className="flex wrap end gap8">
        <Submit form={form} color={isDangerous ? 'red' : undefined}>
          {submit}
        </Submit>
      </div>
    </Form>
  )
}
