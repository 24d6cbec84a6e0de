import { typedValue } from '#core/ui/form/useFieldValues.ts'
import type { FormState } from '#core/ui/form/useForm.ts'
import { contactNameOf } from '#features/contacts/namesContract.ts'
import { targetLabel } from '../../contract.ts'
import { errorOfPair } from '../../forms/client/errorOfPair.ts'
import { SuggestField } from '../../forms/client/SuggestField.tsx'
import type { EditForm } from '../../forms/client/targetForm.ts'
import { ContactSuggestion } from './ContactSuggestion.tsx'
import { useKnownContacts } from './useKnownContacts.ts'

/** A contact's name with suggestions. A chosen one fills in the email and phone, and the company if it's empty. */
export function ContactField({ form, className }: { form: FormState<EditForm>; className?: string | undefined }) {
  const { contact: typed, company } = form.values
  const known = useKnownContacts(typed)
  const field = form.field('contact')
  const isChosen = known.length === 1 && contactNameOf(known[0]!) === typed
  return (
    <SuggestField
      label={targetLabel('contact')}
      className={className}
      field={{
        ...field,
        error: errorOfPair(form, 'contact'),
        onChange(given) {
          const contact = known.find(({ id }) => id === typedValue(given))
          if (!contact) return field.onChange(given)
          form.fill({
            contact: contactNameOf(contact),
            contact_email: contact.emails[0] ?? '',
            contact_phone: contact.phones[0] ?? '',
            company: company.trim() || contact.company,
          })
        },
      }}
      listLabel="Contacts"
      suggestions={
        isChosen ? [] : known.map((contact) => ({ value: contact.id, shown: <ContactSuggestion contact={contact} /> }))
      }
    />
  )
}
