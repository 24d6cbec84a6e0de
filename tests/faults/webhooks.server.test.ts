// Checks that every acknowledged event reaches each subscribed URL at least once under one ID, however often the
// senders die.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Webhook, type WebhookList, webhookRoutes } from '#features/admin/programs/webhookContract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { anInstallation, signIn, WITHOUT_DEMO } from '#tests/installation.ts'
import { openReceiver } from '#tests/receiver.ts'
import { startServer } from '#tests/server.ts'
import { ask, listOf } from '#tests/writers.ts'

/** Run npm run test:crash for more. */
const KILLS = Number(process.env.KILLS ?? 4)
const WRITERS = 3
/** Minimum number of acknowledged changes before each kill. */
const CHANGES = 6
const EVENTS = ['target.created', 'target.won']
const PATHS = ['/one', '/two']

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

async function home() {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-webhooks-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const postgres = await makePostgresDatabase()
  if (postgres) cleanUp.push(postgres.drop)
  await anInstallation(directory, postgres?.url)
  const receiver = await openReceiver()
  cleanUp.push(receiver.close)
  const environment = {
    ...WITHOUT_DEMO,
    PURSUIT_OUTBOUND_ALLOWLIST: receiver.origin,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  // On PostgreSQL either of two servers can deliver.
  const start = async () => {
    const servers = await Promise.all(
      Array.from({ length: postgres ? 2 : 1 }, () => startServer({ directory, environment })),
    )
    for (const server of servers) cleanUp.push(() => server.kill())
    return servers
  }
  return { receiver, start }
}

/** Creates and wins targets until it is stopped, and records what was acknowledged. */
async function write(url: string, token: string, acknowledged: Set<string>, gone: AbortSignal) {
  const writer = { id: '', token }
  while (!gone.aborted) {
    // Writes no faster than webhooks are delivered, because all must arrive.
    await wait(150)
    const made = await ask<TargetTile>(url, writer, routes.create, { body: aTarget({ company: 'Told' }) })
    if (made.status !== 200) continue
    acknowledged.add(`target.created ${made.body.id}`)
    const won = await ask(url, writer, routes.complete, { params: { id: made.body.id }, body: { revenue: 5000 } })
    if (won.status === 200) acknowledged.add(`target.won ${made.body.id}`)
  }
}

test(
  `delivers acknowledged events in order under one ID through ${KILLS} kills (-9) and slow, failing receivers`,
  async () => {
    const { receiver, start } = await home()
    /** IDs that await a response, those whose server was killed while waiting, and those that were rejected. */
    const [held, cut, refused] = [new Set<string>(), new Set<string>(), new Set<string>()]
    receiver.answer = async ({ headers, url }, response) => {
      const id = String(headers['webhook-id'])
      const isRefused = url === '/two' && Math.random() < 0.01
      held.add(id)
      await wait(15 + Math.random() * 50)
      held.delete(id)
      if (isRefused) refused.add(id)
      response.writeHead(isRefused ? 500 : 200).end()
    }
    let servers = await start()
    const token = await signIn(servers[0]!.url)
    const admin = { id: '', token }
    for (const path of PATHS) {
      const body = { url: `${receiver.origin}${path}`, events: EVENTS }
      const { status, body: added } = await ask<{ secret: string; made: Webhook }>(
        servers[0]!.url,
        admin,
        webhookRoutes.add,
        { body },
      )
      expect(status).toBe(200)
      receiver.secrets.push(added.secret)
    }

    const acknowledged = new Set<string>()
    for (let kill = 0; kill < KILLS; kill++) {
      const enough = acknowledged.size + CHANGES + Math.random() * 12
      const gone = new AbortController()
      const writers = Array.from({ length: WRITERS }, (_, n) =>
        write(servers[n % servers.length]!.url, token, acknowledged, gone.signal),
      )
      while (acknowledged.size < enough || held.size === 0) await wait(1)
      gone.abort()
      const killed = servers.map((server) => server.kill())
      for (const id of held) cut.add(id)
      await Promise.all(killed)
      await Promise.all(writers)
      servers = await start()
    }
    const { url } = servers[0]!
    const waiting = async () => {
      const { body } = await ask<WebhookList>(url, admin, webhookRoutes.read)
      return body.webhooks.map((webhook) => [webhook.off_why, webhook.waiting])
    }
    await expect.poll(waiting, { timeout: 120_000 + KILLS * 30_000, interval: 200 }).toEqual(PATHS.map(() => [null, 0]))

    const nameOf = ({ body: { type, data } }: (typeof receiver.received)[number]) =>
      `${type} ${(data as { target: TargetTile }).target.id}`
    const happened = (await listOf(url, admin)).flatMap(({ id, status }) =>
      status === 'completed' ? [`target.created ${id}`, `target.won ${id}`] : [`target.created ${id}`],
    )
    expect(happened).toEqual(expect.arrayContaining([...acknowledged]))
    for (const path of PATHS) {
      const told = Map.groupBy(
        receiver.received.filter((one) => one.path === path),
        nameOf,
      )
      // All events that happened were delivered, and no others.
      expect([...told.keys()].sort()).toEqual(happened.toSorted())
      for (const [name, those] of told) {
        expect([name, new Set(those.map(({ id }) => id)).size]).toEqual([name, 1])
        expect([name, new Set(those.map(({ body }) => JSON.stringify(body))).size]).toEqual([name, 1])
      }
      expect(receiver.atOnce.get(path)).toBe(1)
    }
    expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true)
    const times = Map.groupBy(receiver.received, ({ id }) => id)
    for (const id of cut) expect(times.get(id)!.length).toBeGreaterThan(1)
    // Other duplicates were acknowledged, but the server died before recording it, at most once per URL and kill.
    const twice = [...times].filter(([id, those]) => those.length > 1 && !cut.has(id) && !refused.has(id))
    expect(twice.length).toBeLessThanOrEqual(KILLS * PATHS.length)
    console.log(
      `${acknowledged.size} acknowledged events, ${receiver.received.length} deliveries to ${PATHS.length} addresses; ${cut.size} cut off, ${refused.size} refused, ${twice.length} answered and told again.`,
    )
    expect(cut.size).toBeGreaterThan(0)
  },
  180_000 + KILLS * 90_000,
)
