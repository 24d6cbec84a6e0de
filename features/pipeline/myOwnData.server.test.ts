// Covers stages, expected closes, chances, and what the forecast keeps, in the files of a person's own data.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, dayIn } from '#core/contract/dates.ts'
import { offeredStages } from '#core/contract/stages.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { routes as own } from '#features/account/ownContract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { sheetsOf } from '#tests/readers.ts'
import { keepDay } from './forecast/server/snapshots.ts'

let api: Api
let dana: Client
const [, talking, , proposal] = offeredStages.inOrder
const today = dayIn('America/Los_Angeles', new Date())
const close = addMonths(today.slice(0, 7), 2)

beforeAll(async () => {
  api = await openApi()
  dana = await api.aPerson(await api.aFirm())
  const lee = await api.aPerson(dana.orgId)
  const given = { stage: talking!.id, expected_close: close, projected_revenue: 40_000 }
  const { body } = await dana.call<TargetTile>(targets.create, { body: aTarget({ company: 'Halden', ...given }) })
  await dana.call(targets.move, { params: { id: body.id }, body: { stage: proposal!.id } })
  await lee.call(targets.create, { body: aTarget({ company: 'Lee alone', ...given }) })
  await withOrg(api.database, dana.orgId, (tx) => keepDay(tx, today))
})
afterAll(() => api.close())

type Kept = { targets: { history: { what: string; details: object }[] }[]; forecast?: object[] }
const dataOf = async (by: Client) => JSON.parse((await by.call(own.myData)).text) as Kept
async function targetsSheet(by: Client) {
  const { rawPayload } = await api.http.inject({ url: '/api/user/workbook', headers: clientHeaders(by.token) })
  const [heads, ...rows] = sheetsOf(rawPayload).Targets!.map((row) => row.map(({ value }) => value))
  return { heads: heads!, rows: rows.map((row) => Object.fromEntries(heads!.map((head, at) => [head, row[at]]))) }
}

test('name the stage of each Target and of each move, and what was expected of the person’s own Targets', async () => {
  const kept = await dataOf(dana)
  expect(kept.targets).toMatchObject([{ stage_name: 'Proposal', expected_close: close, chance: null }])
  expect(
    kept.targets[0]!.history.filter(({ what }) => what === 'targetMoved').map(({ details }) => details),
  ).toMatchObject([{ to_name: 'Talking' }, { from_name: 'Talking', to_name: 'Proposal' }])
  expect(kept.forecast).toMatchObject([
    { since: today, until: null, amount: 40_000, chance: 60, expected_close: close },
  ])
  const { rows } = await targetsSheet(dana)
  expect(rows).toMatchObject([
    { Company: 'Halden', Stage: 'Proposal', 'Expected close': close, 'Chance in percent': 60 },
  ])
  expect(rows[0]!['In stage since']).toBeTruthy()
})

test('name who a Target came from, in the file and in the workbook', async () => {
  await dana.call(targets.create, {
    body: aTarget({ company: 'Kestrel', came_from: { contact_name: 'Harold Finch' } }),
  })
  const { targets: all } = await dataOf(dana)
  expect(all).toContainEqual(expect.objectContaining({ came_from: expect.objectContaining({ name: 'Harold Finch' }) }))
  const { rows } = await targetsSheet(dana)
  expect(rows.map((row) => [row.Company, row['Came from']])).toContainEqual(['Kestrel', 'Harold Finch'])
})

test('have no trace of stages and sources in a firm without them', async () => {
  const robin = await api.aPerson(await api.aFirm())
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update orgs set subscriptions = jsonb_set(jsonb_set(subscriptions, '{stages,on}', '"no"'), '{referrals,on}', '"no"') where id = ${robin.orgId}`,
  )
  await robin.call(targets.create, { body: aTarget({ company: 'Halden' }) })
  const kept = await dataOf(robin)
  expect(kept).not.toHaveProperty('forecast')
  expect(kept.targets[0]).not.toHaveProperty('stage_name')
  const { heads } = await targetsSheet(robin)
  expect(heads.at(-1)).toBe('ID')
})
