// A server that is killed during an export starts it over after its next start and produces one archive.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { openSession } from '#core/server/sessions.ts'
import { flags } from '#tests/flags.ts'
import { type RunningServer, SECRET, startServer } from '#tests/server.ts'
import { unpacked } from '#tests/unpack.ts'
import { type FirmDetail, operatorRoutes } from './contract.ts'
import { type FirmExport, exportRoutes as routes } from './exportContract.ts'
import { addFirmPeople, createFirm } from './server/firms.ts'

const ROWS = 40_000
const KILLS = 2
const environment = { ...SECRET, PURSUIT_DEMO: '0' }
let directory: string
let server: RunningServer
let token: string
let firm: string

// Starts its own embedded database, whatever the other tests use.
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pursuit-kill-'))
  const database = await openDatabase({ directory: join(directory, 'database') })
  await migrate(database)
  token = await withoutRls(database, async (tx) => {
    const vendor = await createFirm(tx, flags, { name: 'Pursuit' })
    firm = await createFirm(tx, flags, { name: 'Killed & Co' })
    const [olive] = await addFirmPeople(tx, vendor, [
      { email: 'olive@pursuit.example', first_name: 'Olive', last_name: 'Operator', role: 'operator' },
    ])
    return openSession(tx, vendor, olive!.id)
  })
  await database.pool.query(
    `insert into audit_log (org_id, id, actor_name, action, subject) select $1, gen_random_uuid(), 'Ada', 'test.filled', 'Line ' || n from generate_series(1, ${ROWS}) n`,
    [firm],
  )
  await database.close()
  server = await startServer({ directory, environment })
}, 240_000)
afterAll(async () => {
  await server?.kill()
  if (directory) rmSync(directory, { recursive: true, force: true })
})

async function call<T>(route: AnyRoute, input: RouteInput = {}): Promise<T> {
  const answer = await fetch(server.url + addressOf(route, input), {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-client': 'web',
      ...(route.method !== 'GET' && { 'idempotency-key': randomUUID() }),
    },
  })
  const text = await answer.text()
  expect(answer.ok, text).toBe(true)
  return JSON.parse(text) as T
}

test('completes an export after kill -9', { timeout: 240_000 }, async () => {
  const params = { id: firm }
  const until = async (isSo: (now: FirmExport) => boolean): Promise<FirmExport> => {
    for (;;) {
      const { exported } = await call<FirmDetail>(operatorRoutes.firm, { params })
      if (exported && isSo(exported)) return exported
    }
  }
  await call(routes.begin, { params })
  for (let kill = 0; kill < KILLS; kill++) {
    const now = await until(({ state, done, total }) => state !== 'running' || (done > 500 && done < total))
    expect(now.state).toBe('running')
    await server.kill()
    server = await startServer({ directory, environment })
  }
  const done = await until(({ state }) => state !== 'running')
  expect([done.state, done.problem]).toEqual(['done', ''])
  const { url } = await call<{ url: string }>(routes.link, { params })
  const archive = Buffer.from(await (await fetch(server.url + url)).arrayBuffer())
  const lines = (await unpacked(archive)).get('tables/audit_log.jsonl')!.toString().trim().split('\n')
  const filled = lines.map((line) => JSON.parse(line) as { action: string; subject: string })
  const subjects = filled.filter(({ action }) => action === 'test.filled').map(({ subject }) => subject)
  expect([subjects.length, new Set(subjects).size]).toEqual([ROWS, ROWS])
})
