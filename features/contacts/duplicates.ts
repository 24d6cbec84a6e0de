// Finds contacts that can be the same person. Pure.
import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { NEAR, similarity } from '#core/contract/nameKeys.ts'
import type { Contact } from './contract.ts'
import { contactKeysOf, emailKeyOf } from './namesContract.ts'

export type DuplicatePair = { a: Contact; b: Contact; why: 'address' | 'name' | 'near name' }

/** More people at one company aren't compared with each other. */
const MOST_AT_COMPANY = 300

/**
 * Returns pairs with the same address, or with the same or a similar name at the same company, the surest first.
 * `pageKey` knows which companies were merged.
 */
export function duplicatesAmong(
  all: readonly Contact[],
  pageKey: (company: string) => string = pageKeyOf,
): DuplicatePair[] {
  const contacts = all.filter(({ erased }) => !erased)
  const pairs = new Map<string, DuplicatePair>()
  const add = (pair: DuplicatePair) => {
    const key = [pair.a.id, pair.b.id].sort().join(' ')
    if (!pairs.has(key)) pairs.set(key, pair)
  }
  const byAddress = Map.groupBy(
    contacts.flatMap((contact) => contact.emails.map((email) => ({ contact, key: emailKeyOf(email) }))),
    ({ key }) => key,
  )
  for (const those of byAddress.values())
    for (const { contact } of those.slice(1)) add({ a: those[0]!.contact, b: contact, why: 'address' })
  const keyed = contacts.map((contact) => {
    return { contact, ...contactKeysOf(contact), company_key: pageKey(contact.company) }
  })
  const atCompany = Map.groupBy(
    keyed.filter(({ company_key, name_key }) => company_key !== '' && name_key !== ''),
    ({ company_key }) => company_key,
  )
  for (const there of atCompany.values())
    for (const [at, one] of there.slice(0, MOST_AT_COMPANY).entries())
      for (const other of there.slice(at + 1, MOST_AT_COMPANY)) {
        if (one.name_key === other.name_key) add({ a: one.contact, b: other.contact, why: 'name' })
        else if (similarity(one.name_key, other.name_key) >= NEAR)
          add({ a: one.contact, b: other.contact, why: 'near name' })
      }
  const rank = { address: 0, name: 1, 'near name': 2 }
  return [...pairs.values()].sort((a, b) => rank[a.why] - rank[b.why])
}
