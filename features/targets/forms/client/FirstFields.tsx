import type { ReactNode } from 'react'
import type { FormState } from '#core/ui/form/useForm.ts'
import { ContactField } from '../../contacts/client/ContactField.tsx'
import { CompanyField } from './CompanyField.tsx'
import s from './fields.module.css'
import { ObjectiveField } from './ObjectiveField.tsx'
import type { EditForm } from './targetForm.ts'

type Props = {
  form: FormState<EditForm>
  hasCursor?: boolean
  /** Shown right below the company. */
  hint?: ReactNode
}

/** Required fields of a target: company or contact, and the objective. */
export function FirstFields({ form, hasCursor, hint }: Props) {
  return (
    <>
      <div className={`grid gap16 ${s.pair}`}>
        <CompanyField form={form} hasCursor={hasCursor} />
        <ContactField form={form} className={s.afterHint} />
        {hint}
      </div>
      <ObjectiveField field={form.field('goal')} />
    </>
  )
}
