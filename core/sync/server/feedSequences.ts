// Sequences that number the changes of a person's feeds. A person has several, so that an unrelated change doesn't wait
// for their lock: see `docs/decisions/0028`.
import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'

/** The feed of collections that name no other. */
export const MAIN_FEED = 'main'

type Expression<T> = T | RawBuilder<unknown>

/**
 * SQL of the last of `many` new numbers in the person's feed. It stays locked until the commit, so that numbers follow
 * commit order. For several people, select from a subquery in the order of their IDs.
 */
export const nextSeq = (feed: string, userId: Expression<string>, many: Expression<number> = 1) =>
  sql<string>`next_feed_seq(${currentOrgId}, ${sql.lit(feed)}, ${userId}, ${many})`

/** SQL of the last number in the person's feed. Null if it has none. */
export const lastSeq = (feed: string, userId: Expression<string>) =>
  sql<string>`(select c.seq from feed_sequences c where c.org_id = ${currentOrgId} and c.user_id = ${userId} and c.feed = ${sql.lit(feed)})`

/** Takes the next number, or locks the feed until the commit. Not awaited. */
export const advanceFeed = (tx: Tx, feed: string, userId: string): void =>
  void tx.send(sql`select ${nextSeq(feed, userId)}`)

/** Reserves `many` numbers in the person's feed and returns the first. */
export async function reserveSeqs(tx: Tx, feed: string, userId: string, many: number): Promise<number> {
  const { rows } = await tx.sql<{
    first: number
  }>`select (${nextSeq(feed, userId, many)} - ${many} + 1)::float8 as first`
  return rows[0]!.first
}

/** Returns a number of the main feed per entry of `people`, in order. */
export async function nextNumbers(tx: Tx, people: readonly string[]): Promise<number[]> {
  const { rows } = await tx.sql<{ user_id: string; before: number }>`
    select user_id, (${nextSeq(MAIN_FEED, sql`user_id`, sql`many`)} - many)::float8 as before
    from (select p as user_id, count(*) as many from unnest(${people}::uuid[]) as p group by p order by p) wanted`
  const last = new Map(rows.map(({ user_id, before }) => [user_id, before]))
  return people.map((person) => {
    const number = last.get(person)! + 1
    last.set(person, number)
    return number
  })
}
