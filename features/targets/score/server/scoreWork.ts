// The night's work on scores: each person's days up to yesterday, and the last ones anew, since what was done offline comes late.
import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, dayIn } from '#core/contract/dates.ts'
import { id } from '#core/contract/fields.ts'
import { asSystem, firm, inFirm, type Tx } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import { type AnyWork, type Batch, defineWork } from '#core/server/work/work.ts'
import { trackerFlag } from '../../flagsContract.ts'
import { SCORE_DAYS } from './hud.ts'
import { storeScores } from './scoreDays.ts'

/** Days are kept for so many years. */
const YEARS = 3

/** Of a row `u` of users and its firm's `o`: days before today are missing. */
const isDue = (now: string) => sql`u.deactivated_at is null and u.role <> 'operator' and c.problem is null
  and coalesce(c.through, '-infinity') < (${now}::timestamptz at time zone o.time_zone)::date - 1`
const clocks = sql`left join score_clocks c on c.org_id = u.org_id and c.user_id = u.id`

export const scoreWork: AnyWork = defineWork<{ orgId: string }>({
  name: 'scores',
  input: z.object({ orgId: id }),
  key: ({ orgId }) => orgId,
  due: (database) => firmsDue(database, new Date().toISOString()),
  sizes: { first: 5, most: 50 },
  begin: async (database, { orgId }) => {
    const now = new Date().toISOString()
    return {
      next: (size) => inFirm(database, orgId, (tx) => scoreNext(tx, now, size)),
      setAside: (problem) => inFirm(database, orgId, (tx) => setAside(tx, now, problem)),
    }
  },
  again: (database) =>
    asSystem(database, async (tx) => {
      await sql`update score_clocks set problem = null where problem is not null`.execute(tx)
    }),
})

async function firmsDue(database: Database, now: string): Promise<{ orgId: string }[]> {
  const { rows } = await asSystem(database, (tx) =>
    sql<{ orgId: string }>`
      select o.id as "orgId" from orgs o
      where not o.is_closed and ${isOnIn(sql`o.subscriptions`, trackerFlag)}
        and exists (select from users u ${clocks} where u.org_id = o.id and ${isDue(now)})
      order by o.id`.execute(tx),
  )
  return rows
}

type Due = { id: string; from: string; zone: string }

/** Each with the day from which their days are made: the first of theirs, or so far back that what comes late is in. */
const dueSql = (now: string, size: number) => sql<Due>`
  select u.id, o.time_zone as zone,
    greatest((${now}::timestamptz at time zone o.time_zone)::date - ${sql.lit(YEARS * 365)}, first.day, c.through - ${sql.lit(SCORE_DAYS)})::text as from
  from users u join orgs o on o.id = u.org_id ${clocks}
  cross join lateral (
    select least((u.created_at at time zone o.time_zone)::date, (min(e.at) at time zone o.time_zone)::date) as day
    from target_events e where e.org_id = u.org_id and e.person_id = u.id) first
  where u.org_id = ${firm} and ${isDue(now)} order by u.id limit ${size}`

/** The next people of the firm whose days are missing. */
export async function scoreNext(tx: Tx, now: string, size: number): Promise<Batch> {
  const { rows } = await dueSql(now, size).execute(tx)
  for (const { id: person, from, zone } of rows) {
    const to = addDays(dayIn(zone, now), -1)
    if (from <= to) await storeScores(tx, [person], { from, to, zone })
    await sql`delete from score_days where org_id = ${firm} and user_id = ${person} and day < ${addDays(to, -YEARS * 365)}::date`.execute(
      tx,
    )
    await sql`
      insert into score_clocks as c (org_id, user_id, through) values (${firm}, ${person}, ${to}::date)
      on conflict (org_id, user_id) do update set through = excluded.through`.execute(tx)
  }
  return { done: rows.length, isLeft: rows.length === size }
}

async function setAside(tx: Tx, now: string, problem: string): Promise<boolean> {
  const { rows } = await dueSql(now, 1).execute(tx)
  for (const { id: person } of rows)
    await sql`
      insert into score_clocks as c (org_id, user_id, problem) values (${firm}, ${person}, ${problem})
      on conflict (org_id, user_id) do update set problem = excluded.problem`.execute(tx)
  return rows.length > 0
}
