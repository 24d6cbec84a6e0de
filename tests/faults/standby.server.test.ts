// Loses a PostgreSQL server or its standby while people write. Acknowledged changes are stored once, and no call waits
// forever.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { errorMessages } from '#core/contract/errors.ts'
import type { Feed } from '#core/contract/feed.ts'
import { isUnavailable } from '#core/server/database/failures.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { queueMail } from '#core/server/outgoing/outgoing.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type RunningServer, SECRET, startServer } from '#tests/server.ts'
import { startMailServer } from '#tests/smtpServer.ts'
import { type Pair, startPair } from '#tests/standby.ts'
import { aFirmOfWriters, listOf, type Writer } from '#tests/writers.ts'
import { aStream, call } from './callers.ts'

const SESSIONS = 16
const PEOPLE = 4
/** Acknowledged changes of all sessions before the loss, and again after it. */
const CHANGES = 150
/** Allows for a machine that is busy with other tests. */
const PATIENT = { timeout: 90_000, interval: 20 }
/** Milliseconds from the promotion to the first acknowledged change. */
const BACK_WITHIN = 10_000

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

async function home(isSynchronous: boolean, processes: number, environment: Record<string, string> = {}) {
  const pair = await startPair({ isSynchronous })
  cleanUp.push(pair.stop)
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-standby-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const all = { ...SECRET, PURSUIT_DEMO: '0', DATABASE_URL: pair.url, ...environment }
  const servers: RunningServer[] = []
  // The first server creates the tables.
  for (let n = 0; n < processes; n++) servers.push(await startServer({ directory, environment: all }))
  for (const server of servers) cleanUp.push(() => server.kill())
  const database = await openDatabase({ url: pair.url, poolSize: 4 })
  cleanUp.push(() => database.close())
  return { pair, servers, database, writers: await aFirmOfWriters(database, PEOPLE) }
}

type Acknowledged = { writer: Writer; key: string; company: string; text: string; at: number }

/**
 * Runs sessions that create targets one by one. A failed call is repeated with its key until acknowledged, as on a
 * device.
 */
function workload(servers: readonly RunningServer[], writers: readonly Writer[]) {
  const acknowledged: Acknowledged[] = []
  const statuses = new Map<number, number>()
  let isOver = false
  let slowest = 0
  const session = async (at: number) => {
    const writer = writers[at % writers.length]!
    for (let n = 0; !isOver; n++) {
      const key = randomUUID()
      const company = `Session ${at} number ${n}`
      for (let tries = 0; ; tries++) {
        const { url } = servers[(at + tries) % servers.length]!
        const { status, text, milliseconds } = await call(url, writer, 'tiles', key, aTarget({ company }))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        slowest = Math.max(slowest, milliseconds)
        if (status === 200) {
          acknowledged.push({ writer, key, company, text, at: performance.now() })
          break
        }
        await wait(100)
      }
    }
  }
  const sessions = Array.from({ length: SESSIONS }, (_, at) => session(at))
  return {
    acknowledged,
    statuses,
    slowest: () => slowest,
    async stop() {
      isOver = true
      await Promise.all(sessions)
    },
  }
}

/** Queues emails until it is stopped. Each one is repeated until it is acknowledged. */
function mailing(database: Database, orgId: string) {
  const queued: string[] = []
  let isOver = false
  const letter = { subject: 'One of many', heading: 'One of many', lines: ['One of many.'] }
  const work = (async () => {
    for (let n = 0; !isOver; n++) {
      const email = `person${n}@hartwell.example`
      const queue = () =>
        withOrg(database, orgId, (tx) => queueMail(tx, orgId, { email, name: 'Person' }, letter, { key: `mail:${n}` }))
      while (
        !(await queue()
          .then(() => true)
          .catch(() => false))
      )
        await wait(100)
      queued.push(email)
      await wait(50)
    }
  })()
  return {
    queued,
    async stop() {
      isOver = true
      await work
    },
  }
}

const targetsIn = (pair: Pair, one = pair.standby) =>
  pair.on<{ company: string }>(one, 'select company from targets order by company')

test('promotes the standby after a primary kill (-9) without losing or doubling changes, emails, or streams', async () => {
  const mails = await startMailServer()
  cleanUp.push(mails.close)
  const { pair, servers, database, writers } = await home(true, 2, { PURSUIT_SMTP_URL: mails.url })
  const [{ org_id: orgId }] = (await pair.on<{ org_id: string }>(pair.primary, 'select org_id from users limit 1')) as [
    { org_id: string },
  ]
  const { heard, stop: stopHearing } = await aStream(servers[1]!.url, writers[0]!)
  cleanUp.push(stopHearing)
  const work = workload(servers, writers)
  const post = mailing(database, orgId)
  await expect.poll(() => work.acknowledged.length, PATIENT).toBeGreaterThan(CHANGES)
  await expect.poll(() => mails.taken.length, PATIENT).toBeGreaterThan(5)

  await pair.primary.kill()
  const lostAt = performance.now()
  // No server can accept writes, so the error comes right away.
  const meanwhile = await call(servers[0]!.url, writers[0]!, 'tiles', randomUUID(), aTarget({ company: 'Meanwhile' }))
  expect([meanwhile.status, meanwhile.text]).toEqual([503, expect.stringContaining(errorMessages.unavailable)])
  await wait(1000)
  const promotedAt = performance.now()
  await pair.promote()
  const backAt = async () => work.acknowledged.find(({ at }) => at > promotedAt)?.at ?? Number.POSITIVE_INFINITY
  await expect.poll(backAt, { interval: 10 }).toBeLessThan(promotedAt + BACK_WITHIN)
  const back = await backAt()
  const before = work.acknowledged.filter(({ at }) => at < promotedAt)
  await expect.poll(() => work.acknowledged.length, PATIENT).toBeGreaterThan(before.length + CHANGES)
  await work.stop()
  await post.stop()
  console.log(
    `Changes are acknowledged ${Math.round(back - promotedAt)} ms after the promotion began, ${Math.round(back - lostAt)} ms after the loss; ` +
      `${before.length} before, ${work.acknowledged.length - before.length} after; answers by status: ${JSON.stringify(Object.fromEntries(work.statuses))}; the slowest took ${Math.round(work.slowest())} ms.`,
  )
  expect([...work.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])

  const names = (await targetsIn(pair)).map(({ company }) => company)
  expect(names.filter((name) => name !== 'Meanwhile')).toEqual(work.acknowledged.map(({ company }) => company).sort())
  // Repeating a key from before the loss returns its first response.
  for (const { writer, key, company, text } of before.slice(-SESSIONS)) {
    const again = await call(servers[0]!.url, writer, 'tiles', key, aTarget({ company }))
    expect([again.status, again.text]).toEqual([200, text])
  }

  const left = () => pair.on(pair.standby, `select from upkeep union all select from copies_due`)
  await expect.poll(async () => (await left()).length, PATIENT).toBe(0)
  const onTheWay = () => pair.on(pair.standby, `select from outgoing where state in ('waiting', 'sending')`)
  await expect.poll(async () => (await onTheWay()).length, PATIENT).toBe(0)
  const doubtful = await pair.on<{ recipient: string }>(
    pair.standby,
    `select recipient from outgoing where state = 'doubt'`,
  )
  const taken = mails.taken.map(({ to }) => to[0]!)
  expect(new Set(taken).size).toBe(taken.length)
  expect(doubtful.length).toBeLessThanOrEqual(servers.length)
  expect(post.queued.filter((email) => !taken.includes(email)).length).toBeLessThanOrEqual(doubtful.length)
  expect(await pair.on(pair.standby, `select name, output from jobs.job where state = 'failed'`)).toEqual([])

  const tellsAgain = async () => {
    const seen = heard().length
    await call(servers[0]!.url, writers[0]!, 'tiles', randomUUID(), aTarget({ company: 'Told' }))
    await wait(200)
    return heard().slice(seen)
  }
  await expect.poll(tellsAgain, PATIENT).toContain('event: changed')

  // The old primary returns unaware of the promotion and would accept writes.
  await pair.primary.restart()
  const behind = (await targetsIn(pair, pair.primary)).length
  for (let n = 0; n < 20; n++) {
    const { url } = servers[n % 2]!
    const { status } = await call(url, writers[0]!, 'tiles', randomUUID(), aTarget({ company: 'After it came back' }))
    expect(status).toBe(200)
  }
  const fresh = await openDatabase({ url: pair.url, poolSize: 1 })
  cleanUp.push(() => fresh.close())
  const { rows } = await fresh.pool.query(`select from targets where company = 'After it came back'`)
  expect([rows.length, (await targetsIn(pair, pair.primary)).length]).toEqual([20, behind])
}, 300_000)

test('rejects changes in time without the standby, keeps reads working, and acknowledges only replicated changes', async () => {
  const { pair, servers, writers } = await home(true, 1)
  const { url } = servers[0]!
  const writer = writers[0]!
  const create = (key: string) => call(url, writer, 'tiles', key, aTarget({ company: 'Kept by one' }))
  const health = async () => {
    const reply = await fetch(`${url}/healthz`)
    return [reply.status, ((await reply.json()) as { message: string }).message]
  }

  // Makes the server read-only, like a standby.
  const setReadOnly = async (value: 'on' | 'off') => {
    await pair.on(pair.primary, `alter system set default_transaction_read_only = ${value}`)
    await pair.on(pair.primary, 'select pg_reload_conf()')
  }
  await setReadOnly('on')
  await expect.poll(async () => (await create(randomUUID())).status).toBe(503)
  expect((await create(randomUUID())).text).toContain(errorMessages.unavailable)
  await expect.poll(health).toEqual([503, expect.stringMatching(/can only be read|unable to sync/)])
  await setReadOnly('off')
  await expect.poll(async () => (await create(randomUUID())).status).toBe(200)
  const before = (await targetsIn(pair, pair.primary)).length

  await pair.standby.kill()
  const key = randomUUID()
  const first = create(key)
  const waiting = () =>
    pair.on<{ pid: number }>(
      pair.primary,
      `select pid from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'`,
    )
  await expect.poll(async () => (await waiting()).length, { interval: 20 }).toBeGreaterThan(0)
  // The change is stored on one of the two.
  await pair.on(pair.primary, `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
  expect((await first).status).toBe(503)
  expect((await targetsIn(pair, pair.primary)).length).toBe(before + 1)

  const again = create(key)
  const read = await call(url, writer, 'tiles?status=active', randomUUID())
  expect(read.status).toBe(200)
  await expect.poll(health).toEqual([503, 'The database isn’t responding.'])
  const refused = await again
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining(errorMessages.unavailable)])
  console.log(`A change that the standby does not get is refused after ${Math.round(refused.milliseconds)} ms.`)

  await pair.standby.restart()
  await expect.poll(async () => (await create(key)).status).toBe(200)
  await expect.poll(health).toEqual([200, undefined])
  expect((await targetsIn(pair, pair.primary)).length).toBe(before + 1)
}, 240_000)

test('resyncs a device that is ahead of a promoted asynchronous standby, and work continues', async () => {
  const { pair, servers, writers } = await home(false, 1)
  const { url } = servers[0]!
  const writer = writers[0]!
  const make = (company: string) => call(url, writer, 'tiles', randomUUID(), aTarget({ company }))
  const feed = async (after: string) => {
    const { text } = await call(url, writer, `sync?after=${after}`, randomUUID())
    return (JSON.parse(text) as Feed).collections.targets!
  }
  expect((await make('Got by both')).status).toBe(200)
  const caughtUp = () =>
    pair.on(pair.primary, 'select from pg_stat_replication where replay_lsn = pg_current_wal_lsn()')
  await expect.poll(async () => (await caughtUp()).length).toBe(1)
  await pair.standby.kill()
  for (const company of ['Lost 1', 'Lost 2']) expect((await make(company)).status).toBe(200)
  const known = (await feed('targets')).cursor
  await pair.primary.kill()
  await pair.standby.restart()
  await pair.promote()
  await expect.poll(async () => (await call(url, writer, 'user', randomUUID())).status).toBe(200)
  const now = await feed(`targets:${known}`)
  expect(now).toMatchObject({ reset: true })
  expect((now.rows as TargetTile[]).map(({ company }) => company)).toEqual(['Got by both'])
  expect((await make('Afterwards')).status).toBe(200)
  expect((await listOf(url, writer)).map(({ company }) => company).sort()).toEqual(['Afterwards', 'Got by both'])
}, 240_000)

test('moves on from a silent primary to its promoted standby, even when the primary responds again', async () => {
  const pair = await startPair({ isSynchronous: false })
  cleanUp.push(pair.stop)
  const database = await openDatabase({ url: pair.url, poolSize: 2 })
  cleanUp.push(() => database.close())
  let heard = 0
  cleanUp.push(await database.listen('told', () => heard++))
  const place = async () => {
    const { rows } = await database.pool.query<{ port: string }>(`select current_setting('port') as port`)
    return rows[0]!.port
  }
  const portOf = ({ url }: { url: string }) => new URL(url).port
  expect(await place()).toBe(portOf(pair.primary))
  const thaw = pair.primary.freeze()
  cleanUp.push(thaw)
  const waiting = place().catch((error: unknown) => error)
  await pair.promote()
  const promotedAt = performance.now()
  expect(isUnavailable(await waiting)).toBe(true)
  await expect.poll(() => place().catch(String)).toBe(portOf(pair.standby))
  console.log(
    `A primary that says nothing is left ${Math.round(performance.now() - promotedAt)} ms after the promotion.`,
  )
  await expect
    .poll(async () => {
      await database.pool.query(`notify told`)
      return heard
    })
    .toBeGreaterThan(0)
  thaw()
  for (let n = 0; n < 20; n++) {
    expect(await place()).toBe(portOf(pair.standby))
    await wait(300)
  }
}, 120_000)
