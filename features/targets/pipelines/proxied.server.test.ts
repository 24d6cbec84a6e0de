// Tests what a manager reads of a person's figures, and what a firm admin reads to hand over targets.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import type { Tiles } from '../list/contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import type { Hud, Score } from '../score/contract.ts'
import type { ManagedPerson } from './contract.ts'

let api: Api
let [dana, lee, morgan, admin, robin]: Client[] = []
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  const org = await api.aFirm()
  dana = await api.aPerson(org, { first_name: 'Dana', last_name: 'Reyes' })
  lee = await api.aPerson(org, { first_name: 'Lee', last_name: 'Park' })
  morgan = await api.aPerson(org)
  admin = await api.aPerson(org, { role: 'admin' })
  robin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  const group = randomUUID()
  await withoutRls(api.database, async (tx) => {
    await tx.sql`insert into groups (org_id, id, name) values (${org}, ${group}, 'Litigation')`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${org}, ${group}, ${morgan!.actor.id})`
    await tx.sql`insert into group_members (org_id, group_id, user_id) values (${org}, ${group}, ${dana!.actor.id})`
  })
})

const made = async (by: Client, given: Parameters<typeof aTarget>[0] = {}) =>
  (await by.call<TargetTile>(routes.create, { body: aTarget(given) })).body
type Owned = { person: { fullname: string }; targets: { id: string; name: string | null; status: string }[] }
const owned = (by: Client, of: Client) => by.call<Owned>(routes.owned, { params: { id: of.actor.id } })

test('lets a manager read a person’s summary and score with their sources, without private Targets', async () => {
  await made(dana!, { company: 'Open Mills' })
  await made(dana!, { company: 'Secret Mills', private: true })
  const query = { proxyUser: dana!.actor.id }
  const { body: hud } = await morgan!.call<Hud>(routes.hud, { query })
  const score = await morgan!.call<Score>(routes.score, { query })
  expect([score.status, score.body.score]).toEqual([200, hud.score.you.current.score])
  const created = score.body.parts.find(({ kind }) => kind === 'created')!
  expect([created.count, created.events.map(({ target }) => target)]).toEqual([1, ['Open Mills']])
  const own = (await dana!.call<Score>(routes.score)).body.parts.find(({ kind }) => kind === 'created')!
  expect([own.count, own.events.length]).toEqual([2, 2])
})

test('gives managers a working cursor that ignores private targets and reveals no number', async () => {
  const userid = dana!.actor.id
  const read = async (query = {}) => (await morgan!.call<Tiles>(routes.list, { query: { userid, ...query } })).body
  const open = await made(dana!, { company: 'Open Mills' })
  const [first, changes] = [await read(), await read({ after: '0' })]
  expect(first.cursor).toMatch(/^[0-9a-f]{32}$/)
  expect(changes.cursor).toBe(first.cursor)

  const secret = await made(dana!, { company: 'Secret Mills', private: true })
  await dana!.call(routes.addNote, { body: { target_id: secret.id, note: 'More' } })
  expect([(await read()).cursor, (await read({ after: '0' })).cursor]).toEqual([first.cursor, first.cursor])
  expect(await read({ after: first.cursor })).toMatchObject({ tiles: [], gone: [], cursor: first.cursor })

  await dana!.call(routes.addNote, { body: { target_id: open.id, note: 'More' } })
  const next = await read({ after: first.cursor })
  expect(next.tiles.map(({ id }) => id)).toEqual([open.id])
  expect(next.cursor).not.toBe(first.cursor)
  for (const after of ['1', 'a'.repeat(32), lee!.actor.id])
    expect((await morgan!.call(routes.list, { query: { userid, after } })).status).toBe(400)
})

test('rejects colleagues, firm admins, and people of other firms', async () => {
  const query = { proxyUser: dana!.actor.id }
  const statuses = async (by: Client) => [
    (await by.call(routes.hud, { query })).status,
    (await by.call(routes.score, { query })).status,
  ]
  expect(await statuses(lee!)).toEqual([403, 403])
  expect(await statuses(admin!)).toEqual([403, 403])
  expect(await statuses(robin!)).toEqual([404, 404])
})

test('lets a firm admin with org access only read a pipeline, and returns 404 for other firms', async () => {
  const { id } = await made(dana!, { company: 'Open Mills' })
  await withoutRls(api.database, (tx) => tx.sql`update orgs set access = 'yes' where id = ${admin!.orgId}`)
  const asDana = (method: 'GET' | 'POST', url: string) =>
    api.http.inject({
      method,
      url,
      headers: { ...clientHeaders(admin!.token), 'x-proxy-for': dana!.actor.id, 'idempotency-key': randomUUID() },
      ...(method === 'POST' && { payload: {} }),
    })
  const read = await asDana('GET', '/api/tiles?status=active')
  expect([read.statusCode, read.json<Tiles>().tiles?.map(({ company }) => company)]).toEqual([200, ['Open Mills']])
  expect((await asDana('POST', `/api/tiles/${id}?action=archive`)).statusCode).toBe(403)
  const person = async (by: Client, one: Client) =>
    (await by.call(routes.managed, { query: { id: one.actor.id } })).status
  expect([await person(morgan!, dana!), await person(morgan!, robin!)]).toEqual([200, 404])
  // The screen first requests the person: a manager can change the pipeline, the firm admin can read it, and no one
  // else finds the person.
  const reading = async (by: Client) =>
    (await by.call<{ people: ManagedPerson[] }>(routes.managed, { query: { id: dana!.actor.id } })).body.people
  expect(await reading(admin!)).toMatchObject([{ id: dana!.actor.id, fullname: 'Dana Reyes', reads_only: true }])
  expect((await reading(morgan!))[0]).not.toHaveProperty('reads_only')
  expect([await person(lee!, dana!), await person(robin!, dana!)]).toEqual([403, 404])
  await withoutRls(api.database, (tx) => tx.sql`update orgs set access = 'no' where id = ${admin!.orgId}`)
  expect(await person(admin!, dana!)).toBe(403)
})

test('shows a firm admin only names and statuses of non-private targets, and lets them hand those over', async () => {
  const open = await made(dana!, { company: 'Open Mills', goal: 'Secret goal' })
  await made(dana!, { company: 'Secret Mills', private: true })
  const shared = await made(lee!, { company: 'Lee Mills' })
  await lee!.call(routes.share, { params: { id: shared.id, userId: dana!.actor.id } })
  const { status, body, text } = await owned(admin!, dana!)
  expect([status, body.person.fullname]).toEqual([200, 'Dana Reyes'])
  expect(body.targets).toEqual([{ id: open.id, name: 'Open Mills', status: 'active' }])
  expect(text).not.toMatch(/Secret|goal/)
  const { cursor } = (await lee!.call<Tiles>(routes.list)).body
  for (const { id } of body.targets) {
    const handed = await admin!.call(routes.handOver, { params: { id }, body: { user_id: lee!.actor.id } })
    expect(handed.status).toBe(204)
  }
  expect((await owned(admin!, dana!)).body.targets).toEqual([])
  const { tiles } = (await lee!.call<Tiles>(routes.list, { query: { after: cursor } })).body
  const handed = tiles.filter(({ id }) => id !== shared.id)
  expect(handed.map(({ id, owner }) => [id, owner])).toEqual([[open.id, 'Lee Park']])
})

test("shows a person's targets only to the firm's admins, even after the person is deactivated", async () => {
  await made(dana!, { company: 'Open Mills' })
  const statuses = await Promise.all([lee!, morgan!, dana!, robin!].map(async (by) => (await owned(by, dana!)).status))
  expect(statuses).toEqual([403, 403, 403, 404])
  await withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${dana!.actor.id}`)
  const { body } = await owned(admin!, dana!)
  expect(body).toMatchObject({ person: { is_deactivated: true }, targets: [{ name: 'Open Mills' }] })
})
