import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FormState, partOf } from '#core/ui/form/useForm.ts'
import { furtherNames, labelOf, Type, typeTerm, Value, valueTerm } from '../../contract.ts'
import { AmountField } from './AmountField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { CompanyField } from './CompanyField.tsx'
import { errorOfPair } from './errorOfPair.ts'
import s from './fields.module.css'
import { ObjectiveField } from './ObjectiveField.tsx'
import type { EditForm } from './targetForm.ts'
import { WordsField } from './WordsField.tsx'

type Props = {
  form: FormState<EditForm>
  hasCursor?: boolean
  /** Right under the company. */
  hint?: ReactNode
  /** The owner alone makes a target private. */
  isOwner: boolean
}

/** The fields that creating and editing share. */
export function TargetFields({ form, hasCursor, hint, isOwner }: Props) {
  return (
    <>
      <div className={s.pair}>
        <CompanyField form={form} hasCursor={hasCursor} />
        <WordsField name="contact" form={form} className={s.afterHint} error={errorOfPair(form, 'contact')} />
        {hint}
      </div>
      <div className={s.pair}>
        <WordsField name="contact_email" form={form} type="email" saysOptional />
        <ChoiceField label={labelOf('value')} terms={valueTerm} order={Value.options} {...form.field('value')} />
      </div>
      <div className={s.pair}>
        <ChoiceField label={labelOf('type')} terms={typeTerm} order={Type.options} {...form.field('type')} />
        <AmountField
          label={labelOf('projected_revenue')}
          isOptional
          inputLabel="Estimated amount in dollars"
          form={partOf(form)}
        />
      </div>
      <ObjectiveField field={form.field('goal')} />
      {furtherNames.map((name) => (
        <WordsField key={name} name={name} form={form} saysOptional />
      ))}
      {isOwner && (
        <Checkbox
          label="Private"
          description="Left out of colleagues' overlaps and of managers' lists. It still counts in your own totals."
          {...form.box('isPrivate')}
        />
      )}
    </>
  )
}
