import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { lettersTo } from '#tests/outgoing.ts'
import { aBrowser, auditOf, type Browser, clockAndBrowsers, newestCode, PASSWORD, withPhone } from '#tests/signIn.ts'
import { routes as account, passwordRule } from './contract.ts'
import { authMethodsOfPeople } from './server/authMethods.ts'
import { purgeAuthArtifacts } from './server/purgeAuthArtifacts.ts'
import { routes, signInMessages } from './signInContract.ts'

let api: Api
let firm: string
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
})
afterAll(() => api.close())

const { startsAt, at: atSecond, somewhere } = clockAndBrowsers(() => api, '10.4')
const at = (minutes: number) => atSecond(minutes * 60)

const login = (browser: Browser, email: string, password: string) => browser.call(account.login, { email, password })
const isAlive = async (token: string) => (await somewhere().call(account.me, undefined, token)).status === 200

/** Returns the keys of the links emailed to a person, oldest first. */
const keysOf = async (person: Client) =>
  (await lettersTo(api.database, person.email)).flatMap(
    ({ button }) => /^\/emailConfirmed\/([^/]+)\//.exec(button?.path ?? '')?.[1] ?? [],
  )
const ask = (email: string) => somewhere().call(routes.resetPassword, { email })
const choose = (browser: Browser, key: string, email: string, password = 'Chosen_tram#58') =>
  browser.call(routes.choosePassword, { key, email, password })

test('sets a new password once by emailed link, ends all sessions, and notifies the owner', async () => {
  const kim = await api.aPerson(firm)
  expect((await ask(kim.email.toUpperCase())).body).toEqual({ message: signInMessages.resetSent })
  const [letter] = await lettersTo(api.database, kim.email)
  expect(letter!.button!.path).toMatch(new RegExp(`^/emailConfirmed/[\\w-]{64}/${encodeURIComponent(kim.email)}$`))
  const [key] = await keysOf(kim)
  const browser = somewhere()
  expect((await choose(browser, key!, kim.email)).body).toEqual({ message: signInMessages.passwordChosen })
  expect(await isAlive(kim.token)).toBe(false)
  expect((await login(somewhere(), kim.email, PASSWORD)).status).toBe(403)
  expect((await login(browser, kim.email, 'Chosen_tram#58')).status).toBe(200)
  const again = await choose(browser, key!, kim.email, 'Second_tram#58')
  expect([again.status, again.body.message]).toEqual([401, signInMessages.deadKey])
  expect((await lettersTo(api.database, kim.email)).map(({ subject }) => subject)).toEqual([
    'Choose a new Pursuit password',
    'A new password was chosen for your account',
  ])
  await expect
    .poll(async () => (await auditOf(api, kim)).map(({ action }) => action))
    .toEqual(expect.arrayContaining(['password.reset_asked', 'password.reset', 'session.refused', 'session.opened']))
  expect(JSON.stringify(await auditOf(api, kim))).not.toMatch(/Chosen_tram#58|Pursuit#2026/)
})

test('reports a used link only to its own key and address, and accepts a new link', async () => {
  at(0)
  const [kim, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  await Promise.all([ask(kim.email), ask(lee.email)])
  const [key] = await keysOf(kim)
  const [others] = await keysOf(lee)
  const stateOf = async (which: string, email: string) =>
    (await somewhere().call(routes.linkState, { key: which, email })).body
  expect(await stateOf(key!, kim.email)).toEqual({ state: 'good' })
  expect((await choose(somewhere(), key!, kim.email)).status).toBe(200)
  expect(await stateOf(key!, kim.email.toUpperCase())).toEqual({ state: 'used' })
  const flipped = key!.slice(0, -1) + (key!.endsWith('A') ? 'B' : 'A')
  for (const [which, email] of [
    [key, lee.email],
    [flipped, kim.email],
    ['made up', kim.email],
    [others, kim.email],
  ] as const)
    expect(await stateOf(which!, email)).toEqual({ state: 'dead' })
  at(60)
  expect(await stateOf(others!, lee.email)).toEqual({ state: 'dead' })
  await ask(kim.email)
  const newest = (await keysOf(kim)).at(-1)!
  expect(await stateOf(key!, kim.email)).toEqual({ state: 'dead' })
  expect(await stateOf(newest, kim.email)).toEqual({ state: 'good' })
  expect((await choose(somewhere(), newest, kim.email, 'Another_tram#58')).status).toBe(200)
  await withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${kim.actor.id}`)
  expect(await stateOf(newest, kim.email)).toEqual({ state: 'dead' })
})

test('responds the same and takes as long, whether or not the account exists', async () => {
  const kim = await api.aPerson(firm)
  const timed = async (email: string) => {
    const began = performance.now()
    const { status, body } = await ask(email)
    return { status, body, isSlow: performance.now() - began >= 295 }
  }
  const [known, unknown] = [await timed(kim.email), await timed('nobody.at.all@hartwell.example')]
  expect(known).toEqual(unknown)
  expect(known).toEqual({ status: 200, body: { message: signInMessages.resetSent }, isSlow: true })
  expect(await lettersTo(api.database, 'nobody.at.all@hartwell.example')).toEqual([])
})

test('rejects a malformed email address', async () => {
  for (const [email, message] of [
    ['nobody', 'Invalid Email'],
    ['a@b', 'Invalid Email'],
    ['', 'Please complete this field'],
  ])
    expect((await ask(email!)).body.errors).toEqual({ email: message })
})

test('accepts only the newest of several links, for an hour', async () => {
  at(0)
  const kim = await api.aPerson(firm)
  await ask(kim.email)
  await ask(kim.email)
  const [first, second] = await keysOf(kim)
  expect((await choose(somewhere(), first!, kim.email)).status).toBe(401)
  at(60)
  expect((await choose(somewhere(), second!, kim.email)).status).toBe(401)
  at(59)
  expect((await choose(somewhere(), second!, kim.email)).status).toBe(200)
})

test('accepts a key for its own email only, and never the stored form of a key', async () => {
  const [kim, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  await ask(kim.email)
  const [key] = await keysOf(kim)
  expect((await choose(somewhere(), key!, lee.email)).status).toBe(401)
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ key_hash: Buffer }>`select key_hash from password_keys where user_id = ${kim.actor.id}`,
  )
  expect(rows[0]!.key_hash.equals(Buffer.from(key!, 'base64url'))).toBe(false)
  for (const wrong of ['', 'nonsense', 'A'.repeat(64), `${key!.slice(0, -2)}AA`, `${key}x`])
    expect((await choose(somewhere(), wrong, kim.email)).status).toBe(401)
  expect((await choose(somewhere(), key!, kim.email)).status).toBe(200)
})

test('rejects a weak password and leaves the link valid', async () => {
  const kim = await api.aPerson(firm)
  await ask(kim.email)
  const [key] = await keysOf(kim)
  expect((await choose(somewhere(), key!, kim.email, 'weakling')).body.errors).toEqual({ password: passwordRule })
  expect((await choose(somewhere(), key!, kim.email, 'Password123')).status).toBe(400)
  expect((await choose(somewhere(), key!, kim.email)).status).toBe(200)
})

test('sets one password when a link is used twice at the same moment', async () => {
  const kim = await api.aPerson(firm)
  await ask(kim.email)
  const [key] = await keysOf(kim)
  const both = await Promise.all(
    ['One_tram#58k', 'Two_tram#58k'].map((password) => choose(somewhere(), key!, kim.email, password)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  const winner = both[0]!.status === 200 ? 'One_tram#58k' : 'Two_tram#58k'
  expect((await login(somewhere(), kim.email, winner)).status).toBe(200)
})

test('keeps an invitation valid for a week, even if someone requests a reset', async () => {
  at(0)
  const invited = await api.aPerson(firm, { passwordHash: null })
  const person = { orgId: firm, userId: invited.actor.id, email: invited.email }
  const path = await withoutRls(api.database, (tx) =>
    authMethodsOfPeople.passwordPath(tx, person, 'invitation', new Date(startsAt).toISOString()),
  )
  const key = path.split('/')[2]!
  await ask(invited.email)
  at(7 * 24 * 60)
  expect((await choose(somewhere(), key, invited.email)).status).toBe(401)
  at(7 * 24 * 60 - 1)
  expect((await choose(somewhere(), key, invited.email)).status).toBe(200)
  expect((await login(somewhere(), invited.email, 'Chosen_tram#58')).status).toBe(200)
})

test('sends an account five emails an hour and gives the sixth request the same response', async () => {
  at(0)
  const kim = await api.aPerson(firm)
  for (let i = 0; i < 6; i++) expect((await ask(kim.email)).body).toEqual({ message: signInMessages.resetSent })
  expect(await keysOf(kim)).toHaveLength(5)
})

// — changing the password ——————————————————————————————————————————————————————————————————————

test('notifies the owner of a changed password and ends emailed links and pending logins', async () => {
  const kim = await api.aPerson(firm)
  const phone = await withPhone(api, kim)
  const waiting = somewhere()
  await login(waiting, kim.email, PASSWORD)
  await ask(kim.email)
  const [key] = await keysOf(kim)
  const reply = await kim.call(account.changePassword, { body: { current: PASSWORD, new: 'Better_tram#58' } })
  expect(reply.status).toBe(204)
  expect((await choose(somewhere(), key!, kim.email)).status).toBe(401)
  const code = await newestCode(api, phone)
  expect((await waiting.call(routes.challenge, { email: kim.email, code })).status).toBe(403)
  expect((await lettersTo(api.database, kim.email)).at(-1)!.subject).toBe('Your password was changed')
  expect((await auditOf(api, kim)).map(({ action }) => action)).toContain('password.changed')
})

// — guessing ———————————————————————————————————————————————————————————————————————————————————

const wrong = 'Wrong#2026'

test('lets an attacked account’s owner sign in from a known device', async () => {
  at(0)
  const kim = await api.aPerson(firm)
  const known = somewhere()
  expect((await login(known, kim.email, PASSWORD)).status).toBe(200)
  const stranger = somewhere()
  for (let i = 0; i < 10; i++) expect((await login(stranger, kim.email, wrong)).status).toBe(403)
  const locked = await login(stranger, kim.email, PASSWORD)
  expect([locked.status, Number(locked.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await login(somewhere(), kim.email, PASSWORD)).status).toBe(429)
  expect((await login(known, kim.email, PASSWORD)).status).toBe(200)
  // Attempts from a known device are counted too, but separately.
  for (let i = 0; i < 10; i++) expect((await login(known, kim.email, wrong)).status).toBe(403)
  expect((await login(known, kim.email, PASSWORD)).status).toBe(429)
})

test('rejects a device cookie for another account and a forged one', async () => {
  at(0)
  const [kim, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  const known = somewhere()
  const planted = `${'A'.repeat(32)}`
  known.cookies.set('pursuit_device', planted)
  await login(known, kim.email, PASSWORD)
  expect(known.cookies.get('pursuit_device')).not.toBe(planted)
  const stranger = somewhere()
  for (let i = 0; i < 10; i++) await login(stranger, lee.email, wrong)
  expect((await login(known, lee.email, PASSWORD)).status).toBe(429)
  for (let i = 0; i < 10; i++) await login(stranger, kim.email, wrong)
  const faker = somewhere()
  faker.cookies.set('pursuit_device', planted)
  expect((await login(faker, kim.email, PASSWORD)).status).toBe(429)
})

test('reports a locked account in the same words, whether or not it exists', async () => {
  at(0)
  const kim = await api.aPerson(firm)
  const told: unknown[] = []
  for (const email of [kim.email, 'nobody.here@hartwell.example']) {
    const stranger = somewhere()
    for (let i = 0; i < 10; i++) await login(stranger, email, wrong)
    const { status, body } = await login(stranger, email, wrong)
    told.push({ status, body })
  }
  expect(told[0]).toEqual(told[1])
})

test('checks at most fifty guesses a day at one password from all unknown devices together', async () => {
  at(0)
  const kim = await api.aPerson(firm)
  let reached = 0
  for (let quarter = 0; quarter < 8; quarter++) {
    at(quarter * 15)
    for (let i = 0; i < 12; i++) if ((await login(somewhere(), kim.email, wrong)).status === 403) reached++
  }
  expect(reached).toBe(50)
  await ask(kim.email)
  const [key] = await keysOf(kim)
  const browser = somewhere()
  await choose(browser, key!, kim.email)
  expect((await login(somewhere(), kim.email, 'Chosen_tram#58')).status).toBe(429)
  expect((await login(browser, kim.email, 'Chosen_tram#58')).status).toBe(200)
})

test('limits an address across accounts and counts an IPv6 network as one', async () => {
  at(0)
  const statuses: number[] = []
  for (let i = 0; i < 102; i++)
    statuses.push((await login(aBrowser(api, `2001:db8:1:2::${i + 1}`), `n${i}@hartwell.example`, wrong)).status)
  expect([statuses.filter((status) => status === 403).length, statuses.slice(-2)]).toEqual([100, [429, 429]])
  expect((await login(aBrowser(api, '2001:db8:1:3::1'), 'n@hartwell.example', wrong)).status).toBe(403)
})

test('limits guesses at the current password to ten and keeps the account open to its owner', async () => {
  at(0)
  const kim = await api.aPerson(firm)
  const change = () => kim.call(account.changePassword, { body: { current: wrong, new: 'Better_tram#58' } })
  for (let i = 0; i < 10; i++) expect((await change()).status).toBe(401)
  expect((await change()).status).toBe(429)
  expect((await login(somewhere(), kim.email, PASSWORD)).status).toBe(200)
})

test('doesn’t store the typed email and treats any text as a wrong login', async () => {
  for (const email of ['My#Secret1', 'a\u0000b', '株'.repeat(1000), "' or 1=1 --"]) {
    const told = await login(somewhere(), email, wrong)
    expect([told.status, told.body.message]).toEqual([403, 'Invalid username or password'])
  }
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ all: string }>`select string_agg(g::text, ' ') as all from rate_limits g`,
  )
  expect(rows[0]!.all.toLowerCase()).not.toContain('my#secret1')
})

// — expired entries ——————————————————————————————————————————————————————————————————————————————

test('deletes expired entries within hours and keeps the ones that still count', async () => {
  const [kim, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  for (const person of [kim, lee]) {
    await withPhone(api, person)
    await login(somewhere(), person.email, PASSWORD)
    await ask(person.email)
    await somewhere().call(routes.passkeyOptions, {})
  }
  const tables = [
    ['login_challenges', 'created_at'],
    ['code_sends', 'sent_at'],
    ['password_keys', 'expires_at'],
  ] as const
  await withoutRls(api.database, async (tx) => {
    for (const [table, column] of tables)
      await tx.sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - interval '25 hours' where user_id = ${lee.actor.id}`
    await tx.sql`update passkey_challenges set created_at = now() - interval '25 hours'`
    await tx.sql`
      insert into rate_limits (scope, subject, window_start, tries)
      values ('address', 'old', now() - interval '3 days', 1), ('address', 'new', now(), 1)`
  })
  await purgeAuthArtifacts.run(api.database)
  await withoutRls(api.database, async (tx) => {
    for (const [table] of tables) {
      const { rows } = await tx.sql<{ user_id: string }>`
        select user_id from ${sql.table(table)} where user_id in (${kim.actor.id}, ${lee.actor.id})`
      expect([table, rows.map(({ user_id }) => user_id)]).toEqual([table, [kim.actor.id]])
    }
    expect((await tx.sql`select 1 from passkey_challenges`).rows).toEqual([])
    const left = await tx.sql<{
      subject: string
    }>`select subject from rate_limits where subject in ('old', 'new')`
    expect(left.rows).toEqual([{ subject: 'new' }])
  })
})

test('ends open event streams as soon as a password is set', async () => {
  const kim = await api.aPerson(firm)
  await ask(kim.email)
  const [key] = await keysOf(kim)
  const stream = await api.http.inject({
    url: '/api/events',
    headers: { authorization: `Bearer ${kim.token}` },
    payloadAsStream: true,
  })
  expect(stream.statusCode).toBe(200)
  const ended = new Promise<string>((resolve) => {
    const pieces = stream.stream()
    pieces.on('data', () => {})
    pieces.once('end', () => resolve('ended'))
    pieces.once('close', () => resolve('ended'))
    pieces.once('error', () => resolve('ended'))
  })
  await choose(somewhere(), key!, kim.email)
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('still open'), 5000))
  expect(await Promise.race([ended, late])).toBe('ended')
})
