import type { FieldProps } from '#core/ui/form/useForm.ts'
import { targetLabel } from '../../contract.ts'
import { useOffered } from '../../steps/client/offered.ts'
import { SuggestField } from './SuggestField.tsx'

/** The goal, with examples while the field is empty. */
export function ObjectiveField({ field }: { field: FieldProps }) {
  const { objectives } = useOffered()
  return (
    <SuggestField
      label={targetLabel('goal')}
      placeholder="What do you want to win?"
      field={field}
      shows="before"
      heading="For example"
      listLabel="Examples"
      suggestions={objectives.map((example) => ({ value: example, shown: example }))}
    />
  )
}
