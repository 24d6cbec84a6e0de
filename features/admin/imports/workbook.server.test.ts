// Excel workbooks: what their cells become, which sheet is read, and that none of them can hold the server up.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeWorkbook, { type CellObject } from 'write-excel-file/node'
import type { Tiles } from '#features/targets/list/contract.ts'
import { WON_REVENUE } from '#features/targets/pastContract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, undo, upload } from '#tests/imports.ts'
import { type ImportDetail, routes, type TargetMapping } from './contract.ts'
import { readWorkbook, type WorkbookLimits } from './server/workbook.ts'

let api: Api
let admin: Client
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pursuit-workbook-'))
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin', first_name: 'Moses', last_name: 'Frase' })
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const text = (value: string): CellObject => ({ value, type: String })
const number = (value: number): CellObject => ({ value, type: Number })
const day = (value: string, format = 'mm/dd/yyyy'): CellObject => ({ value: new Date(value), type: Date, format })
const row = (...values: string[]) => values.map(text)
const workbook = (sheets: Record<string, (CellObject | null)[][]>): Promise<Buffer> =>
  writeWorkbook(Object.entries(sheets).map(([sheet, data]) => ({ sheet, data }))).toBuffer()

const deals = (run: string) => [
  row('Deal ID', 'Deal Owner', 'Company', 'Stage', 'Opened', 'Closed', 'Won Amount'),
  [...row(`${run}1`, 'Moses Frase', 'Halden', 'Won'), day('2026-01-15'), day('2026-02-20'), number(120_000)],
  [],
  [...row(`${run}2`, 'Moses Frase', 'Ibsen', 'Won'), day('2026-01-15'), day('2026-02-20'), text('15.760,00 €')],
  [
    ...row(`${run}3`, 'Moses Frase', 'Jensen', 'Won'),
    day('2026-01-15'),
    day('2026-02-20'),
    number(1210),
    text('check the address'),
  ],
]

test('a workbook with an unnamed last column is imported whole: dates are dates, numbers and texts amounts', async () => {
  const done = await importFile<TargetMapping>(api, admin, 'targets', await workbook({ Deals: deals('w') }))
  expect(done).toMatchObject({
    imported: 3,
    refused: 0,
    blank: 1,
    ignored: [{ header: 'Column 8', unnamed: true, filled: 1, samples: ['check the address'] }],
    notices: ['Column 8 has no heading: it holds a value, in row 5.'],
  })
  expect(done.parts).toContainEqual({ label: WON_REVENUE, count: 136_970 })
  const { tiles } = (await admin.call<Tiles>(targets.list, { query: { status: 'completed' } })).body
  expect(tiles.find(({ company }) => company === 'Halden')).toMatchObject({
    created: '2026-01-15 12:00:00',
    completed: '2026-02-20 12:00:00',
    revenue: 120_000,
  })
  await undo(admin, done.id)
})

test('of several sheets that hold something one is chosen, and the others are said', async () => {
  const content = await workbook({
    Deals: deals('s'),
    Empty: [],
    Old: [row('Company'), row('Karlsen')],
    '2024': [row('A')],
  })
  const asked = await upload(api, admin, 'targets', { content, name: 'book.xlsx' })
  expect([asked.status, asked.body]).toMatchObject([
    400,
    {
      code: 'choose_sheet',
      message: 'This workbook has 3 sheets that hold something. Please choose the one to import.',
      errors: { Deals: '4 rows', Old: '2 rows', '2024': '1 row' },
    },
  ])
  const chosen = await upload(api, admin, 'targets', { content, name: 'book.xlsx', sheet: 'Deals' })
  const detail = (await admin.call<ImportDetail>(routes.read, { params: { id: chosen.body.id } })).body
  expect(detail).toMatchObject({ total: 3, blank: 1, encoding: 'xlsx' })
  expect(detail.notices[0]).toBe("The sheet 'Deals' is imported. Not imported: '2024' (1 row), 'Old' (2 rows).")
  const wrong = await upload(api, admin, 'targets', { content, sheet: 'Nowhere' })
  expect([wrong.status, wrong.body.message]).toEqual([400, 'This workbook has no such sheet that holds something.'])
})

test('titles and merged headings above a table are understood', async () => {
  const content = await workbook({
    Q3: [
      [{ ...text('Pipeline of the third quarter'), columnSpan: 4 }, null, null, null],
      [],
      [text('Company'), { ...text('Deal'), columnSpan: 2 }, null, { ...text('Contact'), columnSpan: 2 }, null],
      [null, ...row('Name', 'Amount', 'Name', 'E-mail')],
      [...row('Halden', 'Charter'), number(5), ...row('Lee Moss', 'lee@halden.example')],
    ],
  })
  const { body } = await upload(api, admin, 'targets', { content })
  const detail = (await admin.call<ImportDetail>(routes.read, { params: { id: body.id } })).body
  expect(detail.columns.map(({ header, first_row }) => [header, first_row])).toEqual([
    ['Company', 5],
    ['Deal Name', 5],
    ['Amount', 5],
    ['Contact Name', 5],
    ['E-mail', 5],
  ])
  expect(detail.notices).toEqual([
    'The headings are in row 4. The 2 rows above them are not imported: Pipeline of the third quarter · Company · Deal · Contact',
  ])
})

const read = async (content: Buffer | Uint8Array, limits: Partial<WorkbookLimits> = {}) => {
  const path = join(folder, 'book.xlsx')
  writeFileSync(path, content)
  const rows: string[][] = []
  await readWorkbook({ path, sheet: null }, async (some) => void rows.push(...some.map(({ cells }) => cells)), limits)
  return rows
}

test('cells are read as they are meant', async () => {
  const cells = [
    number(0.1 + 0.2),
    number(1e15),
    number(1234.5),
    number(1.234),
    text('00123'),
    text('=1+1'),
    day('2026-12-31'),
    day('2026-12-31T14:30:00Z', 'dd/mm/yyyy hh:mm'),
    { value: true, type: Boolean },
  ]
  expect(await read(await workbook({ A: [cells] }))).toEqual([
    ['0.3', '1000000000000000', '1234.5', '1.2340', '00123', '=1+1', '2026-12-31', '2026-12-31 14:30:00', 'true'],
  ])
})

describe('a workbook that is made to do harm', () => {
  const parts = (sheet: string) => ({
    'xl/workbook.xml': strToU8(
      '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(sheet),
  })
  const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`

  test('is one that these tests can make', async () => {
    expect(await read(zipSync(parts(sheetOf(`<row r="1">${cell('A1', 'a')}</row>`))))).toEqual([['a']])
  })

  test('a part that is packed too tight is refused', async () => {
    const bomb = zipSync(parts(sheetOf(`<row r="1">${cell('A1', 'a'.repeat(8_000_000))}</row>`)), { level: 9 })
    expect(bomb.length).toBeLessThan(20_000)
    await expect(read(bomb)).rejects.toThrow(/too large once it is unpacked/)
  })

  test('what is too large in all is refused, and too many parts', async () => {
    const content = zipSync(parts(sheetOf(`<row r="1">${cell('A1', 'abc'.repeat(1000))}</row>`)))
    await expect(read(content, { bytes: 2000 })).rejects.toThrow(/too large once it is unpacked/)
    await expect(read(content, { entries: 2 })).rejects.toThrow(/more than 2 parts/)
  })

  test('a part that says it is small and is not gets no more room than it said', async () => {
    const content = Buffer.from(
      zipSync(parts(sheetOf(`<row r="1">${cell('A1', 'a'.repeat(8_000_000))}</row>`)), { level: 9 }),
    )
    // The size of the last part, as the directory at the end says it.
    content.writeUInt32LE(1000, content.lastIndexOf(Buffer.from('PK\x01\x02')) + 24)
    const before = process.memoryUsage().rss
    await expect(read(content)).rejects.toThrow(/could not be read/)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  test('rows and columns that lie endlessly far apart end its thread, not the server', {
    timeout: 120_000,
  }, async () => {
    const far = zipSync(parts(sheetOf(`<row r="900000000">${cell('A900000000', 'a')}</row>`)))
    let turns = 0
    const timer = setInterval(() => turns++, 10)
    await expect(read(far, { megabytes: 64 })).rejects.toThrow(/too large once it is unpacked|took too long/)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
    await expect(read(far, { seconds: 0.2 })).rejects.toThrow(/took too long/)
  })

  test('one after it is read as ever', async () => {
    expect(await read(await workbook({ A: [row('a', 'b')] }))).toEqual([['a', 'b']])
  })

  test.each([
    ['a zip that is cut', () => zipSync(parts(sheetOf(''))).slice(0, -30), /could not be read/],
    ['a zip of something else', () => zipSync({ 'a.txt': strToU8('a') }), /is not an Excel workbook/],
    ['an empty sheet', () => zipSync(parts(sheetOf(''))), /This file is empty/],
    [
      'a sheet that is no XML',
      () => zipSync(parts('<worksheet><sheetData><row r="1"><c r="A1"')),
      /could not be read|is empty/,
    ],
  ])('%s gets a sentence', async (_, content, sentence) => {
    await expect(read(content())).rejects.toThrow(sentence)
  })
})
