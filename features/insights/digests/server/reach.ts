// Determines who can get digests, as far as that is known before sending. Needs a transaction of the firm.
import { sql } from 'kysely'
import { switchName } from '#core/contract/notice.ts'
import { isShownInsights, ORG_REPORT } from '#core/contract/orgReport.ts'
import type { Settings } from '#core/contract/session.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SkippedCount, Unmailed } from '../contract.ts'
import { skippedItems } from '../items.ts'
import { digestNotice } from '../mailContract.ts'

const SWITCH = switchName(digestNotice.kind, 'email')
/** SQL over a person `u`: digests to their address have bounced and are stopped. */
export const isSuppressed = sql<boolean>`exists (
  select 1 from digest_bounces b where b.org_id = u.org_id and b.address = lower(u.email) and b.since is not null)`

/** SQL over a person `u`: is active, sees Insights, and hasn't unsubscribed. */
export const getsDigests = sql<boolean>`(
  u.deactivated_at is null and u.role <> 'operator' and coalesce((u.settings ->> ${ORG_REPORT}::text)::int, 1) <> 0
  and coalesce((u.settings ->> ${SWITCH}::text)::int, 1) > 0 and not ${isSuppressed})`

/**
 * SQL over a digest `d`: people who are selected by name, on one of its lists, or in an unarchived group of one. People
 * occur once for each way, with the list's name.
 */
export const chosen = sql`
  select p.user_id, null::text as list from digest_people p where p.org_id = d.org_id and p.digest_id = d.id
  union select p.user_id, l.name from digest_lists x join distribution_lists l on l.org_id = x.org_id and l.id = x.list_id
      join distribution_list_people p on p.org_id = l.org_id and p.list_id = l.id
    where x.org_id = d.org_id and x.digest_id = d.id
  union select p.user_id, l.name from digest_lists x join distribution_lists l on l.org_id = x.org_id and l.id = x.list_id
      join distribution_list_groups g on g.org_id = l.org_id and g.list_id = l.id
      join groups o on o.org_id = g.org_id and o.id = g.group_id and o.status = 'active'
      join group_members p on p.org_id = g.org_id and p.group_id = g.group_id
    where x.org_id = d.org_id and x.digest_id = d.id`

/** SQL over a digest `d`: the same people, each once, without those who are left out. */
const meant = sql`
  select distinct m.user_id from (${chosen}) m
  where not exists (select 1 from digest_left_out x where x.org_id = d.org_id and x.digest_id = d.id and x.user_id = m.user_id)`

/** SQL over a digest `d`: number of people it would reach now. */
export const contactCount = sql<number>`(
  select count(*)::int from (${meant}) m join users u on u.org_id = d.org_id and u.id = m.user_id where ${getsDigests})`

/** Returns the ids of the people it would reach now. */
export async function contactIdsOf(tx: Tx, digestId: string): Promise<string[]> {
  const { rows } = await tx.sql<{ id: string }>`
    select u.id from digests d cross join lateral (${meant}) m join users u on u.org_id = d.org_id and u.id = m.user_id
    where d.org_id = ${currentOrgId} and d.id = ${digestId} and ${getsDigests} order by u.id`
  return rows.map(({ id }) => id)
}

/** Returns the firm's active people who get no digests, each with the reason. */
export async function unmailed(tx: Tx): Promise<Unmailed[]> {
  const { rows } = await tx.sql<{ user_id: string; settings: Settings; is_suppressed: boolean }>`
    select u.id as user_id, u.settings, ${isSuppressed} as is_suppressed from users u
    where u.org_id = ${currentOrgId} and u.deactivated_at is null and u.role <> 'operator' and not ${getsDigests} order by u.id`
  return rows.map(({ user_id, settings, is_suppressed }) => ({
    user_id,
    reason: !isShownInsights(settings)
      ? skippedItems.noInsights
      : is_suppressed && (settings[SWITCH] ?? 1) > 0
        ? skippedItems.suppressed
        : skippedItems.unsubscribed,
  }))
}

/** Returns how many people a digest selects who don't get it now, by reason. */
export async function skippedOf(tx: Tx, digestId: string): Promise<SkippedCount[]> {
  const { rows } = await tx.sql<{ user_id: string; is_left_out: boolean }>`
    select distinct m.user_id, exists (
      select 1 from digest_left_out x where x.org_id = d.org_id and x.digest_id = d.id and x.user_id = m.user_id) as is_left_out
    from digests d cross join lateral (${chosen}) m where d.org_id = ${currentOrgId} and d.id = ${digestId}`
  const reasons = new Map((await unmailed(tx)).map(({ user_id, reason }) => [user_id, reason]))
  const skipped = rows.flatMap(({ user_id, is_left_out }) =>
    is_left_out ? skippedItems.byAuthor : (reasons.get(user_id) ?? []),
  )
  return [...Map.groupBy(skipped, (reason) => reason)].map(([reason, those]) => ({ reason, people: those.length }))
}
