import { furtherNames, labelOf, Type, typeTerm, Value, valueTerm } from '../../contract.ts'
import s from '../../list/client/TileEdit.module.css'
import { AmountField } from './AmountField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { CompanyField } from './CompanyField.tsx'
import { ObjectiveField } from './ObjectiveField.tsx'
import { errorOfPair } from './TargetFields.tsx'
import type { EditForm } from './targetForm.ts'
import type { FormState } from './useForm.ts'
import { WordsField } from './WordsField.tsx'

/** The fields of a target in the small space of a tile. */
export function EditFields({ state }: { state: FormState<EditForm> }) {
  const { form, set, errorOf } = state
  return (
    <>
      <div className={s.two}>
        <CompanyField
          value={form.company}
          error={errorOfPair(state, 'company')}
          onChange={(company) => set('company', company)}
        />
        <WordsField name="contact" state={state} error={errorOfPair(state, 'contact')} />
      </div>
      <div className={s.two}>
        <WordsField name="contact_email" state={state} type="email" />
        <ChoiceField
          label={labelOf('value')}
          terms={valueTerm}
          order={Value.options}
          value={form.value}
          onChange={(value) => set('value', value)}
        />
      </div>
      <ObjectiveField value={form.goal} error={errorOf('goal')} onChange={(goal) => set('goal', goal)} />
      {furtherNames.map((name) => (
        <WordsField key={name} name={name} state={state} />
      ))}
      <ChoiceField
        label={labelOf('type')}
        terms={typeTerm}
        order={Type.options}
        value={form.type}
        onChange={(type) => set('type', type)}
      />
      <AmountField
        label={labelOf('projected_revenue')}
        inputLabel="Estimated amount in dollars"
        value={form}
        error={errorOf('revenue')}
        onKind={(kind) => set('revenueKind', kind)}
        onAmount={(amount) => set('revenue', amount)}
      />
    </>
  )
}
