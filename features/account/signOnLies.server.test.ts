// Covers a provider that lies in each field. Every lie is rejected, creates nothing, and reveals nothing.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { type Api, openApi } from '#tests/api.ts'
import {
  CLIENT,
  foreignKey,
  json,
  type Lies,
  type LyingProvider,
  startLyingProvider,
} from '#tests/signOn/maliciousProvider.ts'
import { aBrowser, aFirmWithDomain, aProvider, comeBack, type Firm, start, swap } from '#tests/signOn/ways.ts'
import { signOnSetUpRoutes as setUp } from './signOnContract.ts'

let liar: LyingProvider
let other: LyingProvider
let api: Api
let firm: Firm
let provider: { id: string }
let strict: { id: string }
let email: string

beforeAll(async () => {
  liar = await startLyingProvider()
  other = await startLyingProvider()
  const limits = { allowed: [liar.issuer, other.issuer], milliseconds: 400, bytes: 100_000 }
  api = await openApi({ means: { limits } })
  firm = await aFirmWithDomain(api)
  provider = await aProvider(firm, { issuer: liar.issuer, makes_people: true })
  strict = await aProvider(firm, { issuer: liar.issuer, makes_people: true, takes_absent: false })
  email = `nell@${firm.domain}`
})
afterEach(() => {
  liar.lies = {}
  liar.person = {}
  liar.asked = []
})
afterAll(async () => {
  await api.close()
  await liar.stop()
  await other.stop()
})

/** Counts everything that a sign-in can create. */
const made = () =>
  withoutRls(api.database, async (tx) => {
    const { rows } = await tx.sql<Record<string, number>>`
      select (select count(*)::int from users) as users, (select count(*)::int from sessions) as sessions,
        (select count(*)::int from sign_on_keys) as keys, (select count(*)::int from login_directory) as addresses`
    return rows[0]!
  })
/** Metadata is cached for a while, but a changed provider is fetched again. */
const forget = () => withoutRls(api.database, (tx) => tx.sql`update sign_on_providers set modified_at = now()`)

async function signOn(lies: Lies, person: Record<string, unknown> = { email, email_verified: true }) {
  await forget()
  Object.assign(liar, { lies, person })
  const browser = aBrowser()
  const begun = await start(api, browser, email, provider.id)
  if (begun.status !== 200) return { begun, browser, back: null }
  const back = await comeBack(api, browser, provider.id, liar.logIn(begun.body.url))
  return { begun, browser, back }
}

const lying = (change: Record<string, unknown>): Lies => ({ claims: (honest) => ({ ...honest, ...change }) })
const now = () => Math.floor(Date.now() / 1000)
const redirect = (to: string) => (response: ServerResponse) => void response.writeHead(302, { location: to }).end()
const never = () => undefined

test('admits the person when the same provider tells the truth', async () => {
  const { back, browser } = await signOn({}, { email, email_verified: true, given_name: 'Nell', family_name: 'Byrne' })
  expect(back).toMatchObject({ status: 303, problem: undefined })
  const { status, body } = await swap(api, browser, back!.key!)
  expect([status, body]).toMatchObject([200, { user: { email, fullname: 'Nell Byrne' } }])
})

describe('a rejected sign-in that creates and reveals nothing', () => {
  const cases: [string, string, Lies, Record<string, unknown>?][] = [
    ['a wrong issuer in the ID token', 'untrusted', lying({ iss: 'https://elsewhere.example' })],
    [
      'a wrong issuer in the answer to the browser',
      'untrusted',
      { back: withParam('iss', 'https://elsewhere.example') },
    ],
    ['no issuer in the answer, where one was promised', 'untrusted', { back: withParam('iss', null) }],
    ['a wrong audience', 'untrusted', lying({ aud: 'another application' })],
    [
      'an audience among others, and authorised for another',
      'untrusted',
      lying({ aud: [CLIENT.client_id, 'other'], azp: 'other' }),
    ],
    ['an expired ID token', 'untrusted', lying({ exp: now() - 120 })],
    ['an ID token that never expires', 'untrusted', lying({ exp: undefined })],
    ['an ID token of the future', 'untrusted', lying({ iat: now() + 3600, exp: now() + 7200 })],
    ['an ID token that is not valid yet', 'untrusted', lying({ nbf: now() + 3600 })],
    ['a wrong nonce', 'untrusted', lying({ nonce: 'another' })],
    ['no nonce', 'untrusted', lying({ nonce: undefined })],
    ['no subject', 'untrusted', lying({ sub: undefined })],
    ['a wrong signature', 'untrusted', { key: foreignKey }],
    ['the algorithm none', 'untrusted', { header: { alg: 'none' } }],
    [
      'the algorithm none, announced as supported',
      'untrusted',
      { header: { alg: 'none' }, metadata: having({ id_token_signing_alg_values_supported: ['none', 'RS256'] }) },
    ],
    [
      'a signature with our own secret',
      'untrusted',
      { header: { alg: 'HS256' }, metadata: having({ id_token_signing_alg_values_supported: ['HS256'] }) },
    ],
    ['an unknown key', 'untrusted', { header: { kid: 'never heard of' } }],
    ['no ID token', 'untrusted', { tokens: (honest) => ({ ...honest, id_token: undefined }) }],
    ['an ID token that is none', 'untrusted', { tokens: (honest) => ({ ...honest, id_token: 'a.b.c' }) }],
    ['keys that are none', 'untrusted', { answer: { keys: (to) => json(to, { keys: 'none' }) } }],
    ['an unverified e-mail', 'unverified', {}, { email: 'nell', email_verified: false }],
    ['an e-mail that is verified with another word', 'unverified', {}, { email: 'nell', email_verified: 'yes' }],
    ['an e-mail of an unverified domain', 'unverified', {}, { email: 'nell', email_verified: true, xms_edov: false }],
    ['no e-mail', 'unverified', {}, {}],
    ['a guest', 'guest', {}, { email: 'nell', email_verified: true, acct: 1 }],
    ['another subject with the e-mail', 'other', {}, { sub: 'somebody else', email: 'nell', email_verified: true }],
    [
      'another subject, named as somebody elsewhere',
      'other',
      {},
      { email: 'nell', email_verified: true, tid: 'a tenant', oid: 'an object' },
    ],
    [
      'somebody else in the userinfo',
      'untrusted',
      { userinfo: { sub: 'another', email: 'nell', email_verified: true } },
      {},
    ],
    ['an e-mail of an unproved domain', 'unknown', {}, { email: 'nell@unproved.example', email_verified: true }],
    ['an e-mail that the pattern does not accept', 'unknown', {}, { email: 'nell"<script>', email_verified: true }],
    ['a huge ID token', 'untrusted', { tokens: (honest) => ({ ...honest, padding: 'x'.repeat(200_000) }) }],
    ['huge keys', 'untrusted', { answer: { keys: (to) => json(to, { keys: [], padding: 'x'.repeat(200_000) }) } }],
    [
      'a token endpoint that redirects inside',
      'untrusted',
      { answer: { token: redirect('http://169.254.169.254/latest/meta-data/') } },
    ],
    ['keys that redirect inside', 'untrusted', { answer: { keys: redirect('http://127.0.0.1:1/') } }],
    ['keys at an address inside', 'untrusted', { metadata: having({ jwks_uri: 'https://127.0.0.1:1/keys' }) }],
    [
      'a token endpoint at an address inside',
      'untrusted',
      { metadata: having({ token_endpoint: 'https://10.0.0.1/token' }) },
    ],
    [
      'a token endpoint whose name leads inside',
      'untrusted',
      { metadata: having({ token_endpoint: 'https://localhost:1/token' }) },
    ],
    ['an error instead of a code', 'declined', { back: failing('access_denied') }],
    ['an error that says try later', 'unavailable', { back: failing('temporarily_unavailable') }],
    [
      'an error of the token endpoint',
      'declined',
      { answer: { token: (to) => json(to, { error: 'invalid_client' }, 401) } },
    ],
    [
      'a failing token endpoint',
      'unavailable',
      { answer: { token: (to) => void to.writeHead(500).end('secret trace') } },
    ],
    [
      'a token endpoint that speaks HTML',
      'untrusted',
      { answer: { token: (to) => void to.writeHead(200, { 'content-type': 'text/html' }).end('<b>secret</b>') } },
    ],
    ['a token endpoint that never answers', 'unavailable', { answer: { token: never } }],
    [
      'a token endpoint that stops half-way',
      'unavailable',
      { answer: { token: (to) => void to.writeHead(200, { 'content-type': 'application/json' }).write('{') } },
    ],
    ['keys that never come', 'unavailable', { answer: { keys: never } }],
    ['a userinfo that never comes', 'unavailable', { answer: { userinfo: never } }, {}],
  ]
  for (const [name, problem, lies, person] of cases)
    test(name, async () => {
      const before = await made()
      const real = person?.email === 'nell' ? { ...person, email } : person
      const mine = lies.userinfo?.email === 'nell' ? { ...lies, userinfo: { ...lies.userinfo, email } } : lies
      const { back } = await signOn(mine, real)
      expect(back).toEqual({
        status: 303,
        location: `/login/sso#problem=${problem}`,
        text: '',
        key: undefined,
        problem,
      })
      expect(await made()).toEqual(before)
    })
})

test('ignores verification without an email and rejects an unverified email if the firm requires verification', async () => {
  await forget()
  const before = await made()
  Object.assign(liar, { lies: { userinfo: { email_verified: true } }, person: { email } })
  const browser = aBrowser()
  const begun = await start(api, browser, email, strict.id)
  const back = await comeBack(api, browser, strict.id, liar.logIn(begun.body.url))
  expect(back.problem).toBe('unverified')
  expect(await made()).toEqual(before)
})

describe('a logout reported by the provider', () => {
  const tell = (token: string, to = provider.id) =>
    api.http.inject({
      method: 'POST',
      url: `/api/user/login/sso/logout/${to}`,
      headers: { ...noHeaders, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    })
  const comeIn = async (sid?: string) => {
    const { back, browser } = await signOn({}, { email, email_verified: true, ...(sid && { sid }) })
    const { body } = await swap(api, browser, back!.key!)
    return body.token
  }
  const isIn = async (token: string) =>
    (await api.http.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode === 200

  test('ends the named session once, or all of that person’s sessions without a name', async () => {
    const colleague = await api.aPerson(firm.orgId)
    const [desk, phone, nameless] = [await comeIn('desk'), await comeIn('phone'), await comeIn()]
    const token = liar.logoutToken({ sid: 'desk' })
    const told = await tell(token)
    expect([told.statusCode, told.body, told.headers['cache-control']]).toEqual([200, '', 'no-store'])
    // A session without a provider name can be the one that is meant.
    expect([await isIn(desk), await isIn(phone), await isIn(nameless)]).toEqual([false, true, false])
    expect((await tell(token)).statusCode).toBe(400)
    expect((await tell(liar.logoutToken())).statusCode).toBe(200)
    expect([await isIn(phone), await isIn(colleague.token)]).toEqual([false, true])
  })

  test('makes no request to a disabled provider', async () => {
    const off = await aProvider(firm, { issuer: liar.issuer })
    await firm.admin.call(setUp.turnOff, { params: { id: off.id }, body: {} })
    liar.asked = []
    expect((await tell(liar.logoutToken(), off.id)).statusCode).toBe(400)
    expect(liar.asked).toEqual([])
  })

  test('has no effect when forged, expired, meant for another, or not a logout', async () => {
    const token = await comeIn('desk')
    const at = now()
    const lies: [string, string][] = [
      ['signed by a stranger', liar.logoutToken({}, { key: foreignKey })],
      ['not signed', liar.logoutToken({}, { header: { alg: 'none' } })],
      ['signed with the secret', liar.logoutToken({}, { header: { alg: 'HS256' } })],
      ['of another issuer', liar.logoutToken({ iss: other.issuer })],
      ['for another application', liar.logoutToken({ aud: 'another' })],
      ['old', liar.logoutToken({ iat: at - 3600 })],
      ['of the future', liar.logoutToken({ iat: at + 3600 })],
      ['expired', liar.logoutToken({ exp: at - 300 })],
      ['without a time', liar.logoutToken({ iat: undefined })],
      ['without a name of its own', liar.logoutToken({ jti: undefined })],
      ['with a nonce, as an ID token', liar.logoutToken({ nonce: 'n' })],
      ['without the event', liar.logoutToken({ events: { other: {} } })],
      ['without events', liar.logoutToken({ events: undefined })],
      ['an ID token by its type', liar.logoutToken({}, { header: { typ: 'id+jwt' } })],
      ['of nobody', liar.logoutToken({ sub: undefined })],
      ['no token', 'nothing'],
    ]
    for (const [name, lie] of lies) expect([name, (await tell(lie)).statusCode]).toEqual([name, 400])
    expect((await tell(liar.logoutToken(), randomUUID())).statusCode).toBe(400)
    expect(await isIn(token)).toBe(true)
  })
})

describe('a sign-in that can’t start', () => {
  const cases: [string, number, Lies][] = [
    ['metadata of another issuer', 503, { metadata: having({ issuer: 'https://elsewhere.example' }) }],
    ['a login page that is a script', 503, { metadata: having({ authorization_endpoint: 'javascript:alert(1)' }) }],
    ['a login page inside', 503, { metadata: having({ authorization_endpoint: 'https://192.168.0.1/login' }) }],
    ['metadata that redirect inside', 503, { answer: { metadata: redirect('http://127.0.0.1:1/') } }],
    ['huge metadata', 503, { metadata: having({ padding: 'x'.repeat(200_000) }) }],
    ['metadata that never come', 503, { answer: { metadata: never } }],
    ['metadata that are none', 503, { answer: { metadata: (to) => void to.writeHead(200).end('secret') } }],
  ]
  for (const [name, status, lies] of cases)
    test(name, async () => {
      const { begun } = await signOn(lies)
      expect([begun.status, begun.cookie]).toEqual([status, 'undefined'])
      expect(begun.body.message).toMatch(
        /^(Your SSO provider isn’t responding|We couldn’t verify the response from your SSO provider)/,
      )
    })
})

test('treats a deactivated person as unknown', async () => {
  const gone = await api.aPerson(firm.orgId, { email: `gone@${firm.domain}` })
  await withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${gone.actor.id}`)
  const before = await made()
  const { back } = await signOn({}, { sub: gone.email, email: gone.email, email_verified: true })
  expect(back?.location).toBe('/login/sso#problem=unknown')
  expect(await made()).toEqual(before)
})

test('claims an address at the firm’s domain from another firm’s person at the first sign-in', async () => {
  const squatter = await api.aPerson(await api.aFirm(), { email: `spy@${firm.domain}` })
  const { back, browser } = await signOn({}, { sub: 'spy', email: squatter.email, email_verified: true })
  const { body } = await swap(api, browser, back!.key!)
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ org_id: string }>`select org_id from login_directory where email = ${squatter.email}`,
  )
  expect([body.token.length > 0, rows]).toEqual([true, [{ org_id: firm.orgId }]])
  expect((await squatter.call({ name: '', method: 'GET', path: 'user', summary: '' })).status).toBe(401)
})

test('admits no one through a domain that the firm no longer owns', async () => {
  const lost = await aFirmWithDomain(api)
  const { id } = await aProvider(lost, { issuer: liar.issuer, makes_people: true })
  const browser = aBrowser()
  const begun = await start(api, browser, `nell@${lost.domain}`, id)
  await withoutRls(
    api.database,
    (tx) => tx.sql`update firm_domains set proved_at = null, how = null where domain = ${lost.domain}`,
  )
  liar.person = { email: `nell@${lost.domain}`, email_verified: true }
  expect((await comeBack(api, browser, id, liar.logIn(begun.body.url))).problem).toBe('unknown')
})

test('never mixes up two providers of one firm', async () => {
  const second = await aProvider(firm, { issuer: other.issuer })
  const person = { email, email_verified: true }
  Object.assign(liar, { person })
  Object.assign(other, { person })
  const before = await made()
  const browser = aBrowser()
  // Sends one provider's response to the other one's return URL.
  const first = await start(api, browser, email, provider.id)
  expect((await comeBack(api, browser, second.id, liar.logIn(first.body.url))).problem).toBe('untrusted')
  // Uses one provider's code for an attempt with the other.
  const next = await start(api, browser, email, second.id)
  const foreign = liar.logIn(next.body.url)
  expect((await comeBack(api, browser, second.id, foreign)).problem).toBe('untrusted')
  // Uses one provider's ID token in a response of the other.
  const third = await start(api, browser, email, second.id)
  other.lies = lying({ iss: liar.issuer })
  expect((await comeBack(api, browser, second.id, other.logIn(third.body.url))).problem).toBe('untrusted')
  other.lies = {}
  expect(await made()).toEqual(before)
})

test('accepts a state, a code, and a key once, in one browser', async () => {
  liar.person = { email, email_verified: true }
  const browser = aBrowser()
  const begun = await start(api, browser, email, provider.id)
  const answer = liar.logIn(begun.body.url)
  const back = await comeBack(api, browser, provider.id, answer)
  expect(back.key).toBeDefined()
  expect((await comeBack(api, browser, provider.id, answer)).problem).toBe('expired')

  const again = await start(api, browser, email, provider.id)
  const replayed = liar.logIn(again.body.url)
  replayed.set('code', answer.get('code')!)
  expect((await comeBack(api, browser, provider.id, replayed)).problem).toBe('expired')

  const third = await start(api, browser, email, provider.id)
  expect((await comeBack(api, aBrowser(), provider.id, liar.logIn(third.body.url))).problem).toBe('expired')

  expect(await swap(api, aBrowser(), back.key!)).toMatchObject({ status: 403, body: { code: 'sign_on_expired' } })
  expect((await swap(api, browser, back.key!)).status).toBe(403)
})

test('expires an attempt after ten minutes and a key after one', async () => {
  liar.person = { email, email_verified: true }
  const browser = aBrowser()
  const begun = await start(api, browser, email, provider.id)
  await withoutRls(api.database, async (tx) => {
    const { rows } = await tx.sql<{ minutes: number }>`
      select round(extract(epoch from max(expires_at) - now()) / 60)::int as minutes from sign_on_attempts`
    expect(rows[0]!.minutes).toBe(10)
    await tx.sql`update sign_on_attempts set expires_at = now() - interval '1 second'`
  })
  expect((await comeBack(api, browser, provider.id, liar.logIn(begun.body.url))).problem).toBe('expired')

  const next = await start(api, browser, email, provider.id)
  const { key } = await comeBack(api, browser, provider.id, liar.logIn(next.body.url))
  await withoutRls(api.database, async (tx) => {
    const { rows } = await tx.sql<{ seconds: number }>`
      select round(extract(epoch from max(expires_at) - now()))::int as seconds from sign_on_keys`
    expect(rows[0]!.seconds).toBeLessThanOrEqual(60)
    await tx.sql`update sign_on_keys set expires_at = now() - interval '1 second'`
  })
  expect((await swap(api, browser, key!)).status).toBe(403)
})

test('returns a standard error for a malformed state, key, or provider', async () => {
  const state = 'A'.repeat(64)
  const urls: [string, number][] = [
    [`/api/user/login/sso/callback/${provider.id}`, 400],
    [`/api/user/login/sso/callback/${provider.id}?state=x&code=y`, 400],
    [`/api/user/login/sso/callback/${provider.id}?state=${state}&state=${state}`, 400],
    ['/api/user/login/sso/callback/x?state=y', 404],
    [`/api/user/login/sso/callback/${provider.id}?state=${state}&code=y`, 303],
  ]
  for (const [url, status] of urls) expect([url, (await api.http.inject(url)).statusCode]).toEqual([url, status])
  expect((await swap(api, aBrowser(), 'short')).status).toBe(400)
  expect((await swap(api, aBrowser(), state)).status).toBe(403)
})

test('records in the audit log why a sign-in was rejected, in our words', async () => {
  await signOn({ key: foreignKey })
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ action: string; details: Record<string, string>; subject_id: string }>`
    select action, details, subject_id from audit_log where org_id = ${firm.orgId} order by id desc limit 1`,
  )
  expect(rows[0]).toMatchObject({ action: 'signOn.refused', subject_id: provider.id })
  expect(rows[0]!.details.why).toMatch(/^[a-z_]+$/)
})

function withParam(name: string, value: string | null) {
  return (honest: URLSearchParams) => {
    if (value === null) honest.delete(name)
    else honest.set(name, value)
    return honest
  }
}
function failing(error: string) {
  return (honest: URLSearchParams) => {
    honest.delete('code')
    honest.set('error', error)
    honest.set('error_description', '<script>secret</script>')
    return honest
  }
}
function having(change: Record<string, unknown>) {
  return (honest: Record<string, unknown>) => ({ ...honest, ...change })
}
