import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { furtherNames, labelOf, Type, typeTerm, Value, valueTerm } from '../../contract.ts'
import { AmountField } from './AmountField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { CompanyField } from './CompanyField.tsx'
import s from './fields.module.css'
import { ObjectiveField } from './ObjectiveField.tsx'
import type { EditForm } from './targetForm.ts'
import type { FormState } from './useForm.ts'
import { WordsField } from './WordsField.tsx'

type Props<F extends EditForm> = {
  state: FormState<F>
  hasCursor?: boolean
  /** Right under the company. */
  hint?: ReactNode
}

/** The fields that creating and editing share. */
export function TargetFields<F extends EditForm>({ state, hasCursor, hint }: Props<F>) {
  const shared = state as unknown as FormState<EditForm>
  const { form, set, errorOf } = shared
  return (
    <>
      <div className={s.pair}>
        <CompanyField
          hasCursor={hasCursor}
          value={form.company}
          error={errorOfPair(state, 'company')}
          onChange={(company) => set('company', company)}
        />
        <WordsField name="contact" state={shared} className={s.afterHint} error={errorOfPair(state, 'contact')} />
        {hint}
      </div>
      <div className={s.pair}>
        <WordsField name="contact_email" state={shared} type="email" saysOptional />
        <ChoiceField
          label={labelOf('value')}
          terms={valueTerm}
          order={Value.options}
          value={form.value}
          onChange={(value) => set('value', value)}
        />
      </div>
      <div className={s.pair}>
        <ChoiceField
          label={labelOf('type')}
          terms={typeTerm}
          order={Type.options}
          value={form.type}
          onChange={(type) => set('type', type)}
        />
        <AmountField
          label={labelOf('projected_revenue')}
          isOptional
          inputLabel="Estimated amount in dollars"
          value={form}
          error={errorOf('revenue')}
          onKind={(kind) => set('revenueKind', kind)}
          onAmount={(amount) => set('revenue', amount)}
        />
      </div>
      <ObjectiveField value={form.goal} error={errorOf('goal')} onChange={(goal) => set('goal', goal)} />
      {furtherNames.map((name) => (
        <WordsField key={name} name={name} state={shared} saysOptional />
      ))}
      <Checkbox
        label="Private"
        description="Left out of colleagues' overlaps and of managers' lists. It still counts in your own totals."
        checked={form.isPrivate}
        onChange={(event) => set('isPrivate', event.currentTarget.checked)}
      />
    </>
  )
}

/** One of the two is needed: leaving either one blank says so under both, but not where the person is about to type. */
export function errorOfPair<F extends EditForm>(state: FormState<F>, name: 'company' | 'contact'): string | undefined {
  const said = state.errorOf(name)
  if (said !== undefined) return said
  const other = name === 'company' ? 'contact' : 'company'
  return state.wasLeft(other) && state.focused !== name ? state.errors[name] : undefined
}
