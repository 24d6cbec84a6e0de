// Applies a change's effects on other targets after its commit, from queued notes, one at a time per firm. A note says
// only what to check, so late, repeated, and concurrent runs have the same result.
import { sql } from 'kysely'
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import type { Database } from '#core/server/database/open.ts'
import { planByKeys } from '#core/server/database/planByKeys.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { type Batch, defineTask, type TaskContext } from '#core/server/work/work.ts'
import { nameCompanies } from '../../companies/server/nameCompanies.ts'
import { upkeep } from '../../server/contract.ts'
import { countCompanies } from './companyCounts.ts'
import { queueTargetViews } from './keys.ts'

export const overlapUpkeep = defineTask<{ orgId: string }>({
  ...upkeep,
  input: z.object({ orgId: id }),
  key: ({ orgId }) => orgId,
  due: firmsDue,
  sizes: { first: 50, most: 400 },
  begin: async (database, { orgId }) => updateOverlaps(database, orgId),
  again: (database) =>
    withoutRls(database, async (tx) => {
      await tx.sql`update upkeep set problem = null where problem is not null`
      await tx.sql`update copies_due set problem = null where problem is not null`
    }),
})

/** Looks for each firm's first note, however many it has. */
async function firmsDue(database: Database): Promise<{ orgId: string }[]> {
  const isDue = (table: Part) =>
    sql`exists (select 1 from ${sql.table(table)} d where d.org_id = o.id and d.problem is null)`
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ orgId: string }>`select o.id as "orgId" from orgs o where ${isDue('upkeep')} or ${isDue('copies_due')}`,
  )
  return rows
}

type Part = 'upkeep' | 'copies_due'

/**
 * Processes notes first, then the copies they made due, in separate transactions, because the second locks rows that
 * people write.
 */
function updateOverlaps(database: Database, orgId: string): TaskContext {
  let part: Part = 'upkeep'
  const inTurn = (next: Part, work: (tx: Tx) => Promise<number>) => {
    part = next
    return withOrg(database, orgId, async (tx) => {
      await startTurn(tx)
      return work(tx)
    })
  }
  return {
    async next(size): Promise<Batch> {
      const noted = await inTurn('upkeep', (tx) => followNotes(tx, size))
      const copied = await inTurn('copies_due', (tx) => writeCopies(tx, size))
      return { done: noted + copied, isLeft: noted === size || copied === size }
    },
    setAside: (problem) =>
      withOrg(database, orgId, async (tx) => {
        const key = part === 'upkeep' ? sql`id` : sql`target_id`
        const { rows } = await tx.sql`
          update ${sql.table(part)} set problem = ${problem}
          where org_id = ${currentOrgId} and ${key} = (select ${key} from ${sql.table(part)} where org_id = ${currentOrgId} and problem is null order by 1 limit 1)
          returning 1`
        return rows.length > 0
      }),
  }
}

/** Serializes a firm's work, even if another process believes this one has died. */
export async function startTurn(tx: Tx): Promise<void> {
  await tx.sql`select pg_advisory_xact_lock(hashtextextended('upkeep ' || ${currentOrgId}, 0))`
  await planByKeys(tx)
}

type Note = {
  id: string
  target_id: string | null
  user_id: string | null
  companies: { key: string; name: string; targets: number }[] | null
}

/** Returns the number of notes processed. */
async function followNotes(tx: Tx, size: number): Promise<number> {
  const { rows: notes } = await tx.sql<Note>`
    select id, target_id, user_id, companies from upkeep where org_id = ${currentOrgId} and problem is null order by id limit ${size}`
  if (notes.length === 0) return 0
  const targets = [...new Set(notes.flatMap(({ target_id }) => target_id ?? []))]
  const people = [...new Set(notes.flatMap(({ user_id }) => user_id ?? []))]
  await countCompanies(
    tx,
    notes.flatMap(({ companies }) => companies ?? []),
  )
  if (targets.length > 0) await nameCompanies(tx, targets)
  if (targets.length > 0) await markTargetViews(tx, await queueTargetViews(tx, targets))
  for (const person of people) await recordPersonChange(tx, person)
  await tx.sql`delete from upkeep where org_id = ${currentOrgId} and id = any(${notes.map(({ id }) => id)}::bigint[])`
  return notes.length
}

async function markTargetViews(tx: Tx, targets: string[]): Promise<void> {
  if (targets.length === 0) return
  await tx.sql`
    insert into copies_due (org_id, target_id) select ${currentOrgId}, t from unnest(${targets}::uuid[]) as t where has_overlaps(${currentOrgId})
    on conflict (org_id, target_id) do update set problem = null`
}

/** Queues copies that name the person, and checks their open targets, whose visibility can change. */
async function recordPersonChange(tx: Tx, person: string): Promise<void> {
  await tx.sql`
    insert into copies_due (org_id, target_id) select ${currentOrgId}, t from unnest(targets_referencing_user(${currentOrgId}, ${person})) as t
    on conflict (org_id, target_id) do update set problem = null`
  await tx.sql`
    insert into upkeep (org_id, target_id)
    select ${currentOrgId}, t.id from targets t where t.org_id = ${currentOrgId} and t.owner_id = ${person} and t.status in ('active', 'archived') order by t.id returning 1`
}

/** Writes the next due copies. Returns the number of targets. */
async function writeCopies(tx: Tx, size: number): Promise<number> {
  const { rows: due } = await tx.sql<{ target_id: string }>`
    delete from copies_due where org_id = ${currentOrgId} and target_id = any(array(
      select target_id from copies_due where org_id = ${currentOrgId} and problem is null order by target_id limit ${size})) returning target_id`
  if (due.length === 0) return 0
  // Locks the targets first, like every action, so that an older copy doesn't replace a newer one.
  const { rows } = await tx.sql<{ id: string }>`
    select t.id from targets t where t.org_id = ${currentOrgId} and t.id = any(${due.map(({ target_id }) => target_id)}::uuid[]) order by t.id for update`
  if (rows.length > 0) await tx.sql`select rebuild_target_views(${currentOrgId}, ${rows.map(({ id }) => id)}::uuid[])`
  return due.length
}
