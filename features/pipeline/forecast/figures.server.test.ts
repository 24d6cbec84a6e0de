// Checks the forecast of two quarters in one's own summary and on the dashboard against the report.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, DEFAULT_ZONE, dayIn, quarterOf } from '#core/contract/dates.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { FIGURES_PATH, routes as kpi, type TokenAnswer } from '#features/viewer/kpi/contract.ts'
import { type Api, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { type Forecast, forecastReport } from './contract.ts'
import type { ThisAndNextQuarter } from './figuresContract.ts'
import { ownForecastRoute } from './ownContract.ts'

let api: Api
let firm: ManagedFirm
let other: ManagedFirm
const quarter = quarterOf(dayIn(DEFAULT_ZONE, new Date()).slice(0, 7))
const next = addMonths(quarter, 3)

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  other = await aManagedFirm(api, 'yes')
  for (const { dana } of [firm, other])
    for (const [projected_revenue, expected_close, more] of [
      [40_000, quarter, {}],
      [12_345.67, `${addMonths(quarter, 2)}-15`, { chance: 30 }],
      [100_000, next, {}],
      [7_000_000, next, { private: true }],
      // In no quarter: without a date, and without a chance.
      [500_000, null, {}],
      [900_000, next, { chance: null }],
    ] as const)
      await dana.call(targets.create, {
        body: aTarget({ projected_revenue, expected_close, chance: 50, ...more }),
      })
  const { body } = await firm.dana.call<{ id: string }>(targets.create, { body: aTarget({ expected_close: quarter }) })
  await firm.dana.call(targets.complete, { params: { id: body.id }, body: { revenue: 9000 } })
}, 60_000)
afterAll(() => api.close())

const tokenOf = async () => (await firm.morgan.call<TokenAnswer>(kpi.token)).body
async function onDashboard(key: string, id: string) {
  const { token } = await tokenOf()
  if ('error' in token) throw new Error(token.error)
  const answer = await api.http.inject({
    url: `${FIGURES_PATH}/forecast?${new URLSearchParams({ key, id })}`,
    headers: { authorization: `Bearer ${token.access_token}` },
  })
  return { status: answer.statusCode, body: answer.json() as ThisAndNextQuarter }
}
const known = {
  this_quarter: { quarter, won: 9000, weighted: 20_000 + 3703.701, open: 52_345.67 },
  next_quarter: { quarter: next, weighted: 50_000, open: 100_000 },
}

test('shows the figures of the report on the dashboard, with its token alone and for its firm alone', async () => {
  for (const [key, id] of [['org', firm.org] as const, ['group', firm.tax] as const]) {
    const { status, body } = await onDashboard(key, id)
    expect([status, body]).toEqual([200, known])
    const report = await firm.morgan.call<Forecast>(forecastReport.routes.read, { params: { key, id } })
    expect(report.body).toMatchObject(known)
  }
  expect((await onDashboard('org', other.org)).status).toBe(404)
  expect((await onDashboard('group', other.tax)).status).toBe(404)
  expect((await onDashboard('user', firm.dana.actor.id)).status).toBe(400)
  expect((await tokenOf()).settings).toMatchObject({ forecast: true })
})

test('counts one’s private Targets in one’s own summary alone', async () => {
  const { body } = await firm.dana.call<ThisAndNextQuarter>(ownForecastRoute)
  expect(body).toEqual({
    ...known,
    next_quarter: { quarter: next, weighted: 3_550_000, open: 7_100_000 },
  })
  expect((await firm.lee.call<ThisAndNextQuarter>(ownForecastRoute)).body.next_quarter.open).toBe(0)
})

test('has no figures for a firm without the forecast, stages, or the Tracker', async () => {
  for (const flag of ['forecast', 'stages', 'targets']) {
    const turn = (on: string) =>
      withoutRls(
        api.database,
        (tx) =>
          tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, ${[flag, 'on']}::text[], to_jsonb(${on}::text)) where id = ${firm.org}`,
      )
    await turn('no')
    expect([flag, (await onDashboard('org', firm.org)).status]).toEqual([flag, 403])
    expect([flag, (await firm.dana.call(ownForecastRoute)).status]).toEqual([flag, 403])
    expect([flag, (await tokenOf()).settings.forecast]).toEqual([flag, undefined])
    await turn('yes')
  }
  expect((await onDashboard('org', firm.org)).status).toBe(200)
})
