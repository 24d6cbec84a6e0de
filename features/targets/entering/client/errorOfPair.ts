import type { FormState } from '#core/ui/form/useForm.ts'
import type { EditForm } from './targetForm.ts'

/** One of the two is needed: leaving either one blank says so under both, but not where the person is about to type. */
export function errorOfPair(form: FormState<EditForm>, name: 'company' | 'contact'): string | undefined {
  const said = form.errorOf(name)
  if (said !== undefined) return said
  const other = name === 'company' ? 'contact' : 'company'
  return form.wasLeft(other) && form.focused !== name ? form.errors[name] : undefined
}
