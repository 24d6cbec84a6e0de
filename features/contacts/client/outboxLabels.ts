import type { OutboxLabels } from '#core/client/feature.ts'
import type { Outgoing } from '#core/sync/client/types.ts'
import type { Contact, ContactDetails } from '../contract.ts'
import { contactNameOf } from '../namesContract.ts'
import type { ReferralInput } from '../referrals/contract.ts'

export const contactOutboxLabels: OutboxLabels = {
  sentenceOf({ action, row }: Outgoing) {
    const name = (row && contactNameOf(row as Contact)) || 'this contact'
    if (action === 'createContact') return `Create the contact ${name}.`
    if (action === 'mergeContact') return `Merge ${name} into another contact.`
    if (action === 'giveReferral') return `Record a referral to ${name}.`
    if (action === 'editReferral') return `Change a referral to ${name}.`
    if (action === 'removeReferral') return `Delete a referral to ${name}.`
    return action === 'unmergeContact' ? 'Undo a merge of contacts.' : `Change the contact ${name}.`
  },
  typedIn({ input }) {
    const { title, company, note, first_name, last_name, emails = [], phones = [] } = input as Partial<ContactDetails>
    const { about } = input as Partial<ReferralInput>
    const texts = [first_name, last_name, title, company, ...emails, ...phones, note, about]
    return texts.filter(Boolean).join('\n') || null
  },
}
