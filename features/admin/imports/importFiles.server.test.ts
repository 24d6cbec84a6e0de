import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvCell } from '#core/contract/csvCell.ts'
import { addressOf } from '#core/contract/route.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Tiles, routes as targets } from '#features/targets/list/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, upload } from '#tests/imports.ts'
import { type ImportDetail, routes } from './contract.ts'
import type { TargetMapping } from './mappingContract.ts'

let api: Api
let admin: Client
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin', first_name: 'Moses', last_name: 'Frase' })
})
afterAll(() => api.close())

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('pursuit-import-'))
const nothingKept = async () => {
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql`select id from imports where org_id = ${admin.orgId} union all select import_id from import_rows where org_id = ${admin.orgId}`,
  )
  expect(rows).toEqual([])
}
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

describe('an unreadable file is rejected with a message and nothing is stored', () => {
  const broken: [string, string | Buffer, RegExp][] = [
    ['empty', '', /This file is empty/],
    ['blank', '\n\n ,, \n', /This file is empty/],
    ['a header alone', 'company,owner\n', /a header but no rows/],
    [
      'a quote that is never closed',
      'company,owner\nA,"B\nC,D\nE,F\n',
      /Row 2 opens a quotation mark that never closes/,
    ],
    ['a quote in the wrong place', 'company,owner\nA,B\n"C"x,D\n', /Row 3 has a quotation mark in the wrong place/],
    ['a quote that swallows megabytes', `company,owner\nA,"${'x,y\n'.repeat(600_000)}`, /Row 2 opens a quotation mark/],
    ['zero bytes', Buffer.from('company,owner\nA\0,B\n'), /contains null bytes/],
    ['zero characters', utf16('company,owner\nA\0,B\n'), /contains null characters/],
    ['a zip file that is no workbook', Buffer.from('PK\x03\x04rest'), /couldn’t read this workbook/],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /old or password-protected/],
    [
      'an encoding that we do not know',
      Buffer.from([...Buffer.from('company\n'), 0x81, 0x8d, 0xff, 0xfe]),
      /couldn’t read this file’s text/,
    ],
    [
      'UTF-8 that is none',
      Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('company\n'), 0xff, 0x0a]),
      /says it’s UTF-8, but it isn’t/,
    ],
    [
      'half a pair in UTF-16',
      Buffer.concat([utf16('company\nA'), Buffer.from([0x00, 0xd8])]),
      /couldn’t read this file as UTF-16LE/,
    ],
    [
      '101 columns',
      `${Array.from({ length: 101 }, (_, i) => `c${i}`).join(',')}\n1\n`,
      /has 101 columns. The limit is 100/,
    ],
  ]
  test.each(broken)('%s', async (_, content, sentence) => {
    const reply = await upload(api, admin, 'targets', { content })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(sentence)
    await nothingKept()
  })

  test('rejects more than 200,000 rows', { timeout: 120_000 }, async () => {
    const reply = await upload(api, admin, 'targets', { content: `c\n${'x\n'.repeat(200_001)}` })
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(/more than 200,000 rows/)])
    await nothingKept()
  })

  test('rejects 200 MB with 413 before reading it, or while it arrives if the length is unknown', {
    timeout: 60_000,
  }, async () => {
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=b' }
    const url = addressOf(routes.upload, { query: { kind: 'targets' } })
    const said = await api.http.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-length': String(200 * 1024 * 1024) },
      payload: '--b',
    })
    expect([said.statusCode, said.json().message]).toEqual([413, expect.stringMatching(/larger than 50 MB/)])
    const before = folders()
    let sent = 0
    function* endless() {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n')
      for (; sent < 200; sent++) yield Buffer.alloc(1024 * 1024, 'company,owner\n')
      yield Buffer.from('\r\n--b--\r\n')
    }
    const unsaid = await api.http.inject({ method: 'POST', url, headers, payload: Readable.from(endless()) })
    expect([unsaid.statusCode, unsaid.json().message]).toEqual([413, expect.stringMatching(/larger than 50 MB/)])
    expect(folders()).toEqual(before)
    await nothingKept()
  })

  test('rejects a body that is no form, a form without a file, and an unknown kind', async () => {
    const send = (url: string, type: string, payload: string) =>
      api.http.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': type },
        payload,
      })
    const url = addressOf(routes.upload, { query: { kind: 'targets' } })
    expect((await send(url, 'application/json', '{}')).statusCode).toBe(415)
    expect((await send(url, 'text/csv', 'a,b')).statusCode).toBe(415)
    expect(
      (
        await send(
          url,
          'multipart/form-data; boundary=b',
          '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--\r\n',
        )
      ).json().message,
    ).toMatch(/no file/)
    expect(
      (await send('/api/admin/imports?kind=lessons', 'multipart/form-data; boundary=b', '--b--\r\n')).statusCode,
    ).toBe(400)
    await nothingKept()
  })
})

describe('reading a file as written', () => {
  const text = 'company;contact;agent\r\nZoë & Söhne;"Line one\r\nLine ""two""";Moses Frase\r\n\r\n'
  const written: [string, Buffer][] = [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', utf16(text)],
    ['UTF-16, big end first', utf16(text, true)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['tabs', Buffer.from(text.replaceAll(';', '\t'))],
    ['commas and lone returns', Buffer.from(text.replaceAll(';', ',').replaceAll('\r\n', '\r'))],
  ]
  test.each(written)('%s', async (name, content) => {
    const done = await importFile<TargetMapping>(api, admin, 'targets', content)
    expect(done).toMatchObject({ total: 1, imported: 1 })
    const { body } = await admin.call<Tiles>(targets.list, { query: { status: 'active' } })
    expect(
      body.tiles.find(({ company, contact }) => company === 'Zoë & Söhne' && contact === 'Line one\nLine "two"'),
      name,
    ).toBeDefined()
    await admin.call(routes.undo, { params: { id: done.id } })
  })

  test('splits rows by the separator of the headings, whatever the rows contain', async () => {
    const { body } = await upload(api, admin, 'targets', {
      content: `company;amount\n${'Halden, Ibsen and Sons;1,000,000.00\n'.repeat(5)}`,
    })
    const { columns } = (await admin.call<ImportDetail>(routes.read, { params: { id: body.id } })).body
    expect(columns.map(({ header, samples }) => [header, samples])).toEqual([
      ['company', ['Halden, Ibsen and Sons']],
      ['amount', ['1,000,000.00']],
    ])
  })

  test('distinguishes columns with equal or missing names by position', async () => {
    const { body } = await upload(api, admin, 'targets', { content: 'Name,name,,owner\nA,B,C,D\n' })
    const detail = (await admin.call<ImportDetail>(routes.read, { params: { id: body.id } })).body
    expect(detail.columns.map(({ header }) => header)).toEqual([
      'Name (column 1)',
      'name (column 2)',
      'Column 3',
      'owner',
    ])
    expect(detail.notices).toHaveLength(3)
    expect(detail.samples).toEqual([['A', 'B', 'C', 'D']])
  })

  test("stores a file's name without its folders", async () => {
    const { body } = await upload(api, admin, 'targets', { content: 'a,b\n1,2\n', name: '..\\..\\etc\\pass.csv' })
    expect(body.file_name).not.toMatch(/[\\/]/)
  })
})

test.each([
  ['plain', 'plain'],
  ['=1', "'=1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\tx', '"\'\tx"'],
  ['\rx', '"\'\rx"'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  [' x', '" x"'],
])('writes the report cell %j as %j', (cell, written) => expect(csvCell(cell)).toBe(written))
