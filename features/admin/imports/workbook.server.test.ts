// Excel workbooks: conversion of cells, choice of the sheet, and protection of the server against harmful files.
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
import { type ImportDetail, routes } from './contract.ts'
import type { TargetMapping } from './mappingContract.ts'
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

test('imports a workbook with an unnamed last column in full, with dates, numbers, and text amounts', async () => {
  const done = await importFile<TargetMapping>(api, admin, 'targets', await workbook({ Deals: deals('w') }), {
    other_currencies: 'dollars',
  })
  expect(done).toMatchObject({
    imported: 3,
    refused: 0,
    blank: 1,
    ignored: [{ header: 'Column 8', unnamed: true, filled: 1, samples: ['check the address'] }],
    notices: ['Column 8 has no heading. It has one value, in row 5.'],
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

test('asks for one of several sheets with content and lists the others', async () => {
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
      message: 'This workbook has 3 sheets with data. Choose the one to import.',
      errors: { Deals: '4 rows', Old: '2 rows', '2024': '1 row' },
    },
  ])
  const chosen = await upload(api, admin, 'targets', { content, name: 'book.xlsx', sheet: 'Deals' })
  const detail = (await admin.call<ImportDetail>(routes.read, { params: { id: chosen.body.id } })).body
  expect(detail).toMatchObject({ total: 3, blank: 1, encoding: 'xlsx' })
  expect(detail.notices[0]).toBe('We’ll import the sheet “Deals.” Not imported: “2024” (1 row), “Old” (2 rows).')
  const wrong = await upload(api, admin, 'targets', { content, sheet: 'Nowhere' })
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    'This workbook doesn’t have that sheet, or the sheet is empty.',
  ])
})

test('handles titles and merged headings above a table', async () => {
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
    'The headings are in row 4. The 2 rows above them aren’t imported: Pipeline of the third quarter · Company · Deal · Contact',
  ])
})

const read = async (content: Buffer | Uint8Array, limits: Partial<WorkbookLimits> = {}) => {
  const path = join(folder, 'book.xlsx')
  writeFileSync(path, content)
  const rows: string[][] = []
  await readWorkbook(
    { path, sheet: null, firm: 'a firm' },
    () => undefined,
    async (some) => void rows.push(...some.map(({ cells }) => cells)),
    limits,
  )
  return rows
}

test('reads cells by their type', async () => {
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

describe('a malicious workbook', () => {
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

  test('is read if it is harmless', async () => {
    expect(await read(zipSync(parts(sheetOf(`<row r="1">${cell('A1', 'a')}</row>`))))).toEqual([['a']])
  })

  test("is rejected if a part's compression ratio is too high", async () => {
    const bomb = zipSync(parts(sheetOf(`<row r="1">${cell('A1', 'a'.repeat(8_000_000))}</row>`)), { level: 9 })
    expect(bomb.length).toBeLessThan(20_000)
    await expect(read(bomb)).rejects.toThrow(/too large when unpacked/)
  })

  test('is rejected if it is too large in total or has too many parts', async () => {
    const content = zipSync(parts(sheetOf(`<row r="1">${cell('A1', 'abc'.repeat(1000))}</row>`)))
    await expect(read(content, { bytes: 2000 })).rejects.toThrow(/too large when unpacked/)
    await expect(read(content, { entries: 2 })).rejects.toThrow(/more than 2 parts/)
  })

  test("gets no more memory for a part than the part's declared size", async () => {
    const content = Buffer.from(
      zipSync(parts(sheetOf(`<row r="1">${cell('A1', 'a'.repeat(8_000_000))}</row>`)), { level: 9 }),
    )
    // Size of the last part in the central directory at the end.
    content.writeUInt32LE(1000, content.lastIndexOf(Buffer.from('PK\x01\x02')) + 24)
    const before = process.memoryUsage().rss
    await expect(read(content)).rejects.toThrow(/couldn’t read this workbook/)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  test.each([
    ['A1', 'XFD1048576'],
    ['A1', 'A900000000'],
    ['A1', 'ZZZ1'],
    ['CW1', 'A1000000'],
  ])('is rejected right away if its cells are as far apart as %s and %s', async (near, far) => {
    const rows = [near, far].map((at) => `<row r="${/\d+/.exec(at)![0]}">${cell(at, 'a')}</row>`)
    const from = performance.now()
    await expect(read(zipSync(parts(sheetOf(rows.join('')))))).rejects.toThrow(
      new RegExp(`too large when unpacked: cell ${far} is too far`),
    )
    expect(performance.now() - from).toBeLessThan(3000)
  })

  test("can't exceed the limits with an address written as an entity", async () => {
    const sheet = sheetOf(`<row r="1">${cell('A1', 'a')}</row><row r="9"><c r="&#88;FD9"><v>1</v></c></row>`)
    await expect(read(zipSync(parts(sheet)))).rejects.toThrow(/couldn’t read this workbook/)
  })

  test('is terminated if it takes too long', async () => {
    await expect(read(await workbook({ A: [row('a')] }), { seconds: 0.001 })).rejects.toThrow(/took too long/)
  })

  test("doesn't affect the workbook read after it", async () => {
    expect(await read(await workbook({ A: [row('a', 'b')] }))).toEqual([['a', 'b']])
  })

  test.each([
    ['a zip that is cut', () => zipSync(parts(sheetOf(''))).slice(0, -30), /couldn’t read this workbook/],
    ['a zip of something else', () => zipSync({ 'a.txt': strToU8('a') }), /isn’t an Excel workbook/],
    ['an empty sheet', () => zipSync(parts(sheetOf(''))), /This file is empty/],
    [
      'a sheet that is no XML',
      () => zipSync(parts('<worksheet><sheetData><row r="1"><c r="A1"')),
      /couldn’t read this workbook|is empty/,
    ],
  ])('is rejected with a message: %s', async (_, content, sentence) => {
    await expect(read(content())).rejects.toThrow(sentence)
  })
})

describe('several workbooks at the same time', () => {
  const one = async (firm: string, take: () => Promise<void>, patience?: number) => {
    const path = join(folder, `${firm}.xlsx`)
    writeFileSync(path, await workbook({ A: [row('a')] }))
    return readWorkbook({ path, sheet: null, firm, ...(patience && { patience }) }, () => undefined, take)
  }

  test('make only the same firm wait for a slow one, with a message', async () => {
    const held = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    const long = one('busy', () => {
      began.resolve()
      return held.promise
    })
    await began.promise
    const refused = expect(one('busy', async () => undefined, 100)).rejects.toMatchObject({
      status: 503,
      code: 'others_first',
      retryAfter: 60,
      message: 'We’re reading other workbooks first. Upload this one again in a minute.',
    })
    await one('other', async () => undefined)
    await refused
    held.resolve()
    await long
    await one('busy', async () => undefined)
  })
})

describe('data that the library would lose', () => {
  const file = (rows: string, { after = '', styles = '' } = {}) =>
    zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`),
      'xl/styles.xml': strToU8(`<styleSheet>${styles}</styleSheet>`),
    })
  const words = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const detailOf = async (content: Uint8Array) => {
    const { status, body } = await upload(api, admin, 'targets', { content: Buffer.from(content) })
    expect([status, body.message]).toEqual([200, undefined])
    return (await admin.call<ImportDetail>(routes.read, { params: { id: body.id } })).body
  }

  test('includes cells and rows without an address', async () => {
    expect(await read(file(`<row>${words('a')}${words('b')}</row><row>${words('c')}</row>`))).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
  })

  test('includes errors and formulas without a saved value', async () => {
    const rows = `<row>${words('Company')}${words('Amount')}${words('Won amount')}</row><row>${words('Alba')}<c t="e"><f>NA()</f><v>#N/A</v></c><c><f>1+1</f></c></row><row>${words('Brix')}<c><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v></v></c></row>`
    expect(await read(file(rows))).toEqual([
      ['Company', 'Amount', 'Won amount'],
      ['Alba', '#N/A', '#FORMULA!'],
      ['Brix', '2', ''],
    ])
    expect((await detailOf(file(rows))).notices).toEqual([
      'The formula in C2 has no saved value: shown as #FORMULA!. To import the values, open the workbook in Excel, save it, and upload it again.',
    ])
  })

  test('includes merged values down and across, with a notice', async () => {
    const rows = `<row>${words('Company')}${words('Contact')}${words('Phone')}</row><row>${words('Alba')}${words('Ann')}${words('1')}</row><row><c r="B3" t="inlineStr"><is><t>Ben</t></is></c></row>`
    const after = '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B3:C3"/></mergeCells>'
    const detail = await detailOf(file(rows, { after }))
    expect(detail.samples).toEqual([
      ['Alba', 'Ann', '1'],
      ['Alba', 'Ben', 'Ben'],
    ])
    expect(detail.notices).toContain(
      'The values of 2 merged ranges apply to all of their cells, first “Alba” in rows 2 to 3.',
    )
  })

  test.each([
    ['[$€-407] #,##0.00', '€ 1200'],
    ['#,##0 &quot;kr&quot;', 'kr 1200'],
    ['[$JPY] #,##0', 'JPY 1200'],
    ['[$$-409]#,##0.00', '1200'],
    ['#,##0.00', '1200'],
  ])('includes a number in the format %s, read as %s', async (format, text) => {
    const styles = `<numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>`
    const content = file(`<row>${words('Amount')}</row><row><c s="1"><v>1200</v></c></row>`, { styles })
    expect(await read(content)).toEqual([['Amount'], [text]])
  })
})
