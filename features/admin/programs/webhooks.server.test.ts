// Webhooks: signed, retried, shown, and isolated from other work.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { tidyWebhooks } from '#core/server/webhooks/deliver.ts'
import { queueEvents, WEBHOOKS } from '#core/server/webhooks/queueEvents.ts'
import { wake } from '#core/server/work/work.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { routes as touches } from '#features/touches/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aProgram } from '#tests/calling.ts'
import { openReceiver, type Receiver } from '#tests/receiver.ts'
import { type Webhook, type WebhookDetail, webhookRoutes } from './webhookContract.ts'

let api: Api
let receiver: Receiver
let admin: Client
const allowed: string[] = []
/** Maximum response time. */
const LIMIT_MS = 8000

beforeAll(async () => {
  api = await openApi({ means: { limits: { allowed, milliseconds: LIMIT_MS, bytes: 10_000 } } })
})
afterAll(() => api.close())
beforeEach(async () => {
  receiver = await openReceiver()
  allowed.push(receiver.origin)
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
})
afterEach(async () => {
  await withoutRls(api.database, (tx) => tx.sql`delete from webhooks`)
  await receiver.close()
})

const all = [
  'target.created',
  'target.changed',
  'target.won',
  'target.step_done',
  'target.removed',
  'target.shared',
  'target.lost',
]
async function aWebhook(events = all, path = '/hook', who = admin): Promise<Webhook> {
  const { body, status, text } = await who.call<{ secret: string; made: Webhook }>(webhookRoutes.add, {
    body: { url: `${receiver.origin}${path}`, events },
  })
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  receiver.secrets.push(body.secret)
  return body.made
}
const detailOf = async ({ id }: Webhook, who = admin) =>
  (await who.call<WebhookDetail>(webhookRoutes.one, { params: { id } })).body
const aTile = async (given: Parameters<typeof aTarget>[0] = {}, who = admin) =>
  (await who.call<TargetTile>(routes.create, { body: aTarget(given) })).body
const types = () => receiver.received.map(({ body }) => body.type)
/** Retries all pending deliveries now, as if their wait were over. */
const now = async () => {
  await withoutRls(api.database, async (tx) => {
    await tx.sql`update webhook_deliveries set next_at = now() where state = 'waiting'`
    await tx.sql`update webhooks set rests_until = '-infinity'`
  })
  wake(WEBHOOKS)
}
const settled = async (webhook: Webhook, tries: number) => {
  await expect
    .poll(async () =>
      (await detailOf(webhook)).deliveries.every(({ tries: made, state }) => made >= tries && state !== 'sending'),
    )
    .toBe(true)
  return detailOf(webhook)
}

test('delivers a subscribed event with a signature that a program can verify', async () => {
  await aWebhook(['target.created', 'target.won', 'target.step_done'])
  const tile = await aTile({ company: 'Signed' })
  await admin.call(routes.edit, { params: { id: tile.id }, body: { goal: 'Not told' } })
  await admin.call(routes.complete, { params: { id: tile.id }, body: { revenue: 5000 } })
  const received = await receiver.until(({ length }) => length === 3)
  expect(types().sort()).toEqual(['target.created', 'target.step_done', 'target.won'])
  expect(received.every(({ isSigned }) => isSigned)).toBe(true)
  const won = received.find(({ body }) => body.type === 'target.won')!
  const program = await aProgram(api, admin, ['targets:read'])
  const read = await program.call(routes.firmTarget, { params: { id: tile.id } })
  expect(won.body.data).toEqual({
    target: { ...read.body, modified: expect.any(String) },
    by: { user_id: admin.actor.id, name: `${admin.actor.first_name} ${admin.actor.last_name}` },
  })
})

test('sends nothing about a private target, and only its removal for one that becomes private', async () => {
  await aWebhook()
  const hidden = await aTile({ company: 'Hidden', private: true })
  await admin.call(routes.complete, { params: { id: hidden.id }, body: { revenue: 1 } })
  const tile = await aTile({ company: 'Seen' })
  await admin.call(routes.edit, { params: { id: tile.id }, body: { private: true, goal: 'Secret goal' } })
  await receiver.until(() => types().includes('target.removed'))
  expect(types().sort()).toEqual(['target.created', 'target.removed'])
  expect(receiver.received.find(({ body }) => body.type === 'target.removed')!.body.data.target).toEqual({
    id: tile.id,
  })
  expect(JSON.stringify(receiver.received)).not.toMatch(/Hidden|Secret goal/)
})

test('tells of a touch without its subject and text, and of none on a private target', async () => {
  await aWebhook(['touch.created'])
  const [tile, hidden] = [await aTile({ company: 'Seen' }), await aTile({ company: 'Hidden', private: true })]
  const log = (target_id: string) =>
    admin.call<{ id: string }>(touches.create, {
      body: {
        kind: 'email',
        at: '2026-01-05T18:00:00.000Z',
        target_id,
        subject: 'Secret',
        text: 'Secret',
        shown: true,
        contacts: [{ name: 'Ingrid Halden' }],
      },
    })
  await log(hidden.id)
  const { body } = await log(tile.id)
  const [received] = await receiver.until(({ length }) => length === 1)
  expect(received!.body).toEqual({
    type: 'touch.created',
    timestamp: expect.any(String),
    data: {
      touch: {
        id: body.id,
        kind: 'email',
        day: '2026-01-05',
        direction: 'both',
        contacts: [{ id: expect.any(String), name: 'Ingrid Halden' }],
        people: [{ id: admin.actor.id, name: `${admin.actor.first_name} ${admin.actor.last_name}` }],
        source: 'typed',
        target_id: tile.id,
      },
    },
  })
})

test("sends nothing to another firm, which can't see or change the webhook", async () => {
  const webhook = await aWebhook()
  const stranger = await api.aPerson(await api.aFirm(), { role: 'admin' })
  await aTile({}, stranger)
  await aTile()
  await receiver.until(({ length }) => length > 0)
  expect(types()).toEqual(['target.created'])
  const { deliveries } = await detailOf(webhook)
  const params = { id: webhook.id, delivery: deliveries[0]!.id }
  const body = { url: receiver.origin, events: all }
  for (const [route, given] of [
    [webhookRoutes.one, {}],
    [webhookRoutes.edit, { body }],
    [webhookRoutes.remove, {}],
    [webhookRoutes.rotate, {}],
    [webhookRoutes.turn, { body: { is_on: false } }],
    [webhookRoutes.test, {}],
    [webhookRoutes.again, {}],
  ] as const)
    expect([route.name, (await stranger.call(route, { params, ...given })).status]).toEqual([route.name, 404])
  expect((await admin.call(webhookRoutes.again, { params: { ...params, delivery: webhook.id } })).status).toBe(404)
})

test('rejects internal URLs, URLs without https, and missing events beside their field, and all requests of members', async () => {
  const errorsOf = async (given: object) =>
    (
      await admin.call<{ errors: object }>(webhookRoutes.add, {
        body: { url: 'https://crm.example/hook', events: all, ...given },
      })
    ).body.errors
  for (const url of [
    'http://crm.example',
    'https://10.0.0.1/x',
    'https://[::1]/',
    'https://u:p@crm.example',
    'nonsense',
    '',
  ])
    expect([url, Object.keys(await errorsOf({ url }))]).toEqual([url, ['url']])
  expect(Object.keys(await errorsOf({ events: [] }))).toEqual(['events'])
  expect(Object.keys(await errorsOf({ events: ['user.password'] }))).toEqual(['events'])
  const member = await api.aPerson(admin.orgId)
  expect((await member.call(webhookRoutes.read)).status).toBe(403)
  expect((await member.call(webhookRoutes.add, { body: { url: receiver.origin, events: all } })).status).toBe(403)
})

test("doesn't call a name that resolves to an internal address, and reports it", async () => {
  const webhook = await aWebhook()
  await withoutRls(api.database, (tx) => tx.sql`update webhooks set url = 'https://localhost:9/hook'`)
  await aTile()
  const { deliveries, failing_since } = await settled(webhook, 1)
  expect(deliveries[0]).toMatchObject({
    state: 'waiting',
    status: null,
    problem: expect.stringContaining('inside the server’s own network'),
  })
  expect(failing_since).not.toBeNull()
})

test('retries a failed delivery under the same ID, shows the responses, and recovers automatically', async () => {
  const webhook = await aWebhook()
  receiver.answer = (_, response) => void response.writeHead(500).end('Database is down')
  await aTile()
  const failed = await settled(webhook, 1)
  expect(failed.deliveries[0]).toMatchObject({
    state: 'waiting',
    tries: 1,
    status: 500,
    answer: 'Database is down',
    problem: 'The endpoint returned 500.',
  })
  expect(failed.deliveries[0]!.next_at).not.toBeNull()
  // Redirects are never followed.
  receiver.answer = (_, response) => void response.writeHead(302, { location: `${receiver.origin}/elsewhere` }).end()
  await now()
  expect((await settled(webhook, 2)).deliveries[0]).toMatchObject({ status: 302 })
  receiver.answer = (_, response) => void response.end('ok')
  await now()
  const { deliveries, failing_since } = await settled(webhook, 3)
  expect([deliveries[0], failing_since]).toMatchObject([{ state: 'delivered', status: 200, problem: '' }, null])
  expect(new Set(receiver.received.map(({ id, path }) => `${id} ${path}`)).size).toBe(1)
  expect(receiver.received).toHaveLength(3)
})

test('signs with the previous secret as well for a day after a change', async () => {
  const webhook = await aWebhook()
  const [old] = receiver.secrets
  const { body } = await admin.call<{ secret: string }>(webhookRoutes.rotate, { params: { id: webhook.id } })
  const signedBy = async (secret: string) => {
    receiver.secrets = [secret]
    const count = receiver.received.length
    await admin.call(webhookRoutes.test, { params: { id: webhook.id } })
    await receiver.until(({ length }) => length > count)
    return receiver.received.at(-1)!.isSigned
  }
  expect([await signedBy(old!), await signedBy(body.secret)]).toEqual([true, true])
  await withoutRls(api.database, (tx) => tx.sql`update webhooks set old_until = now() - interval '1 second'`)
  expect([await signedBy(old!), await signedBy(body.secret)]).toEqual([false, true])
  const kept = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ row: string }>`
    select row_to_json(w)::text as row from webhooks w union all select row_to_json(o)::text from once_only o`,
  )
  expect(kept.rows.filter(({ row }) => row.includes(old!.slice(6)) || row.includes(body.secret.slice(6)))).toEqual([])
})

test('turns off a URL that returns 410 or accepts nothing for days, and emails the admins once', async () => {
  const mails = async () =>
    (
      await withoutRls(
        api.database,
        (tx) =>
          tx.sql<{ subject: string }>`
      select content->'letter'->>'subject' as subject from outgoing where org_id = ${admin.orgId} and channel = 'mail'`,
      )
    ).rows
  const webhook = await aWebhook()
  receiver.answer = (_, response) => void response.writeHead(410).end()
  await aTile()
  await expect.poll(async () => (await detailOf(webhook)).off_why).toBe('gone')
  expect(await mails()).toEqual([{ subject: `Pursuit no longer sends to ${new URL(receiver.origin).host}` }])
  await aTile()
  expect((await detailOf(webhook)).deliveries).toHaveLength(1)
  expect((await admin.call(webhookRoutes.test, { params: { id: webhook.id } })).status).toBe(409)
  await admin.call(webhookRoutes.turn, { params: { id: webhook.id }, body: { is_on: true } })
  receiver.answer = (_, response) => void response.writeHead(503).end()
  await aTile()
  await settled(webhook, 1)
  expect((await detailOf(webhook)).off_why).toBeNull()
  await withoutRls(api.database, (tx) => tx.sql`update webhooks set failing_since = now() - interval '73 hours'`)
  await now()
  await expect.poll(async () => (await detailOf(webhook)).off_why).toBe('failing')
  expect(await mails()).toHaveLength(2)
  // Turning it on again sends the pending deliveries.
  receiver.answer = (_, response) => void response.end()
  const before = receiver.received.length
  await admin.call(webhookRoutes.turn, { params: { id: webhook.id }, body: { is_on: true } })
  await receiver.until(({ length }) => length > before)
  expect((await settled(webhook, 1)).failing_since).toBeNull()
})

test("doesn't delay changes, other people, or other URLs if a receiver never responds", {
  timeout: 90_000,
}, async () => {
  const other = await api.aPerson(await api.aFirm(), { role: 'admin' })
  receiver.answer = (request, response) => {
    if (request.url !== '/silent') response.end('ok')
  }
  const silent = await aWebhook(all, '/silent')
  const mine = await aWebhook(all, '/mine')
  const theirs = await aWebhook(all, '/theirs', other)
  const began = performance.now()
  for (let n = 0; n < 30; n++) await aTile({ company: `Firm ${n}` })
  await aTile({}, other)
  const took = performance.now() - began
  await receiver.until(
    (all) => all.filter(({ path }) => path === '/mine').length === 30 && all.some(({ path }) => path === '/theirs'),
  )
  const elapsed = performance.now() - began
  expect(elapsed).toBeLessThan(15_000)
  expect(took).toBeLessThan(10_000)
  // One at a time, each for up to the maximum response time.
  const tries = receiver.received.filter(({ path }) => path === '/silent').length
  expect(tries).toBeGreaterThan(0)
  expect(tries).toBeLessThanOrEqual(1 + Math.floor(elapsed / LIMIT_MS))
  expect([...receiver.atOnce]).toEqual(
    expect.arrayContaining([
      ['/silent', 1],
      ['/mine', 1],
      ['/theirs', 1],
    ]),
  )
  await expect.poll(async () => (await detailOf(mine)).waiting).toBe(0)
  await expect.poll(async () => (await detailOf(theirs, other)).waiting).toBe(0)
  expect((await detailOf(silent)).waiting).toBe(30)
})

test('delivers a thousand concurrent events in sequence, each once', { timeout: 150_000 }, async () => {
  const webhook = await aWebhook(['target.changed'])
  await withOrg(api.database, admin.orgId, async (tx) =>
    queueEvents(
      tx,
      Array.from({ length: 1000 }, (_, n) => ({
        type: 'target.changed',
        timestamp: new Date().toISOString(),
        data: { n },
      })),
    ),
  )
  await receiver.until(({ length }) => length >= 1000, 120_000)
  await expect.poll(async () => (await detailOf(webhook)).waiting).toBe(0)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1000)
  expect([receiver.received.length, receiver.atOnce.get('/hook')]).toEqual([1000, 1])
})

test('sends nothing for a change that is rolled back', async () => {
  const webhook = await aWebhook()
  await expect(
    withOrg(api.database, admin.orgId, async (tx) => {
      queueEvents(tx, [{ type: 'target.changed', timestamp: new Date().toISOString(), data: {} }])
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect((await detailOf(webhook)).deliveries).toEqual([])
})

test('sends a delivery of a dead process again and marks it as possibly delivered', async () => {
  const webhook = await aWebhook()
  receiver.answer = (_, response) => void response.writeHead(500).end()
  await aTile()
  await settled(webhook, 1)
  receiver.answer = (_, response) => void response.end()
  await expect
    .poll(() =>
      withoutRls(
        api.database,
        async (tx) => (await tx.sql`select from jobs.job where name = 'webhooks' and state = 'active'`).rows.length,
      ),
    )
    .toBe(0)
  await withoutRls(api.database, (tx) => tx.sql`update webhook_deliveries set state = 'sending', next_at = now()`)
  await withoutRls(api.database, (tx) => tx.sql`update webhooks set rests_until = '-infinity'`)
  wake(WEBHOOKS)
  await receiver.until(({ length }) => length === 2)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
})

test('sends nothing while its firm is closed, and everything afterwards', async () => {
  const webhook = await aWebhook()
  await withoutRls(api.database, (tx) => tx.sql`update orgs set suspended_at = now() where id = ${admin.orgId}`)
  await withOrg(api.database, admin.orgId, async (tx) =>
    queueEvents(tx, [{ type: 'target.changed', timestamp: '', data: {} }]),
  )
  await api.idle()
  expect(receiver.received).toEqual([])
  await withoutRls(api.database, (tx) => tx.sql`update orgs set suspended_at = null where id = ${admin.orgId}`)
  wake(WEBHOOKS)
  await receiver.until(({ length }) => length === 1)
  expect((await settled(webhook, 1)).deliveries[0]).toMatchObject({ state: 'delivered' })
})

test('deletes completed deliveries after two weeks', async () => {
  const webhook = await aWebhook()
  await aTile()
  await settled(webhook, 1)
  await tidyWebhooks.run(api.database)
  expect((await detailOf(webhook)).deliveries).toHaveLength(1)
  await withoutRls(api.database, (tx) => tx.sql`update webhook_deliveries set moved_at = now() - interval '15 days'`)
  await tidyWebhooks.run(api.database)
  expect((await detailOf(webhook)).deliveries).toEqual([])
})
