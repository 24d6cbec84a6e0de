import type { OutboxLabels } from '#core/client/feature.ts'
import type { Outgoing } from '#core/sync/client/types.ts'
import type { Contact, ContactDetails } from '../contract.ts'
import { contactNameOf } from '../namesContract.ts'

export const contactOutboxLabels: OutboxLabels = {
  sentenceOf({ action, row }: Outgoing) {
    const name = (row && contactNameOf(row as Contact)) || 'this contact'
    if (action === 'createContact') return `Create the contact ${name}.`
    if (action === 'mergeContact') return `Merge ${name} into another contact.`
    return action === 'unmergeContact' ? 'Undo a merge of contacts.' : `Change the contact ${name}.`
  },
  typedIn({ input }) {
    const { title, company, note, first_name, last_name, emails = [], phones = [] } = input as Partial<ContactDetails>
    const texts = [first_name, last_name, title, company, ...emails, ...phones, note]
    return texts.filter(Boolean).join('\n') || null
  },
}
