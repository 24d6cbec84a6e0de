// Tests how each change of a shared target affects each person's view.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { TargetTile } from '../contract.ts'
import type { Tiles } from '../list/contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

let api: Api
let firm: string
let [dana, lee, kim]: Client[] = []
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  dana = await api.aPerson(firm, { first_name: 'Dana', last_name: 'Whitfield' })
  lee = await api.aPerson(firm, { first_name: 'Lee', last_name: 'Park' })
  kim = await api.aPerson(firm, { first_name: 'Kim', last_name: 'Osei' })
  api.clock.now = new Date('2026-11-21T18:00:00Z')
})
afterAll(() => api.close())

const made = async (by: Client, given = {}) => (await by.call<TargetTile>(routes.create, { body: aTarget(given) })).body
const seen = async (by: Client, id: string) => by.call<TargetTile>(routes.read, { params: { id } })
const share = (by: Client, id: string, to: Client) =>
  by.call<TargetTile>(routes.share, { params: { id, userId: to.actor.id } })
const shareId = async (by: Client, id: string, of: Client) =>
  (await seen(by, id)).body.collaborators.find(({ user_id }) => user_id === of.actor.id)!.share_id
const accept = async (by: Client, id: string) =>
  by.call<TargetTile>(routes.acceptShare, { params: { id: await shareId(by, id, by) } })
const revoke = async (by: Client, id: string, of: Client) =>
  by.call<TargetTile>(routes.revokeShare, { params: { id: await shareId(by, id, of) } })
const shared = async () => {
  const target = await made(dana!)
  await share(dana!, target.id, lee!)
  await accept(lee!, target.id)
  return target.id
}
const feed = async (by: Client, after: string) => (await by.call<Tiles>(routes.list, { query: { after } })).body
const kinds = async (by: Client, id: string) =>
  (await by.call<{ events: { kind: string; user_id: string }[] }>(routes.timeline, { params: { id } })).body.events

test('shows an invited person company, contact, goal, owner, and step, but no notes, dates, or amounts', async () => {
  const target = await made(dana!, { note: 'Secret note', contact_email: 'secret@halden.example' })
  const { cursor } = await feed(lee!, '0')
  const answer = await share(dana!, target.id, lee!)
  expect(answer.status).toBe(200)
  expect(answer.body.collaborators.map(({ user_id, response, role }) => [user_id, response, role])).toEqual([
    [lee!.actor.id, 'pending', 'collaborator'],
    [dana!.actor.id, 'accepted', 'initiator'],
  ])
  const { tiles } = await feed(lee!, cursor)
  expect(tiles.map(({ id }) => id)).toEqual([target.id])
  const invited = tiles[0]!
  expect(TargetTile.strict().parse(invited)).toEqual(invited)
  expect(invited).toMatchObject({
    shared: 'pending',
    company: 'Halden Shipping',
    contact: 'Ingrid Halden',
    owner: 'Dana Whitfield',
    due: null,
    notes: [],
    note: '',
    undo: null,
    projected_revenue: null,
  })
  expect(invited.tasks.map(({ description, due }) => [description, due])).toEqual([
    ['Send the draft engagement letter', ''],
  ])
  // IDs can contain any three digits.
  expect(JSON.stringify(invited)).not.toMatch(/secret|2026-11-27|\$120|120[,.]?000|120k/i)
  expect(JSON.stringify((await lee!.call(routes.notesOf, { params: { id: target.id } })).body)).toBe('{"notes":[]}')
  expect(await kinds(lee!, target.id)).toEqual([])
  const noted = await lee!.call<{ message: string }>(routes.addNote, { body: { target_id: target.id, note: 'x' } })
  expect([noted.status, noted.body.message]).toEqual([409, 'Accept the invitation first.'])
})

test('gives a person who accepts the whole target and a first step', async () => {
  const target = await made(dana!, { note: 'Met in May.' })
  await share(dana!, target.id, lee!)
  const accepted = await accept(lee!, target.id)
  expect(accepted.status).toBe(200)
  expect(accepted.body).toMatchObject({ shared: 'accepted', due: '2026-11-28', projected_revenue: 120_000 })
  expect(accepted.body.tasks.map(({ description, due, user_id }) => [description, due, user_id])).toEqual([
    ['Send the draft engagement letter', '2026-11-27', dana!.actor.id],
    ['Identify next steps', '2026-11-28', lee!.actor.id],
  ])
  expect(accepted.body.notes.map(({ note }) => note)).toEqual(['Met in May.'])
  expect((await seen(dana!, target.id)).body).toMatchObject({ shared: 'accepted', due: '2026-11-27' })
  const again = await accept(lee!, target.id)
  expect([again.status, (again.body as unknown as { message: string }).message]).toEqual([
    409,
    'This invitation was already answered or canceled.',
  ])
  const step = await lee!.call<TargetTile>(routes.takeStep, {
    body: { tile_id: target.id, description: 'Call them', due: '2026-12-01' },
  })
  expect(step.body.due).toBe('2026-12-01')
  expect((await seen(dana!, target.id)).body.due).toBe('2026-11-27')
})

test("keeps the owner's score after a response, without losing data hidden from the invited person", async () => {
  const owner = await api.aPerson(firm)
  const target = await made(owner)
  await share(owner, target.id, lee!)
  await accept(lee!, target.id)
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ dues: Record<string, string> }>`
    select dues from target_events where target_id = ${target.id} and kind = 'shareAccepted'`,
  )
  expect(rows[0]!.dues).toEqual({ [owner.actor.id]: '2026-11-27', [lee!.actor.id]: '2026-11-28' })
  expect((await owner.call(routes.hud)).status).toBe(200)
})

test('removes a target from a person who declines, who can be invited again', async () => {
  const target = await made(dana!)
  await share(dana!, target.id, lee!)
  const first = await shareId(lee!, target.id, lee!)
  await api.caughtUp()
  const { cursor } = await feed(lee!, '0')
  expect((await lee!.call(routes.rejectShare, { params: { id: first } })).status).toBe(204)
  expect(await feed(lee!, cursor)).toMatchObject({ tiles: [], gone: [target.id] })
  expect((await seen(lee!, target.id)).status).toBe(404)
  expect((await seen(dana!, target.id)).body.collaborators).toEqual([])
  expect((await share(dana!, target.id, lee!)).status).toBe(200)
  const second = await shareId(lee!, target.id, lee!)
  expect(second > first).toBe(true)
  expect((await lee!.call(routes.acceptShare, { params: { id: first } })).status).toBe(404)
  expect((await accept(lee!, target.id)).status).toBe(200)
})

test('rejects repeated invitations, the sender, the owner, people who left, and strangers', async () => {
  const id = await shared()
  const left = await api.aPerson(firm)
  await withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${left.actor.id}`)
  const stranger = await api.aPerson(await api.aFirm({ name: 'Brook & Vale' }))
  // Target views and overlaps are written after the change.
  await api.caughtUp()
  const before = (await seen(dana!, id)).text
  const asked = async (by: Client, to: Client) => {
    const { status, body } = await share(by, id, to)
    return [status, (body as unknown as { message: string }).message]
  }
  expect(await asked(dana!, lee!)).toEqual([409, 'You have already shared this target with Lee Park'])
  expect(await asked(lee!, dana!)).toEqual([409, 'You have already shared this target with Dana Whitfield'])
  expect(await asked(dana!, dana!)).toEqual([400, 'You can’t share a Target with yourself.'])
  expect(await asked(dana!, left)).toEqual([404, 'We couldn’t find this person.'])
  expect(await asked(dana!, stranger)).toEqual([404, 'We couldn’t find this person.'])
  expect(await asked(stranger, lee!)).toEqual([404, 'No target found with the specific id.'])
  expect((await seen(dana!, id)).text).toBe(before)
})

test('lets only the sender revoke, lets the collaborator withdraw, and drops an open step', async () => {
  const id = await shared()
  await share(dana!, id, kim!)
  expect((await revoke(lee!, id, kim!)).status).toBe(403)
  expect((await revoke(lee!, id, dana!)).status).toBe(404)
  const cancelled = await revoke(dana!, id, kim!)
  expect(cancelled.body.collaborators.map(({ user_id }) => user_id)).toEqual([lee!.actor.id, dana!.actor.id])
  expect((await seen(kim!, id)).status).toBe(404)
  const removed = await revoke(dana!, id, lee!)
  expect(removed.body).toMatchObject({ shared: 'no', collaborators: [] })
  expect(removed.body.tasks.map(({ user_id }) => user_id)).toEqual([dana!.actor.id])
  await share(dana!, id, lee!)
  await accept(lee!, id)
  const withdrawn = await revoke(lee!, id, lee!)
  expect(withdrawn.status).toBe(204)
  expect((await seen(lee!, id)).status).toBe(404)
  const told = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ data: unknown }>`
    select data from target_events where target_id = ${id} and kind = 'shareRevoked' order by at, id`,
  )
  expect(told.rows.map(({ data }) => data)).toEqual([
    { user_id: kim!.actor.id, name: 'Kim Osei', was: 'pending', dropped: [] },
    { user_id: lee!.actor.id, name: 'Lee Park', was: 'accepted', dropped: ['Identify next steps'] },
    { user_id: lee!.actor.id, name: 'Lee Park', was: 'accepted', dropped: ['Identify next steps'] },
  ])
})

test('lists the latest share first, and keeps people invited by a collaborator who leaves', async () => {
  const id = await shared()
  await share(lee!, id, kim!)
  await accept(kim!, id)
  expect((await seen(dana!, id)).body.collaborators.map(({ user_id, from_id }) => [user_id, from_id])).toEqual([
    [kim!.actor.id, lee!.actor.id],
    [lee!.actor.id, dana!.actor.id],
    [dana!.actor.id, dana!.actor.id],
  ])
  expect((await revoke(dana!, id, kim!)).status).toBe(403)
  await revoke(lee!, id, lee!)
  expect((await seen(kim!, id)).body.collaborators[0]).toMatchObject({ from_id: dana!.actor.id })
  expect((await revoke(dana!, id, kim!)).status).toBe(200)
})

test("doesn't share a private target or make a shared one private", async () => {
  const target = await made(dana!, { private: true })
  expect((await share(dana!, target.id, lee!)).status).toBe(409)
  const id = await shared()
  expect((await dana!.call(routes.edit, { params: { id }, body: { private: true } })).status).toBe(409)
})

test('allows only declining an invitation while sharing is off', async () => {
  const other = await api.aFirm({ name: 'Brook & Vale' })
  const [robin, max] = [await api.aPerson(other), await api.aPerson(other)]
  const target = await made(robin)
  await share(robin, target.id, max)
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{targets,features,sharing,on}', '"no"') where id = ${other}`,
  )
  expect((await share(robin, target.id, await api.aPerson(other))).status).toBe(403)
  expect((await accept(max, target.id)).status).toBe(403)
  const id = await shareId(max, target.id, max)
  expect((await max.call(routes.rejectShare, { params: { id } })).status).toBe(204)
})

test('gives a handed-over target with its step and history to the new owner only', async () => {
  const target = await made(dana!, { note: 'Met in May.' })
  await share(dana!, target.id, kim!)
  const handed = await dana!.call(routes.handOver, { params: { id: target.id }, body: { user_id: lee!.actor.id } })
  expect([handed.status, handed.text]).toEqual([204, ''])
  expect((await seen(dana!, target.id)).status).toBe(404)
  const his = (await seen(lee!, target.id)).body
  expect(his).toMatchObject({ owner_id: lee!.actor.id, owner: 'Lee Park', due: '2026-11-27', shared: 'no', note: '' })
  expect(his.tasks.map(({ user_id, description }) => [user_id, description])).toEqual([
    [lee!.actor.id, 'Send the draft engagement letter'],
  ])
  expect(his.notes.map(({ note, user_id }) => [note, user_id])).toEqual([['Met in May.', dana!.actor.id]])
  expect((await kinds(lee!, target.id)).map(({ kind }) => kind)).toEqual([
    'targetHandedOver',
    'targetShared',
    'stepTaken',
    'targetCreated',
  ])
  expect((await revoke(lee!, target.id, kim!)).status).toBe(200)
  expect((await lee!.call(routes.trash, { params: { id: target.id } })).status).toBe(200)
})

test("keeps a new owner's own step, and lets a firm admin hand over other people's targets", async () => {
  const id = await shared()
  const admin = await api.aPerson(firm, { role: 'admin' })
  const handOver = (by: Client, to: Client) =>
    by.call(routes.handOver, { params: { id }, body: { user_id: to.actor.id } })
  expect((await handOver(lee!, kim!)).status).toBe(403)
  expect((await handOver(kim!, kim!)).status).toBe(404)
  expect((await handOver(admin, dana!)).status).toBe(400)
  expect((await handOver(admin, await api.aPerson(await api.aFirm()))).status).toBe(404)
  expect((await handOver(admin, lee!)).status).toBe(204)
  const his = (await seen(lee!, id)).body
  expect(his.tasks.map(({ description, user_id }) => [description, user_id])).toEqual([
    ['Identify next steps', lee!.actor.id],
  ])
  expect(his).toMatchObject({ owner_id: lee!.actor.id, shared: 'no', collaborators: [] })
  expect((await kinds(lee!, id))[0]).toMatchObject({ kind: 'targetHandedOver', user_id: admin.actor.id })
  expect((await share(lee!, id, dana!)).status).toBe(200)
})
