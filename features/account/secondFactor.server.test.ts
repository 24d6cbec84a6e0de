import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aSoftKey } from '#tests/authenticator.ts'
import { lettersTo, textsTo } from '#tests/outgoing.ts'
import {
  aBrowser,
  another,
  auditOf,
  type Browser,
  clockAndBrowsers,
  newestCode,
  PASSWORD,
  withPhone,
} from '#tests/signIn.ts'
import { routes as account } from './contract.ts'
import { reasons, routes, signInMessages } from './signInContract.ts'

let api: Api
let firm: string
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
})
afterAll(() => api.close())

const { startsAt, at, somewhere } = clockAndBrowsers(() => api, '10.2')

const login = (browser: Browser, { email }: { email: string }) =>
  browser.call(account.login, { email, password: PASSWORD })

/** Creates a person whose login is waiting for a texted code. */
async function waiting() {
  const sam = await api.aPerson(firm)
  const phone = await withPhone(api, sam)
  const browser = somewhere()
  const challenge = (await login(browser, sam)).body
  return { sam, phone, browser, challenge, email: sam.email }
}

// — codes by text message ——————————————————————————————————————————————————————————————————————

test('sends a code on a login with two-factor authentication, and the code opens the session', async () => {
  const { sam, phone, browser, challenge, email } = await waiting()
  expect(challenge).toEqual({ challenge: expect.any(String), email, message: reasons.sent, methods: ['text'] })
  expect(await textsTo(api.database, phone)).toHaveLength(1)
  const code = await newestCode(api, phone)
  const opened = await browser.call(routes.challenge, { email, code })
  expect([opened.status, opened.body.user?.id]).toEqual([200, sam.actor.id])
  const { body } = await browser.call(account.me, undefined, opened.body.token)
  expect(body.user.id).toBe(sam.actor.id)
})

test('accepts a code with spaces from a message or a copy', async () => {
  const { phone, browser, email } = await waiting()
  const code = await newestCode(api, phone)
  const pasted = ` ${code.slice(0, 3)}\u00a0${code.slice(3)}\u200b `
  expect((await browser.call(routes.challenge, { email, code: pasted })).status).toBe(200)
})

test('asks for no code without the license, the setting, or a phone', async () => {
  const [noPhone, noSetting] = [await api.aPerson(firm), await api.aPerson(firm)]
  await withPhone(api, noPhone)
  await withPhone(api, noSetting)
  const unlicensed = await api.aFirm()
  const noLicense = await api.aPerson(unlicensed)
  await withPhone(api, noLicense)
  await withoutRls(api.database, async (tx) => {
    await tx.sql`update users set phone = '' where id = ${noPhone.actor.id}`
    await tx.sql`update users set settings = settings || '{"key-two_factor": 0}' where id = ${noSetting.actor.id}`
    await tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{license,features,2fa,on}', '"no"') where id = ${unlicensed}`
  })
  for (const person of [noPhone, noSetting, noLicense])
    expect((await login(somewhere(), person)).body.user.id).toBe(person.actor.id)
})

test('opens one session per code, even when it is sent twice at the same moment', async () => {
  for (let round = 0; round < 5; round++) {
    const { phone, browser, email } = await waiting()
    const code = await newestCode(api, phone)
    const both = await Promise.all([1, 2].map(() => browser.call(routes.challenge, { email, code })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await browser.call(routes.challenge, { email, code })).status).toBe(403)
  }
})

test('doesn’t let someone with only the email use a code or its attempts', async () => {
  const { phone, browser, email } = await waiting()
  const code = await newestCode(api, phone)
  const stranger = somewhere()
  for (let i = 0; i < 7; i++) {
    const told = await stranger.call(routes.challenge, { email, code: i ? another(code) : code })
    expect([told.status, told.body.message]).toEqual([403, signInMessages.noChallenge])
  }
  // A login to another account doesn't help either.
  const other = await waiting()
  expect((await other.browser.call(routes.challenge, { email, code })).status).toBe(403)
  const foreign = await other.browser.call(routes.challenge, { email: other.email, code })
  expect([foreign.status, foreign.body.message]).toEqual([403, signInMessages.wrongCode])
  expect((await browser.call(routes.challenge, { email, code })).status).toBe(200)
})

test('accepts the login’s returned value in place of the cookie', async () => {
  const { phone, challenge, email } = await waiting()
  const code = await newestCode(api, phone)
  const opened = await somewhere().call(routes.challenge, { email, code, challenge: challenge.challenge })
  expect(opened.status).toBe(200)
})

test('limits a code to ten minutes by the server’s clock and five attempts', async () => {
  at(0)
  const late = await waiting()
  const code = await newestCode(api, late.phone)
  at(9 * 60 + 59)
  expect((await late.browser.call(routes.challenge, { email: late.email, code: another(code) })).body.message).toBe(
    signInMessages.wrongCode,
  )
  at(10 * 60)
  expect((await late.browser.call(routes.challenge, { email: late.email, code })).body.message).toBe(
    signInMessages.oldCode,
  )
  // Setting the clock back doesn't make an old code valid for long.
  at(-3600)
  expect((await late.browser.call(routes.challenge, { email: late.email, code })).status).toBe(403)

  at(0)
  const guessed = await waiting()
  const right = await newestCode(api, guessed.phone)
  for (let i = 0; i < 5; i++)
    await guessed.browser.call(routes.challenge, { email: guessed.email, code: another(right) })
  const beyond = await guessed.browser.call(routes.challenge, { email: guessed.email, code: right })
  expect([beyond.status, beyond.body.message]).toEqual([403, signInMessages.usedUp])
})

test('resends a code after 30 seconds, five times an hour, and accepts only the newest', async () => {
  at(0)
  const { phone, browser, email } = await waiting()
  const first = await newestCode(api, phone)
  at(29)
  const early = await browser.call(routes.resendCode, { email })
  expect([early.status, early.body.message, early.headers['retry-after']]).toEqual([
    429,
    signInMessages.resendFailed,
    '1',
  ])
  at(30)
  expect((await browser.call(routes.resendCode, { email })).body).toEqual({ message: reasons.again })
  const second = await newestCode(api, phone)
  expect(await textsTo(api.database, phone)).toHaveLength(2)
  if (first !== second)
    expect((await browser.call(routes.challenge, { email, code: first })).body.message).toBe(signInMessages.wrongCode)
  for (const seconds of [60, 90, 120]) {
    at(seconds)
    expect((await browser.call(routes.resendCode, { email })).status).toBe(200)
  }
  at(150)
  const sixth = await browser.call(routes.resendCode, { email })
  expect([sixth.status, sixth.body.message]).toEqual([429, signInMessages.tooManySends])
  // A second login doesn't bypass the limit either.
  expect((await login(somewhere(), { email })).status).toBe(429)
  at(3601)
  expect((await login(somewhere(), { email })).body.message).toBe(reasons.sent)
})

test('stores no codes and logs neither codes nor passwords', async () => {
  const { sam, phone, browser, email } = await waiting()
  const code = await newestCode(api, phone)
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ all: string }>`select string_agg(c::text, ' ') as all from login_challenges c`,
  )
  expect(rows[0]!.all).not.toContain(code)
  await browser.call(routes.challenge, { email, code: another(code) })
  await browser.call(routes.challenge, { email, code })
  const told = () => auditOf(api, sam)
  await expect
    .poll(async () => (await told()).map(({ action, details }) => [action, details.by]).sort())
    .toEqual([
      ['session.opened', 'text'],
      ['session.refused', 'text'],
    ])
  expect(JSON.stringify(await told())).not.toMatch(new RegExp(`${code}|${another(code)}|${PASSWORD}`))
})

test('allows ten code guesses in 15 minutes across all pending logins', async () => {
  const sam = await api.aPerson(firm)
  const secret = await withApp(sam)
  const wrong = another(codeOf(secret, Date.now()))
  const statuses: number[] = []
  for (let round = 0; round < 3; round++) {
    const browser = aBrowser(api, '10.3.0.1')
    await login(browser, sam)
    for (let i = 0; i < 4; i++)
      statuses.push((await browser.call(routes.challenge, { email: sam.email, code: wrong })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429])
})

// — authenticator app ——————————————————————————————————————————————————————————————————————————

const codeOf = (secret: string, time: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })

async function withApp(person: Client): Promise<string> {
  const plan = await person.call<{ secret: string; uri: string }>(routes.planAuthenticator, {
    body: { current: PASSWORD },
  })
  expect(plan.status).toBe(200)
  const now = api.clock.now?.getTime() ?? Date.now()
  const told = await person.call(routes.confirmAuthenticator, { body: { code: codeOf(plan.body.secret, now) } })
  expect([told.status, told.text]).toEqual([200, expect.stringContaining('new_recovery_codes')])
  return plan.body.secret
}

test('sets up an authenticator app with password and code, offers it first, and notifies the owner', async () => {
  at(0)
  const sam = await api.aPerson(firm)
  const phone = await withPhone(api, sam)
  const wrong = await sam.call(routes.planAuthenticator, { body: { current: 'Wrong#2026' } })
  expect([wrong.status, wrong.body.errors]).toEqual([401, { current: 'Current password is not correct.' }])
  const plan = await sam.call<{ secret: string; uri: string }>(routes.planAuthenticator, {
    body: { current: PASSWORD },
  })
  expect(plan.body.uri).toMatch(/^otpauth:\/\/totp\/Pursuit:person.*secret=[A-Z2-7]{32}/)
  // Nothing changes until a code is confirmed.
  expect((await login(somewhere(), sam)).body.methods).toEqual(['text'])
  const refused = await sam.call(routes.confirmAuthenticator, {
    body: { code: another(codeOf(plan.body.secret, startsAt)) },
  })
  expect([refused.status, refused.body.errors]).toEqual([400, { code: signInMessages.wrongCode }])
  const confirmed = await sam.call<{ new_recovery_codes: string[] }>(routes.confirmAuthenticator, {
    body: { code: codeOf(plan.body.secret, startsAt) },
  })
  expect(confirmed.body.new_recovery_codes).toHaveLength(10)
  expect((await lettersTo(api.database, sam.email)).map(({ subject }) => subject)).toEqual([
    'An authenticator app was added to your account',
  ])

  at(120)
  const sent = (await textsTo(api.database, phone)).length
  const browser = somewhere()
  expect((await login(browser, sam)).body).toMatchObject({
    message: reasons.app,
    methods: ['authenticator', 'text', 'recovery'],
  })
  expect((await textsTo(api.database, phone)).length).toBe(sent)
  const code = codeOf(plan.body.secret, startsAt + 120_000)
  expect((await browser.call(routes.challenge, { email: sam.email, code })).status).toBe(200)
  // The person can still choose a text message.
  const second = somewhere()
  await login(second, sam)
  expect((await second.call(routes.resendCode, { email: sam.email })).body.message).toBe(reasons.sent)
  expect((await second.call(routes.challenge, { email: sam.email, code: await newestCode(api, phone) })).status).toBe(
    200,
  )
})

test('accepts an app code one period early or late, never twice or out of order', async () => {
  at(0)
  const sam = await api.aPerson(firm)
  const secret = await withApp(sam)
  const tried = async (seconds: number) => {
    const browser = somewhere()
    await login(browser, sam)
    const code = codeOf(secret, startsAt + seconds * 1000)
    return (await browser.call(routes.challenge, { email: sam.email, code })).status
  }
  at(300)
  expect(await tried(300 - 60)).toBe(403)
  expect(await tried(300 + 60)).toBe(403)
  expect(await tried(300 - 30)).toBe(200)
  expect(await tried(300 - 30)).toBe(403)
  expect(await tried(300 + 30)).toBe(200)
  expect(await tried(300)).toBe(403)
  at(600)
  const both = await Promise.all([tried(600), tried(600)])
  expect(both.sort()).toEqual([200, 403])
})

test('removes the app with the password alone and restores the previous login', async () => {
  const sam = await api.aPerson(firm)
  await withApp(sam)
  expect((await sam.call(routes.removeAuthenticator, { body: { current: 'Wrong#2026' } })).status).toBe(401)
  expect((await login(somewhere(), sam)).body.methods).toEqual(['authenticator', 'recovery'])
  const told = await sam.call(routes.removeAuthenticator, { body: { current: PASSWORD } })
  expect(told.body).toMatchObject({ authenticator: null })
  expect((await login(somewhere(), sam)).body.user.id).toBe(sam.actor.id)
  expect((await sam.call(routes.removeAuthenticator, { body: { current: PASSWORD } })).status).toBe(404)
})

// — recovery codes —————————————————————————————————————————————————————————————————————————————

test('opens one session per recovery code, replaces old codes, and stores only hashes', async () => {
  const sam = await api.aPerson(firm)
  await withApp(sam)
  const renew = async () =>
    (await sam.call<{ new_recovery_codes: string[] }>(routes.renewRecoveryCodes, { body: { current: PASSWORD } })).body
      .new_recovery_codes
  const [old] = await renew()
  const codes = await renew()
  expect(new Set(codes).size).toBe(10)
  const use = async (recovery_code: string, given?: Browser) => {
    const browser = given ?? somewhere()
    if (!given) await login(browser, sam)
    return browser.call(routes.recoveryCode, { email: sam.email, recovery_code })
  }
  expect((await use(old!)).body.message).toBe(signInMessages.wrongRecovery)
  expect((await use(codes[0]!.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await use(codes[0]!)).status).toBe(403)
  const [first, second] = [somewhere(), somewhere()]
  await login(first, sam)
  await login(second, sam)
  const both = await Promise.all([use(codes[1]!, first), use(codes[1]!, second)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  expect((await sam.call(routes.security)).body).toMatchObject({ recovery_codes: 8 })
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ all: string }>`select string_agg(r::text, ' ') as all from recovery_codes r`,
  )
  for (const code of codes) expect(rows[0]!.all).not.toContain(code.replaceAll('-', ''))
  expect((await lettersTo(api.database, sam.email)).map(({ subject }) => subject)).toContain(
    'A recovery code was used to sign in to your account',
  )
})

// — passkeys ———————————————————————————————————————————————————————————————————————————————————

async function withPasskey(person: Client, key = aSoftKey(), name = 'Laptop') {
  const browser = somewhere()
  const plan = await browser.call(routes.planPasskey, { current: PASSWORD }, person.token)
  const told = await browser.call(routes.addPasskey, { name, response: key.make(plan.body.options) }, person.token)
  return { key, told, plan }
}
const askAlone = async (browser: Browser) => (await browser.call(routes.passkeyOptions, {})).body.options

test('signs in with a passkey alone, once, on its page, and with user verification', async () => {
  const sam = await api.aPerson(firm)
  expect((await somewhere().call(routes.planPasskey, { current: 'Wrong#2026' }, sam.token)).status).toBe(401)
  const { key, told } = await withPasskey(sam)
  expect([told.status, told.body.passkeys.map(({ name }: { name: string }) => name)]).toEqual([200, ['Laptop']])
  const browser = somewhere()
  const response = key.use(await askAlone(browser))
  const opened = await browser.call(routes.passkeyLogin, { response })
  expect([opened.status, opened.body.user?.id]).toEqual([200, sam.actor.id])
  const other = await api.aPerson(firm)
  const handleOfOther = Buffer.from((firm + other.actor.id).replaceAll('-', ''), 'hex').toString('base64url')
  const wrongs = [
    response,
    key.use(await askAlone(browser), { origin: 'https://pursuit.evil.example' }),
    key.use(await askAlone(browser), { isVerified: false }),
    key.use(await askAlone(browser), { counter: 1 }),
    key.use(await askAlone(browser), { userHandle: handleOfOther }),
    key.use({ ...(await askAlone(browser)), challenge: 'bm90LWFza2Vk' }),
    aSoftKey().use(await askAlone(browser)),
  ]
  for (const [i, wrong] of wrongs.entries()) {
    const refused = await browser.call(routes.passkeyLogin, { response: wrong })
    expect([i, refused.status, refused.body.message]).toEqual([i, 403, 'Invalid username or password'])
  }
})

test('creates a passkey once per plan, within five minutes', async () => {
  at(0)
  const sam = await api.aPerson(firm)
  const { told, plan, key } = await withPasskey(sam)
  expect(told.body.new_recovery_codes).toHaveLength(10)
  const again = await somewhere().call(
    routes.addPasskey,
    { name: 'Again', response: key.make(plan.body.options) },
    sam.token,
  )
  expect([again.status, again.body.code]).toEqual([400, 'wrong_passkey'])
  const browser = somewhere()
  const late = await browser.call(routes.planPasskey, { current: PASSWORD }, sam.token)
  at(301)
  const refused = await browser.call(
    routes.addPasskey,
    { name: 'Late', response: aSoftKey().make(late.body.options) },
    sam.token,
  )
  expect(refused.status).toBe(400)
})

test('completes a two-factor login with a passkey and asks for it first', async () => {
  const sam = await api.aPerson(firm)
  await withPhone(api, sam)
  const { key, told } = await withPasskey(sam)
  const browser = somewhere()
  expect((await login(browser, sam)).body).toMatchObject({
    message: reasons.passkey,
    methods: ['passkey', 'text', 'recovery'],
  })
  const { body } = await browser.call(routes.challengePasskeyOptions, { email: sam.email })
  expect(body.options.allowCredentials).toEqual([expect.objectContaining({ id: key.id })])
  const stranger = await waiting()
  expect(
    (await stranger.browser.call(routes.challengePasskey, { email: stranger.email, response: key.use(body.options) }))
      .status,
  ).toBe(403)
  const response = key.use(body.options, { isVerified: false })
  expect((await browser.call(routes.challengePasskey, { email: sam.email, response })).status).toBe(200)
  expect((await browser.call(routes.challengePasskey, { email: sam.email, response })).status).toBe(403)

  const passkey = told.body.passkeys[0].id
  const remove = (current: string) => sam.call(routes.removePasskey, { params: { id: passkey }, body: { current } })
  expect((await remove('Wrong#2026')).status).toBe(401)
  expect((await remove(PASSWORD)).status).toBe(200)
  expect((await remove(PASSWORD)).status).toBe(404)
  expect((await lettersTo(api.database, sam.email)).map(({ subject }) => subject)).toEqual([
    'A passkey was added to your account',
    'A passkey was removed from your account',
  ])
})

test('can’t remove another person’s passkey', async () => {
  const [sam, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  const { told } = await withPasskey(sam)
  const reply = await lee.call(routes.removePasskey, {
    params: { id: told.body.passkeys[0].id },
    body: { current: PASSWORD },
  })
  expect(reply.status).toBe(404)
  expect((await sam.call<{ passkeys: unknown[] }>(routes.security)).body.passkeys).toHaveLength(1)
})

// — deactivated people —————————————————————————————————————————————————————————————————————————

test('closes every sign-in method to a deactivated person with the same error', async () => {
  const sam = await api.aPerson(firm)
  const { key } = await withPasskey(sam)
  const { phone, browser, email, sam: waitingSam } = await waiting()
  await withoutRls(
    api.database,
    (tx) => tx.sql`update users set deactivated_at = now() where id in (${sam.actor.id}, ${waitingSam.actor.id})`,
  )
  const alone = somewhere()
  const told = await alone.call(routes.passkeyLogin, { response: key.use(await askAlone(alone)) })
  expect([told.status, told.body]).toEqual([403, { message: 'Invalid username or password', code: 'wrong_login' }])
  const code = await newestCode(api, phone)
  const late = await browser.call(routes.challenge, { email, code })
  expect([late.status, late.body.message]).toEqual([403, signInMessages.noChallenge])
  const asked = await somewhere().call(routes.resetPassword, { email: sam.email })
  expect(asked.body).toEqual({ message: signInMessages.resetSent })
  expect((await lettersTo(api.database, sam.email)).filter(({ subject }) => subject.startsWith('Choose'))).toEqual([])
})
