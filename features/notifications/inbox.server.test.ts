// Covers the inbox as devices sync it, with the feed and cursors of the real server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { deliverDue } from '#core/server/notices/deliver.ts'
import { purgeNotifications } from '#core/server/notices/jobs.ts'
import { notify } from '#core/server/notices/notify.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { sharedUpdate, stepReminder } from '#features/targets/notices/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type Inbox, type InboxItem, routes } from './contract.ts'

let api: Api
let firm: string
let [dana, lee, morgan]: Client[] = []
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  dana = await api.aPerson(firm, { first_name: 'Dana', last_name: 'Whitfield' })
  lee = await api.aPerson(firm, { first_name: 'Lee', last_name: 'Park' })
  morgan = await api.aPerson(firm, { first_name: 'Morgan', last_name: 'Bell' })
})
afterAll(() => api.close())

/** Creates a device that stores the inbox and its cursor. */
function aDevice(of: Client) {
  let cursor: string | null = null
  const lines = new Map<string, InboxItem>()
  return {
    async pull() {
      for (let isMore = true; isMore; ) {
        const after: string = cursor === null ? 'notifications' : `notifications:${cursor}`
        const { body } = await of.call<Feed>(feedRoutes.changes, { query: { after } })
        const changes = body.collections.notifications!
        for (const row of changes.rows) lines.set(row.id, row as unknown as InboxItem)
        for (const id of changes.gone) lines.delete(id)
        cursor = changes.cursor
        isMore = changes.more
      }
      return [...lines.values()].sort((a, b) => (`${a.at}_${a.id}` < `${b.at}_${b.id}` ? 1 : -1))
    },
    texts: async function () {
      return (await this.pull()).map(({ text }) => text)
    },
  }
}

const made = async (by: Client, given = {}) =>
  (await by.call<TargetTile>(targets.create, { body: aTarget(given) })).body.id
const share = (by: Client, id: string, to: Client) =>
  by.call<TargetTile>(targets.share, { params: { id, userId: to.actor.id } })
const edit = (by: Client, id: string, body: object) => by.call<TargetTile>(targets.edit, { params: { id }, body })
const told = (to: Client, text: string, at: string, subjectId: string | null = null) => ({
  notice: sharedUpdate,
  userId: to.actor.id,
  occasion: text,
  text,
  details: [],
  path: '/targets/active',
  subjectId,
  actorId: null,
  key: null,
  at,
})
/** Sends many notifications in one transaction, one per second, the last one now or hours ago. */
const notifyMany = (to: Client, count: number, name: string, { orgId = firm, hours = 0 } = {}) =>
  withOrg(api.database, orgId, async (tx) => {
    const begun = Date.now() - hours * 3_600_000 - count * 1000
    for (let i = 0; i < count; i++)
      await notify(tx, [told(to, `${name} ${i}`, '')], new Date(begun + i * 1000).toISOString())
  })

test('syncs a line as listed with its instant, and later changes and retractions', async () => {
  const device = aDevice(lee!)
  await device.pull()
  const id = await made(dana!, { company: 'Quillon Harbor' })
  const invited = await share(dana!, id, lee!)
  const [line] = await device.pull()
  const { at, ...shown } = line!
  expect(shown).toEqual((await lee!.call<Inbox>(routes.list)).body.notifications[0])
  expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000)
  await lee!.call(routes.read, { params: { id: line!.id } })
  expect((await device.pull())[0]).toMatchObject({ read: true, answered: null })
  const shareId = invited.body.collaborators.find(({ user_id }) => user_id === lee!.actor.id)!.share_id
  await lee!.call(targets.acceptShare, { params: { id: shareId } })
  expect((await device.pull())[0]).toMatchObject({ read: true, answered: 'accepted' })

  const dana1 = aDevice(dana!)
  const key = crypto.randomUUID()
  await lee!.call(targets.lose, { params: { id }, body: { lost_reason: '' }, key })
  expect((await dana1.texts())[0]).toBe('Lee Park moved Quillon Harbor to Lost.')
  await lee!.call(targets.undo, { params: { id }, body: { key } })
  expect(await dana1.texts()).toEqual(['Lee Park accepted your invitation to Quillon Harbor.'])
})

test('delivers two notifications with the same key once', async () => {
  const device = aDevice(lee!)
  const before = (await device.pull()).length
  const id = await made(dana!, { company: 'Twice & Co' })
  const key = crypto.randomUUID()
  const again = () => dana!.call(targets.share, { params: { id, userId: lee!.actor.id }, key })
  await Promise.all([again(), again(), again()])
  expect(await device.pull()).toHaveLength(before + 1)
})

test('removes lines of a target that becomes private from other devices, and restores them with it', async () => {
  const [phone, laptop] = [aDevice(lee!), aDevice(lee!)]
  const id = await made(dana!, { company: 'Secret Harbor' })
  const invited = await share(dana!, id, lee!)
  const shareId = invited.body.collaborators.find(({ user_id }) => user_id === lee!.actor.id)!.share_id
  const isThere = async () => [await phone.texts(), await laptop.texts()].map((all) => all.join().includes('Secret'))
  expect(await isThere()).toEqual([true, true])
  await dana!.call(targets.revokeShare, { params: { id: shareId } })
  expect(await isThere()).toEqual([true, true])
  expect((await edit(dana!, id, { private: true })).status).toBe(200)
  expect(await isThere()).toEqual([false, false])
  expect(await aDevice(lee!).texts()).not.toContain('Dana Whitfield invited you to pursue Secret Harbor.')
  await edit(dana!, id, { private: false })
  expect(await isThere()).toEqual([true, true])
  await edit(dana!, id, { private: true })
  await dana!.call(targets.trash, { params: { id } })
  await dana!.call(targets.destroy, { params: { id } })
  expect(await isThere()).toEqual([false, false])
  expect(JSON.stringify((await lee!.call<Inbox>(routes.list)).body)).not.toContain('Secret')
})

test('removes Tracker lines when the Tracker is turned off, and restores them with it', async () => {
  const closing = await api.aFirm()
  const [owner, guest] = [await api.aPerson(closing), await api.aPerson(closing, { email: 'guest@closing.example' })]
  const subscribe = (isOn: 'yes' | 'no') =>
    withoutRls(
      api.database,
      (tx) =>
        tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{targets,on}', ${JSON.stringify(isOn)}::jsonb) where id = ${closing}`,
    )
  const waiting = async () =>
    (
      await withoutRls(
        api.database,
        (tx) =>
          tx.sql<{ text: string }>`
        select content::text as text from outgoing where content::text like '%Harbor%' and org_id = ${closing}`,
      )
    ).rows
  const [phone, laptop] = [aDevice(guest), aDevice(guest)]
  const id = await made(owner, { company: 'Closing Harbor' })
  await share(owner, id, guest)
  const there = async () =>
    [await phone.texts(), await laptop.texts(), await aDevice(guest).texts()].map((all) => all.length)
  expect(await there()).toEqual([1, 1, 1])
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await withOrg(api.database, closing, (tx) =>
    notify(tx, [told(guest, 'Kept back: Closing Harbor', '', id)], new Date().toISOString()),
  )
  const before = (await waiting()).length
  await subscribe('no')
  expect(await there()).toEqual([0, 0, 0])
  expect((await guest.call<Inbox>(routes.list)).body).toMatchObject({ notifications: [], unread: 0 })
  await withOrg(api.database, closing, (tx) =>
    notify(tx, [{ ...told(guest, 'At once: Closing Harbor', '', id), notice: stepReminder }], new Date().toISOString()),
  )
  await deliverDue(api.database, later)
  expect(await waiting()).toHaveLength(before)
  await subscribe('yes')
  expect(await there()).toEqual([3, 3, 3])
})

test('never sends or lets people read another person’s lines, in any firm', async () => {
  const other = await api.aFirm()
  const robin = await api.aPerson(other)
  await notifyMany(robin, 1, 'Of another firm', { orgId: other })
  const [line] = await aDevice(robin).pull()
  for (const stranger of [dana!, lee!]) {
    expect(await aDevice(stranger).texts()).not.toContain('Of another firm 0')
    expect((await stranger.call(routes.read, { params: { id: line!.id } })).status).toBe(404)
  }
  expect((await aDevice(robin).pull())[0]!.read).toBe(false)
})

test('stores the newest hundred lines on devices and lists the others', async () => {
  const device = aDevice(morgan!)
  await notifyMany(morgan!, 90, 'Before', { hours: 2 })
  expect(await device.pull()).toHaveLength(90)
  await notifyMany(morgan!, 1000, 'After', { hours: 1 })
  const lines = await device.texts()
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([100, 'After 999', 'After 900'])
  expect(await aDevice(morgan!).texts()).toEqual(lines)
  const { body } = await morgan!.call<Inbox>(routes.list)
  expect([body.unread, body.older !== null]).toEqual([1090, true])
  // Marks all existing lines, including those that are on no device.
  const until = (await device.pull())[0]!.at
  await notifyMany(morgan!, 1, 'Meanwhile')
  await morgan!.call(routes.readAll, { body: { until } })
  expect((await morgan!.call<Inbox>(routes.list)).body.unread).toBe(1)
  expect((await device.pull()).filter(({ read }) => !read).map(({ text }) => text)).toEqual(['Meanwhile 0'])
})

test('removes expired lines from devices and deletes them', async () => {
  const old = await api.aPerson(firm)
  const device = aDevice(old)
  await notifyMany(old, 2, 'Old')
  expect(await device.pull()).toHaveLength(2)
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update notifications set created_at = now() - interval '91 days' where user_id = ${old.actor.id} and text = 'Old 0'`,
  )
  await purgeNotifications.run(api.database)
  expect(await device.texts()).toEqual(['Old 1'])
  await withoutRls(api.database, (tx) => tx.sql`update notifications_gone set gone_at = now() - interval '91 days'`)
  await purgeNotifications.run(api.database)
  const { rows } = await withoutRls(api.database, (tx) => tx.sql`select from notifications_gone`)
  expect(rows).toEqual([])
})

test('avoids deadlocks between people who notify each other, and no device misses a line', async () => {
  const all = [dana!, lee!, morgan!]
  const devices = all.map(aDevice)
  for (const device of devices) await device.pull()
  const pairs = all.flatMap((by) => all.filter((to) => to !== by).map((to) => [by, to] as const))
  const rounds = Array.from({ length: 8 }, (_, round) => round)
  let isDone = false
  const pulling = (async () => {
    while (!isDone) await Promise.all(devices.map((device) => device.pull()))
  })()
  const replies = await Promise.all(
    pairs.flatMap(([by, to]) =>
      rounds.map(async (round) => share(by, await made(by, { company: `Round ${round}` }), to)),
    ),
  )
  isDone = true
  await pulling
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  for (const [i, device] of devices.entries()) expect(await device.pull()).toEqual(await aDevice(all[i]!).pull())
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ count: number }>`select count(*)::int as count from notifications where seq is null`,
  )
  expect(rows[0]!.count).toBe(0)
})
