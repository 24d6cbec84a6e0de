// Covers a real OpenID Connect provider that behaves like Entra ID, Google, and Okta, and one that lies.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { outboundLimits } from '#core/server/dependencies.ts'
import { peopleRoutes as people } from '#features/admin/people/contract.ts'
import { type Api, openApi } from '#tests/api.ts'
import { mailsOf } from '#tests/emails.ts'
import {
  asEntra,
  asGoogle,
  asOkta,
  type IdentityProvider,
  type Manner,
  startIdentityProvider,
} from '#tests/signOn/identityProvider.ts'
import { aBrowser, aFirmWithDomain, aProvider, comeBack, type Firm, start, swap } from '#tests/signOn/ways.ts'
import { identityIn } from './server/signOn/claims.ts'
import { type SsoProvider, signOnSetUpRoutes as setUp } from './signOnContract.ts'

const CLIENT = { client_id: 'pursuit', client_secret: 'known to both' }
const TENANT = '6c1b2f0e-7d57-4a52-9f0e-3a4d6a6b0c11'

let identity: IdentityProvider
let api: Api
let firm: Firm
let provider: { id: string; redirect_address: string }

beforeAll(async () => {
  identity = await startIdentityProvider(0, `/${TENANT}/v2.0`)
  api = await openApi({ means: { limits: { allowed: [new URL(identity.issuer).origin], ...outboundLimits } } })
  firm = await aFirmWithDomain(api)
  provider = await aProvider(firm, { issuer: identity.issuer, ...CLIENT, makes_people: true, name: 'House login' })
})
afterAll(async () => {
  await api.close()
  await identity.stop()
})

type Claims = Record<string, unknown>
/** Signs in up to a session as the provider's person with that name. */
async function signOn(name: string, said: Claims, manner: Manner, via = provider, domain = firm.domain) {
  identity.register({ ...CLIENT, redirect_uris: [via.redirect_address] }, manner)
  identity.people.set(name, said)
  const browser = aBrowser()
  const begun = await start(api, browser, `somebody@${domain}`, via.id)
  const returned = new URL(await identity.logIn(begun.body.url, name))
  const back = await comeBack(api, browser, via.id, returned.searchParams)
  if (!back.key) return { problem: back.problem, email: undefined, id: undefined, token: undefined }
  const { body } = await swap(api, browser, back.key)
  const { user } = body as unknown as { user: { email: string; id: string } }
  return { problem: undefined, email: user.email, id: user.id, token: body.token }
}
const entra = (change: Claims = {}): Claims => ({
  tid: TENANT,
  oid: randomUUID(),
  preferred_username: `ada@${firm.domain}`,
  name: 'Ada Byron',
  ...change,
})
async function whyRefused() {
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ why: string }>`
    select details->>'why' as why from audit_log where org_id = ${firm.orgId} and action = 'signOn.refused' order by id desc limit 1`,
  )
  return rows[0]?.why
}

describe('Entra ID', () => {
  test('admits a person by a name that is an address, without any verification claim', async () => {
    expect(await signOn('ada', entra(), asEntra)).toMatchObject({ email: `ada@${firm.domain}` })
  })
  test('prefers the email claim over the name and verifies it by xms_edov', async () => {
    const said = entra({ email: `b.lee@${firm.domain}`, preferred_username: `x1@${firm.domain}`, xms_edov: 1 })
    expect(await signOn('blee', said, asEntra)).toMatchObject({ email: `b.lee@${firm.domain}` })
  })
  test('rejects an address that the directory marks as unverified', async () => {
    for (const xms_edov of [false, 0, 'no']) {
      const said = entra({ email: `c.may@${firm.domain}`, xms_edov })
      expect(await signOn('cmay', said, asEntra)).toMatchObject({ problem: 'unverified' })
    }
  })
  test('rejects guests, however the directory marks them', async () => {
    const guests: Claims[] = [
      { acct: 1 },
      { upn: `eve_elsewhere.com#EXT#@${firm.domain}` },
      { preferred_username: `eve_elsewhere.com#EXT#@${firm.domain}`, email: `eve@${firm.domain}` },
      { idp: 'https://sts.windows.net/9188040d-6c67-4c5b-b112-36a304b66dad/' },
      { idp: 'live.com' },
    ]
    for (const guest of guests) {
      expect([guest, (await signOn('eve', entra(guest), asEntra)).problem]).toEqual([guest, 'guest'])
      expect(await whyRefused()).toBe('entra_guest')
    }
    const own = entra({ idp: `https://sts.windows.net/${TENANT}/`, acct: 0, preferred_username: `eva@${firm.domain}` })
    expect((await signOn('eva', own, asEntra)).email).toBe(`eva@${firm.domain}`)
  })
  test('rejects an account of another tenant', async () => {
    expect((await signOn('eve', entra({ tid: randomUUID() }), asEntra)).problem).toBe('guest')
    expect(await whyRefused()).toBe('other_tenant')
  })
  test('keeps the person after a changed address or a new app registration', async () => {
    const oid = randomUUID()
    const first = await signOn('mary', entra({ oid, preferred_username: `mary.moe@${firm.domain}` }), asEntra)
    const wed = entra({ oid, preferred_username: `mary.shaw@${firm.domain}` })
    expect(await signOn('mary', wed, asEntra)).toMatchObject({ id: first.id, email: `mary.moe@${firm.domain}` })
    // A new client ID changes the subject, but not the tenant and object.
    expect((await signOn('mary of the new application', wed, asEntra)).id).toBe(first.id)
  })
  test('doesn’t open the previous owner’s account for a reassigned address', async () => {
    const address = `info@${firm.domain}`
    const first = await signOn('first', entra({ preferred_username: address }), asEntra)
    expect(first.email).toBe(address)
    expect((await signOn('second', entra({ preferred_username: address }), asEntra)).problem).toBe('other')
    expect(await whyRefused()).toBe('other_subject')
  })
  test('lets an admin unlink a person, so that the next sign-in counts as the first', async () => {
    const address = `again@${firm.domain}`
    const first = await signOn('before', entra({ preferred_username: address }), asEntra)
    const forget = () => firm.admin.call(setUp.forgetSubject, { params: { id: first.id! }, body: {} })
    expect([(await forget()).status, (await forget()).status]).toEqual([204, 404])
    expect((await signOn('after', entra({ preferred_username: address }), asEntra)).id).toBe(first.id)
    expect((await signOn('before', entra({ preferred_username: address }), asEntra)).problem).toBe('other')
  })
})

describe('Google', () => {
  const google = (change: Claims = {}): Claims => ({
    email: `gil@${firm.domain}`,
    email_verified: true,
    hd: firm.domain,
    ...change,
  })
  test('admits a person of the Workspace', async () => {
    expect(await signOn('gil', google(), asGoogle)).toMatchObject({ email: `gil@${firm.domain}` })
  })
  test('rejects an account of another Workspace', async () => {
    expect((await signOn('gus', google({ hd: 'elsewhere.example' }), asGoogle)).problem).toBe('guest')
    expect(await whyRefused()).toBe('other_workspace')
  })
  test('rejects a private account with an address of the firm', () => {
    const trust = {
      issuer: 'https://accounts.google.com',
      domains: ['x.example'],
      takes_absent: true,
      takes_unverified: true,
    }
    const said = { sub: '1', email: 'gus@x.example', email_verified: true }
    expect(() => identityIn(said, trust)).toThrow('guest: no_workspace')
    expect(identityIn({ ...said, hd: 'x.example' }, trust).email).toBe('gus@x.example')
  })
})

describe('Okta', () => {
  const okta = (change: Claims = {}): Claims => ({
    email: `ola@${firm.domain}`,
    email_verified: true,
    preferred_username: `ola.login@${firm.domain}`,
    idp: '00ok1u7AsAkrwdZL3z0g',
    given_name: 'Ola',
    family_name: 'Nordmann',
    ...change,
  })
  test('admits a person by userinfo and treats no one as a guest because of Okta’s idp', async () => {
    expect(await signOn('ola', okta(), asOkta)).toMatchObject({ email: `ola@${firm.domain}` })
  })
  test('accepts the string true as true', async () => {
    const said = okta({ email: `oda@${firm.domain}`, email_verified: 'true' })
    expect((await signOn('oda', said, asOkta)).email).toBe(`oda@${firm.domain}`)
  })
  test('treats an explicit no as no, unless the admin allows it', async () => {
    const said = okta({ email: `ove@${firm.domain}`, email_verified: false })
    expect((await signOn('ove', said, asOkta)).problem).toBe('unverified')
    const lax = { issuer: identity.issuer, domains: [], takes_absent: false, takes_unverified: true }
    expect(identityIn({ ...said, sub: 'ove' }, lax).email).toBe(`ove@${firm.domain}`)
  })
})

test('rejects a missing verification if the firm requires one', () => {
  const strict = { issuer: 'https://login.example.com', domains: [], takes_absent: false, takes_unverified: false }
  const said = { sub: '1', email: 'a@b.example' }
  expect(() => identityIn(said, strict)).toThrow('unverified: email_not_verified')
  expect(identityIn(said, { ...strict, takes_absent: true }).email).toBe('a@b.example')
  expect(() => identityIn({ ...said, email_verified: 'perhaps' }, { ...strict, takes_absent: true })).toThrow()
  expect(() => identityIn({ sub: '1', email: 5, upn: 'a@b.example' }, strict)).toThrow('unverified: no_email')
})

describe('a provider before it goes live', () => {
  const typed = { name: 'Main', client_id: CLIENT.client_id, domains: [] as string[], makes_people: false }
  async function aNewOne() {
    const mine = await aFirmWithDomain(api)
    const { body: added } = await mine.admin.call<SsoProvider>(setUp.addProvider, {
      body: { name: 'Main', issuer: identity.issuer },
    })
    const params = { id: added.id }
    const change = (body: object) => mine.admin.call<SsoProvider>(setUp.changeProvider, { params, body })
    const ready = { ...typed, issuer: identity.issuer, ...CLIENT, domains: [mine.domain] }
    await change(ready)
    identity.register({ ...CLIENT, redirect_uris: [added.redirect_address] })
    const turnOn = (tried?: string) =>
      mine.admin.call<SsoProvider>(setUp.turnOn, { params, body: tried === undefined ? {} : { tried } })
    const read = async () =>
      (await mine.admin.call<{ providers: SsoProvider[] }>(setUp.read)).body.providers.find(
        ({ id }) => id === added.id,
      )!
    return { mine, added, params, change, ready, turnOn, read }
  }
  /** Performs a browser's redirects through API calls. */
  async function tryAs(mine: Firm, id: string, name: string) {
    const begun = await api.http.inject({
      method: 'POST',
      url: `/api/admin/sign_on/providers/${id}?action=try`,
      headers: { authorization: `Bearer ${mine.admin.token}`, 'x-client': 'web', 'idempotency-key': randomUUID() },
      payload: {},
    })
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!
    const browser = { cookies: new Map([[cookie.split('=')[0]!, cookie.split('=')[1]!]]) }
    const returned = new URL(await identity.logIn((begun.json() as { url: string }).url, name))
    return { back: await comeBack(api, browser, id, returned.searchParams), browser, returned }
  }

  test('shows an admin the trial’s claims and their meaning, and signs in or creates no one', async () => {
    const { mine, added, turnOn, read } = await aNewOne()
    expect((await turnOn()).body).toMatchObject({ code: 'not_tried' })
    identity.people.set('boss', { email: mine.admin.email, email_verified: true })
    const before = await withoutRls(
      api.database,
      (tx) => tx.sql<{ n: number }>`select count(*)::int as n from sessions where org_id = ${mine.orgId}`,
    )
    const { back } = await tryAs(mine, added.id, 'boss')
    expect(back.location).toBe(`/admin/sign-on#tried=${added.id}`)
    const { tried } = await read()
    expect(tried).toMatchObject({
      claims: { sub: 'boss', email: mine.admin.email, email_verified: true, iss: identity.issuer },
      is_good: true,
      outcome: `Dana ${mine.admin.actor.last_name} (${mine.admin.email}) could sign in.`,
    })
    const after = await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{ n: number }>`
      select count(*)::int as n from sessions where org_id = ${mine.orgId} union all select count(*)::int from sign_on_subjects where org_id = ${mine.orgId}`,
    )
    expect(after.rows).toEqual([before.rows[0], { n: 0 }])
    expect((await turnOn(randomUUID())).body).toMatchObject({ code: 'not_tried' })
    expect((await turnOn(tried!.id)).body).toMatchObject({ is_on: true })
  })

  test('explains a failed trial and judges it again when the setup changes', async () => {
    const { mine, added, change, ready, turnOn, read } = await aNewOne()
    identity.people.set('new', { email: `new@${mine.domain}`, email_verified: false })
    await tryAs(mine, added.id, 'new')
    const first = (await read()).tried!
    expect([first.is_good, first.outcome]).toEqual([
      false,
      'No one could sign in: the provider doesn’t say that the email address is verified.',
    ])
    expect((await turnOn(first.id)).body).toMatchObject({ code: 'not_tried' })
    await change({ ...ready, takes_unverified: true })
    expect((await read()).tried!.outcome).toMatch(/no one at your firm/)
    await change({ ...ready, takes_unverified: true, makes_people: true })
    expect((await read()).tried!.outcome).toBe(`A new account would be created for new@${mine.domain}.`)
    expect((await turnOn(first.id)).status).toBe(200)
  })

  test('turns a provider off and requires a new trial after a changed issuer or client ID', async () => {
    const { mine, added, change, ready, turnOn, read } = await aNewOne()
    identity.people.set('boss', { email: mine.admin.email, email_verified: true })
    await tryAs(mine, added.id, 'boss')
    const { id } = (await read()).tried!
    await turnOn(id)
    await change({ ...ready, name: 'Renamed' })
    expect(await read()).toMatchObject({ is_on: true })
    await change({ ...ready, client_id: 'another' })
    expect(await read()).toMatchObject({ is_on: false, tried: null })
    expect((await turnOn(id)).body).toMatchObject({ code: 'not_tried' })
  })
})

describe('people of a firm with SSO', () => {
  const lettersTo = async (to: Firm, email: string) =>
    (await mailsOf(api, to.orgId, email)).map(({ letter }) => JSON.stringify(letter))

  test('are invited to it and never asked to choose a password', async () => {
    const mine = await aFirmWithDomain(api)
    const early = await mine.admin.call<{ id: string }>(people.invite, {
      body: { first_name: 'Early', last_name: 'Bird', email: `early@${mine.domain}` },
    })
    const [before] = await lettersTo(mine, `early@${mine.domain}`)
    await aProvider(mine, { issuer: identity.issuer, ...CLIENT, name: 'House login' })
    const email = `new@${mine.domain}`
    const { body } = await mine.admin.call<{ id: string; signs_on: string }>(people.invite, {
      body: { first_name: 'Nia', last_name: 'Newman', email },
    })
    expect(body.signs_on).toBe('House login')
    const [invitation] = await lettersTo(mine, email)
    expect(invitation!).toContain(`Sign in as ${email} with House login, your firm’s SSO.`)
    expect(invitation!).toContain(`/login/sso?email=${encodeURIComponent(email)}`)
    expect(invitation!).not.toMatch(/choose a password/i)

    const reset = await mine.admin.call(people.sendReset, { params: { id: body.id }, body: {} })
    expect([reset.status, reset.body]).toMatchObject([409, { code: 'signs_on' }])
    await api.http.inject({ method: 'POST', url: '/api/user/reset_password', payload: { email } })
    const asked = (await lettersTo(mine, email)).at(-1)!
    expect(asked).toContain('You don’t have one: you sign in with House login.')

    // Uses a link that was emailed before the firm had SSO.
    const [, key] = /\/emailConfirmed\/([\w-]+)\//.exec(before!)!
    const late = await api.http.inject({
      method: 'POST',
      url: '/api/user/choose_password',
      payload: { key, email: `early@${mine.domain}`, password: 'Fresh$tart77kiwi' },
    })
    expect(early.status).toBe(200)
    expect(late.json()).toMatchObject({ code: 'signs_on' })
  })

  test('can still reset an existing password', async () => {
    const mine = await aFirmWithDomain(api)
    await aProvider(mine, { issuer: identity.issuer, ...CLIENT })
    await api.http.inject({ method: 'POST', url: '/api/user/reset_password', payload: { email: mine.admin.email } })
    expect((await lettersTo(mine, mine.admin.email)).at(-1)!).toContain('/emailConfirmed/')
  })
})

describe('a session from a provider', () => {
  const meStatus = async (token: string | undefined) =>
    (await api.http.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode

  test('ends when the provider is turned off or removed, without affecting others', async () => {
    const other = await aProvider(firm, { issuer: identity.issuer, ...CLIENT, makes_people: true })
    const said = (name: string) => ({ email: `${name}@${firm.domain}`, email_verified: true })
    const [one, two] = [await signOn('one', said('one'), asOkta), await signOn('two', said('two'), asOkta, other)]
    const params = { id: other.id }
    await firm.admin.call(setUp.turnOff, { params, body: {} })
    expect([await meStatus(one.token), await meStatus(two.token)]).toEqual([200, 401])
    expect((await firm.admin.call(setUp.read)).status).toBe(200)
    await firm.admin.call(setUp.removeProvider, { params })
    expect(await meStatus(one.token)).toBe(200)
  })

  test('ends when the person logs out at the provider, without affecting others', async () => {
    const address = await api.http.listen({ port: 0, host: '127.0.0.1' })

    const mine = await aFirmWithDomain(api)
    const via = await aProvider(mine, { issuer: identity.issuer, ...CLIENT, makes_people: true })
    const logout = `${address}/api/user/login/sso/logout/${via.id}`
    const come = async (name: string) => {
      identity.register(
        {
          ...CLIENT,
          redirect_uris: [via.redirect_address],
          backchannel_logout_uri: logout,
          backchannel_logout_session_required: true,
        },
        asOkta,
      )
      identity.people.set(name, { email: `${name}@${mine.domain}`, email_verified: true })
      const browser = aBrowser()
      const begun = await start(api, browser, `${name}@${mine.domain}`, via.id)
      const returned = new URL(await identity.logIn(begun.body.url, name))
      const { key } = await comeBack(api, browser, via.id, returned.searchParams)
      return (await swap(api, browser, key!)).body.token
    }
    const [elsewhere, colleague] = [await come('kim'), await come('lou')]
    const here = await come('kim')
    await identity.logOut()
    expect([await meStatus(here), await meStatus(elsewhere), await meStatus(colleague)]).toEqual([401, 200, 200])
  })
})
