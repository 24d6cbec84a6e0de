// Checks that the Excel and PDF files of the forecast and its scheduled email hold the cells of the screen, and that each
// figure is the sum of the rows that it opens.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, DEFAULT_ZONE, dayIn, mondayOf, quarterOf } from '#core/contract/dates.ts'
import { offeredStages } from '#core/contract/stages.ts'
import type { ScopeKey } from '#core/contract/viewerReport.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { type Forecast, forecastReport } from '#features/pipeline/forecast/contract.ts'
import { type ForecastRows, forecastRowsReport } from '#features/pipeline/forecast/rowsContract.ts'
import { keepDay } from '#features/pipeline/forecast/server/snapshots.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { openReportHouse, type ReportHouse } from '#features/viewer/schedules/testing/reportHouse.ts'
import { expectSameCells } from '#tests/reportCells.ts'

let house: ReportHouse
/** The firm's. */
const today = dayIn(DEFAULT_ZONE, new Date())
const month = (from: number) => addMonths(today.slice(0, 7), from)

const keep = (day: string) => withOrg(house.api.database, house.firm.org, (tx) => keepDay(tx, day))

beforeAll(async () => {
  house = await openReportHouse({ access: 'yes' })
  const { dana, lee, morgan } = house.firm
  const made: string[] = []
  for (const [at, owner] of [dana, lee, morgan, dana, lee, dana, dana, lee, lee, dana].entries()) {
    const { body } = await owner.call<TargetTile>(targets.create, {
      body: aTarget({
        company: `=Mills & <Sons> ${at}`,
        projected_revenue: [null, -1, 12_345.67, 40_000, 1_250_000][at % 5]!,
        expected_close: at % 4 === 3 ? null : month((at % 6) - 1),
        stage: offeredStages.inOrder[at % 5]!.id,
        chance: at % 3 === 0 ? 90 : null,
      }),
    })
    made.push(body.id)
  }
  await dana.call(targets.create, { body: aTarget({ company: 'No chance', projected_revenue: 5000 }) })
  const days = [month(-12), month(-3), quarterOf(month(0)), month(0)].map((first) => `${first}-01`)
  for (const day of [...new Set([...days, mondayOf(today)])].sort()) await keep(day)
  await dana.call(targets.complete, { params: { id: made[0]! }, body: { revenue: 12_500 } })
  await lee.call(targets.lose, { params: { id: made[4]! }, body: { lost_reason: 'Timing' } })
  await dana.call(targets.edit, { params: { id: made[6]! }, body: { expected_close: month(9), chance: 20 } })
  await lee.call(targets.edit, {
    params: { id: made[7]! },
    body: { projected_revenue: 99_000, expected_close: month(1) },
  })
}, 60_000)
afterAll(() => house.close())

const scopes = (): [ScopeKey, string][] => [
  ['org', house.firm.org],
  ['group', house.firm.tax],
  ['user', house.firm.dana.actor.id],
]
const read = async (key: ScopeKey, id: string) =>
  (await house.firm.morgan.call<Forecast>(forecastReport.routes.read, { params: { key, id } })).body
const rowsOf = async (key: ScopeKey, id: string, which: string) => {
  const { status, body } = await house.firm.morgan.call<ForecastRows>(forecastRowsReport.routes.read, {
    params: { key, id },
    query: { which },
  })
  expect([which, status]).toEqual([which, 200])
  return body
}
const load = async (report: typeof forecastReport | typeof forecastRowsReport, format: string, query: object) => {
  const { body } = await house.firm.morgan.call<{ error: string; file: string }>(report.routes.file, {
    query: { ...query, format },
  })
  expect(body.error).toBe('')
  return Buffer.from(body.file, 'base64')
}

test('has the same cells on the screen, in Excel, and in the PDF', async () => {
  for (const [entity, id] of scopes()) {
    const facts = await read(entity, id)
    expect(facts.rows.filter(({ open }) => open > 0).length).toBeGreaterThan(2)
    const about = { entity, id }
    expectSameCells(
      forecastReport,
      facts,
      await load(forecastReport, 'csv', about),
      await load(forecastReport, 'pdf', about),
    )
  }
  const about = { entity: 'org', id: house.firm.org, which: `${month(1)}.open` }
  const facts = await rowsOf('org', house.firm.org, about.which)
  expect(facts.rows.length).toBeGreaterThan(1)
  expectSameCells(
    forecastRowsReport,
    facts,
    await load(forecastRowsReport, 'csv', about),
    await load(forecastRowsReport, 'pdf', about),
  )
}, 60_000)

test('emails the cells of the screen on schedule', async () => {
  const made = await house.add({
    code: 'forecast',
    key: 'org',
    id: house.firm.org,
    days: null,
    format: 'both',
    user_ids: [house.firm.morgan.actor.id],
  })
  await house.run(made.id)
  expect(await house.settled(made.id)).toMatchObject({ sent: 1 })
  const { attachments } = house.mailsTo(house.firm.morgan).at(-1)!.mail
  const fileOf = (ending: string) => attachments.find(({ filename }) => filename?.endsWith(ending))!.content
  expectSameCells(forecastReport, await read('org', house.firm.org), fileOf('.xlsx'), fileOf('.pdf'))
}, 60_000)

test('opens rows whose sum is the figure, for each cell that leads to some', async () => {
  let opened = 0
  for (const [key, id] of scopes()) {
    const facts = await read(key, id)
    for (const table of forecastReport.tables) {
      const columns = table.columns(facts)
      const cells = table.rows(facts)
      for (const [row, paths] of table.paths(facts).entries())
        for (const [at, path] of paths.entries()) {
          if (path === null) continue
          const which = new URL(path, 'https://pursuit.example').searchParams.get('which')!
          const { total, count, rows } = await rowsOf(key, id, which)
          const isOfAmounts = /\.(won|agreed|open)$/.test(which) && !which.startsWith('change')
          const sum = columns[at]!.kind === 'count' ? count : isOfAmounts ? total.amount : total.weighted
          expect([which, sum]).toEqual([which, expect.closeTo(Number(cells[row]![at]), 4)])
          expect(rows).toHaveLength(count)
          opened++
        }
    }
  }
  expect(opened).toBeGreaterThan(150)
}, 120_000)
