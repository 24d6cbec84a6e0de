import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { type Contact, ContactDetails, contactLimits } from '../contract.ts'
import { contactNameOf } from '../namesContract.ts'
import { useContactActions } from './useContactActions.ts'

type Props = {
  /** Missing for a new contact. */
  contact?: Contact
  onClose: () => void
  onCreated?: (id: string) => void
}

const listed = (entries: readonly string[] = []) => entries.join('\n')
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Edits all fields of a contact. Addresses and numbers are one per line, the one to use first at the top. */
export function ContactDialog({ contact, onClose, onCreated }: Props) {
  const actions = useContactActions()
  const form = useForm({
    draft: contact ? `contact:edit:${contact.id}` : 'contact:new',
    initial: {
      first_name: contact?.first_name ?? '',
      last_name: contact?.last_name ?? '',
      title: contact?.title ?? '',
      company: contact?.company ?? '',
      emails: listed(contact?.emails),
      phones: listed(contact?.phones),
      note: contact?.note ?? '',
    },
    shape: ContactDetails,
    inputOf: (typed) => ({ ...typed, emails: linesOf(typed.emails), phones: linesOf(typed.phones) }),
    isEager: true,
    act(given) {
      if (contact) return changedIn(contact, given, actions.edit)
      const acted = actions.create(given)
      if (acted) onCreated?.(acted.id)
      return acted
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={contact ? `Edit ${contactNameOf(contact)}` : 'New contact'}
      form={form}
      onClose={onClose}
      verb={contact ? 'Save changes' : 'Create contact'}
      isTall
    >
      <div className="stack gap16">
        <TextInput label="First name" autoComplete="off" data-autofocus {...form.field('first_name')} />
        <TextInput label="Last name" autoComplete="off" {...form.field('last_name')} />
        <TextInput label="Title" autoComplete="off" {...form.field('title')} />
        <TextInput label="Company" autoComplete="off" {...form.field('company')} />
        <Textarea
          label="Email addresses"
          description={`One per line, up to ${contactLimits.addresses}. The first is used by default.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={1}
          inputMode="email"
          {...form.field('emails')}
        />
        <Textarea
          label="Phone numbers"
          description={`One per line, up to ${contactLimits.addresses}.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={1}
          {...form.field('phones')}
        />
        <Textarea
          label="Notes"
          description="Everyone who sees this contact can read them."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={2}
          maxRows={8}
          {...form.field('note')}
        />
      </div>
    </FormDialog>
  )
}

/** Sends only what differs. Nothing to send counts as done. */
function changedIn(
  contact: Contact,
  given: ContactDetails,
  edit: (before: Contact, changes: Partial<ContactDetails>) => object | null,
): object | boolean | null {
  const names = Object.keys(given) as (keyof ContactDetails)[]
  const changes = names.filter((name) => JSON.stringify(given[name]) !== JSON.stringify(contact[name]))
  if (changes.length === 0) return true
  return edit(contact, Object.fromEntries(changes.map((name) => [name, given[name]])))
}
