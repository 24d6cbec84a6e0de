import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf } from '#core/contract/area.ts'
import type { Me } from '#core/contract/session.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { routes as account } from '#features/account/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, openApi } from '#tests/api.ts'
import { peopleRoutes as people } from '../people/contract.ts'
import { type FirmSetup, setupRoutes as routes } from './setupContract.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

test('counts people, groups, domains, sign-in, logo, and imports of its own firm only', async () => {
  const [firm, other] = [await api.aFirm(), await api.aFirm()]
  const admin = await api.aPerson(firm, { role: 'admin' })
  await api.aPerson(other)
  const look = async () => (await admin.call<FirmSetup>(routes.setup)).body
  await withoutRls(api.database, (tx) => tx.sql`update users set signed_in_at = now() where org_id = ${firm}`)
  expect(await look()).toEqual({
    people: 1,
    waiting: 0,
    groups: 0,
    without_manager: 0,
    domains: 0,
    has_provider: false,
    is_sign_on_only: false,
    second_factor_from: null,
    has_logo: false,
    imported: 0,
  })
  const lee = await api.aPerson(firm)
  const gone = await api.aPerson(firm)
  const group = (await admin.call<{ id: string }>(people.createGroup, { body: { name: 'Tax' } })).body
  await withOrg(api.database, firm, async (tx) => {
    await tx.sql`update users set signed_in_at = null where org_id = ${firm} and id = ${lee.actor.id}`
    await tx.sql`update users set deactivated_at = now() where org_id = ${firm} and id = ${gone.actor.id}`
    for (const [domain, how] of [
      ['a.example', null],
      ['b.example', 'dns'],
    ])
      await tx.sql`
        insert into firm_domains (org_id, id, domain, token, proved_at, how)
        values (${firm}, ${randomUUID()}, ${domain}, 'token', ${how && new Date().toISOString()}::timestamptz, ${how})`
    for (const [kind, state] of [
      ['targets', 'done'],
      ['targets', 'undone'],
      ['people', 'done'],
    ])
      await tx.sql`
        insert into imports (org_id, id, kind, user_id, file_name, state, imported)
        values (${firm}, ${randomUUID()}, ${kind}, ${admin.actor.id}, 'a.csv', ${state}, 7)`
    await tx.sql`update orgs set second_factor_from = '2027-01-04' where id = ${firm}`
  })
  expect(await look()).toMatchObject({
    people: 2,
    waiting: 1,
    groups: 1,
    without_manager: 1,
    domains: 1,
    second_factor_from: '2027-01-04',
    imported: 7,
  })
  await admin.call(people.placeManagers, { params: { id: group.id }, body: { add: [lee.actor.id] } })
  expect(await look()).toMatchObject({ groups: 1, without_manager: 0 })
  expect((await lee.call(routes.setup)).status).toBe(403)
})

test('tells only the admin whether they own a Target, and ignores deleted Targets', async () => {
  const firm = await api.aFirm()
  const [admin, lee] = [await api.aPerson(firm, { role: 'admin' }), await api.aPerson(firm)]
  const ownOf = async (one: typeof admin) =>
    dataOf((await one.call<Me>(account.me)).body.Subscriptions, trackerFlag)?.own
  await lee.call(targets.create, { body: aTarget() })
  expect([await ownOf(admin), await ownOf(lee)]).toEqual(['none', undefined])
  const { body } = await admin.call<{ id: string }>(targets.create, { body: aTarget() })
  expect(await ownOf(admin)).toBe('some')
  await withOrg(
    api.database,
    firm,
    (tx) => tx.sql`update targets set status = 'deleted' where org_id = ${firm} and id = ${body.id}`,
  )
  expect(await ownOf(admin)).toBe('none')
})
