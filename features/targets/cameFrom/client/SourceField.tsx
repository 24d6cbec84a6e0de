import { useMemo } from 'react'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { type CameFrom, nameOfSource, referralLimits } from '#core/contract/referrals.ts'
import { typedValue } from '#core/ui/form/useFieldValues.ts'
import type { FieldProps } from '#core/ui/form/useForm.ts'
import { useMatching } from '#core/ui/useMatching.ts'
import { colleagues, type PersonSummary } from '#features/account/contract.ts'
import { contactNameOf } from '#features/contacts/namesContract.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { contactDetail } from '../../contacts/client/contactDetail.ts'
import { useKnownContacts } from '../../contacts/client/useKnownContacts.ts'
import { targetLabel } from '../../contract.ts'
import fields from '../../forms/client/fields.module.css'
import { SuggestField } from '../../forms/client/SuggestField.tsx'
import { useOffered } from '../../steps/client/offered.ts'
import { type SourceOption, SourceSuggestion } from './SourceSuggestion.tsx'

type Props = { field: FieldProps<CameFrom | string>; label?: string; isOptional?: boolean; hasCursor?: boolean }

/** Most colleagues that are suggested. */
const SHOWN = 4
const noPeople: readonly PersonSummary[] = []
const nameOf = ({ fullname }: PersonSummary) => fullname
const sourceNameOf = (source: string) => source

/** Finds a contact, a colleague, or an entry of the firm's list by typing, and offers a new contact. */
export function SourceField({ field, label = targetLabel('came_from'), isOptional = true, hasCursor }: Props) {
  const isTyped = typeof field.value === 'string'
  const typed = typeof field.value === 'string' ? field.value : ''
  const text = typed.trim()
  const contacts = useKnownContacts(typed)
  const { proxyFor } = useTargetPlace()
  const session = useSession()
  const owner = proxyFor ?? session?.user.id
  const known = useQuery(colleagues, undefined, { proxyFor }).value?.users ?? noPeople
  const people = useMatching(known, nameOf, typed)
  const sources = useMatching(useOffered().referral_sources, sourceNameOf, typed)
  const options = useMemo(() => {
    const found: SourceOption[] = [
      ...contacts.map((one) => ({
        from: { contact_id: one.id, name: contactNameOf(one) },
        detail: contactDetail(one) || 'Contact',
      })),
      ...(text === '' ? [] : people.filter(({ id }) => id !== owner).slice(0, SHOWN)).map(({ id, fullname }) => {
        return { from: { user_id: id, name: fullname }, detail: 'Colleague' }
      }),
      ...sources.map((source) => ({ from: { source }, detail: 'List of your firm' })),
    ]
    const isNew = text !== '' && text.length <= referralLimits.contact
    return isNew ? [...found, { from: { contact_name: text }, detail: 'New contact' }] : found
  }, [contacts, people, sources, text, owner])
  return (
    <SuggestField
      label={
        isOptional ? (
          <>
            {label}
            <span className={`size12 regular dim ${fields.optional}`}> optional</span>
          </>
        ) : (
          label
        )
      }
      placeholder="Contact, colleague, or other source"
      hasCursor={hasCursor}
      shows="both"
      isOver
      listLabel="Sources"
      field={{
        name: field.name,
        error: field.error,
        value: typeof field.value === 'string' ? field.value : nameOfSource(field.value),
        onChange: (given) => {
          const value = String(typedValue(given as string))
          field.onChange(options[optionIn(value)]?.from ?? value)
        },
      }}
      suggestions={(isTyped ? options : []).map((option, at) => ({
        value: `${OPTION}${at}`,
        shown: <SourceSuggestion option={option} />,
      }))}
    />
  )
}

/** No one types this character. */
const OPTION = '\u0000'
const optionIn = (value: string): number => (value.startsWith(OPTION) ? Number(value.slice(OPTION.length)) : -1)
