import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { DomainInput } from '#features/account/signOnContract.ts'
import s from './SignOn.module.css'

type Props = {
  /** Firm whose domain it is: a firm's ID, or the signed-in person's own firm. */
  place: string
  label: string
  verb: string
  isOffline: boolean
  /** Returns the message to show, if any. */
  send: (body: DomainInput) => Promise<string | undefined>
}

/** Sends one domain and clears the field for the next. */
export function DomainForm({ place, label, verb, isOffline, send }: Props) {
  const form = useForm({
    draft: `domain:${place}`,
    initial: { domain: '' },
    shape: DomainInput,
    send,
    onDone: (): void => form.beginAnew({ domain: '' }),
  })
  return (
    <>
      <Form form={{ ...form, problem: undefined }} className={`flex gap8 ${s.add}`}>
        <TextInput
          label={label}
          placeholder="example.com"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('domain')}
        />
        <Submit form={form} variant="default" disabled={isOffline}>
          {verb}
        </Submit>
      </Form>
      <Problem>{form.problem}</Problem>
    </>
  )
}
