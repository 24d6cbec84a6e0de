// Silences the database behind one address without breaking a connection, as in a failover. Calls get a response in
// time, and once a live database is back everything works without a restart, with nothing lost or doubled.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#core/server/database/open.ts'
import { aTarget } from '#features/targets/samples.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { openLine } from '#tests/silentConnection.ts'
import { startPair } from '#tests/standby.ts'
import { aFirmOfWriters, listOf } from '#tests/writers.ts'
import { aStream, call } from './callers.ts'

/** Milliseconds within which a call gets a response while the database is silent, as docs/operations.md states. */
const ANSWERED_WITHIN = 25_000
/** Milliseconds from a working database behind the address to the first acknowledged change, and to the first event. */
const BACK_WITHIN = 10_000
const CALLS = 12

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

async function home() {
  const pair = await startPair({ isSynchronous: true })
  cleanUp.push(pair.stop)
  const addressOf = (one: { url: string }) => one.url.replace(/postgres$/, 'pursuit')
  const line = await openLine(addressOf(pair.primary))
  cleanUp.push(line.close)
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-silent-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const environment = { ...SECRET, PURSUIT_DEMO: '0', DATABASE_URL: line.url }
  const servers = [await startServer({ directory, environment }), await startServer({ directory, environment })]
  for (const server of servers) cleanUp.push(() => server.kill())
  const database = await openDatabase({ url: addressOf(pair.primary), poolSize: 1 })
  const [writer] = await aFirmOfWriters(database, 1)
  await database.close()
  const [first, second] = servers.map(({ url }) => url) as [string, string]
  const create = (key: string, company: string) => call(first, writer!, 'tiles', key, aTarget({ company }))
  const health = async () => (await fetch(`${first}/healthz`)).status
  // The other server only learns of changes through the database.
  const { heard, stop } = await aStream(second, writer!)
  cleanUp.push(stop)
  const isHeard = async () => {
    const before = heard().length
    await create(randomUUID(), 'Told')
    await wait(200)
    return heard().slice(before).includes('event: changed')
  }
  const companies = async () =>
    (await listOf(first, writer!)).map(({ company }) => company).filter((company) => company !== 'Told')
  return { pair, line, addressOf, writer: writer!, first, create, health, isHeard, companies }
}

async function timeUntil(isSo: () => Promise<boolean>): Promise<number> {
  const from = performance.now()
  await expect.poll(isSo, { timeout: 60_000, interval: 50 }).toBe(true)
  return performance.now() - from
}

test('responds 503 in time while the database is silent and recovers within seconds', async () => {
  const { pair, line, addressOf, writer, first, create, health, isHeard, companies } = await home()
  expect((await create(randomUUID(), 'Before')).status).toBe(200)
  await expect.poll(isHeard).toBe(true)
  line.fallSilent()
  const keys = Array.from({ length: CALLS }, () => randomUUID())
  const began = performance.now()
  const waiting = Promise.all(keys.map((key, n) => create(key, `Meanwhile ${n}`)))
  const reading = call(first, writer, 'tiles?status=active', randomUUID())
  const answers = [...(await waiting), await reading]
  // All open connections are gone, so new calls fail faster.
  const later = await create(randomUUID(), 'Nobody asks again')
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds))
  expect([...answers, later].map(({ status }) => status)).toEqual(Array(CALLS + 2).fill(503))
  expect(slowest).toBeLessThan(ANSWERED_WITHIN)
  expect(later.milliseconds).toBeLessThan(10_000)
  expect(await health()).toBe(503)
  await wait(Math.max(0, ANSWERED_WITHIN - (performance.now() - began)))

  line.leadTo(addressOf(pair.primary))
  const back = await timeUntil(async () => (await create(keys[0]!, 'Meanwhile 0')).status === 200)
  const told = back + (await timeUntil(isHeard))
  console.log(
    `Silent: the slowest call was 503 after ${Math.round(slowest)} ms, a later one after ${Math.round(later.milliseconds)} ms; ` +
      `back after ${Math.round(back)} ms, news heard after ${Math.round(told)} ms.`,
  )
  expect(back).toBeLessThan(BACK_WITHIN)
  expect(told).toBeLessThan(BACK_WITHIN + 5000)
  for (const [n, key] of keys.entries()) expect((await create(key, `Meanwhile ${n}`)).status).toBe(200)
  expect(await health()).toBe(200)
  expect((await companies()).sort()).toEqual(['Before', ...keys.map((_, n) => `Meanwhile ${n}`)].sort())
}, 180_000)

test('detects connections to the lost server when a standby takes over the address right away', async () => {
  const { pair, line, addressOf, create, isHeard, companies } = await home()
  expect((await create(randomUUID(), 'Before')).status).toBe(200)
  await expect.poll(isHeard).toBe(true)
  line.fallSilent()
  const keys = Array.from({ length: CALLS }, () => randomUUID())
  const waiting = Promise.all(keys.map((key, n) => create(key, `Meanwhile ${n}`)))
  await wait(100)
  await pair.promote()
  await pair.on(pair.standby, `alter system set synchronous_standby_names = ''`)
  await pair.on(pair.standby, 'select pg_reload_conf()')
  line.leadTo(addressOf(pair.standby))
  const back = await timeUntil(async () => (await create(randomUUID(), 'Told')).status === 200)
  const answers = await waiting
  const told = back + (await timeUntil(isHeard))
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds))
  console.log(
    `Taken over: back after ${Math.round(back)} ms, the slowest of those who waited after ${Math.round(slowest)} ms, news heard after ${Math.round(told)} ms.`,
  )
  expect(back).toBeLessThan(BACK_WITHIN)
  expect(told).toBeLessThan(BACK_WITHIN + 5000)
  expect(slowest).toBeLessThan(ANSWERED_WITHIN)
  for (const [n, key] of keys.entries()) expect((await create(key, `Meanwhile ${n}`)).status).toBe(200)
  expect((await companies()).sort()).toEqual(['Before', ...keys.map((_, n) => `Meanwhile ${n}`)].sort())
}, 180_000)
