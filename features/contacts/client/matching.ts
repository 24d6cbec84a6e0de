// Narrows the contacts of this device as the server narrows those of others.
import { addDays } from '#core/contract/dates.ts'
import { QUIET_DAYS, quietLabel } from '#features/touches/lastTouchContract.ts'
import type { Contact, ContactFilters, TouchedFilter } from '../contract.ts'
import { contactKeysOf, isFoundBy, searchWordsOf, wordsOfContact } from '../namesContract.ts'

type PageKey = (company: string) => string

export const shownCompanyOf = ({ company, targets }: Contact) => company || (targets[0]?.company ?? '')

export const touchOptions: { value: TouchedFilter; label: string }[] = [
  { value: 'recent', label: `In the last ${QUIET_DAYS} days` },
  { value: 'quiet', label: quietLabel },
  { value: 'never', label: 'No touch yet' },
]

/** Spellings of one company, and merged ones, are one option: the chosen spelling, or that of the first contact. */
export function contactOptions(rows: readonly Contact[], pageKey: PageKey, chosen: string | undefined) {
  const roles = [...new Set(rows.flatMap(({ targets }) => targets.map(({ role }) => role)))].sort()
  const companies = new Map(chosen ? [[pageKey(chosen), chosen]] : [])
  for (const row of rows)
    for (const name of [row.company, ...row.targets.map(({ company }) => company)])
      if (name !== '' && !companies.has(pageKey(name))) companies.set(pageKey(name), name)
  const option = (value: string) => ({ value, label: value })
  return {
    roles: roles.map(option),
    companies: [...companies.values()].sort((a, b) => a.localeCompare(b)).map(option),
  }
}

type Narrowing = { filters: ContactFilters; today: string; pageKey: PageKey }

/** `others` are those that the server found. This device is current for its own contacts. */
export function matching(
  rows: readonly Contact[],
  others: readonly Contact[],
  { filters: { q = '', role, company, touched }, today, pageKey }: Narrowing,
): Contact[] {
  const own = new Set(rows.map(({ id }) => id))
  const words = searchWordsOf(q)
  const key = company === undefined ? null : pageKey(company)
  const quietSince = addDays(today, -QUIET_DAYS)
  const isTouchedSo = ({ last_touch }: Contact) =>
    touched === undefined ||
    (touched === 'never' ? last_touch === null : (last_touch ?? '') > quietSince === (touched === 'recent'))
  const mine = rows.filter(
    (contact) =>
      (words.length > 0 ? isFoundBy(wordsOfContact(contact), words) : q === '') &&
      (role === undefined || contact.targets.some((target) => target.role === role)) &&
      (key === null || [contact, ...contact.targets].some((one) => pageKey(one.company) === key)) &&
      isTouchedSo(contact),
  )
  return [...mine, ...others.filter(({ id }) => !own.has(id))].toSorted(byName)
}

const byName = (a: Contact, b: Contact) => {
  const [one, other] = [contactKeysOf(a).sort_key, contactKeysOf(b).sort_key]
  return one < other ? -1 : one > other ? 1 : 0
}
