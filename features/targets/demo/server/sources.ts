// Sources of demo Targets: a contact of an earlier one, a colleague, or an entry of the list. Their random choices follow
// from the owner, so that they don't change the rest of the demo.
import { fullNameOf } from '#core/contract/names.ts'
import { type CameFrom, offeredSources } from '#core/contract/referrals.ts'
import { type Random, randomOf, seedOf } from '#core/server/demo/random.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import type { Target } from '../../contract.ts'

type History = RowChange<Target>[]

/** Part of the Targets whose source is known, and of these, those that a contact or a colleague sent. */
const KNOWN = 0.5
const BY_CONTACT = 0.55
const BY_COLLEAGUE = 0.15
/** Contacts who send most, so that some sent several. */
const FAITHFUL = 5

/** Gives Targets a source from their creation on. Each history is of one Target, from its creation. */
export function withSources(histories: readonly History[], owner: Actor, colleagues: readonly Actor[]): History[] {
  const random = randomOf(seedOf(`sources ${fullNameOf(owner)}`))
  const others = colleagues.filter(({ id }) => id !== owner.id)
  const senders = histories.map((history) => history[0]!.after!).filter(isSender)
  return histories.map((history) => {
    const created = history[0]!.after!
    const earlier = senders.filter((one) => one.created < created.created && one.contact !== created.contact)
    const from = sourceAt(earlier.slice(0, FAITHFUL), others, random)
    return from ? history.map((change) => withSource(change, from)) : history
  })
}

const isSender = ({ type, private: isPrivate, contact }: Target) =>
  type !== 'prospect' && !isPrivate && contact.includes(' ')

function sourceAt(earlier: readonly Target[], colleagues: readonly Actor[], random: Random): CameFrom | null {
  const [isKnown, share, pick] = [random.chance(KNOWN), random.int(0, 99) / 100, random.int(0, 999)]
  if (!isKnown) return null
  const at = <T>(all: readonly T[]): T => all[pick % all.length]!
  if (share < BY_CONTACT && earlier.length > 0) {
    const { contact, contacts } = at(earlier)
    return { contact_id: contacts![0]!.id, name: contact }
  }
  if (share < BY_CONTACT + BY_COLLEAGUE && colleagues.length > 0) {
    const colleague = at(colleagues)
    return { user_id: colleague.id, name: fullNameOf(colleague) }
  }
  return { source: at(offeredSources) }
}

const withSource = ({ before, after, ...change }: RowChange<Target>, came_from: CameFrom): RowChange<Target> => ({
  ...change,
  before: before && { ...before, came_from },
  after: after && { ...after, came_from },
})
