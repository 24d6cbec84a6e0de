import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, openApi } from '#tests/api.ts'
import { aBrowser, another, clockAndBrowsers, PASSWORD, withPhone } from '#tests/signIn.ts'
import { routes as account } from './contract.ts'
import { limitAttempt, rateLimits, triesBeyond } from './server/rateLimits.ts'
import { reasons, routes, signInMessages } from './signInContract.ts'

let api: Api
let firm: string
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
})
afterAll(() => api.close())

const { startsAt, at, somewhere } = clockAndBrowsers(() => api, '10.6')

const wrong = 'Wrong#2026'
const rowsKept = async () =>
  (await withoutRls(api.database, (tx) => tx.sql<{ rows: number }>`select count(*)::int as rows from rate_limits`))
    .rows[0]!.rows
const triesOf = async (scope: string) =>
  (
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{
          tries: number
        }>`select coalesce(sum(tries), 0)::int as tries from rate_limits where scope = ${scope}`,
    )
  ).rows[0]!.tries

/** Each attempt takes a transaction. */
const TRIES = 5200

test(`locks out no one else after ${TRIES} wrong logins from one address, and stores few rows`, async () => {
  at(0)
  const kim = await api.aPerson(firm)
  const attacker = aBrowser(api, '203.0.113.7')
  const before = { all: await triesOf('all'), rows: await rowsKept() }
  const statuses: number[] = []
  for (let i = 0; i < 200; i++)
    statuses.push(
      (await attacker.call(account.login, { email: `nobody${i}@hartwell.example`, password: wrong })).status,
    )
  expect(statuses.filter((status) => status === 403)).toHaveLength(rateLimits.address.most)
  const now = api.clock.now!.toISOString()
  for (let i = 200; i < TRIES; i++) {
    const email = i % 2 ? kim.email : `nobody${i}@hartwell.example`
    expect(await triesBeyond(api.database, limitAttempt('account', email, '203.0.113.7'), now)).toBeGreaterThan(0)
  }
  expect((await triesOf('all')) - before.all).toBe(rateLimits.address.most)
  // Two rows for each tried account, one for the address, and one for everything.
  expect((await rowsKept()) - before.rows).toBeLessThanOrEqual(2 * rateLimits.address.most + 2)
  // The attacked account has no fewer attempts left either.
  expect((await somewhere().call(account.login, { email: kim.email, password: PASSWORD })).status).toBe(200)
})

test('lets simultaneous attempts through up to the limit only', async () => {
  const now = new Date(startsAt).toISOString()
  const tried = limitAttempt('account', `${randomUUID()}@hartwell.example`, '203.0.113.9')
  const all = await Promise.all(Array.from({ length: 40 }, () => triesBeyond(api.database, tried, now)))
  expect(all.filter((seconds) => seconds === null)).toHaveLength(rateLimits.account.most)
  expect(all.find((seconds) => seconds !== null)).toBe(15 * 60)
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        scope: string
      }>`select scope from rate_limits where tries > ${rateLimits.account.most} and scope = 'account'`,
  )
  expect(rows).toEqual([])
})

// — recovery codes ———————————————————————————————————————————————————————————————————————————————

async function withAppAndCodes() {
  const sam = await api.aPerson(firm)
  const plan = await sam.call<{ secret: string }>(routes.planAuthenticator, { body: { current: PASSWORD } })
  const codeAt = (time: number) =>
    new TOTP({ secret: Secret.fromBase32(plan.body.secret) }).generate({ timestamp: time })
  const told = await sam.call<{ new_recovery_codes: string[] }>(routes.confirmAuthenticator, {
    body: { code: codeAt(api.clock.now!.getTime()) },
  })
  return { sam, codes: told.body.new_recovery_codes, wrongCode: another(codeAt(startsAt)) }
}

test('signs an owner in by recovery code after others used up the code attempts', async () => {
  at(0)
  const { sam, codes, wrongCode } = await withAppAndCodes()
  const stranger = somewhere()
  for (let round = 0; round < 3; round++) {
    await stranger.call(account.login, { email: sam.email, password: PASSWORD })
    for (let i = 0; i < 5; i++) await stranger.call(routes.challenge, { email: sam.email, code: wrongCode })
  }
  const owner = somewhere()
  expect((await owner.call(account.login, { email: sam.email, password: PASSWORD })).status).toBe(200)
  expect((await owner.call(routes.challenge, { email: sam.email, code: wrongCode })).status).toBe(429)
  const entered = await owner.call(routes.recoveryCode, { email: sam.email, recovery_code: codes[0] })
  expect([entered.status, entered.body.user?.id]).toEqual([200, sam.actor.id])

  // Five wrong codes close a pending login for codes, but not for recovery codes.
  at(3600)
  const again = somewhere()
  await again.call(account.login, { email: sam.email, password: PASSWORD })
  for (let i = 0; i < 5; i++) await again.call(routes.challenge, { email: sam.email, code: wrongCode })
  const closed = await again.call(routes.challenge, { email: sam.email, code: wrongCode })
  expect(closed.body.message).toBe(signInMessages.usedUp)
  expect((await again.call(routes.recoveryCode, { email: sam.email, recovery_code: codes[1] })).status).toBe(200)
})

test('limits recovery codes separately: five per login, ten per account', async () => {
  at(7200)
  const { sam, codes } = await withAppAndCodes()
  const statuses: number[] = []
  for (let round = 0; round < 3; round++) {
    const stranger = somewhere()
    await stranger.call(account.login, { email: sam.email, password: PASSWORD })
    for (let i = 0; i < 4; i++)
      statuses.push((await stranger.call(routes.recoveryCode, { email: sam.email, recovery_code: 'aaaa' })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429])
  at(7200 + 900)
  const owner = somewhere()
  await owner.call(account.login, { email: sam.email, password: PASSWORD })
  for (let i = 0; i < 5; i++) await owner.call(routes.recoveryCode, { email: sam.email, recovery_code: 'aaaa' })
  const closed = await owner.call(routes.recoveryCode, { email: sam.email, recovery_code: codes[0] })
  expect([closed.status, closed.body.message]).toEqual([403, signInMessages.usedUp])
})

test('lets an owner use recovery codes after all codes of an hour were sent', async () => {
  at(20_000)
  const { sam, codes } = await withAppAndCodes()
  await withPhone(api, sam)
  await sam.call(routes.removeAuthenticator, { body: { current: PASSWORD } })
  for (let i = 0; i < 5; i++) {
    const told = await somewhere().call(account.login, { email: sam.email, password: PASSWORD })
    expect(told.body.message).toBe(reasons.sent)
  }
  const owner = somewhere()
  const told = await owner.call(account.login, { email: sam.email, password: PASSWORD })
  expect([told.status, told.body.message]).toEqual([200, reasons.recovery])
  expect((await owner.call(routes.recoveryCode, { email: sam.email, recovery_code: codes[0] })).status).toBe(200)
})
