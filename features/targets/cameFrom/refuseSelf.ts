import { contactKeyOf } from '#core/contract/nameKeys.ts'
import { type CameFrom, nameOfSource } from '#core/contract/referrals.ts'
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
  return 'user_id' in from ? whyNotUser(target, from.user_id) : whyNotContact(target, from)
}

const whyNotUser = ({ owner_id }: Target, userId: string) =>
  userId === owner_id ? 'Choose a colleague who doesn’t own this Target.' : null

/** The first contact of a new target has no record yet, so a name counts too. */
function whyNotContact(target: Target, from: CameFrom) {
  const [first] = contactsOn(target)
  const name = nameOfSource(from)
  const key = contactKeyOf(name)
  const isFirst = 'contact_id' in from && from.contact_id === first?.id
  const isOwn = isFirst || (key !== '' && key === contactKeyOf(target.contact))
  return isOwn ? `${name || 'This contact'} is the Target’s own contact. Choose who sent them to you.` : null
}
