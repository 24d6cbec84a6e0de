// Checks that the forecast claims nothing of days that weren't kept, and says what is known of the year before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg } from '#core/server/database/tx.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { type Forecast, forecastReport } from './contract.ts'
import { type ForecastRows, forecastRowsReport } from './rowsContract.ts'
import { keepDay } from './server/snapshots.ts'

let api: Api
let firm: ManagedFirm

const on = (day: string) => {
  api.clock.now = new Date(`${day}T20:00:00Z`)
}
const keep = (day: string) => withOrg(api.database, firm.org, (tx) => keepDay(tx, day))
const make = async (expected_close: string, projected_revenue: number) =>
  (
    await firm.dana.call<TargetTile>(targets.create, {
      body: aTarget({ projected_revenue, expected_close, chance: 50 }),
    })
  ).body.id
const read = async () =>
  (await firm.morgan.call<Forecast>(forecastReport.routes.read, { params: { key: 'org', id: firm.org } })).body
const rowsOf = (which: string) =>
  firm.morgan.call<ForecastRows>(forecastRowsReport.routes.read, {
    params: { key: 'org', id: firm.org },
    query: { which },
  })

/** The server was down at the end of March 2026, and on the second Monday of February 2027. */
beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  on('2026-01-31')
  const won = await make('2026-02', 100_000)
  await make('2026-05', 200_000)
  await keep('2026-02-01')
  on('2026-02-20')
  await firm.dana.call(targets.complete, { params: { id: won }, body: { revenue: 80_000 } })
  await keep('2026-04-03')
  on('2027-02-15')
  await make('2027-03', 40_000)
  const slipping = await make('2027-02', 60_000)
  await keep('2027-02-16')
  on('2027-02-17')
  await firm.dana.call(targets.edit, { params: { id: slipping }, body: { expected_close: '2027-09' } })
}, 60_000)
afterAll(() => api.close())

test('shows beside a month what was expected and won in it a year before, where the first day was kept', async () => {
  const { rows } = await read()
  const before = (key: string) => {
    const { expected_year_before, won_year_before } = rows.find((row) => row.key === key)!
    return [expected_year_before, won_year_before]
  }
  expect(before('2027-02')).toEqual([50_000, 80_000])
  // Nothing is known of March, and May began on a day that wasn't kept.
  expect(before('2027-03')).toEqual([null, null])
  expect(before('2027-05')).toEqual([null, null])
  // The month a year before is still going on.
  expect(before('2028-02')).toEqual([null, null])
  const rowOf = (key: string) => rows.find((row) => row.key === key)!
  expect([rowOf('2026-02').expected, rowOf('2026-04').expected, rowOf('2027-02').expected]).toEqual([
    50_000,
    null,
    null,
  ])
})

test('opens a month with what is known of the year before', async () => {
  const { body } = await rowsOf('2027-02.open')
  expect(body.notes).toEqual(['A year before, Feb 2026: $50,000 expected when it began, $80,000 won.'])
  expect((await rowsOf('2027-05.open')).body.notes).toBeUndefined()
  expect((await rowsOf('quarter.2027-01.weighted')).body.notes).toEqual(['A year before, 2026 Q1: $80,000 won.'])
  expect((await rowsOf('no_date.open')).body.notes).toBeUndefined()
})

test('says which day a past quarter is compared with, and compares none whose first days are missing', async () => {
  const { quarters } = await read()
  const of = (quarter: string) => quarters.find((one) => one.quarter === quarter)
  expect(of('2026-04')).toMatchObject({ expected: 100_000, expected_on: '2026-04-03' })
  expect(of('2026-01')).toMatchObject({ expected: null, expected_on: null, won: 80_000 })
  expect(of('2027-01')).toMatchObject({ expected_year_before: null, won_year_before: 80_000 })
  for (const which of ['quarter.2026-01.expected', '2026-04.expected', '2026-05.expected'])
    expect([which, (await rowsOf(which)).status]).toEqual([which, 404])
})

test('counts what changed from the first day of the week that was kept, and says so', async () => {
  const { changed_since, changes, notes } = await read()
  expect(changed_since).toBe('2027-02-16')
  expect(notes).toEqual([
    'This week’s changes are counted from Feb 16, 2027, because no earlier day of this week was kept.',
  ])
  expect(changes[0]).toMatchObject({ opening: 50_000, slipped: 30_000, closing: 20_000 })
  expect((await rowsOf('change.this.slipped')).body.figure).toBe('Slipped since Feb 16, 2027, 2027 Q1')
  expect((await rowsOf('change.this.opening')).body.figure).toBe('Expected on Feb 16, 2027, 2027 Q1')
})

test('claims no change in a week of which no day was kept', async () => {
  on('2027-02-23')
  const { changed_since, changes, notes } = await read()
  expect([changed_since, changes, notes]).toEqual([null, [], undefined])
  expect((await rowsOf('change.this.slipped')).status).toBe(404)
})

test('adds the months of a quarter up to its figures, and opens their rows', async () => {
  on('2027-02-17')
  const { rows, this_quarter, next_quarter } = await read()
  const sum = (first: string, past: string, of: 'won' | 'weighted' | 'open') =>
    rows.reduce((all, row) => all + (row.key >= first && row.key < past ? (row[of] ?? 0) : 0), 0)
  expect(this_quarter).toEqual({
    quarter: '2027-01',
    won: sum('2027-01', '2027-04', 'won'),
    weighted: sum('2027-01', '2027-04', 'weighted'),
    open: sum('2027-01', '2027-04', 'open'),
  })
  expect(this_quarter).toMatchObject({ weighted: 20_000, open: 40_000 })
  expect(next_quarter).toEqual({ quarter: '2027-04', weighted: 0, open: 0 })
  const { body } = await rowsOf('quarter.2027-01.open')
  expect([body.figure, body.total, body.count]).toEqual([
    'Open, 2027 Q1',
    { count: 1, amount: 40_000, weighted: 20_000 },
    1,
  ])
})

test('says nothing of a Target that was made private and then destroyed', async () => {
  on('2027-04-01')
  const id = await make('2027-04', 70_000)
  await keep('2027-04-01')
  const expected = async () => (await read()).rows.find(({ key }) => key === '2027-04')!.expected
  // The morning's facts of a day are those that are kept first.
  expect(await expected()).toBe(35_000)
  await firm.dana.call(targets.edit, { params: { id }, body: { private: true } })
  expect(await expected()).toBe(0)
  await firm.dana.call(targets.trash, { params: { id } })
  await firm.dana.call(targets.destroy, { params: { id } })
  expect(await expected()).toBe(0)
})
