// Covers the sign-in policies of a firm, and who can work as its people.
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventRoutes } from '#core/contract/events.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { outboundLimits } from '#core/server/dependencies.ts'
import { peopleRoutes as people } from '#features/admin/people/contract.ts'
import { type Api, type Client, openApi, PASSWORD } from '#tests/api.ts'
import { auditLogOf, mailsOf } from '#tests/emails.ts'
import { another, newestCode } from '#tests/signIn.ts'
import { type LyingProvider, startLyingProvider } from '#tests/signOn/maliciousProvider.ts'
import { aBrowser, aFirmWithDomain, aProvider, comeBack, start, swap } from '#tests/signOn/ways.ts'
import { routes } from './contract.ts'
import { type PolicyInput, policyMessages, policyRoutes, type SecurityPolicies } from './policyContract.ts'
import { routes as waysIn } from './signInContract.ts'
import { routes as switching } from './switchingContract.ts'

let api: Api
let provider: LyingProvider
beforeAll(async () => {
  provider = await startLyingProvider()
  api = await openApi({ means: { limits: { allowed: [provider.issuer], ...outboundLimits } } })
})
afterAll(async () => {
  await api.close()
  await provider.stop()
})

const asNow: PolicyInput = {
  second_factor_from: null,
  sign_on_only: false,
  break_glass_id: null,
  idle_hours: 720,
  longest_hours: 2160,
  work_as: 'all',
  tells_worked_as: true,
  is_open_to_operator: true,
}
const change = (admin: Client, body: Partial<PolicyInput>) =>
  admin.call<SecurityPolicies & { errors?: Record<string, string> }>(policyRoutes.change, {
    body: { ...asNow, ...body },
  })
const login = async (email: string, password = PASSWORD) => {
  const reply = await api.http.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: { 'x-client': 'web' },
    payload: { email, password },
  })
  return { status: reply.statusCode, body: reply.json() as Record<string, never> & { token: string } }
}
const as = (token: string, url: string, payload?: object) =>
  api.http.inject({
    method: payload ? 'POST' : 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, 'x-client': 'web', 'idempotency-key': randomUUID() },
    ...(payload && { payload }),
  })
const aFirm = async () => {
  const orgId = await api.aFirm()
  return { orgId, admin: await api.aPerson(orgId, { role: 'admin' }), dana: await api.aPerson(orgId) }
}
/** Signs in through the provider and returns the session token. */
async function signOn(id: string, email: string) {
  provider.person = { sub: email, email, email_verified: true }
  const browser = aBrowser()
  const begun = await start(api, browser, email, id)
  const { key } = await comeBack(api, browser, id, provider.logIn(begun.body.url))
  return (await swap(api, browser, key!)).body.token
}

test('starts with the previous behavior and lets only firm admins change it, never while switched', async () => {
  const { admin, dana } = await aFirm()
  const { status, body } = await admin.call<SecurityPolicies>(policyRoutes.read)
  expect([status, body]).toMatchObject([200, asNow])
  expect((await dana.call(policyRoutes.read)).status).toBe(403)
  expect((await change(dana, {})).status).toBe(403)
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update sessions set by_org_id = ${admin.orgId}, by_user_id = ${dana.actor.id}, by_name = 'x' where user_id = ${admin.actor.id}`,
  )
  expect((await change(admin, {})).status).toBe(403)
})

test('enrolls a required phone as the second factor and asks for codes afterwards', async () => {
  const { admin, dana } = await aFirm()
  await change(admin, { second_factor_from: '2020-01-01' })
  const { token } = (await login(dana.email)).body
  const phone = '+1 646 555 0173'
  const planned = await as(token, '/api/user/phone', { phone, current: PASSWORD })
  expect(planned.statusCode).toBe(200)
  const { plan } = planned.json() as { plan: string }
  const code = await newestCode(api, phone)
  expect((await as(token, '/api/tiles')).statusCode).toBe(403)
  expect((await as(token, '/api/user/phone?action=confirm', { plan, code: another(code) })).statusCode).toBe(400)
  expect((await as(token, '/api/user')).json()).toMatchObject({ is_enrolling: true })
  expect((await as(token, '/api/user/phone?action=confirm', { plan, code })).statusCode).toBe(200)
  expect((await as(token, '/api/tiles')).statusCode).toBe(200)
  expect((await as(token, '/api/user')).json()).not.toHaveProperty('is_enrolling')
  expect((await login(dana.email)).body).toMatchObject({ methods: expect.arrayContaining(['text']) })
  const removed = await as(token, '/api/user/phone?action=remove', { current: PASSWORD })
  expect([removed.statusCode, removed.json()]).toMatchObject([409, { message: policyMessages.lastFactor }])
})

test('allows a password alone only to set up a second factor from the policy’s first day', async () => {
  const { admin, dana } = await aFirm()
  await change(admin, { second_factor_from: '2999-01-01' })
  expect((await login(dana.email)).body).not.toHaveProperty('is_enrolling')
  await change(admin, { second_factor_from: '2020-01-01' })
  // Signed-in people stay signed in until the next login.
  expect((await dana.call(routes.me)).status).toBe(200)

  const { body } = await login(dana.email)
  expect(body).toMatchObject({ is_enrolling: true })
  const refused = await as(body.token, '/api/tiles')
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'enrol_first' }])
  expect(
    (await as(body.token, '/api/user/change_password', { current: PASSWORD, new: 'Other$word77kiwi' })).statusCode,
  ).toBe(403)
  expect((await as(body.token, '/api/sync?after=')).statusCode).toBe(403)
  expect((await as(body.token, `/api/${eventRoutes.listen.path}`)).statusCode).toBe(403)
  expect((await as(body.token, '/api/user')).json()).toMatchObject({ is_enrolling: true })

  const plan = (await as(body.token, '/api/user/authenticator', { current: PASSWORD })).json() as { secret: string }
  const code = new TOTP({ secret: Secret.fromBase32(plan.secret) }).generate()
  expect((await as(body.token, '/api/user/authenticator?action=confirm', { code })).statusCode).toBe(200)
  expect((await as(body.token, '/api/tiles')).statusCode).toBe(200)
  expect((await as(body.token, '/api/user')).json()).not.toHaveProperty('is_enrolling')
  // The next login asks for it, and the last factor can't be removed.
  expect((await login(dana.email)).body).toMatchObject({ methods: expect.arrayContaining(['authenticator']) })
  const removed = await as(body.token, '/api/user/authenticator?action=remove', { current: PASSWORD })
  expect([removed.statusCode, removed.json()]).toMatchObject([409, { message: policyMessages.lastFactor }])
  expect((await as(body.token, `/api/${waysIn.security.path}`)).json()).toMatchObject({
    authenticator: expect.any(String),
  })
})

test('accepts a stored phone and requires it even of people who had it off', async () => {
  const { admin, orgId } = await aFirm()
  const lee = await api.aPerson(orgId, { phone: '+12125550100', settings: { 'key-two_factor': 0 } })
  expect((await login(lee.email)).body).toHaveProperty('token')
  await change(admin, { second_factor_from: '2020-01-01' })
  expect((await login(lee.email)).body).toMatchObject({ methods: ['text'] })
})

test('closes passwords for everyone but the named admin when only SSO is allowed', async () => {
  const firm = await aFirmWithDomain(api)
  const { admin } = firm
  const dana = await api.aPerson(firm.orgId, { email: `dana@${firm.domain}` })
  const only = { sign_on_only: true, break_glass_id: admin.actor.id }
  expect((await change(admin, { sign_on_only: true })).body.errors).toEqual({
    break_glass_id: policyMessages.noBreakGlass,
  })
  expect((await change(admin, { ...only, break_glass_id: dana.actor.id })).body.errors).toHaveProperty('break_glass_id')
  expect((await change(admin, only)).body.errors).toEqual({ sign_on_only: policyMessages.noProvider })
  const via = await aProvider(firm, { issuer: provider.issuer })
  const other = await api.aPerson(firm.orgId, { role: 'admin', email: `other@${firm.domain}` })
  expect((await change(other, only)).body.errors).toEqual({ sign_on_only: policyMessages.notSignedOn })
  const signedOn = await signOn(via.id, dana.email)
  expect((await change(admin, only)).status).toBe(200)

  // Password sessions have ended. The SSO session and that of the exempt admin continue.
  expect([(await dana.call(routes.me)).status, (await admin.call(routes.me)).status]).toEqual([401, 200])
  expect((await as(signedOn, '/api/user')).statusCode).toBe(200)
  expect(await login(dana.email)).toMatchObject({ status: 403, body: { code: 'sign_on_only' } })
  // A caller with a wrong password learns nothing.
  expect((await login(dana.email, 'wrong')).body).toMatchObject({ code: 'wrong_login' })
  expect((await login(admin.email)).body).toHaveProperty('token')
  await api.http.inject({
    method: 'POST',
    url: '/api/user/reset_password',
    headers: { 'x-client': 'web' },
    payload: { email: dana.email },
  })
  const mails = await mailsOf(api, firm.orgId, dana.email)
  expect(JSON.stringify(mails.at(-1))).toContain('You don’t have one: you sign in with')
  expect(
    (await as(signedOn, '/api/user/change_password', { current: PASSWORD, new: 'Other$word77kiwi' })).json(),
  ).toMatchObject({
    code: 'signs_on',
  })
  expect((await admin.call(people.sendReset, { params: { id: dana.actor.id }, body: {} })).status).toBe(409)
  // The exempt admin must stay a firm admin.
  const third = await api.aPerson(firm.orgId, { role: 'admin' })
  const params = { id: admin.actor.id }
  expect((await third.call(people.deactivate, { params, body: { hand_over: {} } })).body).toMatchObject({
    code: 'break_glass',
  })
  expect((await third.call(people.edit, { params, body: { role: 'member' } })).body).toMatchObject({
    code: 'break_glass',
  })
})

test('applies a firm’s session limits to calls, lists, and open streams', async () => {
  const { admin, dana, orgId } = await aFirm()
  expect((await change(admin, { idle_hours: 48, longest_hours: 24 })).body.errors).toEqual({
    idle_hours: policyMessages.shorter,
  })
  expect((await change(admin, { idle_hours: 0 })).status).toBe(400)
  await change(admin, { idle_hours: 2, longest_hours: 24 })
  const age = (used: string, made: string) =>
    withoutRls(
      api.database,
      (tx) =>
        tx.sql`update sessions set used_at = now() - ${used}::interval, created_at = now() - ${made}::interval where user_id = ${dana.actor.id}`,
    )
  const status = async () => (await dana.call(routes.me)).status
  await age('119 minutes', '23 hours')
  expect(await status()).toBe(200)
  await age('121 minutes', '23 hours')
  expect(await status()).toBe(401)
  await age('1 minute', '25 hours')
  expect(await status()).toBe(401)

  await age('1 minute', '1 hour')
  const base = await api.http.listen({ port: 0, host: '127.0.0.1' })
  const stream = await fetch(`${base}/api/${eventRoutes.listen.path}`, {
    headers: { authorization: `Bearer ${dana.token}`, 'x-client': 'web' },
  })
  const reading = (async () => {
    for await (const _ of stream.body!);
  })()
  await age('121 minutes', '3 hours')
  await api.http.events.recheck()
  await reading
  expect(await status()).toBe(401)
  expect(orgId).toBe(admin.orgId)
})

test('doesn’t extend idle sessions, and records use often enough for a short limit', async () => {
  const { admin, dana } = await aFirm()
  await change(admin, { idle_hours: 1 })
  const usedMinutesAgo = async () => {
    const { rows } = await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{
          m: number
        }>`select round(extract(epoch from now() - used_at) / 60)::int as m from sessions where user_id = ${dana.actor.id}`,
    )
    return rows[0]!.m
  }
  await withoutRls(
    api.database,
    (tx) => tx.sql`update sessions set used_at = now() - interval '10 minutes' where user_id = ${dana.actor.id}`,
  )
  const ask = (headers: Record<string, string>) =>
    api.http.inject({
      url: '/api/user',
      headers: { authorization: `Bearer ${dana.token}`, 'x-client': 'web', ...headers },
    })
  await ask({ 'x-present': '0' })
  expect(await usedMinutesAgo()).toBe(10)
  await ask({})
  expect(await usedMinutesAgo()).toBe(0)
})

const workAs = (who: Client, user_id: string) => who.call<{ token: string }>(switching.switchTo, { query: { user_id } })

test('lets a firm limit whom its admins work as and ends what it no longer allows', async () => {
  const { admin, dana, orgId } = await aFirm()
  const boss = await api.aPerson(orgId)
  const { body: group } = await admin.call<{ id: string }>(people.createGroup, { body: { name: 'Tax' } })
  await admin.call(people.placeManagers, { params: { id: group.id }, body: { add: [boss.actor.id] } })
  const asBoss = (await workAs(admin, boss.actor.id)).body.token
  await change(admin, { work_as: 'members' })
  expect((await as(asBoss, '/api/user')).statusCode).toBe(401)
  expect((await workAs(admin, boss.actor.id)).body).toMatchObject({ message: policyMessages.noManagers })
  const asDana = (await workAs(admin, dana.actor.id)).body.token
  expect((await as(asDana, '/api/user')).statusCode).toBe(200)
  await change(admin, { work_as: 'nobody' })
  expect((await as(asDana, '/api/user')).statusCode).toBe(401)
  expect((await workAs(admin, dana.actor.id)).body).toMatchObject({ message: policyMessages.noWorking })
  const entries = await auditLogOf(api, orgId)
  expect(entries.filter(({ action }) => action === 'policy.changed').map(({ details }) => details)).toEqual([
    { work_as: { from: 'all', to: 'members' } },
    { work_as: { from: 'members', to: 'nobody' } },
  ])
})

test('closes a firm to operators and admits one for a few hours', async () => {
  const { admin, dana, orgId } = await aFirm()
  const olive = await api.aPerson(await api.aFirm(), { role: 'operator' })
  const before = (await workAs(olive, dana.actor.id)).body.token
  await change(admin, { is_open_to_operator: false })
  expect((await as(before, '/api/user')).statusCode).toBe(401)
  expect((await workAs(olive, dana.actor.id)).body).toMatchObject({ message: policyMessages.closed })
  expect((await admin.call(policyRoutes.letOperatorIn, { body: { hours: 169 } })).status).toBe(400)
  const leave = await admin.call<SecurityPolicies>(policyRoutes.letOperatorIn, { body: { hours: 2 } })
  expect(Date.parse(leave.body.operator_until!) - Date.now()).toBeGreaterThan(7_000_000)
  const during = (await workAs(olive, dana.actor.id)).body.token
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ hours: number }>`
    select round(extract(epoch from ends_at - now()) / 3600)::int as hours from sessions where org_id = ${orgId} and by_user_id = ${olive.actor.id}`,
  )
  expect(rows).toEqual([{ hours: 2 }])
  await admin.call(policyRoutes.endOperator, { body: {} })
  expect((await as(during, '/api/user')).statusCode).toBe(401)
  expect((await auditLogOf(api, orgId)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['policy.operator_let_in', 'policy.operator_leave_ended']),
  )
})

test('notifies the person by email and inbox, and of an operator regardless of the firm’s policy', async () => {
  const { admin, dana, orgId } = await aFirm()
  const olive = await api.aPerson(await api.aFirm(), { role: 'operator', first_name: 'Olive', last_name: 'Ops' })
  const told = async () => {
    const { rows } = await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{
          text: string
        }>`select text from notifications where user_id = ${dana.actor.id} and kind = 'worked_as' order by id`,
    )
    const mails = (await mailsOf(api, orgId, dana.email)).filter(
      ({ letter }) => letter.heading === 'Someone is working as you',
    )
    expect(mails.length).toBe(rows.length)
    return rows.map(({ text }) => text)
  }
  await workAs(admin, dana.actor.id)
  expect(await told()).toEqual([`Dana ${admin.actor.last_name} is now working as you.`])
  await change(admin, { tells_worked_as: false })
  await workAs(admin, dana.actor.id)
  expect(await told()).toHaveLength(1)
  await workAs(olive, dana.actor.id)
  expect((await told())[1]).toBe('Olive Ops, an operator of Pursuit, is now working as you.')
})
