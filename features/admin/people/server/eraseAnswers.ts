// First answers are kept for whoever asks again (core/sync/server/door.ts), and may name a person who is erased. They stay, without the name:
// without the answer a device would take what it has done for refused, and without the row it would do it twice.
import { sql } from 'kysely'
import type { Tx } from '#core/server/database/firm.ts'
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

/** To be called in a transaction of the system, of the firm. */
export async function eraseInStoredResponses(tx: Tx, who: NamedPeople): Promise<void> {
  const words = [who.id, who.email, inJson(who.last || who.first)].filter(Boolean)
  const { rows } = await sql<{ user_id: string; key: string; answer: string }>`
    select user_id, key, answer from once_only
    where org_id = ${who.orgId} and answer is not null and exists (select from unnest(${words}::text[]) w where position(lower(w) in lower(answer)) > 0)
    for update`.execute(tx)
  for (const { user_id, key, answer } of rows) {
    const without = erasePersonFrom(answer, who)
    if (without !== answer)
      await sql`update once_only set answer = ${without} where org_id = ${who.orgId} and user_id = ${user_id} and key = ${key}`.execute(
        tx,
      )
  }
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** The answer with 'Former colleague' where it named the person, by id, by both names, or in its words. */
export function erasePersonFrom(answer: string, who: NamedPeople): string {
  const address = `${who.id}@erased.invalid`
  const said: [string, string][] = [
    [who.name, erased.name],
    [who.email, address],
    [who.phone, ''],
  ]
  const inWords = (text: string) =>
    said.reduce((left, [words, instead]) => (words ? left.replaceAll(words, () => instead) : left), text)
  const known: Record<string, unknown> = {
    first_name: erased.first_name,
    last_name: erased.last_name,
    name: erased.name,
    email: address,
    phone: '',
  }
  const isThem = (one: Record<string, unknown>) =>
    one.id === who.id || (one.first_name === who.first && one.last_name === who.last)
  return JSON.stringify(
    JSON.parse(answer, (_, value: unknown) => {
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
    }),
  )
}
