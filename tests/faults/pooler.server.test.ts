// Runs two processes behind a PgBouncer that gives each transaction another session. Everything works as without it,
// and a setup that would only seem to work doesn't start.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#core/server/database/open.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { aDueDigest } from '#tests/dueDigest.ts'
import { type Pooler, startPooler } from '#tests/pooler.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { startMailServer } from '#tests/smtpServer.ts'
import { aFirmOfWriters, ask, listOf, type Writer, writeAlike } from '#tests/writers.ts'

const PEOPLE = 4
/** Sessions per process. Each makes three changes a round. */
const SESSIONS = 8
const ROUNDS = 8
const READERS = 60
const SETTINGS = 'options,statement_timeout,idle_in_transaction_session_timeout'

const cleanUp: (() => Promise<unknown> | unknown)[] = []
let directory: string
let direct: string
let pooler: Pooler
let writers: Writer[]

async function aDatabase(): Promise<string> {
  const made = (await makePostgresDatabase())!
  cleanUp.push(made.drop)
  return made.url
}

async function aPooler(settings?: Record<string, string>): Promise<Pooler> {
  const made = await startPooler(direct, settings)
  cleanUp.push(made.stop)
  return made
}

async function start(environment: Record<string, string>) {
  const server = await startServer({ directory, environment: { ...SECRET, PURSUIT_DEMO: '0', ...environment } })
  cleanUp.push(() => server.stop())
  return server
}

async function command(name: 'backup' | 'restore', file: string, environment: Record<string, string>): Promise<void> {
  const env = { ...process.env, PURSUIT_DATA: directory, ...SECRET, ...environment }
  await promisify(execFile)(process.execPath, [`tools/${name}.ts`, file], { env })
}

const refused = (environment: Record<string, string>): Promise<string> =>
  start(environment).then(
    () => 'It started.',
    (error: Error) => error.message,
  )

async function inDatabase<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
  const client = new pg.Client(direct)
  await client.connect()
  const { rows } = await client.query<R>(text)
  await client.end()
  return rows
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pursuit-pooler-test-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  direct = await aDatabase()
  const database = await openDatabase({ url: direct, poolSize: 1 })
  writers = await aFirmOfWriters(database, PEOPLE)
  await database.close()
  pooler = await aPooler()
})
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean()
})

test('rejects a pooler without a direct URL, even if it silently drops settings', async () => {
  const why = /DATABASE_URL points to a pooler .*Set DATABASE_DIRECT_URL to the same database, bypassing the pooler/
  const silent = await aPooler({ ignore_startup_parameters: SETTINGS })
  expect(await refused({ DATABASE_URL: pooler.url })).toMatch(why)
  expect(await refused({ DATABASE_URL: silent.url })).toMatch(
    /DATABASE_URL points to a pooler that drops session settings\. Set DATABASE_DIRECT_URL/,
  )
  expect(await refused({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: silent.url })).toContain(
    'Set DATABASE_DIRECT_URL to the PostgreSQL server itself.',
  )
})

test('rejects a direct URL that leads to another database or to none', async () => {
  expect(await refused({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: await aDatabase() })).toContain(
    'DATABASE_URL and DATABASE_DIRECT_URL point to different databases.',
  )
  const nowhere = new URL(direct)
  nowhere.pathname = '/nowhere'
  expect(await refused({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: nowhere.href })).toContain(
    'has no database “nowhere”',
  )
})

test('serves 16 sessions through two processes, with events, tasks, a digest, and a backup', async () => {
  const mails = await startMailServer()
  cleanUp.push(mails.close)
  const environment = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct, PURSUIT_SMTP_URL: mails.url }
  // The statement that the error suggests is enough.
  const said = await refused(environment)
  const run = said.match(/Run this in the database: (alter role .*;) Then/)?.[1]
  expect(run, said).toContain('set timezone')
  await inDatabase(run!)
  await pooler.reconnect()
  const servers = await Promise.all([start(environment), start(environment)])

  const [one, other] = servers
  const stop = new AbortController()
  const stream = await fetch(`${other.url}/api/events`, {
    headers: clientHeaders(writers[0]!.token),
    signal: stop.signal,
  })
  expect(stream.status).toBe(200)
  let heard = ''
  const listening = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) heard += chunk
  })().catch(() => undefined)
  await expect.poll(() => heard).toContain('"upTo":null')
  const seen = heard.length
  const made = await ask<{ id: string }>(one.url, writers[0]!, routes.create, { body: aTarget({ company: 'Told' }) })
  expect(made.status).toBe(200)
  await expect.poll(() => heard.slice(seen)).toContain('event: changed')
  stop.abort()
  await listening

  const written = await Promise.all(servers.map(({ url }) => writeAlike(url, writers, SESSIONS, ROUNDS)))
  const statuses = written.flatMap(({ answers }) => answers.map(({ status }) => status))
  expect(statuses).toEqual(Array(2 * SESSIONS * ROUNDS * 3).fill(200))
  const listed = (await Promise.all(writers.map((writer) => listOf(one.url, writer)))).flat()
  expect(listed.map(({ id }) => id).sort()).toEqual([made.body.id, ...written.flatMap((each) => each.made)].sort())

  await expect.poll(() => inDatabase(`select count(*)::int as left from upkeep`)).toEqual([{ left: 0 }])
  // The job is completed a moment after its work.
  await expect
    .poll(() => inDatabase(`select distinct name from jobs.job where name = 'upkeep' and state = 'completed'`))
    .toEqual([{ name: 'upkeep' }])

  const database = await openDatabase({ url: direct, poolSize: 1 })
  const readers = await aFirmOfWriters(database, READERS)
  await aDueDigest(database, readers[0]!.id, 'Through the pooler')
  await database.close()
  const digests = () => mails.taken.filter(({ mail }) => mail.subject === 'Through the pooler')
  await expect.poll(() => digests().length).toBeGreaterThan(READERS / 10)
  const archive = join(directory, 'meanwhile.tar.gz')
  await command('backup', archive, environment)
  await expect.poll(() => inDatabase(`select state from digest_runs`)).toEqual([{ state: 'done' }])
  const people = new Set(digests().map(({ to }) => to[0]))
  expect([digests().length, people.size]).toEqual([READERS, READERS])

  const [before] = await inDatabase<{ name: string }>(`select current_database() as name`)
  const empty = `${before!.name}_restored`
  await inDatabase(`create database ${empty}`)
  cleanUp.push(() => inDatabase(`drop database ${empty} with (force)`))
  await command('restore', archive, {
    PURSUIT_DATA: join(directory, 'restored'),
    DATABASE_URL: direct.replace(/\w+$/, empty),
  })
  const counting = `select (select count(*)::int from targets) as targets, (select count(*)::int from users) as people`
  const restored = new pg.Client(direct.replace(/\w+$/, empty))
  await restored.connect()
  const { rows } = await restored.query(counting)
  await restored.end()
  expect(rows).toEqual(await inDatabase(counting))
  for (const server of servers) expect(server.said()).not.toMatch(/error|could not/i)
}, 240_000)
