// Past states of Targets from their events, so that later changes don't alter past figures.
import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'

type Instant = RawBuilder<unknown>
type Condition = RawBuilder<boolean>

/**
 * Condition on a target `t` that may have been pursued just before an instant. Any change to a Target moves
 * `modified_at`.
 */
export const mayBePursued = (ends: Instant): Condition =>
  sql`(t.created_at < ${ends} and (t.status = 'active' or t.modified_at >= ${ends}))`

const statusBefore = (instant: Instant) => sql`
  case when t.modified_at < ${instant} then t.status else (
    select e.status from target_events e where e.org_id = ${currentOrgId} and e.target_id = t.id and e.at < ${instant} order by e.at desc, e.id desc limit 1) end`

/** Joins `was`: `t` just before the instant, with its owner's due day. No row if it wasn't pursued then. */
export const asPursued = (ends: Instant) => sql`
  cross join lateral (
    select coalesce(old.said->>'value', t.value) as value, coalesce(old.said->>'type', t.type) as type,
      case when old.said ? 'projected_revenue' then (old.said->>'projected_revenue')::numeric else t.projected_revenue end as projected,
      case when t.modified_at < ${ends} then (
        select tp.due from target_people tp where tp.org_id = ${currentOrgId} and tp.user_id = t.owner_id and tp.target_id = t.id and not tp.gone) else (
        select (e.dues->>(t.owner_id::text))::date from target_events e where e.org_id = ${currentOrgId} and e.target_id = t.id and e.at < ${ends} order by e.at desc, e.id desc limit 1) end as due
    from (
      select case when t.modified_at >= ${ends} then (
        select jsonb_object_agg(b.name, b.value) from (
          select distinct on (b.key) b.key as name, b.value from target_events e cross join lateral jsonb_each(e.data->'before') b
          where e.org_id = ${currentOrgId} and e.target_id = t.id and e.kind = 'targetEdited' and e.at >= ${ends} and b.key in ('value', 'type', 'projected_revenue')
          order by b.key, e.at, e.id) b) end as said) old
    where 'active' = ${statusBefore(ends)} offset 0) was`

/** Condition on a target `t` that was active at some moment between two instants. */
export const pursuedWithin = (starts: Instant, ends: Instant): Condition => sql`(
  t.created_at < ${ends} and (t.status = 'active' or t.modified_at >= ${starts}) and (
    'active' = ${statusBefore(starts)} and t.created_at < ${starts} or exists (
      select 1 from target_events e where e.org_id = ${currentOrgId} and e.target_id = t.id and e.at >= ${starts} and e.at < ${ends} and e.status = 'active' offset 0)))`
