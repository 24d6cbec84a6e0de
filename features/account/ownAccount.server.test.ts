import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi, PASSWORD } from '#tests/api.ts'
import { routes as account, type Session } from './contract.ts'
import { type DeviceSession, type OwnDevices, routes } from './ownContract.ts'
import { routes as switching } from './switchingContract.ts'

let api: Api
let firm: string
let port: number
beforeAll(async () => {
  api = await openApi()
  await api.http.listen({ port: 0, host: '127.0.0.1' })
  port = (api.http.server.address() as AddressInfo).port
  firm = await api.aFirm()
})
afterAll(() => api.close())

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36'
async function signIn(person: Client, agent = CHROME): Promise<string> {
  const reply = await api.http.inject({
    method: 'POST',
    url: '/api/user/login',
    payload: { email: person.email, password: PASSWORD },
    headers: { 'user-agent': agent },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<Session>().token
}
const statusOf = async (token: string, remoteAddress = '10.0.0.1') =>
  (await api.http.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` }, remoteAddress })).statusCode
const listed = async (person: Client) =>
  (await person.call<{ sessions: DeviceSession[] }>(routes.sessions)).body.sessions

/** Opens an event stream. `ended` resolves when the server ends it. */
function listen(token: string): Promise<{ status: number; ended: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'x-client': 'web' }
    const asked = request({ port, host: '127.0.0.1', path: '/api/events', headers }, (answer: IncomingMessage) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, ended: new Promise((over) => answer.on('close', over)) })
    })
    asked.on('error', reject)
    asked.end()
  })
}

describe('devices', () => {
  test('lists only the person’s devices, with the current one first', async () => {
    const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
    await signIn(dana)
    await signIn(lee)
    const found = await listed(dana)
    expect(routes.sessions.answer!.parse({ sessions: found, wipes: [] }).sessions).toEqual(found)
    expect(found.map(({ device, current }) => [device, current])).toEqual([
      ['', true],
      ['Chrome on Windows', false],
    ])
    expect(found[1]).toMatchObject({ address: '127.0.0.1', by: '' })
  })

  test('signs out one device and its event stream right away, and keeps the current one', async () => {
    const dana = await api.aPerson(firm)
    const token = await signIn(dana)
    const stream = await listen(token)
    expect(stream.status).toBe(200)
    const [, other] = await listed(dana)
    const reply = await dana.call<{ sessions: DeviceSession[] }>(routes.endSession, { params: { id: other!.id } })
    expect([reply.status, reply.body.sessions.map(({ current }) => current)]).toEqual([200, [true]])
    await stream.ended
    expect([await statusOf(token), await statusOf(dana.token)]).toEqual([401, 200])
    expect((await dana.call(routes.endSession, { params: { id: other!.id } })).status).toBe(404)
  })

  test('can’t sign out a colleague’s device', async () => {
    const [dana, lee] = [await api.aPerson(firm, { role: 'admin' }), await api.aPerson(firm)]
    const [his] = await listed(lee)
    expect((await dana.call(routes.endSession, { params: { id: his!.id } })).status).toBe(404)
    expect(await statusOf(lee.token)).toBe(200)
  })

  test('tells a lost device to wipe itself and lists both the request and the confirmation', async () => {
    const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
    const token = await signIn(dana)
    const [here, lost] = await listed(dana)
    const wipes = async () => (await dana.call<OwnDevices>(routes.sessions)).body.wipes
    const hears = async (bearer: string) => {
      const reply = await api.http.inject({ url: '/api/user', headers: { authorization: `Bearer ${bearer}` } })
      return [reply.statusCode, reply.json<{ code?: string }>().code]
    }
    const says = (token: string) => api.http.inject({ method: 'POST', url: '/api/user/wiped', payload: { token } })
    expect((await lee.call(routes.wipeSession, { params: { id: lost!.id } })).status).toBe(404)
    expect((await dana.call(routes.wipeSession, { params: { id: here!.id } })).status).toBe(404)
    expect((await says(token)).statusCode).toBe(204)
    expect(await hears(token)).toEqual([200, undefined])

    const { status, body } = await dana.call<OwnDevices>(routes.wipeSession, { params: { id: lost!.id } })
    expect([status, body.sessions.length, body.wipes]).toMatchObject([200, 1, [{ device: lost!.device, wiped: null }]])
    expect(await hears(token)).toEqual([401, 'wipe'])
    expect(await hears(token)).toEqual([401, 'wipe'])
    expect((await lee.call<OwnDevices>(routes.sessions)).body.wipes).toEqual([])
    expect((await wipes())[0]!.wiped).toBeNull()
    for (const other of [lee.token, 'x', token.slice(0, -1)]) await says(other)
    expect((await wipes())[0]!.wiped).toBeNull()

    expect((await says(token)).statusCode).toBe(204)
    const [wiped] = await wipes()
    expect(wiped!.wiped).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(await hears(token)).toEqual([401, 'no_session'])
    await says(token)
    expect(await wipes()).toEqual([wiped])
  })

  test('signs out all other devices together', async () => {
    const dana = await api.aPerson(firm)
    const tokens = [await signIn(dana), await signIn(dana)]
    const streams = await Promise.all(tokens.map(listen))
    expect((await dana.call(routes.endOtherSessions)).status).toBe(200)
    await Promise.all(streams.map(({ ended }) => ended))
    expect([...(await Promise.all(tokens.map((token) => statusOf(token)))), await statusOf(dana.token)]).toEqual([
      401, 401, 200,
    ])
  })

  test('lists an admin who works as the person by name and lets the person end it', async () => {
    const dana = await api.aPerson(firm)
    const admin = await api.aPerson(firm, { first_name: 'Avery', last_name: 'Admin', role: 'admin' })
    const { body } = await admin.call<Session>(switching.switchTo, { query: { user_id: dana.actor.id } })
    const stream = await listen(body.token)
    const switched = (await listed(dana)).find(({ by }) => by !== '')
    expect(switched?.by).toBe('Avery Admin')
    await dana.call(routes.endSession, { params: { id: switched!.id } })
    await stream.ended
    expect([await statusOf(body.token), await statusOf(admin.token)]).toEqual([401, 200])
  })

  test('records use once an hour with its address and counts it toward the 30 days', async () => {
    const dana = await api.aPerson(firm)
    const age = (interval: string) =>
      withoutRls(
        api.database,
        (tx) => tx.sql`update sessions set used_at = now() - ${interval}::interval where user_id = ${dana.actor.id}`,
      )
    const used = () =>
      withoutRls(api.database, async (tx) => {
        const { rows } = await tx.sql<{ minutes: number; address: string }>`
          select round(extract(epoch from now() - used_at) / 60)::int as minutes, address from sessions where user_id = ${dana.actor.id}`
        return rows[0]!
      })
    await age('50 minutes')
    await statusOf(dana.token, '10.0.0.7')
    expect(await used()).toEqual({ minutes: 50, address: '' })
    await age('29 days')
    expect(await statusOf(dana.token, '10.0.0.7')).toBe(200)
    expect(await used()).toEqual({ minutes: 0, address: '10.0.0.7' })
    await age('30 days 1 minute')
    expect(await statusOf(dana.token)).toBe(401)
  })
})

describe('open sessions', () => {
  test('end on deactivation, wherever it happens', async () => {
    const [dana, admin] = [await api.aPerson(firm), await api.aPerson(firm, { role: 'admin' })]
    const switched = (await admin.call<Session>(switching.switchTo, { query: { user_id: dana.actor.id } })).body.token
    const streams = await Promise.all([dana.token, switched].map(listen))
    await withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${dana.actor.id}`)
    await Promise.all(streams.map(({ ended }) => ended))
    expect([await statusOf(dana.token), await statusOf(switched), await statusOf(admin.token)]).toEqual([401, 401, 200])
  })

  test('end on a new password: on other devices and in switched accounts, even in another firm', async () => {
    const vendor = await api.aFirm({ name: 'Pursuit' })
    for (const [orgId, role] of [
      [firm, 'admin'],
      [vendor, 'operator'],
    ] as const) {
      const from = await api.aPerson(orgId, { role })
      const dana = await api.aPerson(firm)
      const token = await signIn(from)
      const { body } = await from.call<Session>(switching.switchTo, { query: { user_id: dana.actor.id } })
      const streams = await Promise.all([from.token, body.token].map(listen))
      const reply = await api.http.inject({
        method: 'POST',
        url: '/api/user/change_password',
        headers: { authorization: `Bearer ${token}`, 'x-client': 'web' },
        payload: { current: PASSWORD, new: 'Kettle_tram#58' },
      })
      expect(reply.statusCode, reply.body).toBeLessThan(300)
      await Promise.all(streams.map(({ ended }) => ended))
      expect([role, await statusOf(from.token), await statusOf(body.token)]).toEqual([role, 401, 401])
      expect([await statusOf(token), await statusOf(dana.token)]).toEqual([200, 200])
    }
  })
})

describe('my data', () => {
  test('is one file with everything stored about the person and no credentials', async () => {
    const own = await api.aFirm({ name: 'Okoro & Lind' })
    const [dana, lee] = [
      await api.aPerson(own, { first_name: 'Dana', last_name: 'Reyes' }),
      await api.aPerson(own, { first_name: 'Lee', last_name: 'Chen' }),
    ]
    for (let i = 0; i < 60; i++)
      await dana.call(targets.create, { body: aTarget({ company: `Mill ${i}`, note: `Note ${i}` }) })
    const { body: shared } = await lee.call<TargetTile>(targets.create, {
      body: aTarget({
        company: 'Lee alone',
        contact: 'Omar Haddad',
        contact_email: 'omar@leealone.example',
        note: 'His',
      }),
    })
    const { body: target } = await dana.call<TargetTile>(targets.create, { body: aTarget({ company: 'Shared Mill' }) })
    await api.http.inject({
      method: 'POST',
      url: `/api/tiles/${target.id}/sharewith/${lee.actor.id}`,
      headers: { authorization: `Bearer ${dana.token}`, 'x-client': 'web' },
    })
    const reply = await dana.call<Record<string, never>>(routes.myData)
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="pursuit-my-data-\d{4}-\d\d-\d\d\.json"$/,
    )
    const kept = JSON.parse(reply.text) as {
      profile: { email: string; first_name: string }
      firm: { name: string }
      sessions: unknown[]
      targets: { company: string; note: string; tasks: unknown[]; history: { what: string; who: string }[] }[]
      shares: { to_name: string; company: string }[]
      audit_log: { action: string }[]
      notifications: unknown[]
    }
    expect(kept.profile).toMatchObject({ email: dana.email, first_name: 'Dana' })
    expect(kept.firm.name).toBe('Okoro & Lind')
    expect(kept.targets).toHaveLength(61)
    const mill = kept.targets.find(({ company }) => company === 'Mill 59')!
    expect(mill).toMatchObject({
      note: 'Note 59',
      history: [{ what: 'targetCreated', who: 'Dana Reyes' }, { what: 'stepTaken' }],
    })
    expect(mill.tasks).toHaveLength(1)
    expect(kept.shares).toEqual([expect.objectContaining({ to_name: 'Lee Chen', company: 'Shared Mill' })])
    expect(kept.sessions).toHaveLength(1)
    expect(Array.isArray(kept.notifications)).toBe(true)
    expect(kept.audit_log.map(({ action }) => action)).toContain('data.downloaded')
    for (const secret of [
      'password_hash',
      'argon2',
      'token_hash',
      'calendar_secret',
      'calendar_sealed',
      shared.id,
      'Lee alone',
    ])
      expect(reply.text).not.toContain(secret)
  })

  test('is a valid file even for a person without data', async () => {
    const { text } = await (await api.aPerson(await api.aFirm())).call(routes.myData)
    expect(JSON.parse(text)).toMatchObject({ targets: [], shares: [], groups: [] })
  })
})

describe('canceling a subscription', () => {
  test('is limited to organizations of one person and notifies operators once a day', async () => {
    const alone = await api.aFirm({ name: 'Robin Vale' })
    await withoutRls(api.database, (tx) => tx.sql`update orgs set category_name = 'Individual' where id = ${alone}`)
    const operator = await api.aPerson(await api.aFirm({ name: 'Pursuit' }), { role: 'operator' })
    const [robin, dana] = [await api.aPerson(alone), await api.aPerson(firm)]
    expect((await dana.call(routes.cancelSubscription)).status).toBe(403)
    for (let i = 0; i < 2; i++) {
      const reply = await robin.call(routes.cancelSubscription)
      expect([reply.status, reply.body.message]).toEqual([
        200,
        'We’ve received your request to cancel. Someone from Pursuit will email you.',
      ])
    }
    const { rows } = await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{ content: { letter: { lines: string[] } } }>`
        select content from outgoing where channel = 'mail' and recipient = ${operator.email}`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.content.letter.lines[0]).toContain(robin.email)
    // The request alone ends nothing.
    expect((await robin.call(account.me)).status).toBe(200)
  })
})
