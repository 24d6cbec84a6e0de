import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import type { Hud } from './contract.ts'

let api: Api
let firm: string
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
})
afterAll(() => api.close())

const revenueOf = async (person: Client) => (await person.call<Hud>(routes.hud)).body.revenue.you

test('adds revenue won before the start, shows it separately, and expires with the firm’s year', async () => {
  const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  api.clock.now = new Date('2026-11-18T20:00:00Z')
  const target = (await dana.call<TargetTile>(routes.create, { body: aTarget() })).body
  await dana.call(routes.complete, { params: { id: target.id }, body: { revenue: 40_000 } })
  const set = await dana.call(routes.setYtdRevenue, { body: { amount: 1_000_000.5 } })
  expect([set.status, set.body]).toEqual([200, { amount: 1_000_000.5, year: 2026 }])
  expect(await revenueOf(dana)).toMatchObject({
    ytd: 1_040_000.5,
    ytd_before: 1_000_000.5,
    ytd_formatted: '$1,040,001',
    ytd_count: 1,
  })
  expect(await revenueOf(lee)).toMatchObject({ ytd: 0, ytd_before: 0 })
  await dana.call(routes.setYtdRevenue, { body: { amount: 5 } })
  expect(await revenueOf(dana)).toMatchObject({ ytd: 40_005 })
  // Still 2026 in Los Angeles, then 2027.
  api.clock.now = new Date('2027-01-01T07:59:00Z')
  expect(await revenueOf(dana)).toMatchObject({ ytd: 40_005 })
  api.clock.now = new Date('2027-01-01T08:01:00Z')
  expect(await revenueOf(dana)).toMatchObject({ ytd: 0, ytd_before: 0 })
  api.clock.now = null
})

test('rejects an invalid dollar amount without a change', async () => {
  const dana = await api.aPerson(firm)
  const wrong = [-1, -5, 1.234, '12'].map((amount) => [amount, 'Please enter a $ amount.'] as const)
  for (const [amount, said] of [
    ...wrong,
    [1e12, 'The limit is $99,999,999.99.'],
    [null, 'Please enter revenue.'],
  ] as const) {
    const { status, body } = await dana.call(routes.setYtdRevenue, { body: { amount } })
    expect([amount, status, body.errors]).toEqual([amount, 400, { amount: said }])
  }
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql`select ytd_before_year from users where id = ${dana.actor.id}`,
  )
  expect(rows).toEqual([{ ytd_before_year: null }])
})
