// Checks every role against every route of a target. A rejected call changes nothing.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { addGroup } from '#features/admin/operator/server/firms.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'

const names = [
  'owner',
  'accepted',
  'pending',
  'rejected',
  'revoked',
  'colleague',
  'manager',
  'otherManager',
  'admin',
  'operator',
  'otherFirm',
  'newcomer',
] as const
type Name = (typeof names)[number]

let api: Api
let firm: string
let people: Record<Name, Client>
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  const vendor = await api.aFirm({ name: 'Vendor' })
  const brook = await api.aFirm({ name: 'Brook & Vale' })
  const given = await Promise.all(
    names.map(async (name) => {
      const home = name === 'operator' ? vendor : name === 'otherFirm' ? brook : firm
      const role = name === 'admin' || name === 'operator' ? name : 'member'
      return [name, await api.aPerson(home, { first_name: name, last_name: 'Test', role })] as const
    }),
  )
  people = Object.fromEntries(given) as Record<Name, Client>
  const id = (name: Name) => people[name].actor.id
  await withoutRls(api.database, async (tx) => {
    await addGroup(tx, firm, 'Owners', [id('owner')], [id('manager')])
    await addGroup(tx, firm, 'Others', [id('colleague')], [id('otherManager')])
  })
})
afterAll(() => api.close())

type Scene = { id: string; note: string; pendingShare: string; acceptedShare: string }

async function ask<T = Record<string, unknown>>(by: Name, route: AnyRoute, input: RouteInput, proxyFor?: Name) {
  const { token } = people[by]
  const response = await api.http.inject({
    method: route.method,
    url: addressOf(route, input),
    headers: {
      authorization: `Bearer ${token}`,
      ...(proxyFor && { 'x-proxy-for': people[proxyFor].actor.id }),
      ...(route.method !== 'GET' && { 'idempotency-key': randomUUID() }),
    },
    ...(input.body !== undefined && { payload: input.body as object }),
  })
  return { status: response.statusCode, text: response.body, body: (response.body ? response.json() : {}) as T }
}

/** Creates a target with people in the roles of their names. */
async function aScene(): Promise<Scene> {
  const { body: target } = await ask<TargetTile>('owner', routes.create, { body: aTarget({ note: 'Secret note' }) })
  const shares: Partial<Record<Name, string>> = {}
  for (const name of ['accepted', 'pending', 'rejected', 'revoked'] as const) {
    const userId = people[name].actor.id
    const { body } = await ask<TargetTile>('owner', routes.share, { params: { id: target.id, userId } })
    shares[name] = body.collaborators.find(({ user_id }) => user_id === userId)!.share_id
    const share = { params: { id: shares[name] } }
    if (name === 'accepted' || name === 'revoked') await ask(name, routes.acceptShare, share)
    if (name === 'rejected') await ask(name, routes.rejectShare, share)
    if (name === 'revoked') await ask('owner', routes.revokeShare, share)
  }
  return {
    id: target.id,
    note: target.notes[0]!.id,
    pendingShare: shares.pending!,
    acceptedShare: shares.accepted!,
  }
}

type Act = { route: AnyRoute; input: (scene: Scene) => RouteInput; first?: AnyRoute }
const onIt = (route: AnyRoute, body?: unknown, first?: AnyRoute): Act => ({
  route,
  input: ({ id }) => ({ params: { id }, ...(body !== undefined && { body }) }),
  ...(first && { first }),
})
const acts = {
  read: onIt(routes.read),
  edit: onIt(routes.edit, { goal: 'Another goal' }),
  snooze: onIt(routes.edit, { due: '2027-01-15' }),
  complete: onIt(routes.complete, { revenue: 10 }),
  lose: onIt(routes.lose, { lost_reason: 'Timing' }),
  archive: onIt(routes.archive),
  work: onIt(routes.work, undefined, routes.archive),
  trash: onIt(routes.trash),
  destroy: onIt(routes.destroy, undefined, routes.trash),
  takeStep: {
    route: routes.takeStep,
    input: ({ id }) => ({ body: { tile_id: id, description: 'Call', due: '2027-01-10' } }),
  },
  notesOf: onIt(routes.notesOf),
  notes: { route: routes.notes, input: ({ id }) => ({ query: { target_id: id } }) },
  addNote: { route: routes.addNote, input: ({ id }) => ({ body: { target_id: id, note: 'Mine' } }) },
  editNote: { route: routes.editNote, input: ({ note }) => ({ params: { id: note }, body: { note: 'Changed' } }) },
  timeline: onIt(routes.timeline),
  share: {
    route: routes.share,
    input: ({ id }) => ({ params: { id, userId: people.newcomer.actor.id } }),
  },
  accept: { route: routes.acceptShare, input: ({ pendingShare }) => ({ params: { id: pendingShare } }) },
  reject: { route: routes.rejectShare, input: ({ pendingShare }) => ({ params: { id: pendingShare } }) },
  revoke: { route: routes.revokeShare, input: ({ acceptedShare }) => ({ params: { id: acceptedShare } }) },
  handOver: {
    route: routes.handOver,
    input: ({ id }) => ({ params: { id }, body: { user_id: people.newcomer.actor.id } }),
  },
} satisfies Record<string, Act>
type ActName = keyof typeof acts
const actNames = Object.keys(acts) as ActName[]

const all = (status: number, but: Partial<Record<ActName, number>> = {}) =>
  Object.fromEntries(actNames.map((name) => [name, but[name] ?? status])) as Record<ActName, number>

const owners = all(200, { destroy: 204, accept: 403, reject: 403, handOver: 204 })
/** `proxyFor` sends `X-Proxy-For`. An invited person gets 409: 'Accept the invitation first.' */
const matrix: { by: Name; proxyFor?: Name; status: Record<ActName, number> }[] = [
  { by: 'owner', status: owners },
  {
    by: 'accepted',
    status: { ...owners, trash: 403, destroy: 403, editNote: 404, revoke: 204, handOver: 403 },
  },
  {
    by: 'pending',
    status: all(409, {
      read: 200,
      notesOf: 200,
      notes: 200,
      timeline: 200,
      editNote: 404,
      accept: 200,
      reject: 204,
      revoke: 403,
      handOver: 403,
    }),
  },
  ...(['rejected', 'revoked', 'colleague', 'manager', 'otherManager', 'operator', 'otherFirm'] as const).map((by) => ({
    by,
    status: all(404),
  })),
  { by: 'admin', status: all(404, { handOver: 204 }) },
  { by: 'manager', proxyFor: 'owner', status: { ...owners, handOver: 403 } },
  { by: 'otherManager', proxyFor: 'owner', status: all(403) },
  { by: 'colleague', proxyFor: 'owner', status: all(403) },
  { by: 'accepted', proxyFor: 'owner', status: all(403) },
  { by: 'admin', proxyFor: 'owner', status: all(403) },
  { by: 'operator', proxyFor: 'owner', status: all(404, { handOver: 403 }) },
  { by: 'otherFirm', proxyFor: 'owner', status: all(404, { handOver: 403 }) },
]

const state = async () => {
  await api.caughtUp()
  return withoutRls(api.database, async (tx) => {
    const sums: unknown[] = []
    for (const table of ['targets', 'target_people', 'tasks', 'notes', 'target_events', 'companies'])
      sums.push(
        (
          await tx.sql`select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as sum from ${sql.table(table)} r where org_id = ${firm}`
        ).rows,
      )
    return JSON.stringify(sums)
  })
}

const isYes = (status: number) => status < 300

describe.each(matrix)('$by, for $proxyFor', ({ by, proxyFor, status }) => {
  test('can do what the rules allow, and rejections change nothing', async () => {
    let scene = await aScene()
    let isUsed = false
    for (const name of actNames) {
      const act: Act = acts[name]
      if (isUsed || act.first) scene = await aScene()
      if (act.first) await ask('owner', act.first, { params: { id: scene.id } })
      const before = await state()
      const reply = await ask(by, act.route, act.input(scene), proxyFor)
      expect([name, reply.status], reply.text).toEqual([name, status[name]])
      if (!isYes(reply.status)) {
        expect(await state(), name).toBe(before)
        expect(reply.text, name).not.toMatch(/Secret note|Halden/)
      }
      isUsed = Boolean(act.first) || (isYes(reply.status) && act.route.method !== 'GET')
    }
  })
})

describe('a manager on another person’s pipeline', () => {
  const listOf = (by: Name, query: object) => ask<Tiles>(by, routes.list, { query: { status: 'active', ...query } })

  test('sees its targets except private ones, in lists, figures, and feeds', async () => {
    const ownerId = people.owner.actor.id
    const { body: hidden } = await ask<TargetTile>('owner', routes.create, {
      body: aTarget({ company: 'Hidden Ltd', private: true, projected_revenue: 7_000_000 }),
    })
    const mine = (await listOf('owner', {})).body.tiles.map(({ id }) => id).sort()
    const theirs = (await listOf('manager', { userid: ownerId })).body.tiles.map(({ id }) => id).sort()
    expect(mine).toContain(hidden.id)
    expect(theirs).toEqual(mine.filter((id) => id !== hidden.id))
    const feed = await ask('manager', routes.list, { query: { after: '0' } }, 'owner')
    expect(feed.text).not.toContain('Hidden Ltd')
    const one = { params: { id: hidden.id } }
    expect((await ask('manager', routes.read, one, 'owner')).status).toBe(404)
    expect((await ask('manager', routes.archive, one, 'owner')).status).toBe(404)
    expect((await ask('manager', routes.timeline, one, 'owner')).status).toBe(404)
    type Figures = { revenue: { you: { projected: { active: { amount: number } } } } }
    const amountOf = (reply: { body: Figures }) => reply.body.revenue.you.projected.active.amount
    const whole = amountOf(await ask<Figures>('owner', routes.hud, {}))
    const seen = amountOf(await ask<Figures>('manager', routes.hud, { query: { proxyUser: ownerId } }))
    expect(whole - seen).toBe(7_000_000)
    const total = async (by: Name, proxyFor?: Name) =>
      (await ask<{ total: number }>(by, routes.standing, {}, proxyFor)).body.total
    expect((await total('owner')) - (await total('manager', 'owner'))).toBe(1)
  })

  test('acts as the person and is recorded as the actor', async () => {
    const { id } = await aScene()
    await ask('manager', routes.takeStep, { body: { tile_id: id, description: 'Call', due: '2027-01-10' } }, 'owner')
    const { body } = await ask<TargetTile>('owner', routes.read, { params: { id } })
    expect(body.tasks.filter(({ done }) => done === 'incomplete').map(({ user_id }) => user_id)).toContain(
      people.owner.actor.id,
    )
    expect(body.due).toBe('2027-01-10')
    const { rows } = await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{ kind: string; user_id: string; person_id: string }>`
      select kind, user_id, person_id from target_events where target_id = ${id} order by id desc limit 1`,
    )
    expect(rows[0]).toEqual({
      kind: 'stepTaken',
      user_id: people.manager.actor.id,
      person_id: people.owner.actor.id,
    })
  })

  test('leaves one line a day in the person’s own log', async () => {
    await listOf('manager', { userid: people.owner.actor.id })
    await listOf('manager', { userid: people.owner.actor.id })
    type Looks = { looks: { user_id: string; first_name: string }[] }
    const { body } = await ask<Looks>('owner', routes.looks, {})
    expect(body.looks.map(({ user_id, first_name }) => [user_id, first_name])).toEqual([
      [people.manager.actor.id, 'manager'],
    ])
    expect((await ask<Looks>('otherManager', routes.looks, {})).body.looks).toEqual([])
  })

  test('gets the list of managed people, or everyone for managers with org access', async () => {
    type Managed = { people: { id: string }[] }
    const managed = async (by: Name) =>
      (await ask<Managed>(by, routes.managed, {})).body.people.map(({ id }) => id).sort()
    expect(await managed('manager')).toEqual([people.owner.actor.id])
    expect(await managed('colleague')).toEqual([])
    const setAccess = (access: string) =>
      withoutRls(api.database, (tx) => tx.sql`update orgs set access = ${access} where id = ${firm}`)
    await setAccess('yes')
    try {
      const inFirm = names.filter((name) => name !== 'operator' && name !== 'otherFirm' && name !== 'otherManager')
      expect(await managed('otherManager')).toEqual(inFirm.map((name) => people[name].actor.id).sort())
      expect(await managed('admin')).toEqual([])
      expect((await listOf('otherManager', { userid: people.owner.actor.id })).status).toBe(200)
      expect((await listOf('colleague', { userid: people.owner.actor.id })).status).toBe(403)
      expect((await listOf('otherManager', { userid: people.otherFirm.actor.id })).status).toBe(404)
    } finally {
      await setAccess('no')
    }
  })

  test('can’t use a malformed ID or make other calls on someone’s behalf', async () => {
    expect((await listOf('manager', { userid: 'nonsense' })).status).toBe(400)
    expect((await ask('manager', routes.hud, { query: { proxyUser: randomUUID() } })).status).toBe(404)
    expect((await ask('manager', routes.looks, {}, 'owner')).status).toBe(403)
    expect((await ask('manager', routes.companies, { query: { q: 'a' } }, 'owner')).status).toBe(403)
  })
})
