// Covers a failing disk: errors come quickly, no acknowledged change is lost, and the server recovers with the disk.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { healthLook } from '#core/server/health.ts'
import { aTarget } from '#features/targets/samples.ts'
import { testDatabase } from '#tests/database.ts'
import { anInstallation, signIn, WITHOUT_DEMO } from '#tests/installation.ts'
import { canMount } from '#tests/mounts.ts'
import { startServer } from '#tests/server.ts'

vi.setConfig({ testTimeout: 180_000 })

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})
function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-disk-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Milliseconds that the person waits. */
async function timed<T>(work: () => Promise<T>): Promise<{ took: number; answer: T }> {
  const began = performance.now()
  const answer = await work()
  return { took: performance.now() - began, answer }
}

test('responds 503 within 5 seconds when the disk fails and recovers within 10 seconds', async () => {
  const [directory, trouble] = [place(), place()]
  await anInstallation(directory)
  const preload = new URL('./failingDisk.ts', import.meta.url).href
  const server = await startServer({
    directory,
    environment: { ...WITHOUT_DEMO, FAILING_DISK: trouble, NODE_OPTIONS: `--import ${preload}` },
  })
  cleanUp.push(() => server.kill())
  const token = await signIn(server.url)
  const call = (path: string, body?: object) =>
    fetch(`${server.url}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        'x-client': 'web',
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
    })
  const create = async () => {
    const target = aTarget({ company: `Disk ${randomUUID()}` })
    const reply = await call('/api/tiles', target)
    await reply.text()
    return { status: reply.status, company: target.company }
  }
  const before = await Promise.all([create(), create()])
  expect(before.map(({ status }) => status)).toEqual([200, 200])

  // The first one hits the failure, and the others wait behind it.
  writeFileSync(join(trouble, 'fsync'), '')
  const met = await Promise.all(Array.from({ length: 60 }, () => timed(create)))
  expect(met.map(({ answer }) => answer.status)).toEqual(met.map(() => 503))
  expect(Math.max(...met.map(({ took }) => took))).toBeLessThan(5000)
  const health = await timed(async () => (await fetch(`${server.url}/healthz`)).status)
  expect(health.answer).toBe(503)
  expect(health.took).toBeLessThan(5000)

  rmSync(join(trouble, 'fsync'))
  const reopened = await timed(async () => {
    while ((await create()).status !== 200) await setTimeout(100)
  })
  expect(reopened.took).toBeLessThan(10_000)
  const list = await call('/api/tiles?status=active')
  const companies = ((await list.json()) as { tiles: { company: string }[] }).tiles.map(({ company }) => company)
  for (const { company } of before) expect(companies).toContain(company)
  await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status).toBe(200)
})

test('reports lost permissions, a read-only database, and missing tables in health', async () => {
  const { database, close } = await testDatabase()
  cleanUp.push(close)
  const said = () =>
    healthLook(database)().then(
      () => 'well',
      (error) => `${error.status} ${error.message}`,
    )
  expect(await said()).toBe('well')
  await database.pool.query('revoke all on sessions from pursuit_app')
  expect(await said()).toBe('503 The database has lost permissions (sessions). Restart Pursuit to restore them.')
  await database.pool.query('grant select, insert, update, delete on sessions to pursuit_app')
  expect(await said()).toBe('well')
  await database.pool.query('alter table installation rename to elsewhere')
  expect(await said()).toBe('503 The database’s tables are missing.')
  await database.pool.query('alter table elsewhere rename to installation')
  await database.pool.query(`create function zz_full() returns trigger language plpgsql as $$ begin raise disk_full; end $$;
    create trigger zz_full before update on installation for each row execute function zz_full()`)
  expect(await said()).toBe('503 The database’s disk is full.')
})

test.runIf(canMount())('reports a full disk in health and recovers when there is space', async () => {
  const disk = place()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk])
  cleanUp.push(() => execFileSync('umount', ['-l', disk]))
  const server = await startServer({ directory: join(disk, 'data'), environment: WITHOUT_DEMO })
  cleanUp.push(() => server.kill())
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  const ballast = openSync(join(disk, 'ballast'), 'w')
  try {
    for (;;) writeSync(ballast, Buffer.alloc(65_536))
  } catch {
    closeSync(ballast)
  }
  await setTimeout(3100)
  const reply = await fetch(`${server.url}/healthz`)
  expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([503, 'The disk is full.'])
  rmSync(join(disk, 'ballast'))
  await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status).toBe(200)
})
