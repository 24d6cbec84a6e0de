// Referrals that people of the firm give to contacts: calls and events. No rules.
import { z } from 'zod'
import { day, id, requiredText } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { defineEvent } from '#core/sync/protocol.ts'
import { Contact, contactLimits, ReferralOutcome } from '../contract.ts'

const fields = { about: requiredText(contactLimits.about), day, outcome: ReferralOutcome }

export const ReferralInput = z.strictObject({ ...fields, outcome: ReferralOutcome.default('open') })
export type ReferralInput = z.infer<typeof ReferralInput>
export const EditReferralInput = z.strictObject(fields).partial()
export type EditReferralInput = z.infer<typeof EditReferralInput>

export const outcomeTerm: Record<ReferralOutcome, string> = {
  open: 'No answer yet',
  work: 'Became work',
  nothing: 'Came to nothing',
}

const onContact = z.strictObject({ id })
const one = z.strictObject({ id, referralId: id })

export const referralRoutes = {
  give: defineRoute({
    name: 'contacts.giveReferral',
    method: 'POST',
    path: 'contacts/:id/referrals',
    summary: 'Record a referral that I gave to a contact',
    scope: 'contacts:write',
    params: onContact,
    body: ReferralInput,
    example: { body: { about: 'The Moore family’s estate plan', day: '2026-11-24' } },
    answer: Contact,
  }),
  edit: defineRoute({
    name: 'contacts.editReferral',
    method: 'PUT',
    path: 'contacts/:id/referrals/:referralId',
    summary: 'Change a referral of mine, such as what became of it',
    scope: 'contacts:write',
    params: one,
    body: EditReferralInput,
    example: { body: { outcome: 'work' } },
    answer: Contact,
  }),
  remove: defineRoute({
    name: 'contacts.removeReferral',
    method: 'DELETE',
    path: 'contacts/:id/referrals/:referralId',
    summary: 'Delete a referral of mine',
    scope: 'contacts:write',
    params: one,
    answer: Contact,
  }),
}

export const referralGiven = defineEvent<Contact, { about: string }>('referralGiven')
export const referralEdited = defineEvent<Contact, { about: string }>('referralEdited')
export const referralRemoved = defineEvent<Contact, { about: string }>('referralRemoved')
