import type { FormState } from '#core/ui/form/useForm.ts'
import type { EditForm } from './targetForm.ts'

/** Requires one of the two. A blank field shows the error under both, unless the person is about to type there. */
export function errorOfPair(form: FormState<EditForm>, name: 'company' | 'contact'): string | undefined {
  const said = form.errorOf(name)
  if (said !== undefined) return said
  const other = name === 'company' ? 'contact' : 'company'
  return form.wasLeft(other) && form.focused !== name ? form.errors[name] : undefined
}
