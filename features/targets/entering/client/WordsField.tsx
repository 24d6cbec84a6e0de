import { TextInput } from '@mantine/core'
import type { FormState } from '#core/ui/form/useForm.ts'
import { isOptional, targetLabel, type WordsName } from '../../contract.ts'
import s from './fields.module.css'
import type { EditForm } from './targetForm.ts'

type Props = {
  name: WordsName
  form: FormState<EditForm>
  type?: 'email' | 'tel'
  /** Says so where it may stay empty. */
  saysOptional?: boolean | undefined
  className?: string | undefined
  /** Where it isn't the field's own. */
  error?: string | undefined
}

/** A field of a target that is a line of words. */
export function WordsField({ name, form, type, saysOptional, className, error = form.errorOf(name) }: Props) {
  const label =
    saysOptional && isOptional(name) ? (
      <>
        {targetLabel(name)}
        <span className={s.optional}> optional</span>
      </>
    ) : (
      targetLabel(name)
    )
  return (
    <TextInput {...form.field(name)} label={label} className={className} type={type} autoComplete="off" error={error} />
  )
}
