import { contactKeyOf } from '#core/contract/nameKeys.ts'
import { nameOfSource } from '#core/contract/referrals.ts'
import { Refusal } from '#core/sync/protocol.ts'
import { contactsOn } from '../contacts/firstContact.ts'
import type { Target } from '../contract.ts'

/** Throws 400 if the target came from its own first contact or from its owner. */
export function refuseSelf(target: Target): void {
  const message = whyNotFrom(target)
  if (message) throw new Refusal('invalid', message, 400, { came_from: message })
}

/** Returns why the target can't come from there, or null. */
export function whyNotFrom(target: Target): string | null {
  const from = target.came_from
  if (!from || 'source' in from) return null
  if ('user_id' in from)
    return from.user_id === target.owner_id ? 'Choose a colleague who doesn’t own this Target.' : null
  const name = nameOfSource(from)
  const key = contactKeyOf(name)
  const isFirst = 'contact_id' in from && from.contact_id === contactsOn(target)[0]?.id
  // The first contact of a new target has no record yet, so a name counts too.
  const isOwn = isFirst || (key !== '' && key === contactKeyOf(target.contact))
  return isOwn ? `${name} is the Target’s own contact. Choose who sent them to you.` : null
}
