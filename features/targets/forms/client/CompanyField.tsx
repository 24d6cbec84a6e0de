import type { FormState } from '#core/ui/form/useForm.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { targetLabel } from '../../contract.ts'
import { errorOfPair } from './errorOfPair.ts'
import { SuggestField } from './SuggestField.tsx'
import type { EditForm } from './targetForm.ts'
import { type KnownCompany, useCompanies } from './useCompanies.ts'

/** A company's name with suggestions from the person's and the firm's targets. Never blocks on them. */
export function CompanyField({ form, hasCursor }: { form: FormState<EditForm>; hasCursor?: boolean | undefined }) {
  const typed = form.values.company
  const known = useCompanies(typed)
  const isChosen = known.length === 1 && known[0]?.name === typed
  return (
    <SuggestField
      label={targetLabel('company')}
      field={{ ...form.field('company'), error: errorOfPair(form, 'company') }}
      hasCursor={hasCursor}
      listLabel="Suggestions"
      suggestions={isChosen ? [] : known.map((one) => ({ value: one.name, shown: suggestionOf(one, typed.trim()) }))}
    />
  )
}

function suggestionOf({ name, hint }: KnownCompany, text: string) {
  const at = name.toLowerCase().indexOf(text.toLowerCase())
  const end = at + text.length
  return (
    <>
      <Icon name="building" className="rigid dim" />
      <span className="stack shrink">
        <span className="one">
          {at < 0 ? (
            name
          ) : (
            <>
              {name.slice(0, at)}
              <b>{name.slice(at, end)}</b>
              {name.slice(end)}
            </>
          )}
        </span>
        <span className="cap">{hint}</span>
      </span>
    </>
  )
}
