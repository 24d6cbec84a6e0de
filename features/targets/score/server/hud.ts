import { sql } from 'kysely'
import { addDays, dayIn, mondayOf, startOfDay, startOfYear } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type Principal, principalOf } from '#core/server/sessions.ts'
import type { Context } from '#core/sync/protocol.ts'
import type { Bucket, Status } from '../../contract.ts'
import { privateTargets } from '../../server/privateTargets.ts'
import type { Hud, ScorePart } from '../contract.ts'
import { points, SCORE_DAYS, scoreOf } from '../points.ts'
import { creations, halfPointsOfAny, isFirstWin, isLate } from './done.ts'

/** Hides everything private from a manager. Alias of target_events: e. */
export const eventsSeen = ({ by }: Pick<Context, 'by'>) =>
  by ? sql`and not exists (select 1 from (${privateTargets}) p where p.id = e.target_id)` : sql``

export async function standingOf(
  tx: Tx,
  { id, today, isProxied }: Principal,
): Promise<Record<'total' | Bucket, number>> {
  const { rows } = await tx.send(sql<{ total: number; overdue: number; soon: number; later: number }>`
    select count(*)::int as total, (count(*) filter (where due < ${today}::date))::int as overdue, (count(*) filter (where due between ${today}::date and ${today}::date + 7))::int as soon,
      (count(*) filter (where due is null or due > ${today}::date + 7))::int as later
    from target_people tp where org_id = ${currentOrgId} and user_id = ${id} and status = 'active' and not gone and response = 'accepted'
      ${isProxied ? sql`and not tp.is_private` : sql``}`)
  return rows[0]!
}

/** Returns a person's dashboard summary with the breakdown of each figure. */
export async function hudOf(tx: Tx, context: Context): Promise<Hud> {
  const today = dayIn(context.zone, context.now)
  const [parts, monthAgo, steps, revenue] = await Promise.all([
    scoreParts(tx, context, today),
    scoreBefore(tx, context, addDays(today, -SCORE_DAYS)),
    stepsOf(tx, context, today),
    revenueOf(tx, context, today),
  ])
  return {
    score: { you: { current: { score: readScore(parts), parts }, month_ago: { score: monthAgo } } },
    steps: { you: steps },
    revenue: { you: revenue },
  }
}

/** Returns the score of a day, or null if the person wasn't here yet. */
async function scoreBefore(tx: Tx, context: Context, day: string): Promise<number | null> {
  const here = tx.send(sql<{ was_here: boolean }>`
    select u.created_at < ${startOfDay(context.zone, addDays(day, 1))} or exists (
      select 1 from target_events e where e.org_id = ${currentOrgId} and e.person_id = u.id and e.at < ${startOfDay(context.zone, addDays(day, 1))}) as was_here
    from users u where u.org_id = ${currentOrgId} and u.id = ${context.actor.id}`)
  const score = readScore(await scoreParts(tx, context, day))
  return (await here).rows[0]?.was_here ? score : null
}

export function readScore(parts: ScorePart[]): number {
  const sum = (those: ScorePart[], of: 'points' | 'count') => those.reduce((all, part) => all + part[of], 0)
  const [overdue, earned] = [
    parts.filter(({ kind }) => kind === 'overdue'),
    parts.filter(({ kind }) => kind !== 'overdue'),
  ]
  return scoreOf(2 * sum(earned, 'points'), sum(overdue, 'count'))
}

export const scoreNow = async (tx: Tx, actor: Context['actor'], zone: string, now: string): Promise<number> =>
  readScore(await scoreParts(tx, { actor, zone, now, key: '', newId: () => '' }, dayIn(zone, now)))

/** Computes the parts of a person's score for any day up to today. Source: RULINGS, section 4, 'Score'. */
export async function scoreParts(tx: Tx, context: Context, day: string): Promise<ScorePart[]> {
  const [from, to] = [startOfDay(context.zone, addDays(day, 1 - SCORE_DAYS)), startOfDay(context.zone, addDays(day, 1))]
  const week = { from: sql`${addDays(day, 1 - SCORE_DAYS)}::date`, to: sql`${day}::date`, zone: context.zone }
  const done = tx.send(sql<{
    steps: number
    step_points: number
    late: number
    late_points: number
    created: number
    won: number
  }>`
    with private as materialized (${context.by ? privateTargets : sql`select null::uuid as id where false`})
    select (count(*) filter (where is_step and not is_late))::int as steps, coalesce(sum(half_points) filter (where is_step and not is_late), 0)::float8 / 2 as step_points,
      (count(*) filter (where is_step and is_late))::int as late, coalesce(sum(half_points) filter (where is_step and is_late), 0)::float8 / 2 as late_points,
      (select ${context.by ? sql`c.created` : sql`c.own_created`} from (${creations(sql`${context.actor.id}::uuid`, week)}) c) as created,
      (count(*) filter (where is_won))::int as won
    from (
      select kind = 'targetWon' and ${isFirstWin} as is_won, kind = 'stepDone' and e.due is not null as is_step, ${isLate(context.zone)} as is_late, ${halfPointsOfAny(context.zone)} as half_points
      from target_events e
      where org_id = ${currentOrgId} and person_id = ${context.actor.id} and at >= ${from} and at < ${to} and not undone and kind in ('stepDone', 'targetWon') ${eventsSeen(context)}
    ) done`)
  const isToday = day === dayIn(context.zone, context.now)
  const overdue = await (isToday
    ? standingOf(tx, principalOf(context)).then((standing) => standing.overdue)
    : overdueOn(tx, context, day, to))
  const { steps, step_points, late, late_points, created, won } = (await done).rows[0]!
  return [
    { kind: 'steps', count: steps, points: step_points },
    { kind: 'late_steps', count: late, points: late_points },
    { kind: 'created', count: created, points: created * points.created },
    { kind: 'won', count: won, points: won * points.won },
    { kind: 'overdue', count: overdue, points: overdue === 0 ? 0 : overdue * points.overdue },
  ]
}

/** Counts active targets that were overdue at the end of a past day, from each target's last event before then. */
async function overdueOn(tx: Tx, context: Context, day: string, end: string): Promise<number> {
  const { rows } = await tx.send(sql<{ overdue: number }>`
    select count(*)::int as overdue from target_people tp cross join lateral (
      select e.status, (e.dues->>${context.actor.id})::date as due from target_events e
      where e.org_id = ${currentOrgId} and e.target_id = tp.target_id and e.at < ${end} ${eventsSeen(context)} order by e.at desc, e.id desc limit 1
    ) last
    where tp.org_id = ${currentOrgId} and tp.user_id = ${context.actor.id} and last.status = 'active' and last.due < ${day}`)
  return rows[0]!.overdue
}

async function stepsOf(tx: Tx, context: Context, today: string): Promise<Hud['steps']['you']> {
  const monday = mondayOf(today)
  const weekBefore = addDays(monday, -7)
  const { rows } = await tx.send(sql<{ day: string; steps: number; is_by_now: boolean }>`
    select to_char(at at time zone ${context.zone}, 'YYYY-MM-DD') as day, at <= ${context.now}::timestamptz - interval '7 days' as is_by_now, count(*)::int as steps
    from target_events e where org_id = ${currentOrgId} and person_id = ${context.actor.id} and kind = 'stepDone' and not undone and at >= ${startOfDay(context.zone, weekBefore)} ${eventsSeen(context)}
    group by 1, 2`)
  const days = Array.from({ length: 7 }, (_, i) =>
    rows.filter(({ day }) => day === addDays(monday, i)).reduce((sum, { steps }) => sum + steps, 0),
  )
  const before = rows.filter(({ day, is_by_now }) => day < monday && is_by_now)
  return {
    this_week: days.reduce((sum, n) => sum + n, 0),
    days,
    by_now_last_week: before.reduce((sum, { steps }) => sum + steps, 0),
  }
}

/** The concatenation makes the planner use the Target instead of an index of all the firm's ended targets. */
const isLoss = sql`e.kind || '' = 'targetLost'`

/**
 * Counts owned targets only, since a shared one counts for its owner. Won and lost ones of this year, active and held
 * ones of any year.
 */
async function revenueOf(tx: Tx, context: Context, today: string): Promise<Hud['revenue']['you']> {
  const newYear = startOfDay(context.zone, startOfYear(today))
  const sums = tx.send(sql<{ status: Status; amount: number; count: number; named: number; won: number }>`
    select t.status, coalesce(sum(t.projected_revenue) filter (where t.projected_revenue > 0), 0)::float8 as amount, count(*)::int as count,
      (count(*) filter (where t.projected_revenue > 0))::int as named, coalesce(sum(t.revenue) filter (where t.revenue > 0), 0)::float8 as won
    from targets t
    where t.org_id = ${currentOrgId} and t.owner_id = ${context.actor.id} ${context.by ? sql`and not t.is_private` : sql``} and t.status in ('active', 'archived', 'completed', 'lost')
      and (t.status in ('active', 'archived') or (t.status = 'completed' and t.completed_at >= ${newYear}) or (t.status = 'lost' and exists (
        select 1 from target_events e where e.org_id = ${currentOrgId} and e.target_id = t.id and ${isLoss} and not e.undone and e.at >= ${newYear})))
    group by t.status`)
  const before = await tx.send(sql<{ amount: number }>`
    select case when ytd_before_year = ${Number(today.slice(0, 4))} then ytd_before else 0 end::float8 as amount from users where org_id = ${currentOrgId} and id = ${context.actor.id}`)
  const { rows } = await sums
  const of = (status: Status) => rows.find((row) => row.status === status) ?? { amount: 0, count: 0, named: 0, won: 0 }
  const money = (status: Status) => ({ amount: of(status).amount, count: of(status).count, named: of(status).named })
  const ytd_before = before.rows[0]?.amount ?? 0
  const ytd = of('completed').won + ytd_before
  return {
    ytd,
    ytd_formatted: formatAmount(ytd),
    ytd_before,
    ytd_count: of('completed').count,
    ytd_projected_revenue_active_formatted: formatAmount(of('active').amount),
    ytd_projected_revenue_archived_formatted: formatAmount(of('archived').amount),
    ytd_projected_revenue_lost_formatted: formatAmount(of('lost').amount),
    ytd_projected_revenue_completed_formatted: formatAmount(of('completed').amount),
    projected: {
      active: money('active'),
      archived: money('archived'),
      lost: money('lost'),
      completed: money('completed'),
    },
  }
}
