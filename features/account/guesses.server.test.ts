import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '#core/server/database/firm.ts'
import { type Api, openApi } from '#tests/api.ts'
import { aBrowser, another, clockAndBrowsers, PASSWORD, withPhone } from '#tests/waysIn.ts'
import { routes as account } from './contract.ts'
import { guessAt, guessLimits, triesBeyond } from './server/guesses.ts'
import { reasons, routes, waysInSentences } from './waysInContract.ts'

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
  (
    await asSystem(api.database, (tx) =>
      sql<{ rows: number }>`select count(*)::int as rows from rate_limits`.execute(tx),
    )
  ).rows[0]!.rows
const triesOf = async (scope: string) =>
  (
    await asSystem(api.database, (tx) =>
      sql<{
        tries: number
      }>`select coalesce(sum(tries), 0)::int as tries from rate_limits where scope = ${scope}`.execute(tx),
    )
  ).rows[0]!.tries

/** Each takes a transaction. */
const TRIES = 5200

test(`${TRIES} wrong logins from one address lock no other person out, and write no more than that address may try`, async () => {
  at(0)
  const kim = await api.aPerson(firm)
  const attacker = aBrowser(api, '203.0.113.7')
  const before = { all: await triesOf('all'), rows: await rowsKept() }
  const statuses: number[] = []
  for (let i = 0; i < 200; i++)
    statuses.push(
      (await attacker.call(account.login, { email: `nobody${i}@hartwell.example`, password: wrong })).status,
    )
  expect(statuses.filter((status) => status === 403)).toHaveLength(guessLimits.address.most)
  const now = api.clock.now!.toISOString()
  for (let i = 200; i < TRIES; i++) {
    const email = i % 2 ? kim.email : `nobody${i}@hartwell.example`
    expect(await triesBeyond(api.database, guessAt('account', email, '203.0.113.7'), now)).toBeGreaterThan(0)
  }
  expect((await triesOf('all')) - before.all).toBe(guessLimits.address.most)
  // Two rows for each account that was really tried, one for the address, one for all.
  expect((await rowsKept()) - before.rows).toBeLessThanOrEqual(2 * guessLimits.address.most + 2)
  // Nor has the one account that was named among them a try less.
  expect((await somewhere().call(account.login, { email: kim.email, password: PASSWORD })).status).toBe(200)
})

test('tries at the same moment are let through up to the limit, and no further', async () => {
  const now = new Date(startsAt).toISOString()
  const tried = guessAt('account', `${randomUUID()}@hartwell.example`, '203.0.113.9')
  const all = await Promise.all(Array.from({ length: 40 }, () => triesBeyond(api.database, tried, now)))
  expect(all.filter((seconds) => seconds === null)).toHaveLength(guessLimits.account.most)
  expect(all.find((seconds) => seconds !== null)).toBe(15 * 60)
  const { rows } = await asSystem(api.database, (tx) =>
    sql<{
      scope: string
    }>`select scope from rate_limits where tries > ${guessLimits.account.most} and scope = 'account'`.execute(tx),
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

test('an owner whose codes were all guessed at comes in by a recovery code, from the same waiting login', async () => {
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

  // Five wrong codes close a waiting login for codes, and not for recovery codes.
  at(3600)
  const again = somewhere()
  await again.call(account.login, { email: sam.email, password: PASSWORD })
  for (let i = 0; i < 5; i++) await again.call(routes.challenge, { email: sam.email, code: wrongCode })
  const closed = await again.call(routes.challenge, { email: sam.email, code: wrongCode })
  expect(closed.body.message).toBe(waysInSentences.usedUp)
  expect((await again.call(routes.recoveryCode, { email: sam.email, recovery_code: codes[1] })).status).toBe(200)
})

test('recovery codes have limits of their own: five to a login, ten to an account', async () => {
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
  expect([closed.status, closed.body.message]).toEqual([403, waysInSentences.usedUp])
})

test('an owner who was sent all codes of an hour gets to the recovery codes', async () => {
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
