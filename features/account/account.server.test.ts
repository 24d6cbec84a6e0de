import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { noticeLevel, switchesAt } from '#core/contract/notice.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { type Api, openApi, PASSWORD } from '#tests/api.ts'
import { routes, type Settings } from './contract.ts'
import { rateLimits } from './server/rateLimits.ts'

let api: Api
let firm: string
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
})
afterAll(() => api.close())

const login = (email: string, password: string, remoteAddress = '10.0.0.1') =>
  api.http.inject({ method: 'POST', url: '/api/user/login', payload: { email, password }, remoteAddress })
const withToken = (token: string) =>
  api.http.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })

test('opens a session that identifies the person when the password is correct', async () => {
  const dana = await api.aPerson(firm, { last_name: 'Reyes' })
  const reply = await login(dana.email.toUpperCase(), PASSWORD)
  expect(reply.statusCode).toBe(200)
  const session = reply.json()
  expect(routes.login.answer!.parse(session)).toMatchObject({
    user: { fullname: 'Dana Reyes', email: dana.email },
    Org: { name: 'Hartwell & Stone LLP', time_zone: 'America/Los_Angeles' },
  })
  expect((await withToken(session.token)).json()).toMatchObject({ user: { id: dana.actor.id } })
})

test('gives the same error for a wrong password, an unknown address, and a deactivated person', async () => {
  const gone = await api.aPerson(firm)
  await withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${gone.actor.id}`)
  const dana = await api.aPerson(firm)
  const replies = [
    await login(dana.email, 'Wrong#2026'),
    await login('nobody@hartwell.example', PASSWORD),
    await login(gone.email, PASSWORD),
  ]
  for (const reply of replies)
    expect([reply.statusCode, reply.json()]).toEqual([
      403,
      { message: 'Invalid username or password', code: 'wrong_login' },
    ])
  expect((await withToken(gone.token)).statusCode).toBe(401)
})

test('rejects a malformed login field by field', async () => {
  const reply = await login('', '')
  expect([reply.statusCode, reply.json().errors]).toEqual([
    400,
    { email: 'Please complete this field', password: 'Please complete this field' },
  ])
})

test('never counts successful logins against the rate limit', async () => {
  const dana = await api.aPerson(firm)
  for (let i = 0; i < rateLimits.account.most + 3; i++)
    expect((await login(dana.email, PASSWORD, '10.0.0.9')).statusCode).toBe(200)
})

test('limits failed logins of one account without locking others out', async () => {
  const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  for (let i = 0; i < rateLimits.account.most; i++)
    expect((await login(dana.email, 'Wrong#2026', '10.0.0.2')).statusCode).toBe(403)
  const beyond = await login(dana.email, PASSWORD, '10.0.0.2')
  expect(beyond.statusCode).toBe(429)
  expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0)
  expect((await login(lee.email, PASSWORD, '10.0.0.2')).statusCode).toBe(200)
})

test('ends only this session on logout and invalidates its token', async () => {
  const dana = await api.aPerson(firm)
  const other = (await login(dana.email, PASSWORD, '10.0.0.3')).json().token
  expect((await dana.call(routes.logout)).status).toBe(204)
  expect((await withToken(dana.token)).statusCode).toBe(401)
  expect((await withToken(other)).statusCode).toBe(200)
})

test('ends sessions after 30 idle days or 90 days in total, and stores no tokens', async () => {
  const [idle, old] = [await api.aPerson(firm), await api.aPerson(firm)]
  await withoutRls(api.database, async (tx) => {
    await tx.sql`update sessions set used_at = now() - interval '31 days' where user_id = ${idle.actor.id}`
    await tx.sql`update sessions set created_at = now() - interval '91 days' where user_id = ${old.actor.id}`
  })
  expect([(await withToken(idle.token)).statusCode, (await withToken(old.token)).statusCode]).toEqual([401, 401])
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ all: string }>`select string_agg(s::text, ' ') as all from sessions s`,
  )
  expect(rows[0]!.all).not.toContain(Buffer.from(old.token, 'base64url').toString('hex'))
})

test('requires the current password for a password change and ends all other sessions', async () => {
  const dana = await api.aPerson(firm)
  const other = (await login(dana.email, PASSWORD, '10.0.0.4')).json().token
  const wrong = await dana.call(routes.changePassword, { body: { current: 'Wrong#2026', new: 'Better_tram#58' } })
  expect([wrong.status, wrong.body.errors]).toEqual([401, { current: 'Current password is not correct.' }])
  const weak = await dana.call(routes.changePassword, { body: { current: PASSWORD, new: 'weakling' } })
  expect([weak.status, weak.body.errors]).toEqual([
    400,
    { new: 'At least 8 characters, including one capital, special character, or number.' },
  ])
  expect((await dana.call(routes.changePassword, { body: { current: PASSWORD, new: 'Password123' } })).status).toBe(400)
  expect((await dana.call(routes.changePassword, { body: { current: PASSWORD, new: 'Better_tram#58' } })).status).toBe(
    204,
  )
  expect([(await withToken(dana.token)).statusCode, (await withToken(other)).statusCode]).toEqual([200, 401])
  expect((await login(dana.email, 'Better_tram#58', '10.0.0.5')).statusCode).toBe(200)
})

test('shows a profile change right away wherever the name appears', async () => {
  const dana = await api.aPerson(firm)
  const reply = await dana.call(routes.updateMe, { body: { first_name: 'Dana', last_name: 'Reyes-Quinn' } })
  expect(reply.body).toMatchObject({ user: { fullname: 'Dana Reyes-Quinn' } })
  expect((await dana.call(routes.updateMe, { body: { first_name: '', last_name: 'x' } })).body.errors).toEqual({
    first_name: 'Please complete this field',
  })
  expect(
    (await dana.call(routes.updateMe, { body: { first_name: 'A', last_name: 'B', phone: '+1 555 0100' } })).status,
  ).toBe(403)
})

test('sets every switch from a level, leaves other settings alone, and rejects an unknown level', async () => {
  const dana = await api.aPerson(firm, { settings: { 'key-org_report': 1, quiet_from: 60 } })
  const kinds = composeFeatures(features).notices
  for (const level of ['asks', 'daily', 'everything'] as const) {
    const { Settings } = (await dana.call<{ Settings: Settings }>(routes.level, { body: { level } })).body
    expect(Settings).toEqual({ ...switchesAt(kinds, level), 'key-org_report': 1, quiet_from: 60 })
    expect(noticeLevel(kinds, Settings)).toBe(level)
  }
  const turned = await dana.call<{ Settings: Settings }>(routes.setting, {
    body: { name: 'ping-daily_nudges-push', value: '0' },
  })
  expect(noticeLevel(kinds, turned.body.Settings)).toBeNull()
  expect((await dana.call(routes.level, { body: { level: 'custom' as 'daily' } })).status).toBe(400)
})

test('switches a notification with 0 and 1', async () => {
  const dana = await api.aPerson(firm)
  expect(
    (await dana.call(routes.setting, { body: { name: 'ping-daily_nudges-email', value: '0' } })).body,
  ).toMatchObject({ Settings: { 'ping-daily_nudges-email': 0 } })
  expect((await dana.call(routes.setting, { body: { name: 'key-org_report', value: '1' } })).status).toBe(400)
})
