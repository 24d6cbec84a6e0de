import { sql } from 'kysely'
import { referralsFlag } from '#core/contract/referrals.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import { shownContactName } from '#features/contacts/server/contract.ts'
import { lastTouchWith, seesTouch } from '#features/touches/server/contract.ts'
import type { Target } from '../contract.ts'
import type { Pipeline } from './contract.ts'

/** See the port `pipelines`. Empty if the firm no longer has the Tracker. */
export async function readPipeline(tx: Tx, userId: string): Promise<Pipeline> {
  const { rows } = await tx.sql<{ doc: string }>`
    select p.doc from target_people p
    where p.org_id = ${currentOrgId} and p.user_id = ${userId} and not p.gone and p.status <> 'deleted' and p.response in ('accepted', 'pending') and p.doc is not null
      and exists (select 1 from orgs o where o.id = ${currentOrgId} and ${isOnIn(sql`o.subscriptions`, trackerFlag)})`
  // The stored text lacks its opening brace, see `withBucket`.
  const targets = rows.map(({ doc }) => JSON.parse(`{${doc}`) as Target)
  const open = targets.filter(({ status, owner_id }) => status === 'active' && owner_id === userId)
  return {
    targets,
    overlaps: await unanswered(
      tx,
      userId,
      open.filter(({ overlaps }) => overlaps.some(({ asks }) => !asks)).map(({ id }) => id),
    ),
    acquaintances: await acquaintancesOf(
      tx,
      userId,
      open.map(({ id }) => id),
    ),
    sources: await sourcesOf(tx, userId),
  }
}

async function sourcesOf(tx: Tx, userId: string): Promise<Pipeline['sources']> {
  const { rows } = await tx.sql<Pipeline['sources'][number]>`
    select c.id as contact_id, ${shownContactName} as name, ${lastTouchWith(seesTouch({ id: userId }))} as last_touch
    from contacts c
    where c.org_id = ${currentOrgId} and c.erased_at is null and c.id in (
      select (t.came_from->>'contact_id')::uuid from targets t where t.org_id = ${currentOrgId} and t.owner_id = ${userId} and t.status <> 'deleted')
      and exists (select 1 from orgs o where o.id = ${currentOrgId} and ${isOnIn(sql`o.subscriptions`, referralsFlag)})
    order by c.id`
  return rows
}

async function unanswered(tx: Tx, userId: string, ids: string[]): Promise<Pipeline['overlaps']> {
  if (ids.length === 0) return []
  const { rows } = await tx.sql<{ target_id: string; name: string }>`
    -- Asked once for each target, and what was found is looked up one by one: whatever is known of how many there are.
    with found as materialized (
      select m.id, overlapping.o from unnest(${ids}::uuid[]) as m (id) cross join lateral (select o from overlapping_target(${currentOrgId}, m.id) as o) overlapping
      where has_overlaps(${currentOrgId})
    )
    select found.id as target_id, min(trim(u.first_name || ' ' || u.last_name)) as name
    from found
    cross join lateral (select * from targets t where t.org_id = ${currentOrgId} and t.id = found.o limit 1) t
    cross join lateral (select * from users u where u.org_id = ${currentOrgId} and u.id = t.owner_id limit 1) u
    where not t.is_private and t.status in ('active', 'archived') and t.owner_id <> ${userId} and u.deactivated_at is null
      and not exists (select 1 from overlap_answers a where a.org_id = ${currentOrgId} and a.target_id = t.id and a.user_id = ${userId})
      and not exists (select 1 from target_people p where p.org_id = ${currentOrgId} and p.user_id = t.owner_id and p.target_id = found.id and not p.gone)
      and not exists (select 1 from target_people p where p.org_id = ${currentOrgId} and p.user_id = ${userId} and p.target_id = t.id and not p.gone)
    group by found.id order by found.id`
  return rows
}

async function acquaintancesOf(tx: Tx, userId: string, ids: string[]): Promise<Pipeline['acquaintances']> {
  if (ids.length === 0) return []
  const { rows } = await tx.sql<{ target_id: string; names: string[] }>`
    select mine.id as target_id, array_agg(distinct trim(u.first_name || ' ' || u.last_name)) as names
    from targets mine
    join targets t on t.org_id = mine.org_id and t.company_key = mine.company_key and t.owner_id <> ${userId} and t.status = 'completed' and not t.is_private
    join users u on u.org_id = t.org_id and u.id = t.owner_id and u.deactivated_at is null
    where mine.org_id = ${currentOrgId} and mine.id = any(${ids}::uuid[]) and mine.company_key <> '' and has_overlaps(${currentOrgId})
      and not exists (select 1 from target_people p where p.org_id = mine.org_id and p.user_id = t.owner_id and p.target_id = mine.id and not p.gone)
    group by mine.id order by mine.id`
  return rows
}
