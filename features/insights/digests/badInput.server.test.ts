// Invalid input from people and API clients: each gets an error message, and the server stores and sends nothing.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#core/server/ids.ts'
import type { Client } from '#tests/api.ts'
import { type Digest, routes } from './contract.ts'
import { digestMessages, limits } from './fields.ts'
import { skippedItems } from './items.ts'
import { type DistributionList, listRoutes } from './lists.ts'
import { type MailSettingsInput, mailRoutes } from './mailContract.ts'
import { type DigestHouse, NOW, openDigestHouse } from './testing/digestHouse.ts'

let house: DigestHouse
let dana: Client
let guide: string
beforeAll(async () => {
  house = await openDigestHouse()
  dana = await house.api.aPerson(house.orgId, { first_name: 'Dana' })
  guide = await house.aContent('Year-end planning guide')
})
afterAll(() => house.close())
beforeEach(() => {
  house.api.clock.now = new Date(NOW)
})

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString()
type Refused = { message: string; errors?: Record<string, string> }
const whole = (more: object = {}) => house.input({ videoinsight_ids: [guide], user_ids: [dana.actor.id], ...more })
const send = (more: object = {}, key?: string) =>
  house.admin.call<Digest & Refused>(routes.add, { body: whole(more), ...(key && { key }) })
const act = (route: (typeof routes)['pause'], id: string) =>
  house.admin.call<Digest & Refused>(route, { params: { id } })
const digestsThere = async () => (await house.admin.call<{ digests: Digest[] }>(routes.list)).body.digests.length
/** Reads the instant of the next run from the row itself. */
const nextAt = async (id: string) => {
  const { rows } = await house.api.database.pool.query<{ next_at: Date | string }>(
    'select next_at from digests where id = $1',
    [id],
  )
  return new Date(rows[0]!.next_at).toISOString()
}

describe('The time of a digest', () => {
  test.each([
    ['2027-02-29 09:00:00', digestMessages.noSuchDate],
    ['2027-04-31 09:00', digestMessages.noSuchDate],
    ['2027-13-01 09:00:00', digestMessages.noSuchDate],
    ['2027-02-30T09:00:00Z', digestMessages.noSuchDate],
    ['0000-01-01 00:00:00', digestMessages.noSuchDate],
    ['0001-01-01 00:00:00', digestMessages.noSuchDate],
    ['9999-12-31T23:59:59-12:00', digestMessages.noSuchDate],
    ['+010000-01-01T00:00:00Z', digestMessages.noSuchDate],
    ['2027-01-11 09:00:60', digestMessages.noSuchDate],
    ['2027-01-11\u0000', digestMessages.noSuchDate],
    ['2000-01-01 00:00:00', digestMessages.tooSoon],
    ['2027-01-04T17:03:59.999Z', digestMessages.tooSoon],
  ])("rejects %j, even in a draft if the date doesn't exist", async (date, sentence) => {
    const before = await digestsThere()
    const { status, body } = await send({ date })
    expect([status, body.errors]).toEqual([400, { date: sentence }])
    const draft = await send({ date, draft: true })
    expect(draft.status).toBe(sentence === digestMessages.noSuchDate ? 400 : 200)
    expect(await digestsThere()).toBe(before + (draft.status === 200 ? 1 : 0))
  })

  test('accepts exactly four minutes ahead and rejects one millisecond less', async () => {
    house.api.clock.now = new Date('2027-01-04T17:00:00.001Z')
    expect((await send({ date: '2027-01-04 09:04:00' })).body.message).toBe(digestMessages.tooSoon)
    house.api.clock.now = new Date('2027-01-04T17:00:00.000Z')
    expect((await send({ date: '2027-01-04 09:04:00' })).status).toBe(200)
  })

  test('moves a skipped hour forward, uses the first of a repeated hour, and accepts a leap day', async () => {
    const jumped = (await send({ date: '2027-03-14 02:30:00' })).body
    expect([jumped.date, jumped.next_run]).toEqual(['2027-03-14 02:30:00', '2027-03-14 03:30:00'])
    const twice = (await send({ date: '2027-11-07 01:30:00' })).body
    expect(twice.next_run).toBe('2027-11-07 01:30:00')
    expect(await nextAt(twice.id)).toBe('2027-11-07T08:30:00.000Z')
    expect((await send({ date: '2028-02-29 09:00:00', frequency: 4 })).body.next_run).toBe('2028-02-29 09:00:00')
  })

  test('sends a weekly draft dated long ago right away without blocking the server', async () => {
    const draft = (await send({ date: '2000-01-03 09:00:00', frequency: 2, draft: true })).body
    const began = performance.now()
    expect((await act(routes.sendNow, draft.id)).body.next_run).toBe('2027-01-11 09:00:00')
    expect(performance.now() - began).toBeLessThan(3000)
  })
})

const LONG = 'x'.repeat(10_000)
const TRICKY = 'Deals\r\nBcc: all@x.example\u2028and\u0085more\u0000 \u202egnp.exe\u2066'
const PLAIN = 'Deals Bcc: all@x.example and more gnp.exe'

describe('Text fields', () => {
  test('are reduced to one line without invisible characters', async () => {
    const external_content = [{ url: 'https://vimeo.com/412', title: TRICKY, description: TRICKY, provider: TRICKY }]
    const { body } = await send({ title: TRICKY, curated_by: TRICKY, description: TRICKY, external_content })
    expect([body.title, body.curated_by, body.description]).toEqual([PLAIN, PLAIN, PLAIN])
    expect(body.contents[1]).toMatchObject({ title: PLAIN, external: { provider: PLAIN } })
    expect(body.contents[1]!.description).not.toContain('\u0000')
    const template = await house.form<{ name: string }>('/api/styletemplate', { fields: { name: TRICKY } })
    expect(template.body.name).toBe(PLAIN)
    const settings = { sender_name: TRICKY, reply_name: TRICKY, reply_address: '', counts_clicks: false }
    const kept = await house.admin.call<MailSettingsInput>(mailRoutes.changeSettings, { body: settings })
    expect(kept.body).toMatchObject({ sender_name: PLAIN, reply_name: PLAIN })
    const list = await house.admin.call<DistributionList>(listRoutes.add, {
      body: { name: 'Tax\r\n\u202e2027\u0000', user_ids: [] },
    })
    expect(list.body.name).toBe('Tax 2027')
  })

  test.each([
    ['title', { title: LONG }, 'Maximum length is 60 characters'],
    ['curated_by', { curated_by: LONG }, 'Maximum length is 60 characters'],
    ['description', { description: LONG }, 'Maximum length is 300 characters'],
    [
      'external_content.0.title',
      { external_content: [{ url: 'https://vimeo.com/1', title: LONG }] },
      'Maximum length is 200 characters',
    ],
    [
      'external_content.0.url',
      { external_content: [{ url: `https://vimeo.com/${LONG}`, title: 'x' }] },
      'Maximum length is 2000 characters',
    ],
  ])('rejects ten thousand characters as %s with the limit', async (field, wrong, sentence) => {
    const before = await digestsThere()
    const { status, body } = await send(wrong)
    expect([status, body.errors?.[field]]).toEqual([400, sentence])
    expect(await digestsThere()).toBe(before)
  })

  test.each([
    ['sender_name', LONG, 'Maximum length is 60 characters'],
    ['reply_address', LONG, 'Maximum length is 100 characters'],
    ['reply_address', 'news@x.example\r\nBcc: all@x.example', 'Invalid email address'],
    ['reply_address', 'news@x.example\u2028', ''],
    ['reply_address', '\u202enews@x.example', 'Invalid email address'],
    ['reply_address', 'news@x.example, all@x.example', 'Invalid email address'],
  ])('rejects or cleans the mail setting %s %j', async (name, given, sentence) => {
    const settings = { sender_name: '', reply_name: '', reply_address: '', counts_clicks: false, [name]: given }
    const { status, body } = await house.admin.call<Refused>(mailRoutes.changeSettings, { body: settings })
    expect([status, body.errors?.[name] ?? '']).toEqual([sentence ? 400 : 200, sentence])
  })

  test.each([
    'https://user:secret@blog.example/',
    'https://1.2.3.256/',
    'https://blog.example:99999/',
    'file:///etc/passwd',
    'data:text/html,x',
    'javascript:alert(1)',
    'https://',
  ])('rejects %s as a link of a digest', async (url) => {
    const { status, body } = await send({ external_content: [{ url, title: 'A talk' }] })
    expect([status, Object.values(body.errors!)]).toEqual([400, [digestMessages.link]])
  })
})

describe('Digest recipients', () => {
  test('accepts ten thousand and rejects one more with a message', async () => {
    const ids = Array.from({ length: limits.recipients + 1 }, () => randomUUID())
    // The server reads a long body only after it has found the session, which expires by the system clock.
    house.api.clock.now = null
    // None of them belongs to this firm.
    expect((await send({ user_ids: ids.slice(1), date: inAWeek() })).status).toBe(404)
    const { status, body } = await send({ user_ids: ids, date: inAWeek() })
    expect([status, body.errors]).toEqual([400, { user_ids: 'The limit is 10,000 people.' }])
    const list = await house.admin.call<Refused>(listRoutes.add, { body: { name: 'Everybody', user_ids: ids } })
    expect([list.status, list.body.errors]).toEqual([400, { user_ids: 'The limit is 10,000 people.' }])
  })

  test('ignores deleted lists and groups, and reports a digest that has no recipients left', async () => {
    const lee = await house.api.aPerson(house.orgId, { first_name: 'Lee' })
    const group = await house.aGroup('Going', [dana])
    const list = await house.aList({ name: 'Going', user_ids: [lee.actor.id], group_ids: [group] })
    const second = await house.aList({ name: 'Gone', user_ids: [lee.actor.id] })
    const made = await house.schedule({ videoinsight_ids: [guide], user_ids: [], list_ids: [list.id, second.id] })
    await house.system((tx) => tx.sql`delete from groups where id = ${group}`)
    await house.admin.call(listRoutes.remove, { params: { id: second.id } })
    const left = await house.admin.call<{ distributionlists: DistributionList[] }>(listRoutes.list)
    expect(left.body.distributionlists.find(({ id }) => id === list.id)).toMatchObject({ reach: 1, groups: [] })
    expect((await house.read(made.id)).list_ids).toEqual([list.id])
    await house.admin.call(listRoutes.remove, { params: { id: list.id } })
    await house.at('2027-01-11T17:00:00.000Z')
    const idle = await house.until(made.id, ({ status }) => status === 'sent')
    expect(idle.runs).toMatchObject([{ state: 'nothing_new', sent: 0, skipped: 0 }])
  })
})

describe('The server', () => {
  test('creates one digest per idempotency key and rejects a reused key with other content', async () => {
    const key = randomUUID()
    const [one, again, other] = [
      await send({}, key),
      await send({}, key),
      await send({ title: 'Something else' }, key),
    ] as const
    expect(again.body.id).toBe(one.body.id)
    expect([other.status, other.body.message]).toEqual([
      409,
      'This Idempotency-Key was already used for another change.',
    ])
    expect((await send()).body.id).not.toBe(one.body.id)
  })

  test('refuses to edit, pause, cancel, send, or delete a digest while it is being sent', async () => {
    // Without a mail server or a local outbox nothing is sent.
    const made = await house.schedule({ videoinsight_ids: [guide], user_ids: [dana.actor.id] })
    await house.at('2027-01-11T17:00:00.000Z')
    const sentence = 'This digest is being sent. Wait until it’s done.'
    const params = { id: made.id }
    for (const route of [routes.pause, routes.resume, routes.cancel, routes.sendNow, routes.remove])
      expect([route.name, (await act(route as never, made.id)).body.message]).toEqual([route.name, sentence])
    const edit = await house.admin.call<Refused>(routes.edit, { params, body: whole({ title: 'Other words' }) })
    expect([edit.status, edit.body.message]).toEqual([409, sentence])
    expect(await house.read(made.id)).toMatchObject({ status: 'sending', title: made.title, runs: [{ waiting: 1 }] })
  })

  test('refuses to delete a digest while its failed emails are sent again', async () => {
    const [id, runId] = [newId(), newId()]
    await house.system(async (tx) => {
      await tx.sql`insert into digests (org_id, id, title, curated_by, description, status) values (${house.orgId}, ${id}, 'T', 'C', 'D', 'sent')`
      await tx.sql`insert into digest_runs (org_id, id, digest_id, number, keys, at, state) values (${house.orgId}, ${runId}, ${id}, 0, '{}', now(), 'done')`
      await tx.sql`insert into digest_recipients (org_id, run_id, user_id, email, name, state) values (${house.orgId}, ${runId}, ${dana.actor.id}, 'x@y.example', 'X', 'failed')`
    })
    const again = await house.admin.call<Digest>(routes.retry, { params: { id, run: runId }, body: {} })
    expect(again.body.runs[0]).toMatchObject({ state: 'sending', waiting: 1 })
    const refused = await house.admin.call<Refused>(routes.remove, { params: { id } })
    expect([refused.status, refused.body.message]).toEqual([409, 'This digest is being sent. Wait until it’s done.'])
  })

  test('sends a digest whose author no longer manages content', async () => {
    const author = await house.api.aPerson(house.orgId, { settings: { 'key-org_report': 1 } })
    const made = (await author.call<Digest>(routes.add, { body: whole() })).body
    await house.system(
      (tx) => tx.sql`update users set settings = settings || '{"key-org_report": 0}' where id = ${author.actor.id}`,
    )
    expect((await author.call(routes.cancel, { params: { id: made.id } })).status).toBe(403)
    await house.at('2027-01-11T17:00:00.000Z')
    expect((await house.recipients(await house.read(made.id))).map(({ state }) => state)).toEqual(['waiting'])
  })

  test('skips recipients who have all been deactivated, with a reason for each, and finishes the digest', async () => {
    const gone = await house.api.aPerson(house.orgId, { first_name: 'Gone' })
    const made = await house.schedule({ videoinsight_ids: [guide], user_ids: [gone.actor.id] })
    await house.system((tx) => tx.sql`update users set deactivated_at = now() where id = ${gone.actor.id}`)
    await house.at('2027-01-11T17:00:00.000Z')
    const done = await house.read(made.id)
    expect(done).toMatchObject({ status: 'sent', runs: [{ message: 'Nothing new, so not sent', skipped: 1 }] })
    expect(await house.recipients(done)).toMatchObject([{ state: 'skipped', reason: skippedItems.deactivated }])
  })
})
