import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { purgeStoredResponses } from '#core/sync/server/idempotency.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from './contract.ts'
import type { Tiles } from './list/contract.ts'
import { routes } from './routesContract.ts'
import { aTarget } from './samples.ts'

let api: Api
let dana: Client
beforeAll(async () => {
  api = await openApi()
  dana = await api.aPerson(await api.aFirm())
})
afterAll(() => api.close())

const active = async () => (await dana.call<Tiles>(routes.list, { query: { status: 'active' } })).body.tiles.length

test('makes one change for twenty concurrent identical requests and returns the same response to all', async () => {
  const before = await active()
  const key = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => dana.call<TargetTile>(routes.create, { body: aTarget(), key })),
  )
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(replies[0]!.status).toBe(200)
  expect(await active()).toBe(before + 1)
})

test('returns the first response again although the target has changed since', async () => {
  const key = randomUUID()
  const first = await dana.call<TargetTile>(routes.create, { body: aTarget(), key })
  await dana.call(routes.archive, { params: { id: first.body.id } })
  const again = await dana.call<TargetTile>(routes.create, { body: aTarget(), key })
  expect(again.text).toBe(first.text)
})

test('stores a refusal as a first response', async () => {
  const { body: target } = await dana.call<TargetTile>(routes.create, { body: aTarget() })
  const key = randomUUID()
  const refused = await dana.call(routes.work, { params: { id: target.id }, key })
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: 'This Target is already Pursuing.', code: 'not_allowed_now' },
  ])
  await dana.call(routes.archive, { params: { id: target.id } })
  const again = await dana.call(routes.work, { params: { id: target.id }, key })
  expect([again.status, again.body]).toEqual([409, refused.body])
})

test('refuses the same key with another body with 409 and changes nothing', async () => {
  const before = await active()
  const key = randomUUID()
  await dana.call(routes.create, { body: aTarget(), key })
  const other = await dana.call(routes.create, { body: aTarget({ company: 'Okoro Renewables' }), key })
  expect([other.status, other.body.code]).toEqual([409, 'key_reused'])
  expect(await active()).toBe(before + 1)
})

test('treats the same key of two people as two changes', async () => {
  const lee = await api.aPerson(dana.orgId)
  const key = randomUUID()
  const [hers, his] = [
    await dana.call<TargetTile>(routes.create, { body: aTarget(), key }),
    await lee.call<TargetTile>(routes.create, { body: aTarget(), key }),
  ]
  expect([hers.status, his.status]).toEqual([200, 200])
  expect(hers.body.id).not.toBe(his.body.id)
})

test('frees the key of a change whose transaction fails, and the next attempt makes it', async () => {
  const key = randomUUID()
  await withoutRls(
    api.database,
    (tx) => tx.sql`alter table tasks add constraint no_step check (description <> 'Fails')`,
  )
  const body = aTarget({ tasks: [{ description: 'Fails', due: '2026-11-27', help: '' }] })
  expect((await dana.call(routes.create, { body, key })).status).toBe(500)
  await withoutRls(api.database, (tx) => tx.sql`alter table tasks drop constraint no_step`)
  expect((await dana.call(routes.create, { body, key })).status).toBe(200)
})

test('stores responses for 30 days', async () => {
  const [old, recent] = [randomUUID(), randomUUID()]
  await dana.call(routes.create, { body: aTarget(), key: old })
  await dana.call(routes.create, { body: aTarget(), key: recent })
  await withoutRls(
    api.database,
    (tx) => tx.sql`update once_only set created_at = now() - interval '31 days' where key = ${old}`,
  )
  await purgeStoredResponses.run(api.database)
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ key: string }>`select key from once_only where key in (${old}, ${recent})`,
  )
  expect(rows.map(({ key }) => key)).toEqual([recent])
})
