import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi, PASSWORD } from '#tests/api.ts'
import { routes as account, type Session } from './contract.ts'
import { routes as own } from './ownContract.ts'
import { routes } from './switchingContract.ts'

let api: Api
let firm: string
let other: string
let vendor: string
let admin: Client
let operator: Client
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  other = await api.aFirm({ name: 'Brook & Vale' })
  vendor = await api.aFirm({ name: 'Pursuit' })
  admin = await api.aPerson(firm, { first_name: 'Avery', last_name: 'Admin', role: 'admin' })
  operator = await api.aPerson(vendor, { first_name: 'Olu', last_name: 'Operator', role: 'operator' })
})
afterAll(() => api.close())

type Sent = { status: number; body: Record<string, unknown>; text: string }
async function send(
  token: string,
  route: AnyRoute,
  input: RouteInput & { headers?: Record<string, string> } = {},
): Promise<Sent> {
  const reply = await api.http.inject({
    method: route.method,
    url: addressOf(route, input),
    headers: {
      authorization: `Bearer ${token}`,
      'x-client': 'web',
      ...(route.method !== 'GET' && { 'idempotency-key': randomUUID() }),
      ...input.headers,
    },
    ...(input.body !== undefined && { payload: input.body as object }),
  })
  const isJson = String(reply.headers['content-type']).includes('json')
  return { status: reply.statusCode, text: reply.body, body: isJson && reply.body !== '' ? reply.json() : {} }
}
const ask = (from: Client, userId: string) => from.call<Session>(routes.switchTo, { query: { user_id: userId } })
async function switched(from: Client, into: Client): Promise<Session & { Switch: { token: string } }> {
  const { status, body, text } = await ask(from, into.actor.id)
  expect(status, text).toBe(200)
  return body as Session & { Switch: { token: string } }
}
const back = (token: string, revert: string) => send(token, routes.switchBack, { body: { token: revert } })
const isAlive = async (token: string) => (await send(token, account.me)).status === 200
const log = (orgId: string) =>
  withoutRls(api.database, async (tx) => {
    const { rows } = await tx.sql<{ action: string; actor_name: string; by_name: string; subject: string }>`
      select action, actor_name, by_name, subject from audit_log where org_id = ${orgId} order by at, id`
    return rows
  })

describe('the right to switch', () => {
  const roles = ['member', 'manager', 'admin', 'operator'] as const
  type Kind = (typeof roles)[number]
  async function aPersonOf(orgId: string, kind: Kind): Promise<Client> {
    const person = await api.aPerson(orgId, { role: kind === 'manager' ? 'member' : kind })
    if (kind === 'manager')
      await withoutRls(api.database, async (tx) => {
        const group = randomUUID()
        await tx.sql`insert into groups (org_id, id, name) values (${orgId}, ${group}, ${group})`
        await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${orgId}, ${group}, ${person.actor.id})`
      })
    return person
  }
  /** Source: RULINGS, section 5. */
  function expected(from: Kind, into: Kind, isSameFirm: boolean): number {
    if (from === 'operator') return into === 'operator' ? 403 : 200
    if (from !== 'admin') return 403
    if (!isSameFirm) return 404
    return into === 'member' || into === 'manager' ? 200 : 403
  }

  test('covers every role into every role, in the same firm and another', async () => {
    for (const fromKind of roles)
      for (const intoKind of roles)
        for (const isSameFirm of [true, false]) {
          const from = await aPersonOf(firm, fromKind)
          const into = await aPersonOf(isSameFirm ? firm : other, intoKind)
          const { status, text } = await ask(from, into.actor.id)
          const asked = `${fromKind} → ${intoKind}${isSameFirm ? '' : ' of another firm'}`
          expect([asked, status], text).toEqual([asked, expected(fromKind, intoKind, isSameFirm)])
          const looked = await from.call(routes.whom, { query: { user_id: into.actor.id } })
          expect([asked, looked.status]).toEqual([asked, status])
          if (status !== 200) expect(text).not.toContain(into.email)
        }
  })

  test('excludes oneself, unknown people, and deactivated people', async () => {
    expect((await ask(admin, admin.actor.id)).status).toBe(403)
    expect((await ask(operator, operator.actor.id)).status).toBe(403)
    for (const id of [randomUUID(), 'nonsense', '1', "' or 1=1 --"])
      for (const from of [admin, operator]) expect([id, (await ask(from, id)).status]).toEqual([id, 404])
    const gone = await api.aPerson(firm)
    await withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${gone.actor.id}`)
    expect((await ask(admin, gone.actor.id)).status).toBe(403)
  })

  test('excludes people who are already switched', async () => {
    const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
    const as = await switched(admin, dana)
    const again = await send(as.token, routes.switchTo, { query: { user_id: lee.actor.id } })
    expect([again.status, again.body.message]).toEqual([403, 'Could not switch user'])
    // An operator who works as an admin has the admin's rights, but can't switch again from there.
    const firmAdmin = await api.aPerson(other, { role: 'admin' })
    const member = await api.aPerson(other)
    const asAdmin = await switched(operator, firmAdmin)
    const further = await send(asAdmin.token, routes.switchTo, { query: { user_id: member.actor.id } })
    expect([further.status, further.body.message]).toEqual([403, 'Could not switch user'])
  })

  test('requires the X-Client header', async () => {
    const dana = await api.aPerson(firm)
    const reply = await send(admin.token, routes.switchTo, {
      query: { user_id: dana.actor.id },
      headers: { 'x-client': '' },
    })
    expect(reply.status).toBe(400)
  })
})

describe('a switched session', () => {
  test('is the other person, names the original, and has a separate token', async () => {
    const dana = await api.aPerson(firm, { first_name: 'Dana', last_name: 'Reyes' })
    const as = await switched(admin, dana)
    expect(as).toMatchObject({
      user: { id: dana.actor.id, fullname: 'Dana Reyes' },
      Switch: { user_id: admin.actor.id, name: 'Avery Admin' },
    })
    expect(new Set([as.token, as.Switch.token, admin.token, dana.token]).size).toBe(4)
    const me = await send(as.token, account.me)
    expect(me.body).toMatchObject({
      user: { id: dana.actor.id },
      Switch: { token: '', user_id: admin.actor.id, name: 'Avery Admin' },
    })
    // The person's calendar secret isn't shared.
    expect(me.text).not.toContain('webcal://')
    expect((await send(dana.token, account.me)).body.Switch).toBeUndefined()
  })

  test('records both names on a target, in its history, the idempotency record, and the audit log', async () => {
    const own = await api.aFirm({ name: 'Okoro & Lind' })
    const [boss, dana] = [
      await api.aPerson(own, { first_name: 'Bo', last_name: 'Boss', role: 'admin' }),
      await api.aPerson(own, { first_name: 'Dana', last_name: 'Reyes' }),
    ]
    const as = await switched(boss, dana)
    const made = await send(as.token, targets.create, { body: aTarget({ company: 'Quillon' }) })
    expect(made.status).toBe(200)
    const { id } = made.body as unknown as TargetTile
    await dana.call(targets.archive, { params: { id } })
    const { body } = await dana.call<{ events: { kind: string; first_name: string; by_name: string }[] }>(
      targets.timeline,
      { params: { id } },
    )
    const told = body.events.map(({ kind, first_name, by_name }) => [kind, first_name, by_name])
    expect(told).toContainEqual(['targetCreated', 'Dana', 'Bo Boss'])
    expect(told).toContainEqual(['targetHeld', 'Dana', ''])
    const { rows } = await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{ by_user_id: string | null }>`
        select by_user_id from once_only where org_id = ${own} and user_id = ${dana.actor.id} order by created_at`,
    )
    expect(rows.map(({ by_user_id }) => by_user_id)).toEqual([boss.actor.id, null])
    await back(as.token, as.Switch.token)
    expect(await log(own)).toEqual([
      { action: 'switch.began', actor_name: 'Bo Boss', by_name: '', subject: 'Dana Reyes' },
      { action: 'switch.acted', actor_name: 'Dana Reyes', by_name: 'Bo Boss', subject: targets.create.summary },
      { action: 'switch.ended', actor_name: 'Bo Boss', by_name: '', subject: 'Dana Reyes' },
    ])
  })

  test('appears in both firms’ logs for an operator', async () => {
    const own = await api.aFirm({ name: 'Marlow Partners' })
    const dana = await api.aPerson(own, { first_name: 'Dana', last_name: 'Marlow' })
    await switched(operator, dana)
    const entry = { action: 'switch.began', actor_name: 'Olu Operator', by_name: '', subject: 'Dana Marlow' }
    expect(await log(own)).toEqual([entry])
    expect(await log(vendor)).toContainEqual(entry)
  })

  test('ends after 8 hours', async () => {
    const dana = await api.aPerson(firm)
    const as = await switched(admin, dana)
    const now = Date.now()
    api.clock.now = new Date(now + 7.9 * 3_600_000)
    expect(await isAlive(as.token)).toBe(true)
    api.clock.now = new Date(now + 8.1 * 3_600_000)
    expect([await isAlive(as.token), await isAlive(admin.token)]).toEqual([false, true])
    api.clock.now = null
  })

  test('ends with its original session: by logout, device sign-out, new password, or deactivation', async () => {
    const ways: Record<string, (from: Client, second: Client) => Promise<unknown>> = {
      'logging out': (from) => from.call(account.logout),
      'signing out the device': (_, second) => second.call(own.endOtherSessions),
      'a new password': (_, second) =>
        second.call(account.changePassword, { body: { current: PASSWORD, new: 'Kettle_tram#58' } }),
      deactivation: (from) =>
        withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${from.actor.id}`),
    }
    for (const [name, end] of Object.entries(ways))
      for (const [orgId, role, into] of [
        [firm, 'admin', firm],
        [vendor, 'operator', other],
      ] as const) {
        const from = await api.aPerson(orgId, { role })
        const dana = await api.aPerson(into)
        const { body } = await from.call<Session>(account.login, { body: { email: from.email, password: PASSWORD } })
        const second: Client = {
          ...from,
          token: body.token,
          call: ((route, input) => send(body.token, route, input)) as Client['call'],
        }
        const as = await switched(from, dana)
        expect(await isAlive(as.token)).toBe(true)
        await end(from, second)
        expect([name, role, await isAlive(as.token), await isAlive(dana.token)]).toEqual([name, role, false, true])
        expect([name, (await back(as.token, as.Switch.token)).status]).toEqual([name, 401])
      }
  })

  test('is the only one of its original session', async () => {
    const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
    const from = await api.aPerson(firm, { role: 'admin' })
    const first = await switched(from, dana)
    const second = await switched(from, lee)
    expect([await isAlive(first.token), await isAlive(second.token)]).toEqual([false, true])
  })

  test('rejects a call that names another original, so queued changes keep their author', async () => {
    const dana = await api.aPerson(firm)
    const from = await api.aPerson(firm, { role: 'admin' })
    const as = await switched(from, dana)
    const create = (token: string, by: string) =>
      send(token, targets.create, { body: aTarget(), headers: { 'x-switched-from': by } })
    expect((await create(as.token, from.actor.id)).status).toBe(200)
    expect((await create(as.token, admin.actor.id)).status).toBe(401)
    // Queued while switched, but sent with the admin's own session.
    expect((await create(from.token, from.actor.id)).status).toBe(401)
  })
})

describe('switching back', () => {
  test('returns the original session once, under a new token', async () => {
    const dana = await api.aPerson(firm)
    const from = await api.aPerson(firm, { role: 'admin' })
    const as = await switched(from, dana)
    const answer = await back(as.token, as.Switch.token)
    expect(answer.status).toBe(200)
    const session = answer.body as unknown as Session
    expect([session.user.id, session.Switch]).toEqual([from.actor.id, undefined])
    expect(session.token).not.toBe(from.token)
    expect([await isAlive(session.token), await isAlive(as.token), await isAlive(from.token)]).toEqual([
      true,
      false,
      false,
    ])
    expect((await back(as.token, as.Switch.token)).status).toBe(401)
    expect(await isAlive(session.token)).toBe(true)
  })

  test('succeeds once out of twenty simultaneous requests', async () => {
    const from = await api.aPerson(firm, { role: 'admin' })
    const as = await switched(from, await api.aPerson(firm))
    const replies = await Promise.all(Array.from({ length: 20 }, () => back(as.token, as.Switch.token)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(19)
  })

  test('is bound to its switch: no other token works, and it opens nothing else', async () => {
    const [one, two] = [await api.aPerson(firm, { role: 'admin' }), await api.aPerson(firm, { role: 'admin' })]
    const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
    const [a, b] = [await switched(one, dana), await switched(two, lee)]
    for (const [bearer, revert] of [
      [b.token, a.Switch.token],
      [a.token, b.Switch.token],
      [dana.token, a.Switch.token],
      [one.token, a.Switch.token],
      [a.token, a.token],
      [a.token, 'A'.repeat(64)],
    ] as const)
      expect((await back(bearer, revert)).status).toBe(401)
    expect((await back(a.token, 'x')).status).toBe(400)
    // The return token is not a session token.
    expect(await isAlive(a.Switch.token)).toBe(false)
    expect((await back(a.token, a.Switch.token)).status).toBe(200)
  })

  test('still works after the switch has expired', async () => {
    const from = await api.aPerson(firm, { role: 'admin' })
    const as = await switched(from, await api.aPerson(firm))
    await withoutRls(
      api.database,
      (tx) => tx.sql`update sessions set ends_at = now() - interval '1 minute' where by_user_id = ${from.actor.id}`,
    )
    expect(await isAlive(as.token)).toBe(false)
    expect((await back(as.token, as.Switch.token)).status).toBe(200)
  })

  test('returns an operator from another firm', async () => {
    const as = await switched(operator, await api.aPerson(other, { role: 'admin' }))
    const answer = await back(as.token, as.Switch.token)
    expect(answer.body).toMatchObject({ user: { id: operator.actor.id }, Org: { id: vendor } })
    operator = { ...operator, token: (answer.body as unknown as Session).token }
  })
})

describe('the person’s private data', () => {
  /**
   * Calls of the own account that are allowed while switched. A new route below `user` or `calendar` belongs here or
   * behind the policy `notWhileSwitched`.
   */
  const open = new Set([
    'account.me',
    'account.updateMe',
    'account.logout',
    'account.setting',
    'account.level',
    'account.switch',
    'account.switchable',
    // Readable while switched. Its changes are closed.
    'account.security',
    'notifications.quietHours',
    'notifications.pushKey',
    'notifications.unregister',
  ])
  const isPersonal = (path: string) => /^(user|calendar)(\/|$)/.test(path)

  test('declares for every route whether it is open while switched, and enforces it', async () => {
    const dana = await api.aPerson(firm)
    const as = await switched(await api.aPerson(firm, { role: 'admin' }), dana)
    const served = composeFeatures(features).routes.filter(({ policy }) => !policy.isPublic)
    const undecided = served.filter(
      ({ route, policy }) => isPersonal(route.path) && !policy.isOwn && !open.has(route.name) && !isOfTargets(route),
    )
    expect(undecided.map(({ route }) => route.name)).toEqual([])
    for (const { route, policy } of served) {
      if (route.isStream || route.name === 'account.logout') continue
      const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, randomUUID()]))
      const reply = await send(as.token, route, { params, ...(route.method !== 'GET' && { body: {} }) })
      const isRefused = reply.status === 403 && reply.body.code === 'switched'
      const isSwitch = route.name === 'account.switch' || route.name === 'account.switchable'
      expect([route.name, isRefused]).toEqual([route.name, policy.isOwn === true && !isSwitch])
    }
  })
  // Figures of the pipeline below `user`, as the specification places them.
  const isOfTargets = ({ name }: AnyRoute) => /^(targets|pipeline)\./.test(name)

  test('closes password, phone, devices, data, calendar secret, and push registration by name', async () => {
    const names = composeFeatures(features)
      .routes.filter(({ policy }) => policy.isOwn)
      .map(({ route }) => route.path)
    for (const path of [
      'user/change_password',
      'user/sessions',
      'user/data',
      'calendar',
      'calendar/rotate',
      'calendar/revoke',
    ])
      expect(names).toContain(path)
    const dana = await api.aPerson(firm)
    const as = await switched(admin, dana)
    const changed = await send(as.token, account.updateMe, {
      body: { first_name: 'Dana', last_name: 'Reyes', phone: '+1 555 0100' },
    })
    expect([changed.status, changed.body.code]).toEqual([403, 'switched'])
  })
})
