import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import type { FormState } from '#core/ui/form/useForm.ts'
import { isOptional, targetLabel, type WordsName } from '../../contract.ts'
import s from './fields.module.css'
import type { EditForm } from './targetForm.ts'

type Props = {
  name: WordsName
  form: FormState<EditForm>
  type?: 'email' | 'tel'
  /** Marks the field if it is optional. */
  saysOptional?: boolean | undefined
  className?: string | undefined
  /** Overrides the field's own error. */
  error?: string | undefined
}

export function WordsField({ name, form, type, saysOptional, className, error = form.errorOf(name) }: Props) {
  const label =
    saysOptional && isOptional(name) ? (
      <>
        {targetLabel(name)}
        <span className={`size12 regular dim ${s.optional}`}> optional</span>
      </>
    ) : (
      targetLabel(name)
    )
  return (
    <TextInput {...form.field(name)} label={label} className={className} type={type} autoComplete="off" error={error} />
  )
}
