// Actions on referrals that were given to a contact, decided by device and server. They are part of the contact's row.
import { z } from 'zod'
import { dayIn } from '#core/contract/dates.ts'
import { localId } from '#core/contract/fields.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { type Context, type Decision, Refusal } from '#core/sync/protocol.ts'
import { contactChange } from '../changes.ts'
import { type Contact, contactLimits, OnContact, type Referral } from '../contract.ts'
import {
  EditReferralInput,
  ReferralInput,
  referralEdited,
  referralGiven,
  referralRemoved,
  referralRoutes as routes,
} from './contract.ts'

const GiveLocal = OnContact.extend(ReferralInput.shape)

export const giveReferral = contactChange<z.infer<typeof GiveLocal>>({
  name: 'giveReferral',
  input: GiveLocal,
  decide(contact, { id: _, ...given }, context) {
    const sent = contact.sent ?? []
    if (sent.length >= contactLimits.referrals)
      throw new Refusal('not_allowed_now', `A contact can have up to ${contactLimits.referrals} referrals.`)
    refuseLater(given.day, context)
    const { actor, newId } = context
    const added: Referral = { id: newId(), user_id: actor.id, name: fullNameOf(actor), ...given }
    return decided(contact, [...sent, added], referralGiven({ about: given.about }))
  },
  request: ({ id, ...body }) => ({ route: routes.give, params: { id }, body }),
})

/** `was` finds a referral that had no ID of the server when the person acted. */
const OneReferral = OnContact.extend({ referral_id: localId, was: z.string() })
type OneReferral = z.infer<typeof OneReferral>
const EditLocal = OneReferral.extend(EditReferralInput.shape)

export const editReferral = contactChange<z.infer<typeof EditLocal>>({
  name: 'editReferral',
  input: EditLocal,
  decide(contact, { id: _, referral_id, was, ...given }, context) {
    const sent = contact.sent ?? []
    const before = ownIn(sent, { referral_id, was }, context)
    if (given.day !== undefined && given.day !== before.day) refuseLater(given.day, context)
    const next: Referral = { ...before, ...given }
    if (JSON.stringify(next) === JSON.stringify(before)) return { row: contact, events: [] }
    const all = sent.map((one) => (one === before ? next : one))
    return decided(contact, all, referralEdited({ about: next.about }))
  },
  request: ({ id, referral_id, was, ...body }, confirmed) => ({
    route: routes.edit,
    params: { id, referralId: realIdOf({ referral_id, was }, confirmed) },
    body,
  }),
})

export const removeReferral = contactChange<OneReferral>({
  name: 'removeReferral',
  input: OneReferral,
  decide(contact, { id: _, ...which }, context) {
    const sent = contact.sent ?? []
    const gone = ownIn(sent, which, context)
    const left = sent.filter((one) => one !== gone)
    return decided(contact, left, referralRemoved({ about: gone.about }))
  },
  request: ({ id, ...which }, confirmed) => ({
    route: routes.remove,
    params: { id, referralId: realIdOf(which, confirmed) },
  }),
})

export const referralActions = [giveReferral, editReferral, removeReferral]

type Which = Pick<OneReferral, 'referral_id' | 'was'>

/** Throws 404 for a referral that isn't there, and 403 for a colleague's. */
function ownIn(sent: readonly Referral[], which: Which, { actor }: Context): Referral {
  const one = referralIn(sent, which)
  if (!one) throw new Refusal('not_found', cannotFind('referral'), 404)
  if (one.user_id !== actor.id) throw new Refusal('forbidden', `Only ${one.name} can change this.`, 403)
  return one
}

const referralIn = (sent: readonly Referral[], { referral_id, was }: Which) =>
  sent.find(({ id }) => id === referral_id) ?? sent.find(({ about }) => was !== '' && about === was)

/** A referral typed on this device has the server's ID by the time that its next change is sent. */
const realIdOf = (which: Which, confirmed: Contact | null): string =>
  referralIn(confirmed?.sent ?? [], which)?.id ?? which.referral_id

function refuseLater(day: string, { now, zone }: Context): void {
  const later = 'Choose a day that isn’t in the future.'
  if (day > dayIn(zone, now)) throw new Refusal('invalid', later, 400, { day: later })
}

/** Latest first, as the server has them. */
function decided(contact: Contact, sent: readonly Referral[], event: Decision<Contact>['events'][number]) {
  const { sent: _, ...rest } = contact
  const latest = sent.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
  return { row: latest.length > 0 ? { ...rest, sent: latest } : rest, events: [event] }
}
