// A server that is killed during an import continues with the next row: it loses nothing and creates nothing twice.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { openSession } from '#core/server/sessions.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { WON_REVENUE } from '#features/targets/pastContract.ts'
import { flags } from '#tests/flags.ts'
import { type RunningServer, SECRET, startServer } from '#tests/server.ts'
import { addFirmPeople, createFirm } from '../operator/server/firms.ts'
import { peopleRoutes } from '../people/contract.ts'
import { IMPORTED_CONTACTS, type Import, type ImportDetail, routes } from './contract.ts'

const ROWS = 1500
const KILLS = 3
const environment = { ...SECRET, PURSUIT_DEMO: '0' }
let directory: string
let server: RunningServer
let token: string

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pursuit-kill-'))
  const database = await openDatabase({ directory: join(directory, 'database') })
  await migrate(database)
  token = await withoutRls(database, async (tx) => {
    const firm = await createFirm(tx, flags, { name: 'Killed & Co' })
    const [admin] = await addFirmPeople(tx, firm, [
      { email: 'admin@killed.example', first_name: 'Alex', last_name: 'Admin', role: 'admin' },
    ])
    return openSession(tx, firm, admin!.id)
  })
  await database.close()
  server = await startServer({ directory, environment })
})
afterAll(async () => {
  await server.kill()
  rmSync(directory, { recursive: true, force: true })
})

async function call<T>(route: AnyRoute, input: RouteInput = {}): Promise<T> {
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  const answer = await fetch(server.url + addressOf(route, input), {
    method: route.method,
    headers: { ...clientHeaders(token), ...(body && { 'content-type': 'application/json' }) },
    body,
  })
  const text = await answer.text()
  expect(answer.ok, text).toBe(true)
  return JSON.parse(text) as T
}

async function until(params: { id: string }, isSo: (now: ImportDetail) => boolean): Promise<ImportDetail> {
  for (;;) {
    const now = await call<ImportDetail>(routes.read, { params })
    if (isSo(now)) return now
  }
}

// Skipped with TEST_DATABASE_URL, because this test starts its own embedded database.
test.skipIf(process.env.TEST_DATABASE_URL)(
  'resumes an import and its undo after kill -9',
  { timeout: 240_000 },
  async () => {
    const rows = Array.from(
      { length: ROWS },
      (_, i) =>
        `k${i},Company ${i % 90},${i % 3 === 0 ? 'Won' : i % 3 === 1 ? 'Lost' : i % 50 === 2 ? 'Zzz' : 'Open'},10/20/2016,3/1/2017,${i}`,
    )
    const form = new FormData()
    form.append('file', new File([`id,company,stage,created,closed,amount\n${rows.join('\n')}`], 'killed.csv'))
    const sent = await fetch(server.url + addressOf(routes.upload, { query: { kind: 'targets' } }), {
      method: 'POST',
      body: form,
      headers: clientHeaders(token),
    })
    const params = { id: ((await sent.json()) as Import).id }
    const { suggestion } = await call<ImportDetail>(routes.read, { params })
    const me = await call<{ people: { id: string }[] }>(peopleRoutes.people)
    const mapping = {
      ...suggestion,
      defaults: { ...(suggestion as { defaults: object }).defaults, owner: me.people[0]!.id },
    }
    await call(routes.run, { params, body: { mapping } })

    const restart = async () => {
      await server.kill()
      server = await startServer({ directory, environment })
    }
    let reached = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const now = await until(
        params,
        ({ imported, refused, state }) => state !== 'running' || imported + refused > reached,
      )
      expect(now.state).toBe('running')
      reached = now.imported + now.refused
      await restart()
    }
    const done = await until(params, ({ state }) => state !== 'running')
    const refused = rows.filter((row) => row.includes('Zzz')).length
    expect(done).toMatchObject({ state: 'done', imported: ROWS - refused, refused })

    const made = Object.fromEntries(done.parts.map(({ label, count }) => [label, count]))
    const won = rows.filter((row) => row.includes(',Won,')).reduce((sum, row) => sum + Number(row.split(',').at(-1)), 0)
    expect(made).toEqual({ Won: ROWS / 3, Lost: ROWS / 3, Pursuing: ROWS / 3 - refused, [WON_REVENUE]: won })

    await call(routes.undo, { params })
    await until(params, ({ state }) => state === 'undoing' || state === 'undone')
    await restart()
    const undone = await until(params, ({ state }) => state === 'undone')
    expect(undone.parts).toEqual([])
    await server.stop()

    const database = await openDatabase({ directory: join(directory, 'database') })
    const { rows: left } = await withoutRls(
      database,
      (tx) =>
        tx.sql<{ outcome: string; count: number; made: number }>`
    select outcome, count(*)::int as count, (select count(*)::int from targets) + (select count(*)::int from target_events) as made from import_rows group by outcome order by outcome`,
    )
    await database.close()
    expect(left).toEqual([
      { outcome: 'refused', count: refused, made: 0 },
      { outcome: 'removed', count: ROWS - refused, made: 0 },
    ])
  },
)

test.skipIf(process.env.TEST_DATABASE_URL)(
  'resumes an import of contacts and its undo after kill -9',
  { timeout: 240_000 },
  async () => {
    server = await startServer({ directory, environment })
    const rows = Array.from({ length: ROWS }, (_, i) => `Jo,Number ${i},jo${i % 50 === 2 ? i - 1 : i}@x.example`)
    const form = new FormData()
    form.append('file', new File([`First name,Last name,Email\n${rows.join('\n')}`], 'contacts.csv'))
    const sent = await fetch(server.url + addressOf(routes.upload, { query: { kind: 'contacts' } }), {
      method: 'POST',
      body: form,
      headers: clientHeaders(token),
    })
    const params = { id: ((await sent.json()) as Import).id }
    const { suggestion } = await call<ImportDetail>(routes.read, { params })
    await call(routes.run, { params, body: { mapping: suggestion } })
    const restart = async () => {
      await server.kill()
      server = await startServer({ directory, environment })
    }
    await until(params, ({ imported, state }) => state !== 'running' || imported > 0)
    await restart()
    const done = await until(params, ({ state }) => state !== 'running')
    const twice = ROWS / 50
    expect(done).toMatchObject({ state: 'done', imported: ROWS - twice, matched: twice, refused: 0 })
    expect(done.parts).toEqual([{ label: IMPORTED_CONTACTS, count: ROWS - twice }])

    await call(routes.undo, { params })
    await until(params, ({ state }) => state === 'undoing' || state === 'undone')
    await restart()
    expect(await until(params, ({ state }) => state === 'undone')).toMatchObject({ kept: 0, parts: [] })
    await server.stop()
    const database = await openDatabase({ directory: join(directory, 'database') })
    const { rows: left } = await withoutRls(
      database,
      (tx) => tx.sql<{ count: number }>`
        select ((select count(*) from contacts) + (select count(*) from contact_emails) + (select count(*) from contact_words) + (select count(*) from contact_events))::int as count`,
    )
    await database.close()
    expect(left).toEqual([{ count: 0 }])
  },
)
