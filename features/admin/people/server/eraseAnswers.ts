// Stored responses of idempotent requests (core/sync/server/idempotency.ts) can name an erased person, so the name is
// replaced. Without the response a device would treat a completed change as rejected, and without the row it would
// repeat it.
import type { Tx } from '#core/server/database/tx.ts'
import { erased } from '../contract.ts'

export type NamedPeople = {
  orgId: string
  id: string
  first: string
  last: string
  name: string
  email: string
  phone: string
}

/** Must be called in a transaction without row-level security that has the firm set. */
export async function eraseInStoredResponses(tx: Tx, who: NamedPeople): Promise<void> {
  const words = [who.id, who.email, inJson(who.last || who.first)].filter(Boolean)
  const { rows } = await tx.sql<{ user_id: string; key: string; answer: string }>`
    select user_id, key, answer from once_only
    where org_id = ${who.orgId} and answer is not null and exists (select 1 from unnest(${words}::text[]) w where position(lower(w) in lower(answer)) > 0)
    for update`
  for (const { user_id, key, answer } of rows) {
    const without = erasePersonFrom(answer, who)
    if (without !== answer)
      await tx.sql`update once_only set answer = ${without} where org_id = ${who.orgId} and user_id = ${user_id} and key = ${key}`
  }
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** Returns the response with 'Former colleague' in place of the person, found by ID, both names, or within text. */
export function erasePersonFrom(answer: string, who: NamedPeople): string {
  const address = `${who.id}@erased.invalid`
  const replaced: [string, string][] = [
    [who.name, erased.name],
    [who.email, address],
    [who.phone, ''],
  ]
  const inWords = (text: string) =>
    replaced.reduce((left, [words, instead]) => (words ? left.replaceAll(words, () => instead) : left), text)
  const known: Record<string, unknown> = {
    first_name: erased.first_name,
    last_name: erased.last_name,
    name: erased.name,
    email: address,
    phone: '',
  }
  const isThem = (one: Record<string, unknown>) =>
    one.id === who.id || (one.first_name === who.first && one.last_name === who.last)
  const given: unknown = JSON.parse(answer)
  const without: unknown = JSON.parse(answer, (_, value: unknown) => {
    if (typeof value === 'string') return inWords(value)
    if (
      value === null ||
      typeof value !== 'object' ||
      Array.isArray(value) ||
      !isThem(value as Record<string, unknown>)
    )
      return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        name in known && typeof part === 'string' ? known[name] : part,
      ]),
    )
  })
  const said = JSON.stringify(without)
  // Text that doesn't name the person stays as it was written, with its blanks.
  return said === JSON.stringify(given) ? answer : said
}
