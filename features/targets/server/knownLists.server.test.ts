import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import type { Tiles } from '../list/contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import { keepList, knownList } from './knownLists.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const listOf = async (person: Client, query = {}) => (await person.call<Tiles>(routes.list, { query })).body

test('sends an unchanged list again, and never one from before a change', async () => {
  const firm = await api.aFirm()
  const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  const { body: target } = await dana.call<TargetTile>(routes.create, {
    body: aTarget({ company: 'Acme', goal: 'First' }),
  })
  const { body: shared } = await lee.call<TargetTile>(routes.create, {
    body: aTarget({ company: 'Okoro', goal: 'First' }),
  })
  await api.caughtUp()
  const first = await listOf(dana)
  expect(await listOf(dana)).toEqual(first)
  expect((await listOf(dana, { status: 'completed' })).tiles).toEqual([])
  expect((await listOf(lee)).tiles.map(({ id }) => id)).toEqual([shared.id])

  await dana.call(routes.edit, { params: { id: target.id }, body: { goal: 'Second' } })
  expect((await listOf(dana)).tiles.map(({ goal }) => goal)).toEqual(['Second'])

  // Another person's change of a target that this one shares.
  const { body: asked } = await lee.call<TargetTile>(routes.share, { params: { id: shared.id, userId: dana.actor.id } })
  expect((await listOf(dana)).tiles).toHaveLength(2)
  const share = asked.collaborators.find(({ user_id }) => user_id === dana.actor.id)!
  await dana.call(routes.acceptShare, { params: { id: share.share_id } })
  await listOf(dana)
  await lee.call(routes.edit, { params: { id: shared.id }, body: { goal: 'Third' } })
  expect((await listOf(dana)).tiles.find(({ id }) => id === shared.id)?.goal).toBe('Third')
  await lee.call(routes.revokeShare, { params: { id: share.share_id } })
  expect((await listOf(dana)).tiles.map(({ id }) => id)).toEqual([target.id])
})

test('reads a known list again in a firm where another day has begun', async () => {
  const firm = await api.aFirm()
  const dana = await api.aPerson(firm)
  await dana.call(routes.create, { body: aTarget({ company: 'Acme' }) })
  await api.caughtUp()
  const before = await listOf(dana)
  await withOrg(
    api.database,
    dana.orgId,
    (tx) =>
      tx.sql`update target_people set due = due - 400 where org_id = ${dana.orgId} and user_id = ${dana.actor.id}`,
  )
  expect((await listOf(dana)).tiles).toEqual(before.tiles)
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const days = []
  for (const zone of zones) {
    await withOrg(
      api.database,
      dana.orgId,
      (tx) => tx.sql`update orgs set time_zone = ${zone}, copies_after = null where id = ${dana.orgId}`,
    )
    days.push((await listOf(dana)).tiles[0]!.bucket)
  }
  expect(days).toContain('overdue')
})

test('forgets the oldest lists when they take too much memory', () => {
  const database = {} as typeof api.database
  for (let i = 0; i < 10; i++)
    keepList(database, `${i}`, { cursor: '1', day: '2026-11-28', text: 'x'.repeat(1_000_000) })
  expect(knownList(database, '1')).toBeUndefined()
  expect(knownList(database, '2')).toMatchObject({ cursor: '1' })
  expect(knownList(database, '9')).toMatchObject({ cursor: '1' })
})
