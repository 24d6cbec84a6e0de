import { TextInput } from '@mantine/core'
import { Type, typeTerm, Value, valueTerm } from '../../contract.ts'
import s from '../../list/client/TileEdit.module.css'
import { AmountField } from './AmountField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { CompanyField } from './CompanyField.tsx'
import { ObjectiveField } from './ObjectiveField.tsx'
import { errorOfPair } from './TargetFields.tsx'
import type { EditForm } from './targetForm.ts'
import type { FormState } from './useForm.ts'

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
        <TextInput
          label="Contact"
          name="contact"
          autoComplete="off"
          value={form.contact}
          error={errorOfPair(state, 'contact')}
          onChange={(event) => set('contact', event.currentTarget.value)}
        />
      </div>
      <div className={s.two}>
        <TextInput
          label="E-mail"
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
      <ObjectiveField value={form.goal} error={errorOf('goal')} onChange={(goal) => set('goal', goal)} />
      <ChoiceField
        label="Type"
        terms={typeTerm}
        order={Type.options}
        value={form.type}
        onChange={(type) => set('type', type)}
      />
      <AmountField
        label="Projected revenue"
        inputLabel="Estimated amount in dollars"
        value={form}
        error={errorOf('revenue')}
        onKind={(kind) => set('revenueKind', kind)}
        onAmount={(amount) => set('revenue', amount)}
      />
    </>
  )
}
