// Checks that the cost of a new firm's targets grows with their number, whether planner statistics cover other firms,
// are missing, or predate the data.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { addFirmPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import { queueTargetViews } from '#features/targets/overlaps/server/keys.ts'
import { startTurn } from '#features/targets/overlaps/server/reindex.ts'
import { isOnCluster, type TestDatabase, testDatabase } from '#tests/database.ts'
import { flags } from './flags.ts'

let home: TestDatabase
let neverAnalyzed: TestDatabase
let analyzedEmpty: TestDatabase
beforeAll(async () => {
  neverAnalyzed = await testDatabase()
  analyzedEmpty = await testDatabase()
  await analyzedEmpty.database.pool.query('vacuum analyze')
  home = await testDatabase()
  // The statistics cover many targets of one firm, and no other.
  const known = await aFirmWith(home, 1500)
  await withOrg(home.database, known.orgId, async (tx) => void (await queueTargetViews(tx, known.ids)))
  await home.database.pool.query('vacuum analyze')
}, 120_000)
afterAll(() => Promise.all([home, neverAnalyzed, analyzedEmpty].map((one) => one.close())))

const syllables = [
  'hal',
  'den',
  'cor',
  'va',
  'tam',
  'sin',
  'lark',
  'spur',
  'quil',
  'lon',
  'pell',
  'worth',
  'mer',
  'idia',
]
/** Realistic names: most share no spelling, and some do. */
const nameOf = (i: number) =>
  `${syllables[i % 14]}${syllables[Math.floor(i / 14) % 14]}${syllables[(i * 5 + 3) % 14]} ${syllables[Math.floor(i / 196) % 14]}${i % 3 ? 'son' : 'ton'} partners`

async function aFirmWith(
  { database }: TestDatabase,
  targets: number,
  owners = 3,
): Promise<{ orgId: string; people: Actor[]; ids: string[] }> {
  return withoutRls(database, async (tx) => {
    const orgId = await createFirm(tx, flags, { name: `Of ${targets}` })
    const people = await addFirmPeople(
      tx,
      orgId,
      Array.from({ length: owners }, (_, i) => ({
        email: `${i}.${newId()}@cost.example`,
        first_name: `P${i}`,
        last_name: 'Cost',
      })),
    )
    const ids = Array.from({ length: targets }, newId)
    const rows = ids.map((id, i) => ({
      id,
      owner_id: people[i % owners]!.id,
      company: nameOf(i),
      contact: `Person ${i}`,
    }))
    await tx.sql`
      insert into targets (org_id, id, owner_id, company, contact, contact_email, type, value, goal, status, phase, lost_reason, is_private, created_at, modified_at)
      select ${orgId}::uuid, r.id, r.owner_id, r.company, r.contact, '', 'client', 'M', 'Win', 'active', 'pursuing', '', false, now(), now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, owner_id uuid, company text, contact text)`
    await tx.sql`
      insert into target_people (org_id, user_id, target_id, from_id, response, seq, status, doc)
      select org_id, owner_id, id, owner_id, 'accepted', 1, status, '' from targets where org_id = ${orgId}`
    return { orgId, people, ids }
  })
}

/** Returns the pages or rows that `work` reads in the whole database. */
async function readBy(tx: Tx, what: 'pages' | 'rows', work: () => Promise<unknown>): Promise<number> {
  const count = sql.raw(what === 'pages' ? 'blocks_fetched' : 'tuples_returned')
  const read = async () => {
    const { rows } = await tx.sql<{ read: number }>`
      select coalesce(sum(pg_stat_get_xact_${count}(c.oid)), 0)::float8 as read
      from pg_class c where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace`
    return rows[0]!.read
  }
  const before = await read()
  await work()
  return (await read()) - before
}

const BATCH = 20

/** Returns the cost of a new firm's targets, a few at a time as the background task does. */
async function costOf(
  place: TestDatabase,
  { targets, owners }: { targets: number; owners: number },
  what: 'pages' | 'rows',
  follow: (tx: Tx, orgId: string, batch: string[]) => Promise<unknown>,
): Promise<number> {
  const { orgId, ids } = await aFirmWith(place, targets, owners)
  let all = 0
  for (let from = 0; from < targets; from += BATCH) {
    all += await withOrg(place.database, orgId, async (tx) => {
      await startTurn(tx)
      return readBy(tx, what, () => follow(tx, orgId, ids.slice(from, from + BATCH)))
    })
  }
  return all
}

test.each([
  ['three people, in a firm that the statistics do not know', () => home, () => 3],
  ['a person each, where there are no statistics', () => neverAnalyzed, (targets: number) => targets],
])(
  'processes 800 targets of %s at a cost proportional to 100, not quadratic',
  async (_, place, ownersOf) => {
    const cost = (targets: number) =>
      costOf(place(), { targets, owners: ownersOf(targets) }, 'pages', async (tx, orgId, batch) => {
        await queueTargetViews(tx, batch)
        await tx.sql`select rebuild_target_views(${orgId}, ${batch}::uuid[])`
      })
    const [small, large] = [await cost(100), await cost(800)]
    expect(small).toBeGreaterThan(0)
    expect(large / small).toBeLessThan(12)
  },
  120_000,
)

// On a cluster rows are read on the nodes.
test.skipIf(await isOnCluster())(
  'looks keys up one by one when the statistics are from empty tables',
  async () => {
    const cost = (targets: number) =>
      costOf(analyzedEmpty, { targets, owners: 3 }, 'rows', (tx, _, batch) => queueTargetViews(tx, batch))
    const [small, large] = [await cost(100), await cost(800)]
    expect(small).toBeGreaterThan(0)
    expect(large / small).toBeLessThan(10)
  },
  120_000,
)
