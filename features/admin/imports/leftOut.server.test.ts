// Nothing in a file is dropped silently: columns without a heading, ignored columns, blank rows, and text above the
// headings are all reported.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tiles } from '#features/targets/list/contract.ts'
import { WON_REVENUE } from '#features/targets/pastContract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, upload } from '#tests/imports.ts'
import { type ImportDetail, routes } from './contract.ts'
import type { PeopleMapping, TargetMapping } from './mappingContract.ts'

let api: Api
let admin: Client
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin', first_name: 'Moses', last_name: 'Frase' })
})
afterAll(() => api.close())

const detailOf = async (content: string) => {
  const { body } = await upload(api, admin, 'targets', { content })
  return (await admin.call<ImportDetail>(routes.read, { params: { id: body.id } })).body
}

const deals = (run: string) =>
  [
    'Deal ID,Deal Owner,Company,Stage,Opened,Closed,Won Amount,',
    `${run}1,Moses Frase,Halden,Won,1/15/2026,2/20/2026,"120,000",`,
    '',
    `${run}2,Moses Frase,Ibsen,Won,1/15/2026,2/20/2026,"15,760",`,
    ',,,,,,,',
    `${run}3,Moses Frase,Jensen,Won,1/15/2026,2/20/2026,"1,210",check the address`,
    '',
  ].join('\r\n')

test('imports a row with a value under no heading and reports the value before and after', async () => {
  const before = await detailOf(deals(randomUUID().slice(0, 6)))
  expect(before).toMatchObject({ total: 3, blank: 2 })
  expect(before.columns[7]).toMatchObject({
    header: 'Column 8',
    unnamed: true,
    filled: 1,
    first_row: 6,
    samples: ['check the address'],
  })
  expect(before.notices).toEqual(['Column 8 has no heading. It has one value, in row 6.'])

  const after = await importFile(api, admin, 'targets', deals(randomUUID().slice(0, 6)))
  expect(after).toMatchObject({
    imported: 3,
    refused: 0,
    blank: 2,
    ignored: [{ header: 'Column 8', unnamed: true, filled: 1, samples: ['check the address'] }],
  })
  expect(after.parts).toContainEqual({ label: WON_REVENUE, count: 136_970 })
})

test('imports a column without a heading like any other', async () => {
  const file = deals(randomUUID().slice(0, 6))
  const { suggestion } = await detailOf(file)
  const columns = (suggestion as TargetMapping).columns.map((field, i) => (i === 7 ? ('note' as const) : field))
  const done = await importFile<TargetMapping>(api, admin, 'targets', file, { columns })
  expect(done).toMatchObject({ imported: 3, ignored: [] })
  const { tiles } = (await admin.call<Tiles>(targets.list, { query: { status: 'completed' } })).body
  expect(tiles.filter(({ company, note }) => company === 'Jensen' && note === 'check the address')).toHaveLength(1)
})

test('lists an ignored column with its contents, for people as for targets', async () => {
  const done = await importFile<TargetMapping>(
    api,
    admin,
    'targets',
    'company,agent,shoe size\nA,Moses Frase,44\nB,Moses Frase,\n',
  )
  expect(done.ignored).toEqual([{ header: 'shoe size', unnamed: false, filled: 1, samples: ['44'] }])
  const people = await importFile<PeopleMapping>(
    api,
    admin,
    'people',
    'name,email,team,manager\nAda Lane,ada@left.example,East,Moses Frase\n',
    { groups: 'manager' },
  )
  expect(people.ignored).toEqual([{ header: 'team', unnamed: false, filled: 1, samples: ['East'] }])
})

test('reports a title above the headings and keeps the row numbers of the file', async () => {
  const detail = await detailOf(
    'Pipeline of the east,,\n\ncompany,agent,amount\nHalden,Moses Frase,5\nIbsen,Moses Frase,6\n',
  )
  expect(detail.columns.map(({ header, first_row }) => [header, first_row])).toEqual([
    ['company', 4],
    ['agent', 4],
    ['amount', 4],
  ])
  expect(detail.notices).toEqual(['The headings are in row 3. The row above them isn’t imported: Pipeline of the east'])
  expect(detail).toMatchObject({ total: 2, blank: 1 })
})

test('joins headings that span two rows', async () => {
  const detail = await detailOf(
    ['Company,Deal,,Contact,', ',Name,Amount,Name,E-mail', 'Halden,Charter,5,Lee Moss,lee@halden.example'].join('\n'),
  )
  expect(detail.columns.map(({ header }) => header)).toEqual([
    'Company',
    'Deal Name',
    'Amount',
    'Contact Name',
    'E-mail',
  ])
})

test.each([
  ['one heading over several columns', 'company\nHalden,5,x\nIbsen,6,y\n', ['company', 'Column 2', 'Column 3']],
  [
    'headings over the first columns only',
    'company,agent\nHalden,Moses Frase,5,6\n',
    ['company', 'agent', 'Column 3', 'Column 4'],
  ],
  ['a file of words alone', 'company,agent\nHalden,Moses Frase\n', ['company', 'agent']],
])('finds the headings of %s in the first row', async (_, content, headers) => {
  expect((await detailOf(content)).columns.map(({ header }) => header)).toEqual(headers)
})

test('rejects only the row that has more cells than the column limit', async () => {
  const done = await importFile(
    api,
    admin,
    'targets',
    `company,agent\nHalden,Moses Frase${',x'.repeat(99)}\nIbsen,Moses Frase\n`,
  )
  expect(done).toMatchObject({
    imported: 1,
    refused: 1,
    reasons: [{ reason: 'This row has 101 cells. The limit is 100.', rows: [2] }],
  })
})
