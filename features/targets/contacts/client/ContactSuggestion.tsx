import { Icon } from '#core/ui/Icon.tsx'
import type { Contact } from '#features/contacts/contract.ts'
import { contactNameOf } from '#features/contacts/namesContract.ts'
import { contactDetail } from './contactDetail.ts'

export const ContactSuggestion = ({ contact }: { contact: Contact }) => (
  <>
    <Icon name="address-book" className="rigid dim" />
    <span className="stack shrink">
      <span className="one">{contactNameOf(contact)}</span>
      <span className="cap one">{contactDetail(contact)}</span>
    </span>
  </>
)
