// Restarts two processes of one PostgreSQL in turn while people work. No call fails, and streams reconnect.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { openSession } from '#core/server/sessions.ts'
import { addFirmPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import { aTarget } from '#features/targets/samples.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { flags } from '#tests/flags.ts'
import { type RunningServer, SECRET, startServer } from '#tests/server.ts'
import { freePort } from '#tools/postgres.ts'

/** People who each read and write as fast as responses arrive. */
const PEOPLE = 6
/** Calls that go through both processes before one stops, and again after it is back. */
const CALLS = 150
/** Milliseconds. On a busy machine a response can take a second, and draining takes longer. */
const PROBE_EVERY = 50

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

async function somePeople(url: string): Promise<string[]> {
  const database = await openDatabase({ url, poolSize: 1 })
  const tokens = await withoutRls(database, async (tx) => {
    const orgId = await createFirm(tx, flags, { name: 'Rolling' })
    const named = Array.from({ length: PEOPLE }, (_, i) => ({
      email: `person${i}@rolling.example`,
      first_name: 'Dana',
      last_name: `Reyes${i}`,
      passwordHash: '',
    }))
    const opened: string[] = []
    for (const { id } of await addFirmPeople(tx, orgId, named)) opened.push(await openSession(tx, orgId, id))
    return opened
  })
  await database.close()
  return tokens
}

async function companiesIn(url: string): Promise<string[]> {
  const database = await openDatabase({ url, poolSize: 1 })
  const { rows } = await database.pool.query<{ company: string }>('select company from targets order by company')
  await database.close()
  return rows.map(({ company }) => company)
}

/** A load balancer that checks health and passes calls to healthy processes in turn. */
function aFront(urls: readonly string[]) {
  const well = new Set<string>()
  let isOver = false
  let turn = 0
  const probing = urls.map(async (url) => {
    while (!isOver) {
      const reply = await fetch(`${url}/healthz`).catch(() => null)
      await reply?.text()
      if (reply?.ok) well.add(url)
      else well.delete(url)
      await setTimeout(PROBE_EVERY)
    }
  })
  return {
    next() {
      const all = [...well]
      return all[turn++ % all.length] ?? urls[0]!
    },
    isWell: (url: string) => well.has(url),
    async close() {
      isOver = true
      await Promise.all(probing)
    },
  }
}
type Front = ReturnType<typeof aFront>

function workload(front: Front, tokens: readonly string[]) {
  const failures: string[] = []
  const companies: string[] = []
  const answered = new Map<string, number>()
  let isOver = false
  async function call(token: string, path: string, body?: string) {
    const url = front.next()
    const begun = performance.now()
    const headers = {
      authorization: `Bearer ${token}`,
      'x-client': 'web',
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    }
    try {
      const reply = await fetch(`${url}/api/${path}`, body ? { method: 'POST', headers, body } : { headers })
      await reply.text()
      if (!reply.ok) failures.push(`${path} ${reply.status}`)
      answered.set(url, (answered.get(url) ?? 0) + 1)
    } catch (error) {
      failures.push(`${path} ${(error as Error).cause ?? error}, after ${Math.round(performance.now() - begun)} ms`)
    }
  }
  const lanes = tokens.map(async (token) => {
    while (!isOver) {
      const company = `Rolling ${randomUUID()}`
      await call(token, 'tiles', JSON.stringify(aTarget({ company })))
      companies.push(company)
      for (const path of ['user', 'notifications', 'user']) await call(token, path)
    }
  })
  return {
    failures,
    companies,
    total: () => [...answered.values()].reduce((sum, one) => sum + one, 0),
    through: (url: string) => answered.get(url) ?? 0,
    async stop() {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

/** Opens a stream. Returns all it has sent once it has ended. */
async function streamed(url: string, token: string): Promise<() => Promise<string>> {
  const reply = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}`, 'x-client': 'web' },
  })
  expect(reply.status).toBe(200)
  const text = reply.text()
  return () => text
}

test('restarts two processes under load without failed calls or lost changes, and reconnects streams', async () => {
  const postgres = (await makePostgresDatabase())!
  cleanUp.push(postgres.drop)
  const tokens = await somePeople(postgres.url)
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-rolling-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const environment = { ...SECRET, DATABASE_URL: postgres.url, PURSUIT_DEMO: '0', PURSUIT_SHUTDOWN_GRACE_SECONDS: '3' }
  const ports = [await freePort(), await freePort()]
  const start = async (port: number): Promise<RunningServer> => {
    const server = await startServer({ directory, port, environment })
    cleanUp.push(() => server.kill())
    return server
  }
  const servers = await Promise.all(ports.map(start))
  const urls = servers.map(({ url }) => url)
  const front = aFront(urls)
  cleanUp.push(front.close)
  await expect.poll(() => urls.every(front.isWell)).toBe(true)
  const work = workload(front, tokens)
  cleanUp.push(work.stop)

  for (const [at, server] of servers.entries()) {
    const { url } = server
    const before = work.through(url)
    await expect.poll(() => work.through(url), { interval: 20 }).toBeGreaterThan(before + CALLS)
    const streams = await Promise.all(tokens.map((token) => streamed(url, token)))
    const stopped = server.stop()
    // It reports the drain first, closes streams, and still responds to callers.
    await expect.poll(() => front.isWell(url), { interval: 10 }).toBe(false)
    const look = await fetch(`${url}/healthz`)
    expect([look.status, ((await look.json()) as { message: string }).message]).toEqual([
      503,
      'This server is shutting down.',
    ])
    const late = await fetch(`${url}/api/user`, {
      headers: { authorization: `Bearer ${tokens[0]}`, 'x-client': 'web' },
    })
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
    await late.text()
    for (const said of streams) expect(await said()).toMatch(/retry: \d+\n\n$/)
    expect(await (await streamed(url, tokens[0]!))()).toMatch(/^retry: \d+\n\n$/)
    await stopped
    expect(work.failures).toEqual([])
    await start(ports[at]!)
  }
  const before = urls.map(work.through)
  const since = () => Math.min(...urls.map((url, at) => work.through(url) - before[at]!))
  await expect.poll(since, { interval: 20 }).toBeGreaterThan(CALLS)
  await work.stop()
  expect(work.failures).toEqual([])
  expect(work.total()).toBeGreaterThan(1000)
  expect(await companiesIn(postgres.url)).toEqual(work.companies.sort())
}, 180_000)
