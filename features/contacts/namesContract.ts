// Derives a contact's names, keys, and the words that find it. Pure.

import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { contactKeyOf } from '#core/contract/nameKeys.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { Contact } from './contract.ts'

type Names = Pick<Contact, 'first_name' | 'last_name'>
type Named = Names & Pick<Contact, 'emails' | 'phones'>

/** Returns the full name, or the first address or number of a contact without one. */
export const contactNameOf = (contact: Named): string =>
  fullNameOf(contact) || contact.emails[0] || contact.phones[0] || ''

/** The last word of a full name is the last name. The two parts are the name again, joined by a space. */
export function splitName(name: string): Names {
  const at = name.lastIndexOf(' ')
  return at < 0 ? { first_name: name, last_name: '' } : { first_name: name.slice(0, at), last_name: name.slice(at + 1) }
}

/** The key under which addresses are compared. */
export const emailKeyOf = (address: string): string => address.trim().toLowerCase()

/** Compares addresses and numbers regardless of case. */
export const hasAddress = (list: readonly string[], entry: string): boolean =>
  list.some((one) => emailKeyOf(one) === emailKeyOf(entry))

/** Returns the list with the entries of `more` that it lacks. */
export const joinAddresses = (list: readonly string[], more: readonly string[]): string[] => [
  ...list,
  ...more.filter((entry) => !hasAddress(list, entry)),
]

export const contactKeysOf = (contact: Named & Pick<Contact, 'company'>) => ({
  sort_key: foldCase(`${contact.last_name} ${contact.first_name}`.trim() || contactNameOf(contact)),
  name_key: contactKeyOf(fullNameOf(contact)),
  company_key: pageKeyOf(contact.company),
})

/** Longest word that is stored. The database can't index much longer ones. */
const LONGEST_WORD = 100

/** Returns the folded words of a search. An email address is one word. */
export const searchWordsOf = (text: string): string[] => [
  ...new Set(
    foldCase(text)
      .split(/\s+/)
      .flatMap((part) => (part.includes('@') ? [part] : part.split(/[^\p{L}\p{N}]+/u)))
      .filter((word) => word !== '')
      .map((word) => word.slice(0, LONGEST_WORD)),
  ),
]

/** Returns the words whose beginnings find the contact: names, company, and addresses. */
export const wordsOfContact = (contact: Named & Pick<Contact, 'company'>): string[] => [
  ...new Set(
    [contact.first_name, contact.last_name, contact.company]
      .flatMap(searchWordsOf)
      .concat(contact.emails.flatMap((address) => searchWordsOf(`${address} ${address.split('@').join(' ')}`))),
  ),
]

/** Returns whether each word of a search begins a word of the contact. */
export const isFoundBy = (words: readonly string[], search: readonly string[]): boolean =>
  search.every((part) => words.some((word) => word.startsWith(part)))
