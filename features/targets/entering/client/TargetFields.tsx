import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Type, typeTerm, Value, valueTerm } from '../../contract.ts'
import { AmountField } from './AmountField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { CompanyField } from './CompanyField.tsx'
import s from './fields.module.css'
import { ObjectiveField } from './ObjectiveField.tsx'
import type { EditForm } from './targetForm.ts'
import type { FormState } from './useForm.ts'

type Props<F extends EditForm> = {
  state: FormState<F>
  hasCursor?: boolean
  /** Right under the company. */
  hint?: ReactNode
}

/** The fields that creating and editing share. */
export function TargetFields<F extends EditForm>({ state, hasCursor, hint }: Props<F>) {
  const form: EditForm = state.form
  const set = state.set as FormState<EditForm>['set']
  const errorOf = state.errorOf as FormState<EditForm>['errorOf']
  return (
    <>
      <div className={s.pair}>
        <CompanyField
          hasCursor={hasCursor}
          value={form.company}
          error={errorOfPair(state, 'company')}
          onChange={(company) => set('company', company)}
        />
        <TextInput
          label="Contact"
          className={s.afterHint}
          name="contact"
          autoComplete="off"
          value={form.contact}
          error={errorOfPair(state, 'contact')}
          onChange={(event) => set('contact', event.currentTarget.value)}
        />
        {hint}
      </div>
      <div className={s.pair}>
        <TextInput
          label={
            <>
              E-mail<span className={s.optional}> optional</span>
            </>
          }
          name="contact_email"
          type="email"
          autoComplete="off"
          value={form.contact_email}
          error={errorOf('contact_email')}
          onChange={(event) => set('contact_email', event.currentTarget.value)}
        />
        <ChoiceField
          label="Value"
          terms={valueTerm}
          order={Value.options}
          value={form.value}
          onChange={(value) => set('value', value)}
        />
      </div>
      <div className={s.pair}>
        <ChoiceField
          label="Type"
          terms={typeTerm}
          order={Type.options}
          value={form.type}
          onChange={(type) => set('type', type)}
        />
        <AmountField
          label="Projected revenue"
          isOptional
          inputLabel="Estimated amount in dollars"
          value={form}
          error={errorOf('revenue')}
          onKind={(kind) => set('revenueKind', kind)}
          onAmount={(amount) => set('revenue', amount)}
        />
      </div>
      <ObjectiveField value={form.goal} error={errorOf('goal')} onChange={(goal) => set('goal', goal)} />
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
