// Validation of a digest before it is scheduled, and the actions on it before it is sent.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#tests/api.ts'
import { auditLogOf } from '#tests/emails.ts'
import { type Digest, type DigestPerson, routes } from './contract.ts'
import { digestMessages } from './fields.ts'
import { type DigestHouse, NOW, openDigestHouse } from './testing/digestHouse.ts'

let house: DigestHouse
let dana: Client
let lee: Client
let guide: string
let video: string

beforeAll(async () => {
  house = await openDigestHouse()
  dana = await house.api.aPerson(house.orgId, { first_name: 'Dana' })
  lee = await house.api.aPerson(house.orgId, { first_name: 'Lee' })
  guide = await house.aContent('Year-end planning guide')
  video = await house.aContent('Transfer pricing')
})
afterAll(() => house.close())
beforeEach(() => {
  house.api.clock.now = new Date(NOW)
})

type Refused = { message: string; errors?: Record<string, string> }
const whole = (more: object = {}) => house.input({ videoinsight_ids: [guide], user_ids: [dana.actor.id], ...more })
const send = (more: object = {}) => house.admin.call<Digest & Refused>(routes.add, { body: whole(more) })
const act = (route: (typeof routes)['pause'], id: string) =>
  house.admin.call<Digest & Refused>(route, { params: { id } })

/** Reads them in pages of 500. */
async function recipientsOf(id: string): Promise<string[]> {
  const people: DigestPerson[] = []
  let after: string | undefined
  do {
    const page = await house.admin.call<{ people: DigestPerson[]; next: string | null }>(routes.people, {
      params: { id },
      query: after === undefined ? {} : { after },
    })
    expect(page.body.people.length).toBeLessThanOrEqual(500)
    people.push(...page.body.people)
    after = page.body.next ?? undefined
  } while (after !== undefined)
  return people.filter((one) => one.is_recipient).map(({ user_id }) => user_id)
}

test('lists 25 digests per page, each once, newest first', async () => {
  const firm = await openDigestHouse()
  const made: string[] = []
  for (let n = 0; n < 27; n++) made.unshift((await firm.schedule({ draft: true, title: `Digest ${n}` })).id)
  type Page = { digests: Digest[]; next: string | null }
  const first = (await firm.admin.call<Page>(routes.list)).body
  expect(first.digests).toHaveLength(25)
  const rest = (await firm.admin.call<Page>(routes.list, { query: { before: first.next! } })).body
  expect(rest.next).toBeNull()
  expect([...first.digests, ...rest.digests].map(({ id }) => id)).toEqual(made)
  await firm.close()
})

describe('A scheduled digest', () => {
  test("returns its time in the firm's time zone, its items, people, and template", async () => {
    const { status, body } = await send({ list_ids: [], frequency: 2 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'scheduled',
      date: '2027-01-11 09:00:00',
      next_run: '2027-01-11 09:00:00',
      zone: 'America/Los_Angeles',
      frequency: 2,
      runs: [],
      template_id: house.template.id,
      contents: [{ content_id: guide, title: 'Year-end planning guide', kind: 'Guide', is_auto: false }],
      recipients: [{ user_id: dana.actor.id, first_name: 'Dana' }],
      author: { id: house.admin.actor.id, is_here: true },
    })
    const list = await house.admin.call<{ digests: Digest[] }>(routes.list)
    expect(list.body.digests[0]).toEqual(body)
  })

  test('requires each field and names the missing one', async () => {
    const empty = { title: ' ', curated_by: '', description: '', date: null, template_id: null }
    const { status, body } = await send({ ...empty, videoinsight_ids: [], user_ids: [] })
    expect(status).toBe(400)
    expect(body.errors).toEqual({
      title: 'Required',
      curated_by: 'Required',
      description: 'Required',
      date: 'Required',
      template_id: 'Required',
      videoinsight_ids: digestMessages.noContent,
      user_ids: digestMessages.noRecipient,
    })
  })

  test.each([
    ['title', { title: 'x'.repeat(61) }, 'Maximum length is 60 characters'],
    ['curated_by', { curated_by: 'x'.repeat(61) }, 'Maximum length is 60 characters'],
    ['description', { description: 'x'.repeat(301) }, 'Maximum length is 300 characters'],
    ['date', { date: '2027-02-30 09:00:00' }, digestMessages.noSuchDate],
    ['date', { date: '2027-01-11 24:00:00' }, digestMessages.noSuchDate],
    ['date', { date: 'tomorrow' }, digestMessages.noSuchDate],
    ['date', { date: '2026-12-31 09:00:00' }, digestMessages.tooSoon],
    ['external_content', { external_content: [{ url: 'javascript:alert(1)', title: 'x' }] }, digestMessages.link],
  ])('rejects an invalid %s with its message: %j', async (field, wrong, sentence) => {
    const { status, body } = await send(wrong)
    expect(status).toBe(400)
    expect(Object.entries(body.errors!).find(([name]) => name.startsWith(field))?.[1]).toBe(sentence)
  })

  test('is rejected one second short of four minutes ahead and accepted at exactly four', async () => {
    const tooSoon = await send({ date: '2027-01-04 09:03:59' })
    expect(tooSoon.status).toBe(400)
    expect(tooSoon.body.message).toBe(digestMessages.tooSoon)
    expect((await send({ date: '2027-01-04 09:04:00' })).status).toBe(200)
    expect((await send({ date: '2027-01-04T17:03:59Z' })).status).toBe(400)
    expect((await send({ date: '2027-01-04T17:04:00Z' })).body.date).toBe('2027-01-04 09:04:00')
  })

  test('rejects duplicate items: ‘Looks like this video was already added’', async () => {
    const twice = await send({ videoinsight_ids: [guide, guide] })
    expect(twice.body.message).toBe('Looks like this video was already added')
    const link = (url: string) => ({ url, title: 'A talk' })
    const links = await send({ external_content: [link('https://vimeo.com/1'), link('https://vimeo.com/1/#t=3')] })
    expect(links.body.errors).toEqual({ external_content: 'Looks like this video was already added' })
  })

  test('stores external links, and removes line breaks from names', async () => {
    const external = { url: 'https://vimeo.com/412', title: 'Rates\r\nBcc: x@y.example', duration: '06:48' }
    const { body } = await send({ title: 'Deals\r\nBcc: all@hartwell.example', external_content: [external] })
    expect(body.title).toBe('Deals Bcc: all@hartwell.example')
    expect(body.contents[1]).toMatchObject({ content_id: null, url: 'https://vimeo.com/412', duration: '06:48' })
    expect(body.contents[1]!.external!.title).toBe('Rates Bcc: x@y.example')
  })

  test("can't refer to another firm's people, items, lists, or templates", async () => {
    const other = await house.api.aFirm({ name: 'Brook & Vale' })
    const robin = await house.api.aPerson(other, { role: 'admin' })
    const theirs = await house.aContent('Secret', { org: other })
    for (const wrong of [
      { user_ids: [robin.actor.id] },
      { videoinsight_ids: [theirs] },
      { list_ids: [randomUUID()] },
      { template_id: randomUUID() },
    ])
      expect([wrong, (await send(wrong)).status]).toEqual([wrong, 404])
    const { id } = (await send()).body
    expect((await robin.call(routes.one, { params: { id } })).status).toBe(404)
    expect((await robin.call(routes.cancel, { params: { id } })).status).toBe(404)
  })

  test("can't be read or changed by people who don't manage content", async () => {
    for (const route of [routes.list, routes.add, routes.one, routes.cancel])
      expect((await dana.call(route, { params: { id: randomUUID() }, body: whole() })).status).toBe(403)
  })
})

describe('Draft digest', () => {
  test('can lack any field, all of which are required to schedule it', async () => {
    const body = { draft: true, title: 'One day' }
    const made = await house.admin.call<Digest>(routes.add, { body })
    expect(made.body).toMatchObject({ status: 'draft', date: null, next_run: null, template_id: null, contents: [] })
    const params = { id: made.body.id }
    const early = await house.admin.call<Refused>(routes.edit, { params, body: { ...body, draft: false } })
    expect(Object.keys(early.body.errors!)).toContain('template_id')
    const now = await house.admin.call<Refused>(routes.sendNow, { params })
    expect(now.status).toBe(400)
    const done = await house.admin.call<Digest>(routes.edit, { params, body: whole() })
    expect(done.body).toMatchObject({ status: 'scheduled', next_run: '2027-01-11 09:00:00' })
  })
})

describe('Auto-populate', () => {
  test("adds up to four of the author's favorites, and removes them when switched off", async () => {
    const favourites: string[] = []
    for (let n = 0; n < 6; n++) favourites.push(await house.aContent(`Favorite ${n}`))
    for (const id of favourites) await house.heart(house.admin, id)
    const made = (await send({ auto_populate: true })).body
    const auto = made.contents.filter(({ is_auto }) => is_auto).map(({ content_id }) => content_id!)
    expect(auto).toHaveLength(4)
    expect(favourites).toEqual(expect.arrayContaining(auto))
    const sent = { videoinsight_ids: [guide, ...auto], revision: made.revision }
    const edit = (more: object) =>
      house.admin.call<Digest>(routes.edit, { params: { id: made.id }, body: whole({ ...sent, ...more }) })
    const kept = await edit({ auto_populate: true })
    expect(kept.body.contents.map(({ content_id }) => content_id)).toEqual([guide, ...auto])
    const off = await edit({ auto_populate: false, revision: kept.body.revision })
    expect(off.body.contents.map(({ content_id }) => content_id)).toEqual([guide])
  })
})

describe("A digest that hasn't been sent", () => {
  test('can be paused and resumed, canceled permanently, and copied as a draft', async () => {
    const { id } = (await send()).body
    expect((await act(routes.pause, id)).body.status).toBe('paused')
    expect((await act(routes.pause, id)).status).toBe(409)
    expect((await act(routes.resume, id)).body).toMatchObject({ status: 'scheduled', next_run: '2027-01-11 09:00:00' })
    expect((await act(routes.cancel, id)).body).toMatchObject({ status: 'cancelled', next_run: null })
    const late = await act(routes.resume, id)
    expect([late.status, late.body.message]).toEqual([409, 'This digest was canceled.'])
    const copy = await act(routes.duplicate, id)
    expect(copy.body).toMatchObject({ status: 'draft', date: null, title: 'Before the year ends' })
    expect(copy.body.recipients!).toHaveLength(1)
    expect((await house.admin.call(routes.remove, { params: { id } })).status).toBe(204)
    expect((await act(routes.pause, id)).status).toBe(404)
    const log = (await auditLogOf(house.api, house.orgId)).map(({ action }) => action)
    for (const action of ['scheduled', 'paused', 'resumed', 'cancelled', 'duplicated', 'removed'])
      expect(log).toContain(`digest.${action}`)
  })

  test('needs a new time if it was paused past its own', async () => {
    const { id } = (await send({ date: '2027-01-05 09:00:00' })).body
    await act(routes.pause, id)
    house.api.clock.now = new Date('2027-01-06T17:00:00Z')
    const late = await act(routes.resume, id)
    expect([late.status, late.body.message]).toEqual([409, 'The scheduled time has passed. Choose another one.'])
    const weekly = (await send({ date: '2027-01-07 09:00:00', frequency: 2 })).body
    await act(routes.pause, weekly.id)
    house.api.clock.now = new Date('2027-01-20T17:00:00Z')
    expect((await act(routes.resume, weekly.id)).body.next_run).toBe('2027-01-21 09:00:00')
  })

  test('keeps the first of two concurrent edits and rejects the second', async () => {
    const { id, revision } = (await send()).body
    const edit = (title: string) =>
      house.admin.call<Digest & Refused>(routes.edit, { params: { id }, body: whole({ title, revision }) })
    expect((await edit('First')).body.title).toBe('First')
    const second = await edit('Second')
    expect([second.status, second.body.message]).toEqual([
      409,
      'Someone else changed this digest in the meantime. Review the latest version.',
    ])
    expect((await house.read(id)).title).toBe('First')
  })

  test('is created once if it is submitted twice with the same idempotency key', async () => {
    const key = randomUUID()
    const [one, two] = await Promise.all(
      [1, 2].map(() => house.admin.call<Digest>(routes.add, { body: whole({ title: 'Once' }), key })),
    )
    expect(one!.body.id).toBe(two!.body.id)
  })

  test('accepts 5,000 people', async () => {
    await house.system(
      (tx) =>
        tx.sql`insert into users (org_id, id, email, first_name, last_name, role)
        select ${house.orgId}, gen_random_uuid(), 'many' || n || '@hartwell.example', 'Many', 'Person' || n, 'member' from generate_series(1, 5000) n returning 1`,
    )
    const { rows } = await house.api.database.pool.query<{ id: string }>(
      `select id from users where org_id = $1 and first_name = 'Many'`,
      [house.orgId],
    )
    // The server reads a long body only after it has found the session, which expires by the system clock.
    house.api.clock.now = null
    const date = new Date(Date.now() + 7 * 86_400_000).toISOString()
    const made = await send({ user_ids: rows.map(({ id }) => id), date })
    expect(made.body).toMatchObject({ recipients: null, recipient_count: 5000, left_out_ids: [], left_out_count: 0 })
    const ids = rows.map(({ id }) => id).sort()
    expect(await recipientsOf(made.body.id)).toEqual(ids)
    // Neither the digest nor the list carries them.
    const read = await house.admin.call<Digest>(routes.one, { params: { id: made.body.id } })
    expect(Buffer.byteLength(read.text)).toBeLessThan(20_000)
    const { id, revision } = read.body
    const edited = await house.admin.call<Digest>(routes.edit, {
      params: { id },
      body: whole({ title: 'Edited', user_ids: null, left_out_ids: null, date, revision }),
    })
    expect(edited.body).toMatchObject({ title: 'Edited', recipient_count: 5000 })
    expect(await recipientsOf(id)).toEqual(ids)
    // Background tasks for the new people can still run, and lock their rows in another order than the delete does.
    await house.api.caughtUp()
    await house.system((tx) => tx.sql`delete from users where first_name = 'Many'`)
  })

  test('skips people deactivated later, and rejects people who already are', async () => {
    const gone = await house.api.aPerson(house.orgId, { first_name: 'Gone', last_name: 'Person' })
    const { id, revision } = (await send({ user_ids: [gone.actor.id, lee.actor.id], videoinsight_ids: [video] })).body
    await house.system((tx) => tx.sql`update users set deactivated_at = now() where id = ${gone.actor.id}`)
    const refused = await send({ user_ids: [gone.actor.id] })
    expect(refused.body.errors).toEqual({ user_ids: 'Gone Person is no longer active.' })
    const body = whole({ user_ids: [gone.actor.id, lee.actor.id], revision })
    const kept = await house.admin.call<Digest>(routes.edit, { params: { id }, body })
    expect(kept.body.recipients!.map((one) => one.is_deactivated).sort()).toEqual([false, true])
  })
})
