// Covers single sign-on with a real OpenID Connect provider, and its setup.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '#core/contract/route.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { outboundLimits } from '#core/server/dependencies.ts'
import { type Api, openApi, PASSWORD } from '#tests/api.ts'
import { type IdentityProvider, startIdentityProvider } from '#tests/signOn/identityProvider.ts'
import {
  aBrowser,
  aFirmWithDomain,
  aProvider,
  asIfTried,
  comeBack,
  type Firm,
  start,
  swap,
} from '#tests/signOn/ways.ts'
import { START_LIMIT } from './server/signOn/starts.ts'
import { type SsoProvider, signOnSetUpRoutes as setUp, signOnRoutes } from './signOnContract.ts'

const CLIENT = { client_id: 'pursuit', client_secret: 'known to both' }

let identity: IdentityProvider
let api: Api
let firm: Firm
let provider: { id: string; redirect_address: string }

beforeAll(async () => {
  identity = await startIdentityProvider()
  const limits = { allowed: [identity.issuer], ...outboundLimits }
  api = await openApi({ means: { limits } })
  firm = await aFirmWithDomain(api)
  identity.register({ ...CLIENT, redirect_uris: ['http://localhost:80/elsewhere'] })
  provider = await aProvider(firm, { issuer: identity.issuer, ...CLIENT, makes_people: true, name: 'House login' })
  identity.register({ ...CLIENT, redirect_uris: [provider.redirect_address] })
})
afterAll(async () => {
  await api.close()
  await identity.stop()
})

/** Signs in completely as the provider's person with that name. */
async function signOn(name: string, email: string) {
  const browser = aBrowser()
  const begun = await start(api, browser, email, provider.id)
  const returned = new URL(await identity.logIn(begun.body.url, name))
  const back = await comeBack(api, browser, provider.id, returned.searchParams)
  return { begun, back, session: back.key ? await swap(api, browser, back.key) : null }
}
const auditOf = (orgId: string) =>
  withoutRls(api.database, async (tx) => {
    const { rows } = await tx.sql<{ action: string; subject: string; details: Record<string, unknown> }>`
      select action, subject, details from audit_log where org_id = ${orgId} order by id`
    return rows
  })

test('signs a person in through the provider’s login and consent pages', async () => {
  const dana = await api.aPerson(firm.orgId, { email: `dana@${firm.domain}`, settings: { 'key-two_factor': 1 } })
  identity.people.set('dana', { email: `Dana@${firm.domain.toUpperCase()}`, email_verified: true })
  const { begun, back, session } = await signOn('dana', dana.email)
  const sent = new URL(begun.body.url).searchParams
  expect(Object.fromEntries(sent)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    login_hint: dana.email,
    scope: 'openid email profile',
    redirect_uri: provider.redirect_address,
  })
  expect(begun.cookie).toMatch(/; Max-Age=600; HttpOnly; SameSite=Lax$/)
  expect(back.location).toMatch(/^\/login\/sso#key=[\w-]{64}$/)
  // No second factor of ours is asked for afterwards.
  expect(session).toMatchObject({ status: 200, body: { user: { id: dana.actor.id }, Org: { id: firm.orgId } } })
  expect(signOnRoutes.signIn.answer!.safeParse(session!.body).success).toBe(true)
  const me = await api.http.inject({ url: '/api/user', headers: { authorization: `Bearer ${session!.body.token}` } })
  expect(me.json()).toMatchObject({ user: { email: dana.email } })
})

test('creates an account at the first sign-in and reuses it at the second', async () => {
  const email = `ines.sol+bd@${firm.domain}`
  identity.people.set('ines', { email, email_verified: true, given_name: 'Inês', family_name: 'Sol' })
  const first = await signOn('ines', email)
  expect(first.session?.body).toMatchObject({ user: { email, fullname: 'Inês Sol', role: 'member' } })
  const second = await signOn('ines', email)
  expect(second.session?.body).toMatchObject({
    user: { id: (first.session!.body as unknown as { user: { id: string } }).user.id },
  })
  const login = await api.http.inject({
    method: 'POST',
    url: '/api/user/login',
    payload: { email, password: PASSWORD },
  })
  expect(login.statusCode).toBe(403)
})

test('creates one account from ten simultaneous first sign-ons', { timeout: 60_000 }, async () => {
  for (let round = 1; round <= 5; round++) {
    const email = `rush.${round}@${firm.domain}`
    identity.people.set(`rush.${round}`, { email, email_verified: true })
    const ways = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const browser = aBrowser()
        const begun = await start(api, browser, email, provider.id)
        return { browser, query: new URL(await identity.logIn(begun.body.url, `rush.${round}`)).searchParams }
      }),
    )
    const backs = await Promise.all(ways.map(({ browser, query }) => comeBack(api, browser, provider.id, query)))
    expect(backs.map(({ problem }) => problem)).toEqual(Array(10).fill(undefined))
    const { rows } = await withoutRls(api.database, (tx) => tx.sql`select 1 from users where email = ${email}`)
    expect(rows).toHaveLength(1)
  }
})

test('creates no one if the firm doesn’t allow it', async () => {
  const strict = await aFirmWithDomain(api)
  const { id, redirect_address } = await aProvider(strict, { issuer: identity.issuer, ...CLIENT })
  identity.register({ ...CLIENT, redirect_uris: [provider.redirect_address, redirect_address] })
  identity.people.set('new', { email: `new@${strict.domain}`, email_verified: true })
  const browser = aBrowser()
  const begun = await start(api, browser, `new@${strict.domain}`, id)
  const query = new URL(await identity.logIn(begun.body.url, 'new')).searchParams
  expect((await comeBack(api, browser, id, query)).problem).toBe('unknown')
  const { rows } = await withoutRls(api.database, (tx) => tx.sql`select 1 from users where org_id = ${strict.orgId}`)
  expect(rows).toHaveLength(1)
})

test('records sign-ons and created people in the audit log', async () => {
  const actions = (await auditOf(firm.orgId)).map(({ action, details }) => [action, details.by, details.provider])
  expect(actions).toContainEqual(['session.opened', 'sign_on', undefined])
  expect(actions).toContainEqual(['person.added', 'sign_on', 'House login'])
})

test('stores no provider token and no plain secret in the database', async () => {
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ all: string }>`
    select (select string_agg(p::text, ' ') from sign_on_providers p) || coalesce((select string_agg(k::text, ' ') from sign_on_keys k), '')
      || (select string_agg(a::text, ' ') from audit_log a) as all`,
  )
  expect(rows[0]!.all).not.toContain(CLIENT.client_secret)
  expect(rows[0]!.all).not.toContain(Buffer.from(CLIENT.client_secret).toString('hex'))
  const { rows: columns } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name like 'sign_on%' and column_name ~ 'token|refresh|access'`,
  )
  expect(columns).toEqual([])
})

test('lists providers based on the domain alone', async () => {
  const choices = async (email: string) => {
    const reply = await api.http.inject(addressOf(signOnRoutes.choices, { query: { email } }))
    return [reply.statusCode, reply.json().providers ?? reply.json().errors]
  }
  const ours = [{ id: provider.id, name: 'House login' }]
  expect(await choices(`nobody-ever@${firm.domain.toUpperCase()}`)).toEqual([200, ours])
  expect(await choices('somebody@unknown.example')).toEqual([200, []])
  expect(await choices('')).toEqual([400, { email: 'Please complete this field' }])
  expect(await choices(`o'neil@${firm.domain}`)).toEqual([400, { email: 'Invalid email address' }])
  expect(await choices(`a.b_c-d+e@${firm.domain.replace('example', 'engineering')}`)).toEqual([200, []])
})

test('can’t start a provider of another firm or a disabled one', async () => {
  const other = await aFirmWithDomain(api)
  const theirs = await aProvider(other, { issuer: identity.issuer })
  const browser = aBrowser()
  expect((await start(api, browser, `dana@${firm.domain}`, theirs.id)).status).toBe(404)
  await other.admin.call(setUp.turnOff, { params: { id: theirs.id }, body: {} })
  expect((await start(api, browser, `dana@${other.domain}`, theirs.id)).status).toBe(404)
})

test('explains an unreachable provider in a message and keeps passwords working', async () => {
  const gone = await startIdentityProvider()
  const alone = await openApi({
    means: { limits: { allowed: [gone.issuer], ...outboundLimits } },
  })
  const small = await aFirmWithDomain(alone)
  const { id } = await aProvider(small, { issuer: gone.issuer })
  await gone.stop()
  const { status, body } = await start(alone, aBrowser(), `dana@${small.domain}`, id)
  expect([status, body.message]).toEqual([
    503,
    'Your SSO provider isn’t responding. Try again later, or use your email and password.',
  ])
  const payload = { email: small.admin.email, password: PASSWORD }
  const login = await alone.http.inject({ method: 'POST', url: '/api/user/login', payload })
  expect(login.statusCode).toBe(200)
  await alone.close()
})

test('limits sign-in starts by IP address without locking out others', async () => {
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`insert into rate_limits (scope, subject, window_start, tries)
      values ('sign-on', '10.9.9.9', date_bin('15 minutes', now(), timestamptz '2020-01-01'), ${START_LIMIT})`,
  )
  const begin = (remoteAddress: string) =>
    api.http.inject({
      method: 'POST',
      url: addressOf(signOnRoutes.start, {}),
      remoteAddress,
      payload: { email: `dana@${firm.domain}`, provider: provider.id },
    })
  const beyond = await begin('10.9.9.9')
  expect([beyond.statusCode, Number(beyond.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await begin('10.9.9.8')).statusCode).toBe(200)
})

// — set-up —————————————————————————————————————————————————————————————————————————————————————

const typed = (change: object = {}) => ({
  name: 'Main',
  issuer: identity.issuer,
  client_id: 'pursuit',
  domains: [] as string[],
  makes_people: false,
  ...change,
})
async function added(to: Firm, name = `P${randomUUID().slice(0, 6)}`) {
  const { body } = await to.admin.call<SsoProvider>(setUp.addProvider, { body: { name, issuer: identity.issuer } })
  return body
}

test('turns on a complete provider and names each missing field otherwise', async () => {
  const mine = await aFirmWithDomain(api)
  const { id } = await added(mine)
  const on = (tried?: string) =>
    mine.admin.call(setUp.turnOn, { params: { id }, body: tried === undefined ? {} : { tried } })
  expect((await on()).body.errors).toEqual({
    client_id: 'Enter the client ID from the provider.',
    client_secret: 'Enter the client secret from the provider.',
    domains: 'Choose at least one verified domain.',
  })
  await mine.admin.call(setUp.addDomain, { body: { domain: 'not-proved.example' } })
  const change = (body: object) => mine.admin.call<SsoProvider>(setUp.changeProvider, { params: { id }, body })
  expect((await change(typed({ domains: ['somebody-elses.example'] }))).body).toMatchObject({
    errors: { domains: 'somebody-elses.example isn’t one of your firm’s domains.' },
  })
  await change(typed({ client_secret: 's', domains: ['not-proved.example'] }))
  expect(Object.keys((await on()).body.errors as object)).toEqual(['domains'])
  const complete = await change(typed({ domains: [mine.domain] }))
  expect([complete.body.has_secret, complete.text.includes('client_secret')]).toEqual([true, false])
  expect((await on()).body).toMatchObject({ code: 'not_tried' })
  expect((await on(await asIfTried(mine, id))).body).toMatchObject({ is_on: true })
  // A provider in use must stay complete.
  expect((await change(typed({ domains: [] }))).status).toBe(400)
})

test('never sends a stored secret to another issuer', async () => {
  const mine = await aFirmWithDomain(api)
  const { id } = await added(mine)
  const change = (body: object) => mine.admin.call<SsoProvider>(setUp.changeProvider, { params: { id }, body })
  expect((await change(typed({ client_secret: 's' }))).body.has_secret).toBe(true)
  expect((await change(typed({ name: 'Renamed' }))).body.has_secret).toBe(true)
  expect((await change(typed({ issuer: 'https://thief.example' }))).body.has_secret).toBe(false)
})

test('rejects issuers inside the network and unsafe ones', async () => {
  const issuers: [string, string | undefined][] = [
    ['https://login.example.com', undefined],
    ['http://login.example.com', 'The URL must start with https://.'],
    ['https://127.0.0.1', 'This address points inside the server’s own network, so Pursuit won’t call it.'],
    ['https://[::1]', 'This address points inside the server’s own network, so Pursuit won’t call it.'],
    ['https://2130706433', 'This address points inside the server’s own network, so Pursuit won’t call it.'],
    ['https://169.254.169.254', 'This address points inside the server’s own network, so Pursuit won’t call it.'],
    ['https://name:word@login.example.com', 'The URL can’t include a username or password.'],
    ['file:///etc/passwd', 'Enter the issuer’s URL, such as https://login.example.com.'],
    ['javascript:alert(1)', 'Enter the issuer’s URL, such as https://login.example.com.'],
    ['', 'Please complete this field'],
  ]
  const mine = await aFirmWithDomain(api)
  for (const [issuer, problem] of issuers) {
    const { body } = await mine.admin.call(setUp.addProvider, { body: { name: randomUUID(), issuer } })
    expect([issuer, (body.errors as { issuer?: string } | undefined)?.issuer]).toEqual([issuer, problem])
  }
})

test('reports step by step what works and what fails in a provider test', async () => {
  const mine = await aFirmWithDomain(api)
  const { id } = await added(mine)
  const look = async () =>
    (await mine.admin.call<{ checks: { problem: string | null }[] }>(setUp.testProvider, { params: { id }, body: {} }))
      .body.checks
  const change = (body: object) => mine.admin.call(setUp.changeProvider, { params: { id }, body })
  expect((await look()).map(({ problem }) => problem)).toEqual([null, null, 'Enter the client ID and client secret.'])
  await change(typed({ client_secret: 'wrong' }))
  expect((await look())[2]!.problem).toBe('The provider rejected the client ID or client secret.')
  await change(typed({ client_secret: CLIENT.client_secret }))
  expect((await look()).map(({ problem }) => problem)).toEqual([null, null, null])
  await change(typed({ issuer: `${identity.issuer}/nowhere` }))
  expect(await look()).toEqual([
    { label: 'The issuer responds', problem: 'We found no OpenID Connect provider at this address.' },
  ])
  await change(typed({ issuer: 'https://localhost:1' }))
  expect((await look())[0]!.problem).toBe(
    'This address points inside the server’s own network, so Pursuit won’t call it.',
  )
})

test('records an admin’s provider changes in the audit log, without secrets', async () => {
  const mine = await aFirmWithDomain(api)
  const { id } = await aProvider(mine, { issuer: identity.issuer, client_secret: 'hush-hush', name: 'Main' })
  const params = { id }
  await mine.admin.call(setUp.turnOff, { params, body: {} })
  expect((await mine.admin.call(setUp.removeProvider, { params })).status).toBe(204)
  expect((await mine.admin.call(setUp.removeProvider, { params })).status).toBe(404)
  const rows = await auditOf(mine.orgId)
  expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
    ['provider.added', 'Main'],
    ['provider.changed', 'Main'],
    ['provider.turnedOn', 'Main'],
    ['provider.turnedOff', 'Main'],
    ['provider.removed', 'Main'],
  ])
  expect(JSON.stringify(rows)).not.toContain('hush-hush')
  expect(rows[1]!.details).toEqual({ changed: ['client_id', 'domains', 'client_secret'] })
})

test('lets only a firm admin see and change the setup, and never while switched', async () => {
  const member = await api.aPerson(firm.orgId)
  const params = { id: provider.id }
  for (const [route, input] of [
    [setUp.read, {}],
    [setUp.addProvider, { body: { name: 'x', issuer: identity.issuer } }],
    [setUp.changeProvider, { params, body: typed() }],
    [setUp.turnOff, { params, body: {} }],
    [setUp.removeProvider, { params }],
    [setUp.addDomain, { body: { domain: 'x.example' } }],
  ] as const)
    expect([route.name, (await member.call(route, input)).status]).toEqual([route.name, 403])
  const operator = await api.aPerson(await api.aFirm(), { role: 'operator' })
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update sessions set by_org_id = ${operator.orgId}, by_user_id = ${operator.actor.id}, by_name = 'Olive' where user_id = ${firm.admin.actor.id}`,
  )
  expect((await firm.admin.call(setUp.turnOff, { params, body: {} })).status).toBe(403)
  expect((await firm.admin.call(setUp.read)).status).toBe(200)
})
