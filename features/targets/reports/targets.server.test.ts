// Targets and clients must sort as on the screen, whatever the database's collation, and Targets can be filtered by due
// date.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/contract/dates.ts'
import { inOrderOf, parseRowOrder, sortValue } from '#core/contract/rowOrder.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { sortable } from '#core/server/reports/rowOrders.ts'
import { type Api, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import type { TargetTile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import { type ClientsReport, clientOrders, clientsReport } from './clientsContract.ts'
import { type TargetsReport, targetOrders, targetsReport } from './targetsContract.ts'

let api: Api
let firm: ManagedFirm
const days = { start: '2026-10-01', end: '2026-10-31' }

const names = ['Zimmer & Co', 'Łódź Mills', 'Bank 10', 'bank 9', 'Ápex', 'apex', 'O’Brien', "O'Brien-Hale", 'Æther 007']

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  api.clock.now = new Date('2026-10-05T20:00:00Z')
  for (const [at, company] of names.entries())
    for (const turn of [1, 2]) {
      const name = names[(at * 4 + turn) % names.length]!
      const { status, body } = await firm.dana.call<TargetTile>(routes.create, {
        body: aTarget({
          company: at === 3 && turn === 1 ? '' : company,
          contact: turn === 1 ? name : '',
          contact_email: '',
          goal: `${name} wins`,
          type: turn === 1 ? 'client' : 'prospect',
          value: (['L', 'M', 'H'] as const)[at % 3]!,
          projected_revenue: 1000 * ((at * 7) % 5),
          tasks: [{ description: `Call ${name}`, due: addDays('2026-11-05', ((at * 5 + turn) % 9) * 5), help: '' }],
        }),
      })
      expect([status, body]).toMatchObject([200, { status: 'active' }])
      // An imported Target has no step.
      if (at === 5) await withoutRls(api.database, (tx) => tx.sql`delete from tasks where target_id = ${body.id}`)
    }
  api.clock.now = new Date('2026-11-10T20:00:00Z')
})
afterAll(() => api.close())

test('sorts texts in the database as the client does', async () => {
  const texts = [...names, 'Straße 12', 'x 007', '00012345678901', 'a12345678901b3', '“Élan” 1.5', '', '東京', 'Жук']
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ key: string | null }>`select ${sortable(sql`t`)} as key from unnest(${texts}::text[]) t`,
  )
  expect(rows.map(({ key }) => key)).toEqual(texts.map((text) => sortValue(text)))
  const sorted = await withoutRls(
    api.database,
    (tx) => tx.sql<{ t: string }>`select t from unnest(${texts}::text[]) t order by ${sortable(sql`t`)} nulls last`,
  )
  expect(sorted.rows.map(({ t }) => parseRowOrder(t))).toEqual(
    inOrderOf(texts, (text) => text, false).map(parseRowOrder),
  )
})

const read = async <F>(route: object, query: object): Promise<F> =>
  (await firm.morgan.call<F>(route as never, { params: { key: 'org', id: firm.org }, query: { ...query } } as never))
    .body

test.each(targetOrders.flatMap((key) => [key, `-${key}`]))('sorts Targets by %s', async (order) => {
  const plain = await read<TargetsReport>(targetsReport.routes.read, days)
  expect(plain.rows).toHaveLength(2 * names.length)
  const [table] = targetsReport.tables
  const cells = table!.rows(plain)
  const place = table!.columns(plain).findIndex(({ key }) => key === order.replace('-', ''))
  const lines = plain.rows.map(({ target_id }, at) => ({ target_id, cell: cells[at]![place]! }))
  const onScreen = inOrderOf(lines, ({ cell }) => cell, order.startsWith('-'))
  const inFile = await read<TargetsReport>(targetsReport.routes.read, { ...days, order })
  expect(inFile.rows.map(({ target_id }) => target_id)).toEqual(onScreen.map(({ target_id }) => target_id))
})

test.each(clientOrders.flatMap((key) => [key, `-${key}`]))('sorts Clients by %s', async (order) => {
  const { rows } = await read<ClientsReport>(clientsReport.routes.read, {})
  expect(rows.length).toBeGreaterThan(6)
  const first = {
    companies: (row: (typeof rows)[number]) => row.companies,
    contact: (row: (typeof rows)[number]) => row.contact[0] ?? null,
    objectives: (row: (typeof rows)[number]) => row.objectives[0] ?? null,
    steps: (row: (typeof rows)[number]) => row.steps[0]?.description ?? null,
  }[order.replace('-', '') as (typeof clientOrders)[number]]
  const inFile = await read<ClientsReport>(clientsReport.routes.read, { order })
  expect(inFile.rows.map(({ companies }) => companies)).toEqual(
    inOrderOf(rows, first, order.startsWith('-')).map(({ companies }) => companies),
  )
})

type Row = TargetsReport['rows'][number]
const narrowed: [query: Record<string, string>, is: (row: Row) => boolean][] = [
  [{ due: 'overdue' }, ({ due }) => due !== null && due < '2026-11-10'],
  [{ due: '7' }, ({ due }) => due !== null && due >= '2026-11-10' && due <= '2026-11-17'],
  [{ due: '30' }, ({ due }) => due !== null && due >= '2026-11-10' && due <= '2026-12-10'],
  [{ due: 'none' }, ({ due }) => due === null],
  [{ value: 'H' }, ({ value }) => value === 'High'],
  [{ type: 'client' }, ({ type }) => type === 'Client'],
  [
    { due: '30', value: 'L', type: 'prospect', q: 'bank', status: 'active' },
    ({ due, value, type, company, step }) =>
      due !== null &&
      due >= '2026-11-10' &&
      due <= '2026-12-10' &&
      value === 'Low' &&
      type === 'Prospect' &&
      /bank/i.test(company + step),
  ],
]
test.each(narrowed)('shows Targets filtered by %j alike in figures, sums, and files', async (query, is) => {
  const plain = await read<TargetsReport>(targetsReport.routes.read, days)
  const expected = plain.rows.filter(is)
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(plain.rows.length)
  const sum = expected.reduce((all, { projected }) => all + (projected ?? 0), 0)
  for (const order of ['company', '-projected']) {
    const asked = { ...days, ...query, order }
    const found = await read<TargetsReport>(targetsReport.routes.read, { ...asked, from: 0 })
    expect(found.rows.map(({ target_id }) => target_id).sort()).toEqual(expected.map((row) => row.target_id).sort())
    expect([found.count, found.total]).toEqual([expected.length, { count: expected.length, projected: sum, won: 0 }])
    const { file } = await read<{ file: string }>(targetsReport.routes.read, { ...asked, format: 'text' })
    const [, ...lines] = Buffer.from(file, 'base64').toString().trim().split('\r\n')
    expect(lines).toHaveLength(expected.length)
  }
})

test("doesn't filter other reports by due date", async () => {
  const { status, body } = await firm.morgan.call(
    { ...targetsReport.routes.read, path: ':key/:id/report/people' } as never,
    { params: { key: 'org', id: firm.org }, query: { ...days, due: '7' } } as never,
  )
  expect([status, body]).toMatchObject([400, { errors: { due: 'This report doesn’t have this filter.' } }])
})

test('finds words without their accents in unpaged reports', async () => {
  await withoutRls(api.database, (tx) => tx.sql`update users set first_name = 'Łucja' where id = ${firm.lee.actor.id}`)
  const found = await firm.morgan.call<{ file: string }>(
    { ...targetsReport.routes.file, path: 'viewer/reports/people' } as never,
    { query: { id: firm.org, entity: 'org', format: 'text', ...days, q: 'lucja' } } as never,
  )
  expect(Buffer.from(found.body.file, 'base64').toString()).toContain('Łucja Park')
})
