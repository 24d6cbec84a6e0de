// Covers the Viewer's report on assets: openings, their number, and its audience.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { aPdf } from '#core/server/pdf/testing/aPdf.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { routes as viewerRoutes } from '#features/viewer/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { sendAsset } from '#tests/sendAsset.ts'
import { type Asset, type AssetListPage, routes } from './contract.ts'
import { type AssetsReport, assetsReport } from './reportContract.ts'

let api: Api
let firm: ManagedFirm
let admin: Client
let plan: Asset

const change = (statement: ReturnType<typeof sql>) => withoutRls(api.database, (tx) => tx.run(statement))
const read = (by: Client, id = firm.org, key = 'org') =>
  by.call<AssetsReport>(assetsReport.routes.read, { params: { key, id } })
const told = async (by: Client) =>
  (await read(by)).body.rows.map(({ name, openers }) => [name, openers.map((one) => `${one.name} ${one.times}`)])
const codesFor = async (by: Client) =>
  (await by.call<{ reports: { code: string }[] }>(viewerRoutes.viewer)).body.reports.map(({ code }) => code)
async function open(by: Client, { id }: Asset) {
  const { body } = await by.call<AssetListPage>(routes.mine)
  const { file_url: url } = body.assets.find((one) => one.id === id)!
  expect((await api.http.inject({ url, headers: noHeaders })).statusCode).toBe(200)
}
const upload = async (name: string, fields: Record<string, string>, id?: string) => {
  const file = { name: 'plan.pdf', content: await aPdf([name]) }
  return (await sendAsset<Asset>(api.http, admin.token, { fields: { name, ...fields }, file }, id)).body
}
/** Moves the last page request into the past. */
const later = (minutes: number) =>
  change(sql`update asset_readers set last_at = now() - make_interval(mins => ${minutes}) where org_id = ${firm.org}`)

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api)
  admin = await api.aPerson(firm.org, { role: 'admin', first_name: 'Alex', last_name: 'Admin' })
  plan = await upload('BD plan', { everyone: 'true' })
  await upload('For Robin', { 'users_access[0]': firm.robin.actor.id })
})
afterAll(() => api.close())

test('marks an unopened asset, counts continued reading once, and counts a return again', async () => {
  expect(await told(admin)).toEqual([
    ['BD plan', []],
    ['For Robin', []],
  ])
  await open(firm.dana, plan)
  await later(5)
  await open(firm.dana, plan)
  expect(await told(admin)).toEqual([
    ['BD plan', ['Dana Reyes 1']],
    ['For Robin', []],
  ])
  await later(31)
  await open(firm.dana, plan)
  await open(firm.robin, plan)
  expect(await told(admin)).toEqual([
    ['BD plan', ['Robin Cole 1', 'Dana Reyes 2']],
    ['For Robin', []],
  ])
})

test('adds up openings of all versions and reports the latest opened one', async () => {
  await upload('BD plan', { everyone: 'true', revision: String(plan.revision) }, plan.id)
  await open(firm.dana, plan)
  const { rows } = (await read(admin)).body
  expect(rows[0]).toMatchObject({ versions: 2, access: 5, open: { path: `/viewer/assets/${plan.id}` } })
  expect(rows[0]!.openers.map(({ name, times, version }) => [name, times, version])).toEqual([
    ['Dana Reyes', 3, 2],
    ['Robin Cole', 1, 1],
  ])
})

test('limits a manager without asset rights to their people and readable assets', async () => {
  expect(await told(firm.morgan)).toEqual([['BD plan', ['Dana Reyes 3']]])
  expect((await read(firm.morgan)).body.rows[0]).toMatchObject({ access: null })
  expect(await codesFor(firm.morgan)).toContain('assets')
})

test('is unavailable to non-managers, people without Insights, and other firms', async () => {
  expect((await read(firm.dana)).status).toBe(403)
  expect(await codesFor(firm.dana)).not.toContain('assets')
  await change(sql`update users set settings = settings || '{"key-org_report": 0}' where id = ${firm.morgan.actor.id}`)
  expect((await read(firm.morgan)).status).toBe(403)
  expect(await codesFor(firm.morgan)).not.toContain('assets')
  const other = await aManagedFirm(api, 'yes')
  expect((await read(admin, other.org)).status).toBe(404)
  expect((await read(admin, newId())).status).toBe(404)
  expect((await read(admin, firm.tax, 'group')).status).toBe(400)
  expect((await read(other.morgan, other.org)).body.rows).toEqual([])
})

test('keeps former members among the openers and drops deleted assets', async () => {
  await change(sql`update users set deactivated_at = now() where id = ${firm.robin.actor.id}`)
  expect((await told(admin))[0]![1]).toContain('Robin Cole (left) 1')
  await admin.call(routes.removeForAll, { params: { id: plan.id } })
  expect(await told(admin)).toEqual([['For Robin', []]])
})

test('is unavailable in a firm without assets', async () => {
  await change(
    sql`update orgs set subscriptions = jsonb_set(subscriptions, '{assets,on}', '"no"') where id = ${firm.org}`,
  )
  expect((await read(admin)).status).toBe(403)
  expect(await codesFor(admin)).not.toContain('assets')
})
