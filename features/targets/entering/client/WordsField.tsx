import { TextInput } from '@mantine/core'
import { isOptional, labelOf, type WordsName } from '../../contract.ts'
import s from './fields.module.css'
import type { EditForm } from './targetForm.ts'
import type { FormState } from './useForm.ts'

type Props = {
  name: WordsName
  state: FormState<EditForm>
  type?: 'email'
  /** Says so where it may stay empty. */
  saysOptional?: boolean
  className?: string | undefined
  /** Where it isn't the field's own. */
  error?: string | undefined
}

/** A field of a target that is a line of words. */
export function WordsField({ name, state, type, saysOptional, className, error = state.errorOf(name) }: Props) {
  const optional = saysOptional && isOptional(name) && <span className={s.optional}> optional</span>
  return (
    <TextInput
      label={
        optional ? (
          <>
            {labelOf(name)}
            {optional}
          </>
        ) : (
          labelOf(name)
        )
      }
      className={className}
      name={name}
      type={type}
      autoComplete="off"
      value={state.form[name]}
      error={error}
      onChange={(event) => state.set(name, event.currentTarget.value)}
    />
  )
}
