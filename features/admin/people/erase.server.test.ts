import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { routes as touches } from '#features/touches/contract.ts'
import { type Api, type Client, openApi, PASSWORD } from '#tests/api.ts'
import { type PersonDetail, peopleRoutes as routes } from './contract.ts'

let api: Api
let admin: Client
let lee: Client
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  lee = await api.aPerson(admin.orgId, { first_name: 'Leopold', last_name: 'Okafor-Lane', phone: '+15550100199' })
})
afterAll(() => api.close())

const params = () => ({ id: lee.actor.id })
const erase = (by = admin) => by.call<PersonDetail & { message: string }>(routes.erase, { params: params() })
const rowsSaying = async (words: string[]) => {
  const tables = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        name: string
      }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await api.database.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    for (const { row } of rows) if (words.some((word) => row.includes(word))) found.push(`${name}: ${row}`)
  }
  return found
}

test("removes every trace of a person's identity, keeps their work, and frees their email address", async () => {
  const made = await lee.call<{ id: string }>(targets.create, {
    body: aTarget({ company: 'Acme', note: 'Met at the fair.' }),
  })
  const shared = await lee.call(targets.share, { params: { id: made.body.id, userId: admin.actor.id } })
  expect(shared.status).toBe(200)
  const touch = { kind: 'email', at: '2026-01-05T18:00:00.000Z', subject: 'From Leopold', text: 'Okafor-Lane wrote' }
  expect((await lee.call(touches.create, { body: { ...touch, target_id: made.body.id } })).status).toBe(200)
  await api.caughtUp()
  expect((await erase()).body.message).toBe('Deactivate Leopold Okafor-Lane first.')
  expect((await erase(lee)).status).toBe(403)
  // Sets fields as a directory would have, and a pending phone change.
  await api.database.pool.query(
    `update users set scim_user_name = $2, scim_external_id = 'Okafor-Lane-7' where id = $1`,
    [lee.actor.id, lee.email],
  )
  const leaving = await admin.call(routes.deactivate, { params: params(), body: { hand_over: {} } })
  expect(leaving.status).toBe(200)
  expect((await erase()).body.message).toBe('Hand over the Targets of Leopold Okafor-Lane first.')
  await admin.call(routes.handOver, { params: params(), body: { hand_over: { active: admin.actor.id } } })

  await api.database.pool.query(
    `insert into firm_exports (org_id, id, firm_id, firm_name, asked_by, state, ends_at) values ($1, gen_random_uuid(), $1, 'Theirs', 'Olive', 'done', now() + interval '7 days')`,
    [admin.orgId],
  )
  const { status, body } = await erase()
  expect([status, body.first_name, body.last_name, body.is_erased, body.phone]).toEqual([
    200,
    'Former',
    'colleague',
    true,
    '',
  ])
  await api.caughtUp()
  expect(await rowsSaying(['Leopold', 'Okafor-Lane', lee.email, '+15550100199'])).toEqual([])
  const kept = await api.database.pool.query(`select kind, subject, body from touches where user_id = $1`, [
    lee.actor.id,
  ])
  expect(kept.rows).toEqual([{ kind: 'email', subject: '', body: '' }])
  const archives = await api.database.pool.query(`select 1 from firm_exports where ends_at > now()`)
  expect(archives.rows).toEqual([])
  expect((await rowsSaying(['Former'])).some((row) => row.startsWith('target_people'))).toBe(true)
  const log = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        action: string
      }>`select action from audit_log where org_id = ${admin.orgId} and subject_id = ${lee.actor.id} order by at, id`,
  )
  expect(log.rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['person.deactivated', 'person.targets_handed_over', 'person.erased']),
  )
  expect((await erase()).status).toBe(409)
  expect((await admin.call(routes.reactivate, { params: params() })).status).toBe(409)
  const again = await api.aPerson(admin.orgId, { email: lee.email })
  const login = await api.http.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: { 'x-client': 'web' },
    payload: { email: again.email, password: PASSWORD },
  })
  expect(login.statusCode).toBe(200)
})

test('replays a stored response without the name of an erased person', async () => {
  const zoe = await api.aPerson(admin.orgId, { first_name: 'Zoë "Zed"', last_name: 'Quill', phone: '+15550100177' })
  const other = await api.aPerson(admin.orgId, { first_name: 'Morgan', last_name: 'Quillon' })
  const made = await admin.call<{ id: string }>(targets.create, { body: aTarget({ company: 'Quill & Co' }) })
  const share = { params: { id: made.body.id, userId: zoe.actor.id } }
  const key = randomUUID()
  const first = await admin.call(targets.share, { ...share, key })
  expect(JSON.stringify(first.body)).toContain('Quill')
  await other.call(targets.create, { body: aTarget({ company: 'Of another' }) })
  const answersOf = async (id: string) =>
    (
      await withoutRls(
        api.database,
        (tx) => tx.sql<{ answer: string }>`select answer from once_only where user_id = ${id} order by key`,
      )
    ).rows.map(({ answer }) => answer)
  const untouched = await answersOf(other.actor.id)

  const who = { params: { id: zoe.actor.id } }
  await admin.call(routes.deactivate, { ...who, body: { hand_over: {} } })
  expect((await admin.call(routes.erase, who)).status).toBe(200)
  await api.caughtUp()
  const again = await admin.call(targets.share, { ...share, key })
  expect(again.status).toBe(first.status)
  expect(JSON.stringify(again.body)).toBe(
    JSON.stringify(first.body).replace(
      /"first_name":"Zoë[^,]*,"last_name":"Quill"/g,
      '"first_name":"Former","last_name":"colleague"',
    ),
  )
  expect(await rowsSaying(['Zoë', zoe.email, '+15550100177'])).toEqual([])
  expect(await answersOf(other.actor.id)).toEqual(untouched)
  expect((await rowsSaying(['Quill & Co'])).length).toBeGreaterThan(0)
})
