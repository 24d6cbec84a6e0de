// Covers a person's workbook: it matches the API exactly, contains nothing hidden from the person, and works at any
// length.
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import { workbookPieces } from '#core/server/reports/workbookStream.ts'
import { openSession } from '#core/server/sessions.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { Status, statusTerm, type Target } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { growFirm } from '#tests/grownFirm.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { sheetsOf } from '#tests/readers.ts'

const TARGETS = 2_000
let api: Api
let firm: ManagedFirm
beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  const make = async (by: Client, given: Partial<Parameters<typeof aTarget>[0]>) =>
    (await by.call<{ id: string }>(targets.create, { body: aTarget(given) })).body.id
  await make(firm.dana, {
    company: '=HYPERLINK("http://evil.example")',
    contact: 'Zoë <b>Łukasik</b> & "Co"',
    note: '@SUM(1)\n+2',
    projected_revenue: 40_000.5,
    tasks: [{ description: '-1+1', due: '2026-12-07', help: '' }],
  })
  const won = await make(firm.dana, { company: 'Won Works', projected_revenue: -1 })
  await firm.dana.call(targets.complete, { params: { id: won }, body: { revenue: 12_500 } })
  await make(firm.dana, { company: 'Danas secret', private: true })
  await make(firm.lee, { company: 'Lees secret', private: true })
  await make(firm.lee, { company: 'Lee Lines' })
  const shared = await make(firm.lee, { company: 'Shared Shores' })
  await firm.lee.call(targets.share, { params: { id: shared, userId: firm.dana.actor.id } })
  const stranger = await api.aPerson(await api.aFirm({ name: 'Elsewhere LLP' }))
  await make(stranger, { company: 'Foreign Affairs' })
  await api.caughtUp()
})
afterAll(() => api.close())

async function workbookOf(by: Client) {
  const answer = await api.http.inject({ url: '/api/user/workbook', headers: clientHeaders(by.token) })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="pursuit-\d{4}-\d\d-\d\d\.xlsx"$/)
  return sheetsOf(answer.rawPayload)
}
type Sheets = Awaited<ReturnType<typeof workbookOf>>
/** Returns rows keyed by column heading. */
const rowsOf = (sheets: Sheets, title: string) => {
  const [heads, ...rows] = sheets[title]!
  return rows.map((row) => Object.fromEntries(heads!.map(({ value }, place) => [String(value), row[place]!])))
}
const column = (sheets: Sheets, title: string, head: string) => rowsOf(sheets, title).map((row) => row[head]!.value)

test('contains the Targets, steps, and notes of the API with numeric days and amounts', async () => {
  const sheets = await workbookOf(firm.dana)
  const { tiles } = (await firm.dana.call<Tiles>(targets.list, { query: { status: Status.options.join(',') } })).body
  const rows = rowsOf(sheets, 'Targets')
  expect(rows.length).toBe(tiles.length)
  const cents = (dollars: number | null) => (dollars === -1 ? 'Intangible' : dollars)
  for (const tile of tiles) {
    const row = rows.find((one) => one.ID!.value === tile.id)!
    expect(Object.fromEntries(Object.entries(row).map(([head, { value }]) => [head, value ?? '']))).toMatchObject({
      Company: tile.company,
      Contact: tile.contact,
      Status: statusTerm[tile.status],
      Owner: tile.owner,
      Private: tile.private ? 'Yes' : 'No',
      Due: tile.due ?? '',
      'Projected revenue': cents(tile.projected_revenue) ?? '',
      Revenue: cents(tile.revenue) ?? '',
      Created: tile.created.slice(0, 10),
    })
  }
  const steps = (of: Target[]) => of.flatMap(({ tasks }) => tasks.map(({ description }) => description)).sort()
  expect(column(sheets, 'Steps', 'Step').sort()).toEqual(steps(tiles))
  expect(column(sheets, 'Notes', 'Note')).toEqual(tiles.flatMap(({ notes }) => notes.map(({ note }) => note)))
  // Text stays text, and days are dates.
  const all = Object.values(sheets).flat(2)
  expect(all.filter(({ type }) => type === 'f')).toEqual([])
  expect(column(sheets, 'Targets', 'Company')).toContain('=HYPERLINK("http://evil.example")')
  const due = rows.find((row) => row.Due!.value === '2026-12-07')!.Due!
  expect([due.type, due.format]).toEqual(['d', 'mmm d, yyyy'])
  expect(sheets.Activity!.length).toBeGreaterThan(4)
  expect(column(sheets, 'Invitations', 'Company')).toEqual(['Shared Shores'])
})

test('contains no one else’s private Targets and nothing from another firm', async () => {
  const [dana, morgan] = [await workbookOf(firm.dana), await workbookOf(firm.morgan)]
  const text = (sheets: Sheets) => JSON.stringify(sheets)
  expect(text(dana)).toContain('Danas secret')
  for (const sheets of [dana, morgan]) {
    expect(text(sheets)).not.toContain('Lees secret')
    expect(text(sheets)).not.toContain('Foreign Affairs')
  }
  // Only managers get a sheet for their people.
  expect(Object.keys(dana)).not.toContain('Targets of people I manage')
  expect(column(morgan, 'Targets of people I manage', 'Company').sort()).toEqual(
    ['=HYPERLINK("http://evil.example")', 'Lee Lines', 'Shared Shores', 'Won Works'].sort(),
  )
  expect(text(morgan)).not.toContain('Danas secret')
  const noOne = await api.http.inject({ url: '/api/user/workbook', headers: clientHeaders() })
  expect(noOne.statusCode).toBe(401)
})

test('exports the same rows as CSV files in one zip, without formulas', async () => {
  const sheets = await workbookOf(firm.dana)
  const answer = await api.http.inject({
    url: '/api/user/workbook?format=csv',
    headers: clientHeaders(firm.dana.token),
  })
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="pursuit-\d{4}-\d\d-\d\d\.zip"$/)
  const files = unzipSync(answer.rawPayload)
  expect(Object.keys(files).sort()).toEqual(
    Object.keys(sheets)
      .map((title) => `${title}.csv`)
      .sort(),
  )
  const linesOf = (title: string) => {
    const text = Buffer.from(files[`${title}.csv`]!).toString('utf8')
    expect(text.charCodeAt(0)).toBe(0xfeff)
    return Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data
  }
  for (const title of Object.keys(sheets))
    expect([title, linesOf(title).length]).toEqual([title, sheets[title]!.length])
  const [heads, ...rows] = linesOf('Targets')
  const of = (head: string) => rows.map((row) => row[heads!.indexOf(head)])
  expect(of('Company')).toContain(`'=HYPERLINK("http://evil.example")`)
  expect(of('Contact')).toContain('Zoë <b>Łukasik</b> & "Co"')
  expect(of('Due')).toContain('2026-12-07')
  expect(of('Projected revenue')).toEqual(expect.arrayContaining(['40000.5', 'Intangible']))
  for (const cells of Object.keys(sheets).flatMap(linesOf)) for (const cell of cells) expect(cell).not.toMatch(/^[=+@]/)
})

const columns = [
  { head: 'Text', kind: 'text' },
  { head: 'Number', kind: 'count' },
] as const
async function* inPages(pages: number, rows: number, text: string) {
  for (let page = 0; page < pages; page++) yield Array.from({ length: rows }, (_, row) => [text, page * rows + row])
}

test('omits characters that XML can’t represent', async () => {
  const pieces: Uint8Array[] = []
  const sheet = { title: 'One & "two"', columns, pages: inPages(1, 1, 'a\u0000\u0007<b>\ud800') }
  for await (const piece of workbookPieces([sheet], 'UTC')) pieces.push(piece)
  const { 'One & "two"': rows } = sheetsOf(Buffer.concat(pieces))
  expect(rows![1]!.map(({ value }) => value)).toEqual(['a<b>\ufffd', 0])
})

test('continues a sheet beyond Excel’s row limit in another, with constant memory', async () => {
  let most = 0
  let end = ''
  const before = process.memoryUsage().rss
  for await (const piece of workbookPieces([{ title: 'Long', columns, pages: inPages(1_050, 1_000, 'x') }], 'UTC')) {
    end = (end + Buffer.from(piece).toString('latin1')).slice(-2_000)
    most = Math.max(most, process.memoryUsage().rss - before)
  }
  expect(end).toContain('xl/worksheets/sheet2.xml')
  expect(end).not.toContain('xl/worksheets/sheet3.xml')
  expect(most).toBeLessThan(200e6)
})

test('exports thousands of Targets', { timeout: 180_000 }, async () => {
  const { org, people } = await growFirm(api.database, { people: 1, each: TARGETS, days: 200, lessons: 2, inGroup: 1 })
  const token = await withoutRls(api.database, (tx) => openSession(tx, org, people[0]!.id))
  // Builds the copies that the server writes for people.
  for (let after: string | undefined = FIRST_ID; after !== undefined; )
    after = await withOrg(api.database, org, async (tx) => {
      const { rows } = await tx.sql<{ id: string }>`
        select id from targets where org_id = ${org} and id > ${after} order by id limit 1000`
      await tx.sql`select rebuild_target_views(${org}, ${rows.map(({ id }) => id)}::uuid[])`
      return rows.at(-1)?.id
    })
  const before = process.memoryUsage().rss
  const began = performance.now()
  const answer = await api.http.inject({ url: '/api/user/workbook', headers: clientHeaders(token) })
  const milliseconds = Math.round(performance.now() - began)
  console.log(
    `${TARGETS} Targets: ${milliseconds} ms, ${Math.round(answer.rawPayload.length / 1e3)} kB, ${Math.round((process.memoryUsage().rss - before) / 1e6)} MB`,
  )
  const sheets = sheetsOf(answer.rawPayload)
  expect(sheets.Targets!.length).toBe(TARGETS + 1)
  expect(sheets.Steps!.length).toBeGreaterThan(TARGETS / 3)
  expect(sheets.Activity!.length).toBeGreaterThan(TARGETS * 3)
})
