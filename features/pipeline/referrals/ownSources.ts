// A person's own referrals, from the rows on their device. Counts as the report does for that person. Pure.
import { worth } from '#core/contract/money.ts'
import { type CameFrom, nameOfSource } from '#core/contract/referrals.ts'
import type { Contact } from '#features/contacts/contract.ts'
import { contactNameOf } from '#features/contacts/namesContract.ts'
import type { Target } from '#features/targets/contract.ts'
import { circlesOf } from './circles.ts'

export type OwnSource = {
  key: string
  name: string
  /** Null for a source that isn't a contact. */
  contactId: string | null
  from: CameFrom
  received: number
  won: number
  /** Dollars. */
  revenue: number
  /** Referrals that the person gave. Null for a source that isn't a contact, as the fields below. */
  sent: number | null
  worked: number | null
  lastTouch: string | null
  circle: string[] | null
}

/** Returns the same text for the same source, also after its name changed. */
function keyOfSource(from: CameFrom): string {
  if ('contact_id' in from) return `contact ${from.contact_id}`
  if ('user_id' in from) return `user ${from.user_id}`
  return 'source' in from ? `source ${from.source}` : `new ${from.contact_name}`
}

type OwnTarget = Pick<Target, 'owner_id' | 'status' | 'revenue' | 'came_from' | 'contacts'>

/** The most received first. */
export function ownSources(targets: readonly OwnTarget[], contacts: readonly Contact[], me: string): OwnSource[] {
  const own = targets.flatMap((target) => {
    const { came_from: from, owner_id, status } = target
    return from && owner_id === me && status !== 'deleted' ? [{ ...target, from }] : []
  })
  const byKey = Map.groupBy(own, ({ from }) => keyOfSource(from))
  const contactOf = new Map(contacts.map((contact) => [contact.id, contact]))
  const givenTo = contacts.filter(({ sent }) => sent?.some(({ user_id }) => user_id === me))
  const silent = givenTo.filter(({ id }) => !byKey.has(keyOfSource({ contact_id: id })))
  const circles = circlesOf(
    own.flatMap(({ from, contacts: on }) => {
      const to = on?.[0]?.id
      return 'contact_id' in from && to ? [{ from: from.contact_id, to }] : []
    }),
  )
  const nameOfContact = (id: string) => {
    const contact = contactOf.get(id)
    return contact ? contactNameOf(contact) : ''
  }
  const sources = [
    ...[...byKey.values()].map((its) => ({ from: its[0]!.from, its })),
    ...silent.map((contact) => ({ from: { contact_id: contact.id, name: contactNameOf(contact) }, its: [] })),
  ]
  return sources
    .map(({ from, its }): OwnSource => {
      const won = its.filter(({ status }) => status === 'completed')
      const contactId = 'contact_id' in from ? from.contact_id : null
      const contact = contactId === null ? undefined : contactOf.get(contactId)
      const sent = contact?.sent?.filter(({ user_id }) => user_id === me) ?? []
      return {
        key: keyOfSource(from),
        name: nameOfSource(from),
        contactId,
        from,
        received: its.length,
        won: won.length,
        revenue: won.reduce((sum, { revenue }) => sum + worth(revenue), 0),
        sent: contactId === null ? null : sent.length,
        worked: contactId === null ? null : sent.filter(({ outcome }) => outcome === 'work').length,
        lastTouch: contact?.last_touch ?? null,
        circle: contactId === null ? null : (circles.get(contactId)?.map(nameOfContact) ?? null),
      }
    })
    .sort((a, b) => b.received - a.received || b.revenue - a.revenue || (a.name < b.name ? -1 : 1))
}
