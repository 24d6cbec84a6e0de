// A server that is killed in the middle of a firm's arrival goes on where it was after its next start, and every row is there once.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import { asSystem } from '#core/server/database/firm.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { openSession } from '#core/server/sessions.ts'
import { flags } from '#tests/flags.ts'
import { type RunningServer, SECRET, startServer } from '#tests/server.ts'
import { arrivalRoutes, type FirmArrival } from './arrivalContract.ts'
import { type FirmDetail, operatorRoutes } from './contract.ts'
import { exportRoutes } from './exportContract.ts'
import { addPeople, createFirm } from './server/firms.ts'

const ROWS = 30_000
const KILLS = 2
const environment = { ...SECRET, PURSUIT_DEMO: '0' }
const directories: string[] = []
let firm = ''
let server: RunningServer
let token = ''

async function aServer(name: string, hasFirm: boolean) {
  const directory = mkdtempSync(join(tmpdir(), `pursuit-${name}-`))
  directories.push(directory)
  const database = await openDatabase({ directory: join(directory, 'database') })
  await migrate(database)
  token = await asSystem(database, async (tx) => {
    const vendor = await createFirm(tx, flags, { name: 'Pursuit' })
    if (hasFirm) {
      firm = await createFirm(tx, flags, { name: 'Killed & Co' })
      await addPeople(tx, firm, [{ email: 'ada@killed.example', first_name: 'Ada', last_name: 'Admin', role: 'admin' }])
    }
    const [olive] = await addPeople(tx, vendor, [
      { email: 'olive@pursuit.example', first_name: 'Olive', last_name: 'Operator', role: 'operator' },
    ])
    return openSession(tx, vendor, olive!.id)
  })
  if (hasFirm)
    await database.pool.query(
      `insert into audit_log (org_id, id, actor_name, action, subject) select $1, gen_random_uuid(), 'Ada', 'test.filled', 'Line ' || n from generate_series(1, ${ROWS}) n`,
      [firm],
    )
  await database.close()
  server = await startServer({ directory, environment })
  return directory
}
afterAll(async () => {
  await server?.kill()
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

const headersOf = (isChange: boolean) => ({
  authorization: `Bearer ${token}`,
  'x-client': 'web',
  ...(isChange && { 'idempotency-key': randomUUID() }),
})
async function call<T>(route: AnyRoute, input: RouteInput = {}): Promise<T> {
  const answer = await fetch(server.url + addressOf(route, input), {
    method: route.method,
    headers: {
      ...headersOf(route.method !== 'GET'),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  })
  const text = await answer.text()
  expect(answer.ok, text).toBe(true)
  return JSON.parse(text) as T
}

async function exported(): Promise<Buffer> {
  const params = { id: firm }
  await call(exportRoutes.begin, { params })
  while ((await call<FirmDetail>(operatorRoutes.firm, { params })).exported!.state === 'running') await setTimeout(50)
  const { url } = await call<{ url: string }>(exportRoutes.link, { params })
  return Buffer.from(await (await fetch(server.url + url)).arrayBuffer())
}

async function upload(content: Buffer): Promise<string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const headers = { ...headersOf(true), 'tus-resumable': '1.0.0' }
  const begun = await fetch(`${server.url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(content.length),
      'upload-metadata': `kind ${base64('firmArchive')},filename ${base64('firm.tar.gz')}`,
    },
  })
  const url = new URL(begun.headers.get('location')!, server.url)
  const sent = await fetch(url, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(content),
  })
  expect(sent.status).toBe(204)
  return url.pathname.split('/').at(-1)!
}

let archive: Buffer
beforeAll(async () => {
  await aServer('from', true)
  archive = await exported()
  await server.stop()
}, 240_000)

test('an arrival survives kill -9', { timeout: 240_000 }, async () => {
  const directory = await aServer('to', false)
  const { id } = await call<FirmArrival>(arrivalRoutes.bring, { body: { upload_id: await upload(archive) } })
  const until = async (isSo: (now: FirmArrival) => boolean): Promise<FirmArrival> => {
    for (;;) {
      const now = (await call<{ arrivals: FirmArrival[] }>(arrivalRoutes.arrivals)).arrivals.find(
        (one) => one.id === id,
      )!
      if (isSo(now)) return now
    }
  }
  let before = 500
  for (let kill = 0; kill < KILLS; kill++) {
    const now = await until(({ done, total, finished_at }) => finished_at !== null || (done > before && done < total))
    expect(now.state).toBe('writing')
    before = now.done
    await server.kill()
    server = await startServer({ directory, environment })
    // It goes on, not from the start.
    expect((await until(() => true)).done).toBeGreaterThanOrEqual(before)
  }
  const done = await until(({ finished_at }) => finished_at !== null)
  expect([done.state, done.problem]).toEqual(['done', ''])
  await server.stop()
  const database = await openDatabase({ directory: join(directory, 'database') })
  const { rows } = await database.pool.query<{ lines: number; subjects: number; files: number }>(
    `select count(*)::int as lines, count(distinct subject)::int as subjects, (select count(*)::int from files) as files
     from audit_log where org_id = $1 and action = 'test.filled'`,
    [firm],
  )
  await database.close()
  expect(rows).toEqual([{ lines: ROWS, subjects: ROWS, files: 0 }])
})
