// Covers operations whose credential becomes invalid before they finish.
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { lockWaiters } from '#tests/lockWaiters.ts'
import { lettersTo } from '#tests/outgoing.ts'
import { clockAndBrowsers, newestCode, PASSWORD, withPhone } from '#tests/signIn.ts'
import { routes as account } from './contract.ts'
import { routes } from './signInContract.ts'
import { routes as switching } from './switchingContract.ts'

let api: Api
let firm: string
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
})
afterAll(() => api.close())

const { somewhere } = clockAndBrowsers(() => api, '10.7')

const RACES = 30
const NEW = 'Later_than#2026'
const login = (email: string, password = PASSWORD) => somewhere().call(account.login, { email, password })
const change = (person: Client) => person.call(account.changePassword, { body: { current: PASSWORD, new: NEW } })

/** Counts the old password's sessions and pending logins, without the session that made the change. */
async function leftOf({ actor, token }: Client): Promise<{ sessions: number; waiting: number }> {
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ sessions: number; waiting: number }>`
    select (select count(*)::int from sessions where user_id = ${actor.id}) as sessions,
      (select count(*)::int from login_challenges where user_id = ${actor.id}) as waiting`,
  )
  const isHere = (await somewhere().call(account.me, undefined, token)).status === 200
  return { ...rows[0]!, sessions: rows[0]!.sessions - (isHere ? 1 : 0) }
}

/** Runs both, with varying delays of the second one over the time of a password check. */
async function race(round: number, first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  await Promise.all([first(), setTimeout((round % 10) * 8).then(second)])
}

test('leaves no session from a login that began with the old password after a change', async () => {
  let left = 0
  for (let round = 0; round < RACES; round++) {
    const kim = await api.aPerson(firm)
    const begins = [() => change(kim), () => login(kim.email)] as const
    await race(round, begins[round % 2]!, begins[(round + 1) % 2]!)
    left += (await leftOf(kim)).sessions
    expect((await login(kim.email, NEW)).status).toBe(200)
  }
  expect(left).toBe(0)
})

test('opens no switched session for an admin who is demoted after the role check', async () => {
  const admin = await api.aPerson(firm, { role: 'admin' })
  const kim = await api.aPerson(firm)
  const demoting = await api.database.pool.connect()
  await demoting.query('begin')
  await demoting.query(`update users set role = 'member' where id = '${admin.actor.id}'`)
  let isOver = false
  const opening = admin.call(switching.switchTo, { query: { user_id: kim.actor.id } }).finally(() => {
    isOver = true
  })
  await expect.poll(async () => isOver || (await lockWaiters(api.database.pool)) > 0).toBe(true)
  await demoting.query('commit')
  demoting.release()
  expect((await opening).status).toBe(403)
})

test('leaves neither a session nor a pending login from a login that awaited its code', async () => {
  let left = 0
  for (let round = 0; round < RACES; round++) {
    const kim = await api.aPerson(firm)
    const phone = await withPhone(api, kim)
    const browser = somewhere()
    await browser.call(account.login, { email: kim.email, password: PASSWORD })
    const code = await newestCode(api, phone)
    await Promise.all([
      change(kim),
      setTimeout((round % 10) * 8).then(() => browser.call(routes.challenge, { email: kim.email, code })),
      setTimeout((round % 7) * 8).then(() => login(kim.email)),
    ])
    const { sessions, waiting } = await leftOf(kim)
    left += sessions + waiting
  }
  expect(left).toBe(0)
})

test('leaves no session from a login that began with the old password after a reset', async () => {
  let left = 0
  for (let round = 0; round < RACES; round++) {
    const kim = await api.aPerson(firm)
    await somewhere().call(routes.resetPassword, { email: kim.email })
    const path = (await lettersTo(api.database, kim.email)).at(-1)!.button!.path
    const choose = () =>
      somewhere().call(routes.choosePassword, { key: path.split('/')[2], email: kim.email, password: NEW })
    await race(round, choose, () => login(kim.email))
    left += (await leftOf(kim)).sessions
    expect((await login(kim.email, NEW)).status).toBe(200)
  }
  expect(left).toBe(0)
}, 60_000)

test('makes only one of two simultaneous changes with the same current password', async () => {
  for (let round = 0; round < 10; round++) {
    const kim = await api.aPerson(firm)
    const other = (await login(kim.email)).body.token as string
    const codes = () => somewhere().call(routes.renewRecoveryCodes, { current: PASSWORD }, other)
    const second = () => somewhere().call(account.changePassword, { current: PASSWORD, new: 'Rival_tram#58' }, other)
    const told = await Promise.all([change(kim), setTimeout((round % 5) * 8).then(second)])
    expect(told.map(({ status }) => status).sort()).toEqual([204, 401])
    expect((await codes()).status).toBe(401)
  }
})
