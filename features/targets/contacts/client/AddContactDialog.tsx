import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { typedValue } from '#core/ui/form/useFieldValues.ts'
import { useForm } from '#core/ui/form/useForm.ts'
import { type Contact, ContactDetails, DEFAULT_ROLE } from '#features/contacts/contract.ts'
import { contactNameOf, splitName } from '#features/contacts/namesContract.ts'
import { shortNameOf } from '../../client/labels.ts'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import s from '../../forms/client/fields.module.css'
import { SuggestField } from '../../forms/client/SuggestField.tsx'
import { useOffered } from '../../steps/client/offered.ts'
import { knownOf } from '../actions.ts'
import { contactsOn } from '../firstContact.ts'
import { ContactSuggestion } from './ContactSuggestion.tsx'
import { contactDetail } from './contactDetail.ts'
import { useKnownContacts } from './useKnownContacts.ts'

type Props = { id: string; person?: { name: string; email: string }; onClose: () => void }

export function AddContactDialog({ id, person, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  return target ? <AddContact target={target} person={person} onClose={onClose} /> : null
}

/** Adds a known contact, found by typing, or a new one. */
function AddContact({ target, person, onClose }: { target: Target } & Pick<Props, 'person' | 'onClose'>) {
  const actions = useTargetActions()
  const roles = useOffered().contact_roles
  const [chosen, setChosen] = useState<Contact | null>(null)
  const form = useForm<Typed>({
    draft: `contact:${target.id}`,
    initial: {
      name: person?.name ?? '',
      title: '',
      email: person?.email ?? '',
      phone: '',
      role: roles.includes(DEFAULT_ROLE) ? DEFAULT_ROLE : roles[0]!,
    },
    check: (typed) => (chosen ? {} : errorsOf(typed, target)),
    isEager: true,
    act: (typed) =>
      actions.addContact(
        target.id,
        chosen
          ? { contact_id: chosen.id, known: knownOf(chosen), role: typed.role }
          : { contact: detailsOf(typed, target), role: typed.role },
      ),
    onDone: onClose,
  })
  return (
    <FormDialog title={`Add a contact to ${shortNameOf(target)}`} form={form} onClose={onClose} verb="Add contact">
      <div className={`stack gap16 ${s.fields}`}>
        {chosen ? (
          <Chosen contact={chosen} onOther={() => setChosen(null)} />
        ) : (
          <Fields target={target} form={form} onChoose={setChosen} />
        )}
        <NativeSelect label="Role" data={[...roles]} {...form.field('role')} />
      </div>
    </FormDialog>
  )
}

type Typed = { name: string; title: string; email: string; phone: string; role: string }
type FieldsProps = {
  target: Target
  form: ReturnType<typeof useForm<Typed>>
  onChoose: (contact: Contact) => void
}

function Fields({ target, form, onChoose }: FieldsProps) {
  const onTarget = new Set(contactsOn(target).map(({ id }) => id))
  const known = useKnownContacts(form.values.name).filter(({ id }) => !onTarget.has(id))
  const name = form.field('name')
  return (
    <>
      <SuggestField
        label="Name"
        placeholder="Search your contacts, or enter a new one"
        field={{
          ...name,
          onChange: (given) => {
            const contact = known.find(({ id }) => id === typedValue(given))
            if (contact) onChoose(contact)
            else name.onChange(given)
          },
        }}
        hasCursor
        listLabel="Contacts"
        suggestions={known.map((contact) => ({ value: contact.id, shown: <ContactSuggestion contact={contact} /> }))}
      />
      <TextInput label="Title" autoComplete="off" {...form.field('title')} />
      <TextInput label="Email" type="email" inputMode="email" autoComplete="off" {...form.field('email')} />
      <TextInput label="Phone" type="tel" autoComplete="off" {...form.field('phone')} />
    </>
  )
}

const Chosen = ({ contact, onOther }: { contact: Contact; onOther: () => void }) => (
  <div className="row between gap16">
    <span className="stack shrink">
      <b className="break">{contactNameOf(contact)}</b>
      <span className="cap break">{contactDetail(contact)}</span>
    </span>
    <Button variant="default" className="rigid" onClick={onOther}>
      Choose another
    </Button>
  </div>
)

const detailsOf = ({ name, title, email, phone }: Typed, { company }: Target): ContactDetails => ({
  ...splitName(name.trim()),
  title,
  company,
  emails: email.trim() ? [email.trim()] : [],
  phones: phone.trim() ? [phone.trim()] : [],
  note: '',
})

/** The schema's messages under the dialog's fields. */
function errorsOf(typed: Typed, target: Target) {
  const issues = ContactDetails.safeParse(detailsOf(typed, target)).error?.issues ?? []
  const of = (...names: string[]) => issues.find(({ path }) => names.includes(String(path[0])))?.message
  return { name: of('first_name', 'last_name'), title: of('title'), email: of('emails'), phone: of('phones') }
}
