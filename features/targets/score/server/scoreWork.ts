// Nightly task that stores each person's days up to yesterday. It recomputes recent days, because offline changes
// arrive late.
import { sql } from 'kysely'
import { z } from 'zod'
import { addDays } from '#core/contract/dates.ts'
import { id } from '#core/contract/fields.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import { type AnyTask, type Batch, defineTask } from '#core/server/work/work.ts'
import { SCORE_DAYS } from '../points.ts'
import { storeDays } from './scoreDays.ts'

/** Years for which days are stored. */
const YEARS = 3
/** Minutes after its end before a day is stored, so that changes of its last seconds are included. */
const MINUTES = 10
/**
 * Minutes without another change before invalidated sums are recomputed, because an import or a day offline invalidates
 * dozens. Until then events are counted.
 */
const REST = 10

/** Last completed day of a firm `o`. */
const lastDay = (now: string) =>
  sql`((${now}::timestamptz - make_interval(mins => ${sql.lit(MINUTES)})) at time zone o.time_zone)::date - 1`
/** True if days before today are missing or invalid for a row `u` of users and its firm `o`. */
const isDue = (now: string) => sql`u.deactivated_at is null and u.role <> 'operator' and c.problem is null
  and (coalesce(c.through, '-infinity') < ${lastDay(now)} or coalesce(c.summed, '-infinity') < ${lastDay(now)}
    and coalesce(c.forgotten_at, '-infinity') < now() - make_interval(mins => ${sql.lit(REST)}))`
const clocks = sql`left join score_clocks c on c.org_id = u.org_id and c.user_id = u.id`

export const scoreTask: AnyTask = defineTask<{ orgId: string }>({
  name: 'scores',
  input: z.object({ orgId: id }),
  key: ({ orgId }) => orgId,
  due: (database) => firmsDue(database, new Date().toISOString()),
  sizes: { first: 5, most: 50 },
  begin: async (database, { orgId }) => {
    const now = new Date().toISOString()
    // Visits people once by ID. The next run finds people who become due behind it.
    let last: string | null = null
    return {
      async next(size) {
        const batch = await withOrg(database, orgId, (tx) => scoreNext(tx, now, size, last))
        last = batch.last
        return batch
      },
      async setAside(problem) {
        const apart = await withOrg(database, orgId, (tx) => quarantine(tx, now, problem, last))
        last = apart ?? last
        return apart !== null
      },
    }
  },
  again: (database) =>
    withoutRls(database, async (tx) => {
      await tx.sql`update score_clocks set problem = null where problem is not null`
    }),
})

async function firmsDue(database: Database, now: string): Promise<{ orgId: string }[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ orgId: string }>`
      select o.id as "orgId" from orgs o
      where not o.is_closed and ${isOnIn(sql`o.subscriptions`, trackerFlag)}
        and exists (select 1 from users u ${clocks} where u.org_id = o.id and ${isDue(now)})
      order by o.id`,
  )
  return rows
}

type Due = { id: string; zone: string; to: string }

/** Continues after the last person. */
const dueSql = (now: string, size: number, after: string | null) => sql<Due>`
  select u.id, o.time_zone as zone, (${lastDay(now)})::text as to
  from users u join orgs o on o.id = u.org_id ${clocks}
  where u.org_id = ${currentOrgId} and ${after === null ? sql`true` : sql`u.id > ${after}`} and ${isDue(now)} order by u.id limit ${size}`

/**
 * Takes the lock that transactions hold while they invalidate sums (`invalidate_daily_totals`, at the end of a change), on the node
 * with the firm's rows. They wait until this transaction ends.
 */
const alone = (tx: Tx) =>
  tx.sql`select pg_advisory_xact_lock(hashtextextended('sums of ' || ${currentOrgId}::text, 0)) from orgs where id = ${currentOrgId}`

/** Processes the next people of the firm with missing days. `last` is the last of them. */
export async function scoreNext(
  tx: Tx,
  now: string,
  size: number,
  after: string | null = null,
): Promise<Batch & { last: string | null }> {
  await alone(tx)
  const { rows } = await tx.run(dueSql(now, size, after))
  for (const { id: person, zone, to } of rows) {
    const { from, first } = await daysDue(tx, person, zone, to)
    if (from <= to) await storeDays(tx, [person], { from, to, zone })
    await tx.sql`delete from score_days where org_id = ${currentOrgId} and user_id = ${person} and day < ${later(first, addDays(to, -YEARS * 365))}::date`
    await tx.sql`
      update score_clocks set through = ${to}::date, summed = ${to}::date where org_id = ${currentOrgId} and user_id = ${person}`
  }
  return { done: rows.length, isLeft: rows.length === size, last: rows.at(-1)?.id ?? after }
}

const later = (a: string, b: string) => (a > b ? a : b)

/**
 * `first`: day since which the person has the Tracker. `from`: first day to compute, early enough to include late
 * changes.
 */
async function daysDue(tx: Tx, person: string, zone: string, to: string): Promise<{ from: string; first: string }> {
  await tx.sql`insert into score_clocks (org_id, user_id) values (${currentOrgId}, ${person}) on conflict do nothing`
  const { rows } = await tx.sql<{ through: string | null; summed: string | null; first: string }>`
    select c.through::text, c.summed::text, least((u.created_at at time zone ${zone})::date, (
      select (e.at at time zone ${zone})::date from target_events e where e.org_id = u.org_id and e.person_id = u.id order by e.at limit 1))::text as first
    from users u join score_clocks c on c.org_id = u.org_id and c.user_id = u.id
    where u.org_id = ${currentOrgId} and u.id = ${person}`
  const { through, summed, first } = rows[0]!
  const known =
    through === null || summed === null ? first : [addDays(through, -SCORE_DAYS), addDays(summed, 1)].sort()[0]!
  return { from: [known, first, addDays(to, 1 - YEARS * 365)].sort()[2]!, first }
}

/** Skips the next person until an operator retries, and returns their ID, or null if there is none. */
async function quarantine(tx: Tx, now: string, problem: string, after: string | null): Promise<string | null> {
  const person = (await tx.run(dueSql(now, 1, after))).rows[0]?.id
  if (!person) return null
  await tx.sql`
    insert into score_clocks as c (org_id, user_id, problem) values (${currentOrgId}, ${person}, ${problem})
    on conflict (org_id, user_id) do update set problem = excluded.problem`
  return person
}
