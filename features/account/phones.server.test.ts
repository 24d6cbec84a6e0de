import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { peopleRoutes } from '#features/admin/people/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { lettersTo, textsTo } from '#tests/outgoing.ts'
import { another, auditOf, clockAndBrowsers, newestCode, PASSWORD, withPhone } from '#tests/signIn.ts'
import { routes as account } from './contract.ts'
import { type PhonePlan, phoneMessages, routes } from './phoneContract.ts'
import { reasons, type SecurityChanged, signInMessages, routes as ways } from './signInContract.ts'

let api: Api
let firm: string
let numbers = 0
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
})
afterAll(() => api.close())

const { at, somewhere } = clockAndBrowsers(() => api, '10.8')

const aNumber = () => `+1 646 555 ${String(++numbers).padStart(4, '0')}`
const login = (person: Client) => somewhere().call(account.login, { email: person.email, password: PASSWORD })
const plan = (person: Client, phone: string, current = PASSWORD) =>
  person.call<PhonePlan>(routes.planPhone, { body: { phone, current } })
const confirm = (person: Client, given: PhonePlan, code: string) =>
  person.call(routes.confirmPhone, { body: { plan: given.plan, code } })
const phoneOf = async (person: Client) =>
  (
    await withoutRls(
      api.database,
      (tx) => tx.sql<{ phone: string }>`select phone from users where id = ${person.actor.id}`,
    )
  ).rows[0]!.phone

async function withTwoFactor() {
  const sam = await api.aPerson(firm)
  return { sam, old: await withPhone(api, sam) }
}

test('can’t change or remove the phone for codes with a session alone', async () => {
  const { sam, old } = await withTwoFactor()
  for (const phone of [aNumber(), '']) {
    const reply = await sam.call(account.updateMe, { body: { first_name: 'Sam', last_name: 'Whitfield', phone } })
    expect([reply.status, reply.body.message]).toEqual([403, phoneMessages.needsProof])
    expect(await phoneOf(sam)).toBe(old)
  }
  // A call can send the current number unchanged.
  const kept = await sam.call(account.updateMe, { body: { first_name: 'Sam', last_name: 'Whitfield', phone: old } })
  expect([kept.status, await phoneOf(sam)]).toEqual([200, old])
  for (const route of [routes.planPhone, routes.removePhone]) {
    const body = { current: 'Wrong#2026', ...(route === routes.planPhone && { phone: aNumber() }) }
    const reply = await sam.call(route, { body })
    expect([reply.status, reply.body.errors]).toEqual([401, { current: 'Current password is not correct.' }])
  }
  expect(await phoneOf(sam)).toBe(old)
})

test('sets a number with password and code, notifies old phone and mailbox, and logs it', async () => {
  const { sam, old } = await withTwoFactor()
  const phone = aNumber()
  const planned = await plan(sam, phone.replaceAll(' ', ''))
  expect([planned.status, planned.body.phone]).toEqual([200, phone])
  expect(await phoneOf(sam)).toBe(old)
  const code = await newestCode(api, phone)
  const wrong = await confirm(sam, planned.body, another(code))
  expect([wrong.status, wrong.body.errors]).toEqual([400, { code: signInMessages.wrongCode }])
  const waiting = somewhere()
  await waiting.call(account.login, { email: sam.email, password: PASSWORD })
  const codeToOld = await newestCode(api, old)
  const done = await confirm(sam, planned.body, code)
  expect([done.status, done.body]).toMatchObject([200, { text: true, phone }])
  expect(await phoneOf(sam)).toBe(phone)
  // A code sent to the old number no longer works.
  expect((await waiting.call(ways.challenge, { email: sam.email, code: codeToOld })).status).toBe(403)
  expect((await login(sam)).body.message).toBe(reasons.sent)
  expect(await newestCode(api, phone)).not.toBe(code)
  expect((await textsTo(api.database, old)).at(-1)).toContain('no longer send Pursuit codes to this number')
  expect((await lettersTo(api.database, sam.email)).map(({ subject }) => subject)).toEqual([
    'The phone number of your account was changed',
  ])
  expect((await auditOf(api, sam)).map(({ action }) => action)).toContain('phone.changed')
  expect((await confirm(sam, planned.body, code)).status).toBe(403)
})

test('limits a number’s code to ten minutes, five attempts, its plan, and its person', async () => {
  at(0)
  const [{ sam, old }, { sam: lee }] = [await withTwoFactor(), await withTwoFactor()]
  const phone = aNumber()
  const first = (await plan(sam, phone)).body
  const code = await newestCode(api, phone)
  expect((await confirm(lee, first, code)).status).toBe(403)
  expect((await confirm(sam, { ...first, plan: 'nonsense' }, code)).status).toBe(403)
  at(600)
  expect((await confirm(sam, first, code)).body.errors).toEqual({ code: signInMessages.oldCode })
  at(601)
  const second = (await plan(sam, phone)).body
  expect((await confirm(sam, first, code)).status).toBe(403)
  const right = await newestCode(api, phone)
  for (let i = 0; i < 5; i++) await confirm(sam, second, another(right))
  expect((await confirm(sam, second, right)).body.errors).toEqual({ code: signInMessages.usedUp })
  expect(await phoneOf(sam)).toBe(old)
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ all: string }>`select string_agg(p::text, ' ') as all from phone_plans p`,
  )
  expect(rows[0]!.all).not.toContain(right)
})

test('resends after 30 seconds, up to five times an hour together with login codes', async () => {
  at(10_000)
  const { sam } = await withTwoFactor()
  const phone = aNumber()
  const planned = (await plan(sam, phone)).body
  const resend = () => sam.call(routes.resendPhone, { body: { plan: planned.plan } })
  at(10_029)
  expect((await resend()).status).toBe(429)
  for (const seconds of [30, 60, 90]) {
    at(10_000 + seconds)
    expect((await resend()).body).toEqual({ message: reasons.again })
  }
  expect((await login(sam)).body.message).toBe(reasons.sent)
  at(10_120)
  const sixth = await resend()
  expect([sixth.status, sixth.body.message]).toEqual([429, signInMessages.tooManySends])
  expect((await plan(sam, aNumber())).status).toBe(429)
  expect((await confirm(sam, planned, await newestCode(api, phone))).status).toBe(200)
})

test('removes the number with the password and then asks for no code', async () => {
  const { sam, old } = await withTwoFactor()
  const told = await sam.call<SecurityChanged>(routes.removePhone, { body: { current: PASSWORD } })
  expect(told.body).toMatchObject({ text: false, phone: '' })
  expect((await login(sam)).body.user.id).toBe(sam.actor.id)
  expect((await sam.call(routes.removePhone, { body: { current: PASSWORD } })).status).toBe(404)
  expect((await textsTo(api.database, old)).at(-1)).toContain('no longer send Pursuit codes to this number')
  expect((await auditOf(api, sam)).map(({ action }) => action)).toContain('phone.removed')
})

test('rejects numbers that can’t receive texts, wherever they are typed', async () => {
  const { sam, old } = await withTwoFactor()
  const admin = await api.aPerson(firm, { role: 'admin' })
  for (const phone of ['12345', '+1 555 0142', '+1 900 555 0100', '+1 800 555 0100', '+999 12345678', '0171 1234567']) {
    const own = await plan(sam, phone)
    expect([phone, own.status, own.body]).toMatchObject([
      phone,
      400,
      { errors: { phone: expect.stringMatching(/^We can’t text this number/) } },
    ])
    const given = await admin.call(peopleRoutes.edit, { params: { id: sam.actor.id }, body: { phone } })
    expect([phone, given.status, given.body.errors]).toEqual([
      phone,
      400,
      { phone: expect.stringMatching(/^We can’t text this number/) },
    ])
  }
  expect(await phoneOf(sam)).toBe(old)
})

test('lets an admin set another person’s number but not their own', async () => {
  const { sam, old } = await withTwoFactor()
  const admin = await api.aPerson(firm, { role: 'admin', settings: { 'key-two_factor': 1 } })
  const waiting = somewhere()
  await waiting.call(account.login, { email: sam.email, password: PASSWORD })
  const code = await newestCode(api, old)
  const edit = (id: string, body: object) => admin.call(peopleRoutes.edit, { params: { id }, body })
  const given = await edit(sam.actor.id, { phone: '(917) 555-0111' })
  expect([given.status, given.body.phone]).toEqual([200, '+1 917 555 0111'])
  expect((await waiting.call(ways.challenge, { email: sam.email, code })).status).toBe(403)
  expect((await textsTo(api.database, old)).at(-1)).toContain('no longer send Pursuit codes to this number')
  expect((await lettersTo(api.database, sam.email)).at(-1)!.subject).toBe('Your phone number was changed')
  for (const body of [{ phone: aNumber() }, { settings: { 'key-two_factor': 0 } }])
    expect((await edit(admin.actor.id, body)).body.message).toBe(
      'You can change your own sign-in settings in your account.',
    )
})

test('stores no number without two-factor authentication', async () => {
  const dana = await api.aPerson(firm)
  expect((await plan(dana, aNumber())).body).toMatchObject({ message: phoneMessages.notKept })
  expect((await dana.call<SecurityChanged>(ways.security)).body).toMatchObject({ text: false, phone: null })
})
