// Restores a backup of the last version before 1.0.0, in which the very first Pursuit created the data, and goes on.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import type { Feed } from '#core/contract/feed.ts'
import { readConfig } from '#core/server/config.ts'
import { readMigrations } from '#core/server/database/migrate.ts'
import { aTarget } from '#features/targets/samples.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { restore } from '#tools/restore.ts'

const backup = fileURLToPath(new URL('../oldest/backup.tar.gz', import.meta.url))

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

async function restored(directory: string): Promise<{ url: string; client: pg.Client }> {
  const beside = (await makePostgresDatabase())!
  cleanUp.push(beside.drop)
  const address = new URL(beside.url)
  address.pathname = `/pursuit_oldest_${randomBytes(6).toString('hex')}`
  const name = address.pathname.slice(1)
  const maker = new pg.Client(beside.url)
  await maker.connect()
  await maker.query(`create database ${name}`)
  const client = new pg.Client(address.href)
  await client.connect()
  cleanUp.push(async () => {
    await client.end()
    await maker.query(`drop database ${name} with (force)`)
    await maker.end()
  })
  const environment = { ...SECRET, DATABASE_URL: address.href, PURSUIT_DATA: directory }
  await restore(readConfig(environment), backup)
  return { url: address.href, client }
}

/** Returns everything that people typed, one line per target. */
async function typed(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(`
    select t.id, t.company, t.contact, t.contact_email, t.goal, t.status, t.phase, t.revenue::text, t.value::text, t.owner_id,
      (select json_agg(json_build_array(k.description, k.due::text, k.help, k.user_id) order by k.id) from tasks k where k.target_id = t.id) as tasks,
      (select json_agg(json_build_array(n.note, n.user_id) order by n.id) from notes n where n.target_id = t.id) as notes,
      (select json_agg(e.kind order by e.id) from target_events e where e.target_id = t.id) as events,
      (select json_agg(json_build_array(p.user_id, p.response) order by p.user_id) from target_people p where p.target_id = t.id and not p.gone) as people
    from targets t order by t.id`)
  return rows
}

const headers = (token?: string) => ({
  'x-client': 'web',
  'content-type': 'application/json',
  'idempotency-key': randomUUID(),
  ...(token && { authorization: `Bearer ${token}` }),
})
type Tile = { id: string; company: string; status: string; goal: string }

/** Calls as the person with this address. Returns the response and expects it to succeed. */
async function signedIn(url: string, email: string) {
  const call = async <T>(method: string, path: string, body?: unknown, token?: string) => {
    const reply = await fetch(`${url}/api/${path}`, {
      method,
      headers: headers(token),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    expect(reply.status, `${method} ${path}: ${text}`).toBe(200)
    return JSON.parse(text) as T
  }
  const { token } = await call<{ token: string }>('POST', 'user/login', { email, password: 'Pursuit#2026' })
  return <T>(method: string, path: string, body?: unknown) => call<T>(method, path, body, token)
}

const everyStatus = 'tiles?status=active,archived,completed,lost'

test('restores the former version’s backup with all data: people sign in, sync, and continue', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-update-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const { url, client } = await restored(directory)
  const before = await typed(client)
  expect(before).toHaveLength(35)
  const environment = { ...SECRET, DATABASE_URL: url, PURSUIT_DEMO: '0' }
  const server = await startServer({ directory, environment })
  cleanUp.push(() => server.kill())
  const { rows: applied } = await client.query('select name from schema_migrations order by name')
  expect(applied.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name))
  expect(await typed(client)).toEqual(before)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

  const dana = await signedIn(server.url, 'dana@hartwell.example')
  const { rows: mine } = await client.query<{ id: string }>(
    `select t.id from targets t join users u on u.id = t.owner_id where u.email = 'dana@hartwell.example' and t.deleted_at is null order by 1`,
  )
  const listed = (await dana<{ tiles: (Tile & { owner?: unknown })[] }>('GET', everyStatus)).tiles
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(mine.map(({ id }) => id)))
  const synced = JSON.stringify(await dana<Feed>('GET', 'sync?after=targets'))
  for (const { id, company } of listed) {
    expect(synced).toContain(id)
    expect(synced).toContain(JSON.stringify(company))
  }

  const one = listed.find(({ status, id }) => status === 'active' && mine.some((own) => own.id === id))!
  await dana('PUT', `tiles/${one.id}`, { goal: 'Win them over at last' })
  const made = await dana<Tile>('POST', 'tiles', aTarget({ company: 'Made today' }))
  const now = (await dana<{ tiles: Tile[] }>('GET', everyStatus)).tiles
  expect(now.find(({ id }) => id === one.id)).toMatchObject({ company: one.company, goal: 'Win them over at last' })
  expect(now.find(({ id }) => id === made.id)).toMatchObject({ company: 'Made today' })
  // Another firm's targets are unchanged.
  const robin = await signedIn(server.url, 'robin@brookvale.example')
  const others = (await robin<{ tiles: Tile[] }>('GET', everyStatus)).tiles
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter(({ id }) => now.some((own) => own.id === id))).toEqual([])
  // Background work finishes without quarantined items.
  const left = async () =>
    (await client.query(`select (select count(*)::int from copies_due) + (select count(*)::int from upkeep) as n`))
      .rows[0].n
  await expect.poll(left).toBe(0)
  expect((await client.query(`select name, output from jobs.job where state = 'failed'`)).rows).toEqual([])
  await server.stop()
}, 120_000)
