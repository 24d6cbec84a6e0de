// Finds what the values of a column of sources name: an entry of the firm's list, a colleague, or a contact.
import { fullNameOf } from '#core/contract/names.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { ContactImports, SourceContact } from '#features/contacts/server/contract.ts'
import { everyone } from '../../people/server/people.ts'
import { valueKey } from '../cells.ts'
import type { SourceMatchKind } from '../contract.ts'
import { entryNamed, isNoSource } from '../mappedSources.ts'
import { type Nameable, peopleByName } from '../meanings.ts'

/** An ambiguous name has the contact that an import made, so that the next import finds it. */
export type SourceMatch =
  | { kind: Extract<SourceMatchKind, 'none' | 'unknown'>; name: '' }
  | { kind: 'entry'; name: string }
  | { kind: 'colleague'; name: string; id: string }
  | { kind: 'contact'; name: string; contact: SourceContact }
  | { kind: 'several'; name: ''; made: SourceContact | null }

/** Returns the matches by `valueKey`. */
export type SourceMatcher = (tx: Tx, values: readonly string[]) => Promise<Map<string, SourceMatch>>

type Given = { userId: string; entries: readonly string[]; contacts: ContactImports }

/** `userId` is the admin who imports. */
export async function sourceMatcher(tx: Tx, { userId, entries, contacts }: Given): Promise<SourceMatcher> {
  const [here, all] = [await everyone(tx), await peopleAndFormer(tx)]
  const byId = new Map(all.map((person) => [person.id, person]))
  const colleague = (value: string): SourceMatch | null => {
    const id = peopleByName(here).get(valueKey(value)) ?? peopleByName(all).get(valueKey(value))
    return id === undefined ? null : { kind: 'colleague', id, name: fullNameOf(byId.get(id)!) }
  }
  const own = (value: string): SourceMatch | null => {
    const entry = entryNamed(value, entries)
    if (entry !== null) return { kind: 'entry', name: entry }
    return isNoSource(value) ? { kind: 'none', name: '' } : colleague(value)
  }
  return async (tx, values) => {
    const byKey = new Map(values.map((value) => [valueKey(value), value]))
    byKey.delete('')
    const matches = new Map([...byKey].map(([key, value]) => [key, own(value)]))
    const others = [...byKey.values()].filter((value) => matches.get(valueKey(value)) === null)
    const named = await contacts.named(tx, userId, others)
    return new Map([...byKey].map(([key, value]) => [key, matches.get(key) ?? contactAmong(named.get(value) ?? [])]))
  }
}

function contactAmong([first, ...others]: SourceContact[]): SourceMatch {
  if (!first) return { kind: 'unknown', name: '' }
  return others.length > 0
    ? { kind: 'several', name: '', made: first.isMade ? first : null }
    : { kind: 'contact', name: first.isSeen ? first.name : '', contact: first }
}

/** A file of past years names people who have left. */
async function peopleAndFormer(tx: Tx): Promise<Nameable[]> {
  const { rows } = await tx.sql<Nameable>`
    select id, first_name, last_name, email from users where org_id = ${currentOrgId} and erased_at is null`
  return rows
}
