// Checks that no acknowledged change is lost or doubled by kills.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { clientHeaders } from '#core/server/testing/calls.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { anInstallation, signIn, WITHOUT_DEMO } from '#tests/installation.ts'
import { type RunningServer, startServer } from '#tests/server.ts'

/** Run npm run test:crash for more. */
const KILLS = Number(process.env.KILLS ?? 5)
const WRITERS = 4

vi.setConfig({ testTimeout: 180_000 })

const cleanUp: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

async function home(): Promise<{ directory: string; environment: Record<string, string> }> {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-kill-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const postgres = await makePostgresDatabase()
  if (postgres) cleanUp.push(postgres.drop)
  await anInstallation(directory, postgres?.url)
  return { directory, environment: { ...WITHOUT_DEMO, ...(postgres && { DATABASE_URL: postgres.url }) } }
}

type Sent = { key: string; company: string; isAcknowledged: boolean }

function create(url: string, token: string, sent: Sent) {
  const headers = { ...clientHeaders(token), 'content-type': 'application/json', 'idempotency-key': sent.key }
  return fetch(`${url}/api/tiles`, {
    method: 'POST',
    headers,
    body: JSON.stringify(aTarget({ company: sent.company })),
  })
}

async function companiesOf(url: string, token: string): Promise<string[]> {
  const reply = await fetch(`${url}/api/tiles?status=active`, { headers: clientHeaders(token) })
  return ((await reply.json()) as Tiles).tiles.map(({ company }) => company)
}

/** Writes as fast as responses arrive, until the server is gone. */
async function writeUntilGone(url: string, token: string, all: Sent[]): Promise<void> {
  for (;;) {
    const sent: Sent = { key: randomUUID(), company: `Kill ${randomUUID()}`, isAcknowledged: false }
    all.push(sent)
    try {
      const reply = await create(url, token, sent)
      await reply.text()
      if (reply.status !== 200) return
      sent.isAcknowledged = true
    } catch {
      return
    }
  }
}

test(
  `keeps every acknowledged change once through ${KILLS} kills (-9) under load, and retries create the rest`,
  async () => {
    const { directory, environment } = await home()
    const all: Sent[] = []
    let server: RunningServer = await startServer({ directory, environment })
    cleanUp.push(() => server.kill())
    const token = await signIn(server.url)
    for (let kill = 0; kill < KILLS; kill++) {
      const writers = Array.from({ length: WRITERS }, () => writeUntilGone(server.url, token, all))
      const enough = all.length + 10 + Math.floor(Math.random() * 60)
      while (all.length < enough) await setTimeout(1)
      await server.kill()
      await Promise.all(writers)
      server = await startServer({ directory, environment })
      const found = Map.groupBy(await companiesOf(server.url, token), (name) => name)
      for (const { company, isAcknowledged } of all) {
        const times = found.get(company)?.length ?? 0
        expect(times, company).toBeLessThanOrEqual(1)
        if (isAcknowledged) expect(times, company).toBe(1)
      }
      for (const sent of all.filter(({ isAcknowledged }) => !isAcknowledged)) {
        expect((await create(server.url, token, sent)).status).toBe(200)
        sent.isAcknowledged = true
      }
    }
    const found = (await companiesOf(server.url, token)).filter((name) => name.startsWith('Kill '))
    expect(found.sort()).toEqual(all.map(({ company }) => company).sort())
  },
  60_000 + KILLS * 30_000,
)

test('fails no accepted request when stopped with SIGTERM under load', async () => {
  const { directory, environment } = await home()
  const server = await startServer({ directory, environment })
  cleanUp.push(() => server.kill())
  const token = await signIn(server.url)
  const failures: number[] = []
  let answered = 0
  let isStopping = false
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isStopping) {
      const reply = await create(server.url, token, {
        key: randomUUID(),
        company: 'Term',
        isAcknowledged: false,
      }).catch(() => null)
      // A rejected connection isn't an accepted request.
      if (!reply) return
      await reply.text()
      if (reply.status === 200) answered++
      else failures.push(reply.status)
    }
  })
  while (answered < 40) await setTimeout(1)
  const stopped = server.stop()
  await stopped
  isStopping = true
  await Promise.all(writers)
  expect(failures).toEqual([])
  const again = await startServer({ directory, environment })
  cleanUp.push(() => again.kill())
  expect((await companiesOf(again.url, token)).filter((name) => name === 'Term').length).toBeGreaterThanOrEqual(
    answered,
  )
})

test('rejects a second server on the same data directory with a clear message', async () => {
  const { directory, environment } = await home()
  if (environment.DATABASE_URL) return
  const server = await startServer({ directory, environment })
  cleanUp.push(() => server.kill())
  await expect(startServer({ directory, environment })).rejects.toThrow(
    /This data directory is in use by another Pursuit/,
  )
})
