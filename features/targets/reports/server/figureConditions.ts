// SQL conditions for each figure, shared by the figures and the rows behind them. `t` is a row of targets, `was` the
// same while it was pursued, `e` a row of target_events.
import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { AskedReport } from '#core/server/reports/serveViewerReport.ts'
import { asPursued, mayBePursued } from '../../figures/server/pursued.ts'
import { isHelp, isLate } from '../../score/server/done.ts'
import { privateTargets } from '../../server/privateTargets.ts'
import type { FigurePart } from '../reportPathsContract.ts'

/** Returns the instant at which the last day ends. */
export const endOf = ({ session, days }: Pick<AskedReport, 'session' | 'days'>) =>
  sql`${startOfDay(session.org.zone, addDays(days!.end, 1))}::timestamptz`

type FigureOwner = Pick<AskedReport['scope'], 'isOwn'>
type Condition = RawBuilder<boolean>

const isShared = sql<boolean>`exists (select 1 from target_people s where s.org_id = t.org_id and s.target_id = t.id and s.user_id <> t.owner_id and s.response = 'accepted' and not s.gone)`

/** Common table expression of the IDs of all shared Targets, for reports over everyone. */
export const shareCondition = sql`
    shares as materialized (
      select distinct s.target_id as id from target_people s where s.org_id = ${currentOrgId} and s.share_id is not null and s.response = 'accepted' and not s.gone)`
const isAmongShares = sql<boolean>`(t.id in (select id from shares)) is true`

/** True if reports can count the Target. */
export const countedTarget = ({ scope }: { scope: FigureOwner }, part: FigurePart = 'all'): Condition => {
  const seen = scope.isOwn ? sql<boolean>`true` : sql<boolean>`not t.is_private`
  if (part === 'all') return seen
  return part === 'shared' ? sql`(${seen} and ${isShared})` : sql`(${seen} and not ${isShared})`
}

/** Common table expression of the IDs of Targets whose events no report can count. */
export const uncounted = ({ isOwn }: FigureOwner) =>
  sql`private as materialized (${isOwn ? sql`select null::uuid as id where false` : privateTargets})`

/** Conditions on completed steps: after the due day, on time, or on another person's Target. */
export const stepIs = (zone: string): Record<'late' | 'on_time' | 'helping', Condition> => ({
  late: isLate(zone),
  on_time: sql`not ${isLate(zone)}`,
  helping: isHelp,
})

const SOON = sql.lit(7)

/** Conditions on Targets pursued at the end of a day (`was`), one per share of each donut. Needs `shareCondition`. */
export const pursuedIs = (day: RawBuilder<unknown>) =>
  ({
    overdue: sql<boolean>`was.due < ${day}`,
    soon: sql<boolean>`was.due between ${day} and ${day} + ${SOON}`,
    later: sql<boolean>`(was.due is null or was.due > ${day} + ${SOON})`,
    client: sql<boolean>`was.type = 'client'`,
    prospect: sql<boolean>`was.type = 'prospect'`,
    refsource: sql<boolean>`was.type = 'refsource'`,
    low: sql<boolean>`was.value = 'L'`,
    medium: sql<boolean>`was.value = 'M'`,
    high: sql<boolean>`was.value = 'H'`,
    shared: isAmongShares,
  }) satisfies Record<string, Condition>

/**
 * True if `person`, one of the `people`, owns a matching Target. `is true` makes the planner compute all of them once
 * instead of one at a time.
 */
export const ownsOf = (
  person: RawBuilder<unknown>,
  target: RawBuilder<unknown>,
  fits: Condition = sql`true`,
): Condition => sql`((${person}, ${target}) in (
    select p.id, t.id from people p cross join lateral (
      select t.id from targets t where t.org_id = ${currentOrgId} and t.owner_id = p.id and ${fits} offset 0) t)) is true`

/**
 * True if a lost target was lost between two instants. `offset 0` keeps the planner from reading all events of the
 * firm.
 */
export const lostWithin = (starts: RawBuilder<unknown>, ends: RawBuilder<unknown>): Condition => sql`exists (
  select 1 from target_events e where e.org_id = ${currentOrgId} and e.target_id = t.id and e.kind = 'targetLost' and not e.undone and e.at >= ${starts} and e.at < ${ends} offset 0)`

/**
 * Selects companies pursued as clients at that instant, with the number of their owners' active groups. `people` are
 * those of the scope.
 */
export const clientGroups = (asked: { scope: FigureOwner }, ends: RawBuilder<unknown>) => sql`
  select t.company_key, count(distinct m.group_id) as groups from people p
  cross join lateral (
    select t.company_key from targets t ${asPursued(ends)}
    where t.org_id = ${currentOrgId} and t.owner_id = p.id and ${mayBePursued(ends)} and was.type = 'client' and t.company_key <> '' and ${countedTarget(asked)} offset 0) t
  left join group_members m on m.org_id = ${currentOrgId} and m.user_id = p.id
    and m.group_id in (select g.id from groups g where g.org_id = ${currentOrgId} and g.status = 'active')
  group by t.company_key`
