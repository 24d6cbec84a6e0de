// Covers a Citus cluster: distributing existing rows, resuming after a kill, and losing a node. Runs if
// PURSUIT_TEST_DATABASE names a coordinator.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type Migration, migrate, readMigrations } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { addFirmPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Client, openApi } from '#tests/api.ts'
import { isOnCluster, makePostgresDatabase, makeUndistributed } from '#tests/database.ts'
import { flags } from '#tests/flags.ts'
import { distributeAt } from '#tools/distribute.ts'

const onCluster = await isOnCluster()

test.runIf(process.env.TEST_DATABASE_URL && !onCluster)('rejects other PostgreSQL servers with a message', async () => {
  const made = (await makePostgresDatabase())!
  try {
    await expect(distributeAt(made.url)).rejects.toThrow(/isn’t on a Citus cluster/)
  } finally {
    await made.drop()
  }
})

describe.runIf(onCluster)('a cluster', () => {
  test('is distributed with its rows, resumes after a kill, and repeats without effect', async () => {
    const made = await makeUndistributed()
    try {
      const before = await fill(made.url)

      const stranger = new pg.Client(made.url)
      await stranger.connect()
      await stranger.query('create table not_ours (id int)')
      await expect(distributeAt(made.url)).rejects.toThrow(/don’t belong to Pursuit: not_ours.*Nothing was changed/)
      await stranger.query('drop table not_ours')

      let tables = 0
      const killed = distributeAt(made.url, () => {
        if (++tables === 40) throw new Error('killed')
      })
      await expect(killed).rejects.toThrow('killed')
      await expect(openDatabase({ url: made.url })).rejects.toThrow(/npm run distribute.*resumes where it stopped/)

      expect(await distributeAt(made.url)).toMatch(/^The database is distributed: \d+ tables by firm/)
      expect(await distributeAt(made.url)).toBe('The database is already distributed. Nothing to do.')
      expect(await counts(stranger)).toEqual(before)
      const { rows } = await stranger.query(
        `select count(*)::int as broken from pg_constraint where contype = 'f' and not convalidated`,
      )
      expect(rows).toEqual([{ broken: 0 }])
      await stranger.end()
    } finally {
      await made.drop()
    }
  })

  test('keeps all rows of a firm on one node, and firms on several', async () => {
    const { database, close, people } = await openOnNodes()
    try {
      const { rows } = await database.pool.query<{ groups: number }>(
        `select count(distinct colocationid)::int as groups from pg_dist_partition where partmethod = 'h'`,
      )
      expect(rows).toEqual([{ groups: 1 }])
      expect(new Set(people.map(({ node }) => node)).size).toBe(2)
    } finally {
      await close()
    }
  })

  test('distributes a tenant table from a new migration at the start, with keys and row security', async () => {
    const { database, close, people } = await openOnNodes()
    const text = `drop table api_tokens;
      create table api_tokens (
        org_id uuid not null references orgs(id), id uuid not null, name text not null, scopes text[] not null, token_hash bytea not null,
        made_by text not null, made_at timestamptz not null default now(), ends_at timestamptz not null, used_on date, made_by_id uuid,
        primary key (org_id, id), unique (org_id, token_hash));
      alter table api_tokens enable row level security;
      create policy own_firm on api_tokens using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)`
    const again: Migration = { name: '9001_anew.sql', text, checksum: 'anew' }
    try {
      const keys = () =>
        database.pool.query(
          `select conname, pg_get_constraintdef(oid) as text from pg_constraint where conrelid = 'api_tokens'::regclass order by conname`,
        )
      const before = (await keys()).rows
      expect(await migrate(database, [...readMigrations(), again])).toEqual(['9001_anew.sql'])
      expect((await keys()).rows).toEqual(before)
      const { rows } = await database.pool.query<{ colocationid: number }>(
        `select distinct colocationid from pg_dist_partition where logicalrelid in ('api_tokens'::regclass, 'orgs'::regclass)`,
      )
      expect(rows).toHaveLength(1)
      for (const { orgId } of people)
        await withoutRls(
          database,
          (tx) =>
            tx.sql`insert into api_tokens (org_id, id, name, scopes, token_hash, made_by, ends_at)
            values (${orgId}, ${randomUUID()}, 'Ledger', '{}', '', 'Dana Reyes', '2099-01-01')`,
        )
      for (const { orgId } of people) {
        const seen = await withOrg(database, orgId, (tx) => tx.sql`select org_id from api_tokens`)
        expect(seen.rows).toEqual([{ org_id: orgId }])
      }
    } finally {
      await close()
    }
  })

  test('copies what the vendor publishes to every node, without drafts', async () => {
    const { database, close, people } = await openOnNodes()
    const [vendor, reader] = people as [Placed, Placed]
    const [id, category, draft] = [randomUUID(), randomUUID(), randomUUID()]
    const names = async () => {
      const { rows } = await withOrg(
        database,
        reader.orgId,
        (tx) => tx.sql<{ name: string }>`
          select name from shared_tags where id = ${id} union all select name from shared_lesson_categories where id = any(${[category, draft]}::uuid[])`,
      )
      return rows.map(({ name }) => name)
    }
    try {
      await withOrg(
        database,
        vendor.orgId,
        (tx) =>
          tx.sql`insert into tags (org_id, id, name, is_for_all) values (${vendor.orgId}, ${id}, 'Pricing', true)`,
      )
      await withoutRls(
        database,
        (tx) => tx.sql`
          insert into lesson_categories (id, name, description, position, state)
          values (${category}, 'Focus', '', 0, 'published'), (${draft}, 'Draft', '', 1, 'draft')`,
      )
      expect(await names()).toEqual(['Pricing', 'Focus'])
      await withOrg(database, vendor.orgId, (tx) => tx.sql`update tags set name = 'Fees' where id = ${id}`)
      expect(await names()).toEqual(['Fees', 'Focus'])
      await withOrg(database, vendor.orgId, (tx) => tx.sql`delete from tags where id = ${id}`)
      expect(await names()).toEqual(['Focus'])
      await withOrg(database, reader.orgId, async (tx) => {
        await expect(tx.sql`delete from vendor.tags`).rejects.toThrow(/permission denied/)
        throw new Error('rolled back')
      }).catch(() => undefined)
    } finally {
      await close()
    }
  })

  test('keeps serving firms on other nodes when a node is lost, and loses no data', async () => {
    const { database, close, people } = await openOnNodes()
    const [here, there] = people as [Placed, Placed]
    const { rows } = await database.pool.query<{ id: number; host: string; port: number }>(
      'select nodeid as id, nodename as host, nodeport as port from pg_dist_node where nodeport = $1',
      [there.node],
    )
    const node = rows[0]!
    const move = (port: number) =>
      database.pool.query('select citus_update_node($1, $2, $3)', [node.id, node.host, port])
    try {
      const kept = await there.call<TargetTile>(routes.create, { body: aTarget({ company: 'Before' }) })
      expect(kept.status).toBe(200)
      await move(1)

      const key = randomUUID()
      const refused = await there.call(routes.create, { body: aTarget({ company: 'Meanwhile' }), key })
      expect([refused.status, refused.body]).toMatchObject([
        503,
        { code: 'unavailable', message: /Your changes are saved and will sync automatically/ },
      ])
      const read = await there.call(routes.list, { query: { status: 'active' } })
      expect(read.status).toBe(503)
      expect((await here.call(routes.create, { body: aTarget({ company: 'Elsewhere' }) })).status).toBe(200)
      expect((await here.call<Tiles>(routes.list, { query: { status: 'active' } })).body.tiles).toHaveLength(1)

      await move(node.port)
      for (const _ of [1, 2]) {
        const again = await there.call<TargetTile>(routes.create, { body: aTarget({ company: 'Meanwhile' }), key })
        expect(again.status).toBe(200)
      }
      const { tiles } = (await there.call<Tiles>(routes.list, { query: { status: 'active' } })).body
      expect(tiles.map(({ company }) => company).sort()).toEqual(['Before', 'Meanwhile'])
    } finally {
      await move(node.port)
      await close()
    }
  })
})

type Placed = Client & { node: number }

/** Creates a person of a firm on each of two nodes. */
async function openOnNodes() {
  const api = await openApi()
  const people: Placed[] = []
  for (let tries = 0; people.length < 2 && tries < 60; tries++) {
    const orgId = await api.aFirm()
    const { rows } = await api.database.pool.query<{ node: number }>(
      `select n.nodeport as node from pg_dist_placement p join pg_dist_node n using (groupid) where p.shardid = get_shard_id_for_distribution_column('orgs', $1::uuid)`,
      [orgId],
    )
    if (!people.some(({ node }) => node === rows[0]!.node))
      people.push({ ...(await api.aPerson(orgId)), node: rows[0]!.node })
  }
  return { ...api, people }
}

/** Creates a few firms and returns the row counts. */
async function fill(url: string): Promise<Record<string, number>> {
  const database = await openDatabase({ url, poolSize: 2 })
  try {
    for (const name of ['Hartwell', 'Reyes', 'Kerr', 'Stone'])
      await withoutRls(database, async (tx) => {
        const orgId = await createFirm(tx, flags, { name })
        const person = {
          email: `dana@${name.toLowerCase()}.example`,
          first_name: 'Dana',
          last_name: name,
          passwordHash: '',
        }
        await addFirmPeople(tx, orgId, [person])
      })
    return await counts(database.pool)
  } finally {
    await database.close()
  }
}

async function counts(from: Pick<pg.Client, 'query'>): Promise<Record<string, number>> {
  const { rows } = await from.query(
    `select (select count(*)::int from orgs) as firms, (select count(*)::int from users) as people, (select count(*)::int from login_directory) as addresses`,
  )
  return rows[0]
}
