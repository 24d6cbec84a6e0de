import { createHash } from 'node:crypto'
import { opendir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { filesOf } from '#core/server/files/store.ts'
import { runTask } from '#core/server/work/work.ts'
import { routes as account } from '#features/account/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { unpacked } from '#tests/unpack.ts'
import type { AuditPage } from '../audit/contract.ts'
import { type FirmDetail, operatorRoutes } from './contract.ts'
import { type FirmExport, exportRoutes as routes } from './exportContract.ts'
import { endExports, exportFirmsTask } from './server/exportFirms.ts'
import { exportedTables, skippedTables, tablesInOrder } from './server/firmTables.ts'

let api: Api
let olive: Client
let admin: Client
let dana: Client
let logo: { id: string; content: Buffer }
beforeAll(async () => {
  api = await openApi()
  olive = await api.aPerson(await api.aFirm({ name: 'Pursuit' }), { role: 'operator', first_name: 'Olive' })
  const firm = await api.aFirm({ name: 'Moving Out & Sons, LLP', domains: ['moving.example'] })
  admin = await api.aPerson(firm, { role: 'admin' })
  dana = await api.aPerson(firm, { first_name: 'Dana' })
  for (const company of ['Acme', 'Bolt & Nut', 'Świt Ltd'])
    await dana.call(targets.create, { body: aTarget({ company, note: `Met "${company}"\nat the fair.` }) })
  // The server creates their calendar links when they are requested.
  for (const one of [admin, dana]) await one.call(account.me)
  const stranger = await api.aPerson(await api.aFirm({ name: 'Staying LLP' }))
  await stranger.call(targets.create, { body: aTarget({ company: 'Foreign Affairs Inc' }) })
  logo = await aFile(firm, 'our logo.png')
  await api.caughtUp()
})
afterAll(() => api.close())

async function aFile(firm: string, name: string): Promise<{ id: string; content: Buffer }> {
  const content = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(200_000, name)])
  const kind = composeFeatures(features).files.find((one) => one.name === 'logo')!
  const files = filesOf(api.database)
  const placed = await files.place(firm, kind, { content, name, type: 'image/png' })
  await files.change(firm, [placed], ({ keep }) => keep(placed, null))
  return { id: placed.id, content }
}

const params = () => ({ id: admin.orgId })
const ask = (route: (typeof routes)['begin' | 'stop'], by = olive) =>
  by.call<FirmExport & { message: string }>(route, { params: params() })
const exported = async () =>
  (await olive.call<FirmDetail>(operatorRoutes.firm, { params: params() })).body.exported as FirmExport
const untilDone = () => expect.poll(async () => (await exported()).state, { timeout: 30_000 }).toBe('done')
const link = (by = olive) => by.call<{ url: string; message: string }>(routes.link, { params: params() })
const open = (url: string) => api.http.inject({ url })
const actionsOf = async (id: string) =>
  (await olive.call<AuditPage>(operatorRoutes.audit, { params: { id } })).body.entries
    .map(({ action }) => action)
    .filter((action) => action.startsWith('firm.export'))
const waiting = async () => {
  const names: string[] = []
  for await (const { name } of await opendir(filesOf(api.database).waiting)) names.push(name)
  return names
}

test('exports each table as lines of JSON with its columns, and the files', async () => {
  const day = () => new Date().toISOString().slice(0, 10)
  const before = day()
  const begun = await ask(routes.begin)
  expect([begun.status, begun.body.state]).toEqual([200, 'running'])
  await untilDone()
  const now = await exported()
  expect(now.done).toBe(now.total)
  expect(Math.round((Date.parse(now.ends_at!) - Date.now()) / 864e5)).toBe(7)
  const opened = await open((await link()).body.url)
  // Midnight can pass between the two calls.
  const named = [before, day()].map((on) => `attachment; filename="moving-out-sons-llp-${on}.tar.gz"`)
  const said = String(opened.headers['content-disposition'])
  expect(
    named.some((name) => said.includes(name)),
    said,
  ).toBe(true)
  expect(opened.rawPayload.length).toBe(now.bytes)
  const entries = await unpacked(opened.rawPayload)
  const linesOf = (table: string) =>
    entries
      .get(`tables/${table}.jsonl`)!
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  // Expects every row of every table and none of another firm.
  const { tables, missing_files } = JSON.parse(entries.get('tables.json')!.toString()) as {
    tables: { name: string; rows: number; columns: { name: string }[] }[]
    missing_files: string[]
  }
  expect(missing_files).toEqual([])
  for (const { name, rows, columns } of tables) {
    const lines = linesOf(name)
    expect([name, lines.length]).toEqual([name, rows])
    for (const line of lines) {
      expect(line[name === 'orgs' ? 'id' : 'org_id']).toBe(admin.orgId)
      expect(Object.keys(line)).toEqual(columns.map((column) => column.name))
    }
    if (['audit_log', 'firm_exports'].includes(name)) continue
    const { rows: kept } = await api.database.pool.query<{ n: number }>(
      `select count(*)::int as n from ${name} where ${name === 'orgs' ? 'id' : 'org_id'} = $1`,
      [admin.orgId],
    )
    expect([name, rows]).toEqual([name, kept[0]!.n])
  }
  expect(
    linesOf('targets')
      .map(({ company }) => company)
      .sort(),
  ).toEqual(['Acme', 'Bolt & Nut', 'Świt Ltd'])
  expect(linesOf('notes').map(({ note }) => note)).toContain('Met "Bolt & Nut"\nat the fair.')
  expect(linesOf('audit_log').map(({ action }) => action)).toContain('firm.export_asked')
  const [file] = linesOf('files')
  expect(file).toMatchObject({
    id: logo.id,
    name: 'our logo.png',
    sha256: createHash('sha256').update(logo.content).digest('hex'),
  })
  expect(entries.get(`files/${logo.id}/our logo.png`)!.equals(logo.content)).toBe(true)
  expect(entries.get('README.txt')!.toString()).toContain('Moving Out & Sons, LLP')
  for (const action of [admin.orgId, olive.orgId])
    expect((await actionsOf(action)).sort()).toEqual(['firm.export_asked', 'firm.export_fetched', 'firm.exported'])
  expect(await waiting()).toEqual([])
})

test("exports no secret, sealed, hashed, or plain, and no table or column that hasn't been reviewed", async () => {
  const opened = await open((await link()).body.url)
  const all = Buffer.concat([...(await unpacked(opened.rawPayload)).values()]).toString('latin1')
  const { rows } = await api.database.pool.query<{ secret: string }>(
    `select password_hash as secret from users where org_id = $1 union all select encode(calendar_sealed, 'hex') from users where org_id = $1
     union all select encode(calendar_hash, 'hex') from users where org_id = $1
     union all select encode(token_hash, 'hex') from sessions where org_id = $1 union all select encode(link_key, 'hex') from orgs where id = $1`,
    [admin.orgId],
  )
  expect(rows.length).toBeGreaterThan(8)
  for (const { secret } of rows) expect(all).not.toContain(secret)
  expect(all).not.toMatch(/argon2|Foreign Affairs/)

  const [known, kept] = await withoutRls(api.database, async (tx) => [
    await exportedTables(tx),
    await tablesInOrder(tx),
  ])
  expect([...known.map(({ name }) => name), ...Object.keys(skippedTables)].sort()).toEqual([...kept, 'orgs'].sort())
  const doubtful = known.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /hash|secret|token|seal|passw|verifier|nonce|bytea/.test(`${column.name} ${column.type}`))
      .map((column) => `${name}.${column.name}`),
  )
  expect(doubtful).toEqual([])
})

test('ties the download URL to the session and authorizes each download again', async () => {
  const { url } = (await link()).body
  const [, , forSession] = /([?&])for=([^&]+)/.exec(url)!
  expect((await open(url.replace(forSession!, '11111111-1111-4111-8111-111111111111'))).statusCode).toBe(404)
  for (const by of [admin, dana])
    expect([(await link(by)).status, (await ask(routes.begin, by)).status]).toEqual([403, 403])
  const other = await api.aPerson(olive.orgId, { role: 'operator' })
  const theirs = (await link(other)).body.url
  expect((await open(theirs)).statusCode).toBe(200)
  await withoutRls(api.database, (tx) => tx.sql`update users set role = 'member' where id = ${other.actor.id}`)
  expect((await open(theirs)).statusCode).toBe(404)
  await withoutRls(api.database, (tx) => tx.sql`update users set role = 'operator' where id = ${other.actor.id}`)
  await other.call(account.logout)
  expect((await open(theirs)).statusCode).toBe(404)

  // The archive is deleted after its days.
  await api.database.pool.query(`update firm_exports set ends_at = now() - interval '1 minute'`)
  expect((await open(url)).statusCode).toBe(404)
  expect((await link()).body.message).toBe('The archive of this firm has expired. Export it again.')
  await endExports.run(api.database)
  expect((await exported()).state).toBe('ended')
  const { rows } = await api.database.pool.query(`select 1 from files where kind = 'firmExport'`)
  expect(rows).toEqual([])
})

test('runs one export of a firm at a time and leaves nothing after a stop or crash', async () => {
  const { database } = api
  // The server's own workers ignore a closed firm, so only this test runs its tasks.
  const rest = (isResting: boolean) =>
    database.pool.query(`update orgs set suspended_at = case when $2 then (select now()) end where id = $1`, [
      olive.orgId,
      isResting,
    ])
  await rest(true)
  const askedByHand = async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into firm_exports (org_id, id, firm_id, firm_name, asked_by) values ($1, gen_random_uuid(), $2, 'Moving Out & Sons, LLP', 'Olive') returning id`,
      [olive.orgId, admin.orgId],
    )
    return { orgId: olive.orgId, id: rows[0]!.id }
  }
  const state = async (id: string) =>
    (await database.pool.query<{ state: string }>(`select state from firm_exports where id = $1`, [id])).rows[0]!.state
  const run = (input: object) =>
    runTask({ database, work: exportFirmsTask, input, signal: new AbortController().signal, onDone: () => {} })

  const first = await askedByHand()
  expect((await ask(routes.begin)).body.message).toBe('Moving Out & Sons, LLP is already being exported.')
  const doing = (await exportFirmsTask.begin(database, first, new AbortController().signal))!
  for (let batch = 0; batch < 5; batch++) expect((await doing.next(2)).isLeft).toBe(true)
  expect((await exported()).done).toBeGreaterThan(0)
  expect((await ask(routes.stop)).body.state).toBe('stopped')
  expect(await doing.next(2)).toEqual({ done: 0, isLeft: false })
  expect(await waiting()).toEqual([])
  expect((await ask(routes.stop)).status).toBe(409)
  // Operators read this before they stop the task.
  expect(exportFirmsTask.ifStopped).toBe('Nothing was kept. You can start the export again.')

  // After one process dies, the next starts the export over. If it dies after storing the archive, only the log entries
  // remain to be written.
  const second = await askedByHand()
  const gone = (await exportFirmsTask.begin(database, second, new AbortController().signal))!
  for (let batch = 0; batch < 5; batch++) await gone.next(2)
  const late = (await exportFirmsTask.begin(database, second, new AbortController().signal))!
  const isKept = async () =>
    (await database.pool.query(`select 1 from firm_exports where id = $1 and file_id is not null`, [second.id])).rows
      .length > 0
  while (!(await isKept())) await late.next(500)
  expect(await state(second.id)).toBe('running')
  await run(second)
  expect(await state(second.id)).toBe('done')
  // A slow process doesn't store a second archive.
  while ((await gone.next(500)).isLeft);
  const { rows } = await database.pool.query(`select 1 from files where kind = 'firmExport'`)
  expect(rows).toHaveLength(1)
  await rest(false)
})

test('ends the archives of a deleted firm and exports none of its data', async () => {
  const firm = await api.aFirm({ name: 'Going LLP' })
  const id = { params: { id: firm } }
  await olive.call(routes.begin, id)
  await expect
    .poll(async () => (await olive.call<FirmDetail>(operatorRoutes.firm, id)).body.exported?.state, { timeout: 30_000 })
    .toBe('done')
  await olive.call(operatorRoutes.deleteFirm, { ...id, body: { name: 'Going LLP' } })
  await api.database.pool.query(`update orgs set deletes_at = now() - interval '1 minute' where id = $1`, [firm])
  await expect
    .poll(
      async () =>
        (
          await api.database.pool.query(`select 1 from deleted_firms where firm_id = $1 and finished_at is not null`, [
            firm,
          ])
        ).rows.length,
      { timeout: 60_000 },
    )
    .toBe(1)
  await endExports.run(api.database)
  const { rows } = await api.database.pool.query(`select state, file_id from firm_exports where firm_id = $1`, [firm])
  expect(rows).toEqual([{ state: 'ended', file_id: null }])
})
