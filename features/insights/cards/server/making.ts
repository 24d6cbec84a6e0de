// Generates each person's daily cards at night, and copies the written cards that are due. One transaction covers a
// person's cards and the record that they are done, so an interrupted night continues with the remaining people and
// does no one twice.
import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, dayIn, startOfDay } from '#core/contract/dates.ts'
import { id } from '#core/contract/fields.ts'
import { ORG_REPORT } from '#core/contract/orgReport.ts'
import type { PortInput } from '#core/contract/ports.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { notify } from '#core/server/notices/notify.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import { type AnyTask, type Batch, defineTask, type TaskContext } from '#core/server/work/work.ts'
import { reserveSeqs } from '#core/sync/server/feedSequences.ts'
import { pipelineAccess } from '#features/targets/server/contract.ts'
import { answeredWorksheets } from '#features/trainer/server/contract.ts'
import { insightsFlag } from '../../flagsContract.ts'
import { type CardDraft, cardsOf, type Past } from '../cardsOf.ts'
import { cardLimits, newInsights } from '../contract.ts'
import { authoredInsightsFor, type Dated, restoreAuthoredInsights } from './authoredInsights.ts'
import { dropCards, INSIGHTS_FEED } from './numbers.ts'
import { hasTracker } from './reading.ts'

/** Ports that supply the rules' data. */
export const cardPorts = { pipelines: pipelineAccess, answeredWorksheets }
export type Ports = PortInput<typeof cardPorts>

/**
 * Time of the run in the firm's time zone: after the previous day has ended for everyone, before the earliest
 * commuters.
 */
const NIGHT = '03:00'
/** Days for which a person's rating of a rule counts. */
const TASTE_DAYS = 90
/** Days for which a completed worksheet is still news. */
const WORKSHEET_DAYS = 14
/** Days for which devices receive the tombstone of a deleted card. */
const TOLD_GONE_DAYS = 30

export const making = { name: 'insights' }

export const cardTask = (ports: Ports): AnyTask =>
  defineTask<{ orgId: string }>({
    ...making,
    input: z.object({ orgId: id }),
    key: ({ orgId }) => orgId,
    due: (database) => firmsDue(database, new Date().toISOString()),
    sizes: { first: 10, most: 100 },
    begin: (database, { orgId }) => makeCards(database, orgId, new Date().toISOString(), ports),
    again: (database) =>
      withoutRls(database, async (tx) => {
        await tx.sql`update insight_firms f set wanted = wanted + 1 where exists (select 1 from insight_people p where p.org_id = f.org_id and p.problem is not null)`
      }),
  })

const today = (now: string) => sql`(${now}::timestamptz at time zone o.time_zone)`

/**
 * Returns the firms that lack cards for their current day, that requested new ones, or that lost the Tracker but still
 * have cards about Targets.
 */
export async function firmsDue(database: Database, now: string): Promise<{ orgId: string }[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ orgId: string }>`
      select o.id as "orgId" from orgs o left join insight_firms f on f.org_id = o.id
      where not o.is_closed and ${isOnIn(sql`o.subscriptions`, insightsFlag)}
        and (f.day is null or f.done < f.wanted or (f.day < ${today(now)}::date and ${today(now)}::time >= ${NIGHT}::time)
          or not ${hasTracker} and exists (select 1 from insight_cards c where c.org_id = o.id and c.type = 'tracker' and not c.gone))
      order by o.id`,
  )
  return rows
}

type DailyRun = { day: string; zone: string; wanted: number; written: Dated[]; hasTracker: boolean; now: string }

/** Starts or resumes a firm's day. */
export async function makeCards(database: Database, orgId: string, now: string, ports: Ports): Promise<TaskContext> {
  const night = await withOrg(database, orgId, (tx) => startDailyRun(tx, now))
  // Goes through people by id, then starts over for people who were added behind that position.
  let after: string | null = null
  return {
    async next(size) {
      const dropped = await withOrg(database, orgId, (tx) => dropTrackerCards(tx, size))
      if (dropped) return dropped
      const batch = await withOrg(database, orgId, (tx) => generateNextBatch(tx, night, size, ports, after))
      after = batch.last
      return batch
    },
    setAside: (problem) =>
      withOrg(database, orgId, async (tx) => {
        const { rows } = await tx.sql`
          insert into insight_people as p (org_id, user_id, done, problem)
          select u.org_id, u.id, ${night.wanted}, ${problem} from users u left join insight_people had on had.org_id = u.org_id and had.user_id = u.id
          where u.org_id = ${currentOrgId} and ${isReader} and coalesce(had.done, -1) < ${night.wanted} order by u.id limit 1
          on conflict (org_id, user_id) do update set done = excluded.done, problem = excluded.problem returning user_id`
        return rows.length > 0
      }),
  }
}

/**
 * Removes the cards about Targets of up to `size` people in a firm without the Tracker. Returns null if none are left.
 */
async function dropTrackerCards(tx: Tx, size: number): Promise<Batch | null> {
  const { rows } = await tx.sql<{ user_id: string; ids: string[] }>`
    select c.user_id, array_agg(c.id order by c.id) as ids from insight_cards c join orgs o on o.id = c.org_id
    where c.org_id = ${currentOrgId} and c.type = 'tracker' and not c.gone and not ${hasTracker} group by c.user_id order by c.user_id limit ${size}`
  for (const { user_id: userId, ids } of rows) await dropCards(tx, userId, ids)
  return rows.length > 0 ? { done: rows.length, isLeft: true } : null
}

/**
 * Generates the cards of the firm's next people after the last one. `last` is null when the next batch starts over with
 * the first person.
 */
export async function generateNextBatch(
  tx: Tx,
  night: DailyRun,
  size: number,
  ports: Ports,
  after: string | null = null,
): Promise<Batch & { last: string | null }> {
  const { rows } = await tx.sql<{ id: string }>`
    select u.id from users u left join insight_people p on p.org_id = u.org_id and p.user_id = u.id
    where u.org_id = ${currentOrgId} and ${after === null ? sql`true` : sql`u.id > ${after}`} and ${isReader} and coalesce(p.done, -1) < ${night.wanted}
    order by u.id limit ${size}`
  for (const { id } of rows) await makeOf(tx, id, night, ports)
  const isThrough = rows.length < size
  if (isThrough && after === null)
    await tx.sql`update insight_firms set done = greatest(done, ${night.wanted}) where org_id = ${currentOrgId}`
  return { done: rows.length, isLeft: !isThrough || after !== null, last: isThrough ? null : rows.at(-1)!.id }
}

/** SQL for a row `u` of users: whether the person sees Insights. */
const isReader = sql`u.deactivated_at is null and u.erased_at is null and coalesce(u.settings ->> ${sql.lit(ORG_REPORT)}, '') <> '0'`

/**
 * Starts the day of the firm that is set on `tx`. Never returns to an earlier day, even if the firm's time zone moves
 * west or a server's clock is slow.
 */
export async function startDailyRun(tx: Tx, now: string): Promise<DailyRun> {
  const { rows: firms } = await tx.sql<{ zone: string; has_tracker: boolean }>`
    select o.time_zone as zone, ${hasTracker} as has_tracker from orgs o where o.id = ${currentOrgId}`
  const { zone, has_tracker } = firms[0]!
  const { rows } = await tx.sql<{ wanted: number; day: string }>`
    insert into insight_firms as f (org_id, day, wanted) values (${currentOrgId}, ${dayIn(zone, now)}, 1)
    on conflict (org_id) do update set wanted = f.wanted + (f.day is null or f.day < excluded.day)::int, day = greatest(f.day, excluded.day)
    returning wanted::float8 as wanted, day`
  const { wanted, day } = rows[0]!
  return { day, zone, wanted, written: await authoredInsightsFor(tx, day), hasTracker: has_tracker, now }
}

async function makeOf(tx: Tx, id: string, night: DailyRun, ports: Ports): Promise<void> {
  const { day, wanted, now } = night
  // Locks the person: of two concurrent runs, the second finds the cards already made.
  await tx.sql`insert into insight_people (org_id, user_id, done) values (${currentOrgId}, ${id}, -1) on conflict do nothing`
  const { rows } = await tx.sql<{ day: string | null; done: number }>`
    select day, done::float8 as done from insight_people where org_id = ${currentOrgId} and user_id = ${id} for update`
  const had = rows[0]!
  if (had.done >= wanted) return
  const isMade = had.day === day
  const fresh = isMade || !night.hasTracker ? 0 : await makeOwn(tx, id, night, ports)
  const brought = await restoreAuthoredInsights(tx, id, night)
  await tx.sql`update insight_people set day = ${day}, done = ${wanted}, problem = null where org_id = ${currentOrgId} and user_id = ${id}`
  if (had.day !== null && fresh + brought > 0) await tellOf(tx, id, fresh + brought, day, now)
}

/**
 * Generates the cards about a person's own Targets and returns how many. Removes cards that are old or about a Target
 * that the person no longer sees.
 */
async function makeOwn(tx: Tx, userId: string, { day, zone, now }: DailyRun, ports: Ports): Promise<number> {
  const { targets, overlaps, acquaintances, sources } = await ports.pipelines(tx, userId)
  const since = startOfDay(zone, addDays(day, -WORKSHEET_DAYS))
  const worksheets = await ports.answeredWorksheets(tx, userId, since)
  const told = { userId, zone, today: day, targets, overlaps, acquaintances, sources, worksheets }
  const drafts = cardsOf(told, await pastOf(tx, userId, day))
  await dropOld(
    tx,
    userId,
    day,
    targets.map((target) => target.id),
  )
  await keep(tx, userId, drafts, day, now)
  return drafts.length
}

/** Returns, for each rule, its recent findings and the person's ratings. */
async function pastOf(tx: Tx, userId: string, day: string): Promise<Map<string, Past>> {
  const { rows } = await tx.sql<{ code: string; silent: string[]; useful: number; useless: number }>`
    select c.code, coalesce(array_agg(distinct k.key) filter (where c.day > ${day}::date - ${cardLimits.silentDays}::int and k.key is not null), '{}') as silent,
      count(distinct c.id) filter (where c.useful)::int as useful, count(distinct c.id) filter (where not c.useful)::int as useless
    from insight_cards c left join lateral unnest(c.keys) as k (key) on true
    where c.org_id = ${currentOrgId} and c.user_id = ${userId} and c.type = 'tracker' and c.day > ${day}::date - ${TASTE_DAYS}::int group by c.code`
  return new Map(rows.map(({ code, silent, ...said }) => [code, { ...said, silent: new Set(silent) }]))
}

/** Rows are stored while their rule is silent or their rating counts. Devices have a card for a month. */
async function dropOld(tx: Tx, userId: string, day: string, seen: string[]): Promise<void> {
  await tx.sql`delete from insight_cards where org_id = ${currentOrgId} and user_id = ${userId} and gone and day < ${day}::date - ${TASTE_DAYS + TOLD_GONE_DAYS}::int`
  const { rows } = await tx.sql<{ id: string }>`
    select c.id from insight_cards c where c.org_id = ${currentOrgId} and c.user_id = ${userId} and not c.gone and c.type = 'tracker'
      and (c.day <= ${day}::date - ${cardLimits.keptDays}::int or (c.target_id is not null and c.target_id <> all(${seen}::uuid[]))) order by c.id`
  if (rows.length > 0)
    await dropCards(
      tx,
      userId,
      rows.map((row) => row.id),
    )
}

async function keep(tx: Tx, userId: string, drafts: readonly CardDraft[], day: string, now: string): Promise<void> {
  if (drafts.length === 0) return
  const first = await reserveSeqs(tx, INSIGHTS_FEED, userId, drafts.length)
  const rows = drafts.map((draft, place) => ({ ...draft, id: newId(), seq: first + place }))
  await tx.sql`
    insert into insight_cards (org_id, id, user_id, type, code, title, category, observation, data_value, data_label, suggestion, because, act, target_id, path, keys, day, created_at, seq)
    select ${currentOrgId}, r.id, ${userId}, 'tracker', r.code, r.title, r.category, r.observation, r.data_value, r.data_label, r.suggestion, r.because, r.act, r.target_id, r.path,
      array(select jsonb_array_elements_text(r.keys)), ${day}, ${now}, r.seq
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, code text, title text, category text, observation text, data_value text, data_label text,
      suggestion text, because jsonb, act text, target_id uuid, path text, keys jsonb, seq bigint) returning 1`
}

/** Notifies at most once a day. New people find their first cards without a notification. */
async function tellOf(tx: Tx, userId: string, count: number, day: string, now: string): Promise<void> {
  await notify(
    tx,
    [
      {
        notice: newInsights,
        userId,
        occasion: `daily_insights:${day}`,
        text: count === 1 ? 'You have a new insight.' : `You have ${count} new insights.`,
        details: [],
        path: '/insights/new',
        subjectId: null,
        actorId: null,
        key: null,
      },
    ],
    now,
  )
}
