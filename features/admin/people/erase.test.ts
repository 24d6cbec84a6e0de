// Erasing a person who has left, through HTTP.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '#core/server/database/firm.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
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
  const tables = await asSystem(api.database, (tx) =>
    sql<{
      name: string
    }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(tx),
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await api.database.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    for (const { row } of rows) if (words.some((word) => row.includes(word))) found.push(`${name}: ${row}`)
  }
  return found
}

test('Nothing says who a person was once they are erased; what they did stays, and their address is free again', async () => {
  const made = await lee.call<{ id: string }>(targets.create, {
    body: aTarget({ company: 'Acme', note: 'Met at the fair.' }),
  })
  await lee.call(targets.share, {
    params: { id: made.body.id },
    body: { to: admin.actor.id, role: 'Help', message: '' } as never,
  })
  await api.caughtUp()
  expect((await erase()).body.message).toBe('Deactivate Leopold Okafor-Lane first.')
  expect((await erase(lee)).status).toBe(403)
  // As a directory would have made them, and a phone that was being changed.
  await api.database.pool.query(
    `update users set scim_user_name = $2, scim_external_id = 'Okafor-Lane-7' where id = $1`,
    [lee.actor.id, lee.email],
  )
  const leaving = await admin.call(routes.deactivate, { params: params(), body: { hand_over: {} } })
  expect(leaving.status).toBe(200)
  expect((await erase()).body.message).toBe('Hand over the Targets of Leopold Okafor-Lane first.')
  await admin.call(routes.handOver, { params: params(), body: { hand_over: { active: admin.actor.id } } })

  const { status, body } = await erase()
  expect([status, body.first_name, body.last_name, body.is_erased, body.phone]).toEqual([
    200,
    'Former',
    'colleague',
    true,
    '',
  ])
  await api.caughtUp()
  const left = (await rowsSaying(['Leopold', 'Okafor-Lane', lee.email, '+15550100199'])).filter(
    (row) => !row.startsWith('once_only'),
  )
  expect(left).toEqual([])
  expect((await rowsSaying(['Former'])).some((row) => row.startsWith('target_people'))).toBe(true)
  const log = await asSystem(api.database, (tx) =>
    sql<{
      action: string
    }>`select action from audit_log where org_id = ${admin.orgId} and subject_id = ${lee.actor.id} order by at, id`.execute(
      tx,
    ),
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
