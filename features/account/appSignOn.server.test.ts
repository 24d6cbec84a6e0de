// Covers a sign-in that an app starts and the system's browser ends. Its key only works with the app's word.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { outboundLimits } from '#core/server/dependencies.ts'
import { type Api, openApi } from '#tests/api.ts'
import { type IdentityProvider, startIdentityProvider } from '#tests/signOn/identityProvider.ts'
import { aBrowser, aFirmWithDomain, aProvider, comeBack, type Firm, start, swap } from '#tests/signOn/ways.ts'

const CLIENT = { client_id: 'pursuit', client_secret: 'known to both' }

let identity: IdentityProvider
let api: Api
let firm: Firm
let other: Firm
let provider: { id: string; redirect_address: string }

beforeAll(async () => {
  identity = await startIdentityProvider()
  api = await openApi({ means: { limits: { allowed: [identity.issuer], ...outboundLimits } } })
  firm = await aFirmWithDomain(api)
  other = await aFirmWithDomain(api)
  provider = await aProvider(firm, { issuer: identity.issuer, ...CLIENT, makes_people: true })
  identity.register({ ...CLIENT, redirect_uris: [provider.redirect_address] })
  identity.people.set('dana', { email: `dana@${firm.domain}`, email_verified: true })
})
afterAll(async () => {
  await api.close()
  await identity.stop()
})

const aWord = () => randomBytes(32).toString('base64url')
const hashOf = (word: string) => createHash('sha256').update(word).digest('base64url')

/** Runs an app's sign-in in the browser and returns the link back to the app. */
async function throughBrowser(word: string, comesBackIn = aBrowser()) {
  const began = comesBackIn
  const begun = await start(api, began, `dana@${firm.domain}`, provider.id, hashOf(word))
  const returned = new URL(await identity.logIn(begun.body.url, 'dana'))
  const back = await comeBack(api, began, provider.id, returned.searchParams)
  return { back, key: back.appKey!, query: returned.searchParams }
}

const age = (table: string) =>
  withoutRls(api.database, (tx) => tx.sql`update ${sql.table(table)} set expires_at = now() - interval '1 second'`)

test('signs the app in with the key and its word, without a cookie', async () => {
  const word = aWord()
  const { back, key } = await throughBrowser(word)
  expect(back.location).toMatch(/^\/login\/app#appKey=[\w-]{64}$/)
  const session = await swap(api, aBrowser(), key, word)
  expect(session).toMatchObject({
    status: 200,
    body: { user: { email: `dana@${firm.domain}` }, Org: { id: firm.orgId } },
  })
})

test('rejects a stolen key without the word, with another word, or in the original browser', async () => {
  const browser = aBrowser()
  for (const steal of [
    (key: string) => swap(api, aBrowser(), key),
    (key: string) => swap(api, aBrowser(), key, aWord()),
    (key: string) => swap(api, browser, key),
  ]) {
    const word = aWord()
    const { key } = await throughBrowser(word, browser)
    expect(await steal(key)).toMatchObject({ status: 403, body: { code: 'sign_on_expired' } })
    // The failed attempt used the key up.
    expect((await swap(api, aBrowser(), key, word)).status).toBe(403)
  }
})

test('opens only one session per key, even for two simultaneous requests', async () => {
  const word = aWord()
  const { key } = await throughBrowser(word)
  const answers = await Promise.all([swap(api, aBrowser(), key, word), swap(api, aBrowser(), key, word)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  expect((await swap(api, aBrowser(), key, word)).status).toBe(403)
})

test('accepts the provider’s response once, and only in the browser that the app opened', async () => {
  const word = aWord()
  const { query } = await throughBrowser(word)
  expect((await comeBack(api, aBrowser(), provider.id, query)).problem).toBe('expired')

  const begun = await start(api, aBrowser(), `dana@${firm.domain}`, provider.id, hashOf(word))
  const elsewhere = new URL(await identity.logIn(begun.body.url, 'dana')).searchParams
  const back = await comeBack(api, aBrowser(), provider.id, elsewhere)
  expect(back).toMatchObject({ problem: 'expired', location: expect.not.stringContaining('appKey') })
})

test('rejects an expired attempt and an expired key', async () => {
  const word = aWord()
  const browser = aBrowser()
  const begun = await start(api, browser, `dana@${firm.domain}`, provider.id, hashOf(word))
  const query = new URL(await identity.logIn(begun.body.url, 'dana')).searchParams
  await age('sign_on_attempts')
  expect((await comeBack(api, browser, provider.id, query)).problem).toBe('expired')

  const { key } = await throughBrowser(word)
  await age('sign_on_keys')
  expect((await swap(api, aBrowser(), key, word)).status).toBe(403)
})

test('rejects a key at another firm', async () => {
  const word = aWord()
  const { key } = await throughBrowser(word)
  const firmOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
  const bytes = Buffer.from(key, 'base64url')
  expect(bytes.subarray(0, 16)).toEqual(firmOf(firm.orgId))
  const moved = Buffer.concat([firmOf(other.orgId), bytes.subarray(16)]).toString('base64url')
  expect((await swap(api, aBrowser(), moved, word)).status).toBe(403)
  expect((await swap(api, aBrowser(), key, word)).status).toBe(200)
})

test('rejects a word for a browser’s own key, and malformed words', async () => {
  const browser = aBrowser()
  const begun = await start(api, browser, `dana@${firm.domain}`, provider.id)
  const query = new URL(await identity.logIn(begun.body.url, 'dana')).searchParams
  const back = await comeBack(api, browser, provider.id, query)
  expect(back.location).toMatch(/^\/login\/sso#key=/)
  expect((await swap(api, browser, back.key!, aWord())).status).toBe(403)
  expect((await start(api, browser, `dana@${firm.domain}`, provider.id, 'short')).status).toBe(400)
})

test('stores neither the word nor the key in the database', async () => {
  const word = aWord()
  const { key } = await throughBrowser(word)
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ all: string }>`
    select (select string_agg(k::text, ' ') from sign_on_keys k) || coalesce((select string_agg(a::text, ' ') from sign_on_attempts a), '') as all`,
  )
  for (const secret of [word, key]) {
    expect(rows[0]!.all).not.toContain(secret)
    expect(rows[0]!.all).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  }
})
