// Only the background task writes these keys. `offset 0` looks each up by key. With statistics of an empty table,
// PostgreSQL would read all of the firm's rows for each batch.
import { sql } from 'kysely'
import { NEAR, similarity } from '#core/contract/nameKeys.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { keysOf, type OverlapKeys } from '../overlaps.ts'

/** Most entries in anyone's list for one key, see `overlapping`. */
const LISTED = 20

/** A target and its previous keys, null if it is deleted or had none. */
type Facts = {
  id: string
  owner_id: string | null
  company: string
  contact: string
  contact_email: string
  is_open: boolean
  is_shown: boolean
  /** People other than its owner have a copy. */
  is_among: boolean
  old: Keys | null
}
type Keys = { owner_id: string; company_key: string; contact_key: string; email_key: string; is_shown: boolean }
type Kept = Facts & { keys: OverlapKeys; now: Keys | null }

/** Updates the keys of these targets. Returns the targets whose copies must be rebuilt for everyone. */
export async function queueTargetViews(tx: Tx, ids: string[]): Promise<string[]> {
  const changed = (await factsOf(tx, ids))
    .map(withKeys)
    .filter(({ old, now }) => JSON.stringify(old) !== JSON.stringify(now))
  if (changed.length === 0) return []
  const before = await foundBy(
    tx,
    changed.filter(({ old }) => old),
  )
  await storeOverlapKeys(tx, changed)
  await learnNames(
    tx,
    changed.flatMap(({ now, keys }) => (now && keys.company !== '' ? [keys] : [])),
  )
  const after = await foundBy(
    tx,
    changed.filter(({ now }) => now),
  )
  return [...new Set(changed.flatMap((one) => touchedBy(one, before.get(one.id), after.get(one.id))))]
}

async function factsOf(tx: Tx, ids: string[]): Promise<Facts[]> {
  const { rows } = await tx.sql<Facts>`
    select i.id, t.owner_id, coalesce(t.company, '') as company, coalesce(t.contact, '') as contact, coalesce(t.contact_email, '') as contact_email,
      coalesce(t.status in ('active', 'archived'), false) as is_open, coalesce(not t.is_private and (select u.deactivated_at is null from users u where u.org_id = ${currentOrgId} and u.id = t.owner_id), false) as is_shown,
      exists (select 1 from target_people p where p.org_id = ${currentOrgId} and p.target_id = i.id and p.user_id <> t.owner_id and p.gone is not true) as is_among,
      case when k.target_id is not null then
        json_build_object('owner_id', k.owner_id, 'company_key', k.company_key, 'contact_key', k.contact_key, 'email_key', k.email_key, 'is_shown', k.is_shown) end as old
    from unnest(${ids}::uuid[]) as i (id)
    left join lateral (select * from targets where org_id = ${currentOrgId} and id = i.id offset 0) t on true
    left join lateral (select * from target_keys where org_id = ${currentOrgId} and target_id = i.id offset 0) k on true`
  return rows
}

function withKeys(facts: Facts): Kept {
  const keys = keysOf(facts)
  const now = facts.is_open && {
    owner_id: facts.owner_id!,
    company_key: keys.company,
    contact_key: keys.contact,
    email_key: keys.email,
    is_shown: facts.is_shown,
  }
  return { ...facts, keys, now: now || null }
}

type Found = { others: string[]; is_asked: boolean }

/** Returns each target's overlaps by its stored keys, and whether someone asked to join it. */
async function foundBy(tx: Tx, targets: Kept[]): Promise<Map<string, Found>> {
  if (targets.length === 0) return new Map()
  const { rows } = await tx.sql<Found & { id: string }>`
    select i.id, array(select overlapping_target(${currentOrgId}, i.id)) as others,
      exists (select 1 from overlap_answers a where a.org_id = ${currentOrgId} and a.target_id = i.id) as is_asked
    from unnest(${targets.map(({ id }) => id)}::uuid[]) as i (id)`
  return new Map(rows.map((row) => [row.id, row]))
}

function touchedBy({ id, now, is_among }: Kept, before: Found | undefined, after: Found | undefined): string[] {
  const [was, is] = [before?.others ?? [], after?.others ?? []]
  // The change itself wrote an owner's only copy without overlaps.
  const isOwn = is.length > 0 || after?.is_asked || (was.length > 0 && is_among)
  // If enough older targets precede it in everyone's list, it is in no list.
  const isListed = now?.is_shown && !(is.length >= LISTED && is.every((other) => id > other))
  return [...(isOwn ? [id] : []), ...was, ...(isListed ? is : [])]
}

const lookupsOf = (id: string, keys: Keys | null) =>
  keys?.is_shown
    ? [`c:${keys.company_key}`, `p:${keys.contact_key}`, `e:${keys.email_key}`]
        .filter((key) => key.length > 2)
        .map((key) => ({ key, target_id: id, owner_id: keys.owner_id }))
    : []

async function storeOverlapKeys(tx: Tx, changed: Kept[]): Promise<void> {
  const gone = changed.flatMap(({ id, now }) => (now ? [] : [id]))
  const kept = changed.flatMap(({ id, now }) => (now ? [{ target_id: id, ...now }] : []))
  const [old, lookups] = [
    changed.flatMap(({ id, old }) => lookupsOf(id, old)),
    changed.flatMap(({ id, now }) => lookupsOf(id, now)),
  ]
  if (old.length > 0)
    await tx.sql`
      delete from target_lookups l using jsonb_to_recordset(${JSON.stringify(old)}::jsonb) as r (key text, target_id uuid)
      where l.org_id = ${currentOrgId} and l.key = r.key and l.target_id = r.target_id`
  if (gone.length > 0)
    await tx.sql`delete from target_keys where org_id = ${currentOrgId} and target_id = any(${gone}::uuid[])`
  if (kept.length > 0)
    await tx.sql`
      insert into target_keys (org_id, target_id, owner_id, company_key, contact_key, email_key, is_shown)
      select ${currentOrgId}, r.* from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as r (target_id uuid, owner_id uuid, company_key text, contact_key text, email_key text, is_shown boolean)
      on conflict (org_id, target_id) do update set owner_id = excluded.owner_id, company_key = excluded.company_key, contact_key = excluded.contact_key,
        email_key = excluded.email_key, is_shown = excluded.is_shown`
  if (lookups.length > 0)
    await tx.sql`
      insert into target_lookups (org_id, key, target_id, owner_id)
      select ${currentOrgId}, r.* from jsonb_to_recordset(${JSON.stringify(lookups)}::jsonb) as r (key text, target_id uuid, owner_id uuid)
      on conflict (org_id, key, target_id) do update set owner_id = excluded.owner_id`
}

/** Compares names that are new to the firm once with those that share a spelling. */
async function learnNames(tx: Tx, keys: OverlapKeys[]): Promise<void> {
  const spellings = new Map(keys.map(({ company, spellings }) => [company, spellings]))
  const { rows: fresh } = await tx.sql<{ company: string }>`
    select c as company from unnest(${[...spellings.keys()]}::text[]) as c
    where not exists (select 1 from company_near n where n.org_id = ${currentOrgId} and n.company_key = c offset 0)`
  if (fresh.length === 0) return
  const spelt = JSON.stringify(fresh.map(({ company }) => ({ company, spellings: spellings.get(company) })))
  const each = sql`
    jsonb_to_recordset(${spelt}::jsonb) as r (company text, spellings text[]) cross join lateral unnest(name_hashes(r.spellings)) as h`
  await tx.sql`
    insert into company_spellings (org_id, spelling, company_key) select distinct ${currentOrgId}, h, r.company from ${each} on conflict do nothing`
  const { rows: sharing } = await tx.sql<{ company: string; other: string }>`
    select distinct r.company, s.company_key as other from ${each}
    cross join lateral (select c.company_key from company_spellings c where c.org_id = ${currentOrgId} and c.spelling = h offset 0) s`
  const near = sharing.filter(({ company, other }) => company === other || similarity(company, other) >= NEAR)
  await tx.sql`
    insert into company_near (org_id, company_key, near_key)
    select ${currentOrgId}, r.company, r.other from jsonb_to_recordset(${JSON.stringify(near)}::jsonb) as r (company text, other text)
    union select ${currentOrgId}, r.other, r.company from jsonb_to_recordset(${JSON.stringify(near)}::jsonb) as r (company text, other text)
    on conflict do nothing`
}
