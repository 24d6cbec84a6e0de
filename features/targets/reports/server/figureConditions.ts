// What each figure counts, as conditions: the figures and the rows behind them are found by the same. `t` is a row of targets, `e` of target_events, `tp` the owner's row of target_people.
import { type RawBuilder, sql } from 'kysely'
import { firm } from '#core/server/database/firm.ts'
import type { AskedReport } from '#core/server/reports/serveViewerReport.ts'
import { isHelp, isLate } from '../../score/server/done.ts'
import { privateTargets } from '../../server/privateTargets.ts'
import type { Part } from '../reportPaths.ts'

/** The person `u`, and the same marked where they have left. */
export const plainName = sql`trim(u.first_name || ' ' || u.last_name)`
export const personName = sql`${plainName} || case when u.deactivated_at is null then '' else ' (left)' end`

type Whose = Pick<AskedReport['scope'], 'isOwn'>
type Condition = RawBuilder<boolean>

const isShared = sql<boolean>`exists (select from target_people s where s.org_id = t.org_id and s.target_id = t.id and s.user_id <> t.owner_id and s.response = 'accepted' and not s.gone)`

/** The ids of all Targets on which a colleague works too, as a common table: for what goes through everybody's. */
export const shares = sql`
    shares as materialized (
      select distinct s.target_id as id from target_people s where s.org_id = ${firm} and s.share_id is not null and s.response = 'accepted' and not s.gone)`
const isAmongShares = sql<boolean>`(t.id in (select id from shares)) is true`

/** Whether reports may count it. */
export const countedTarget = ({ scope }: { scope: Whose }, part: Part = 'all'): Condition => {
  const seen = scope.isOwn ? sql<boolean>`true` : sql<boolean>`not t.is_private`
  if (part === 'all') return seen
  return part === 'shared' ? sql`(${seen} and ${isShared})` : sql`(${seen} and not ${isShared})`
}

/** The ids of the Targets whose events no report may count, as a common table. */
export const uncounted = ({ isOwn }: Whose) =>
  sql`private as materialized (${isOwn ? sql`select null::uuid as id where false` : privateTargets})`

/** Of steps that were done: after the day they were due, by it, or on somebody else's Target. */
export const stepIs = (zone: string): Record<'late' | 'on_time' | 'helping', Condition> => ({
  late: isLate(zone),
  on_time: sql`not ${isLate(zone)}`,
  helping: isHelp,
})

const SOON = sql.lit(7)

/** Of Targets that are pursued: one share of each donut; beside `shares`. */
export const pursuedIs = (today: string) =>
  ({
    overdue: sql<boolean>`tp.due < ${today}::date`,
    soon: sql<boolean>`tp.due between ${today}::date and ${today}::date + ${SOON}`,
    later: sql<boolean>`(tp.due is null or tp.due > ${today}::date + ${SOON})`,
    client: sql<boolean>`t.type = 'client'`,
    prospect: sql<boolean>`t.type = 'prospect'`,
    refsource: sql<boolean>`t.type = 'refsource'`,
    low: sql<boolean>`t.value = 'L'`,
    medium: sql<boolean>`t.value = 'M'`,
    high: sql<boolean>`t.value = 'H'`,
    shared: isAmongShares,
  }) satisfies Record<string, Condition>

/** Whether somebody (`person`, one of the `people`) owns a Target that fits; all of these are looked up once, since `is true` keeps the planner from looking each up. */
export const ownsOf = (
  person: RawBuilder<unknown>,
  target: RawBuilder<unknown>,
  fits: Condition = sql`true`,
): Condition => sql`((${person}, ${target}) in (
    select p.id, t.id from people p cross join lateral (
      select t.id from targets t where t.org_id = ${firm} and t.owner_id = p.id and ${fits} offset 0) t)) is true`

/** Joins `tp`. */
export const withOwnersLine = sql`left join target_people tp on tp.org_id = t.org_id and tp.user_id = t.owner_id and tp.target_id = t.id and not tp.gone`

/** Companies that are clients and pursued, each with how many active groups its owners are in; `people` are those of the scope. */
export const clientGroups = (asked: { scope: Whose }) => sql`
  select t.company_key, count(distinct m.group_id) as groups from people p
  cross join lateral (
    select t.company_key from targets t
    where t.org_id = ${firm} and t.owner_id = p.id and t.status = 'active' and t.type = 'client' and t.company_key <> '' and ${countedTarget(asked)} offset 0) t
  left join group_members m on m.org_id = ${firm} and m.user_id = p.id
    and m.group_id in (select g.id from groups g where g.org_id = ${firm} and g.status = 'active')
  group by t.company_key`
