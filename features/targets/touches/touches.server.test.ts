// Tests touches on Targets: who sees what of them, and that Targets and contacts follow them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/contract/dates.ts'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { type Contact, routes as contacts } from '#features/contacts/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { routes, type Touch } from '#features/touches/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'

const ZONE = 'America/Los_Angeles'
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const dayAgo = (days: number) => dayIn(ZONE, daysAgo(days))

let api: Api
let orgId: string
let dana: Client
let lee: Client
beforeAll(async () => {
  api = await openApi()
  orgId = await api.aFirm()
  dana = await api.aPerson(orgId, { first_name: 'Dana', last_name: 'Reyes' })
  lee = await api.aPerson(orgId, { first_name: 'Lee', last_name: 'Park' })
})
afterAll(() => api.close())

const create = async (person: Client, given: Parameters<typeof aTarget>[0] = {}) => {
  const { status, body } = await person.call<TargetTile>(targets.create, {
    body: aTarget({
      company: 'Seven Oaks',
      contact: `Anjali ${randomUUID().slice(0, 8)}`,
      contact_email: '',
      ...given,
    }),
  })
  expect(status).toBe(200)
  return body
}
const read = async (person: Client, id: string) => {
  const { body } = await person.call<TargetTile>(targets.read, { params: { id } })
  return body
}
const log = async (person: Client, given: Record<string, unknown>) => {
  const { status, body } = await person.call<Touch>(routes.create, { body: { kind: 'call', at: daysAgo(0), ...given } })
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
const listOf = async (person: Client, query: Record<string, unknown>) =>
  (await person.call<{ touches: Touch[]; cursor: string | null }>(routes.list, { query })).body
const feedOf = async (person: Client) =>
  (await person.call<Feed>(feedRoutes.changes, { query: { after: 'touches:0' } })).body.collections.touches!
const share = async (owner: Client, other: Client, id: string) => {
  const { body } = await owner.call<TargetTile>(targets.share, { params: { id, userId: other.actor.id }, body: {} })
  const { share_id } = body.collaborators.find(({ user_id }) => user_id === other.actor.id)!
  expect((await other.call(targets.acceptShare, { params: { id: share_id }, body: {} })).status).toBe(200)
  return share_id
}
const contactOf = async (person: Client, id: string) =>
  (await person.call<Contact>(contacts.read, { params: { id } })).body

describe('a touch', () => {
  test('is its owner’s, with the Target’s contact, and moves the last touch of both', async () => {
    const target = await create(dana)
    const [contact] = target.contacts!
    expect(target.last_touch).toBe(null)
    const at = daysAgo(12)
    const touch = await log(dana, {
      at,
      target_id: target.id,
      contacts: [{ id: contact!.id }],
      direction: 'out',
      minutes: 20,
      subject: 'Staffing plan',
      text: 'She likes it.',
    })
    expect(touch).toEqual({
      id: expect.any(String),
      user_id: dana.actor.id,
      kind: 'call',
      at,
      day: dayAgo(12),
      direction: 'out',
      contacts: [{ id: contact!.id, name: contact!.name }],
      people: [{ id: dana.actor.id, name: 'Dana Reyes' }],
      subject: 'Staffing plan',
      text: 'She likes it.',
      minutes: 20,
      attachments: [],
      others: [],
      source: 'typed',
      target_id: target.id,
      shown: false,
      answered: false,
    })
    expect((await read(dana, target.id)).last_touch).toBe(dayAgo(12))
    expect((await contactOf(dana, contact!.id)).last_touch).toBe(dayAgo(12))
    expect(await listOf(dana, { target_id: target.id })).toEqual({ touches: [touch], cursor: null })
    expect(await listOf(dana, { contact_id: contact!.id })).toEqual({ touches: [touch], cursor: null })
    expect((await feedOf(dana)).rows).toContainEqual(touch)
    // An earlier one changes nothing about the last.
    await log(dana, { at: daysAgo(30), target_id: target.id })
    expect((await read(dana, target.id)).last_touch).toBe(dayAgo(12))
    expect((await read(dana, target.id)).modified).toBe(target.modified)
  })

  test('finds a contact by name, of this Target only', async () => {
    const [target, other] = [await create(dana), await create(dana)]
    const name = target.contacts![0]!.name
    expect((await log(dana, { target_id: target.id, contacts: [{ name }] })).contacts).toEqual([
      { id: target.contacts![0]!.id, name },
    ])
    const { status, body } = await dana.call(routes.create, {
      body: { kind: 'call', at: daysAgo(0), target_id: other.id, contacts: [{ name }] },
    })
    expect([status, body]).toMatchObject([
      400,
      { errors: { contacts: `No contact of this Target is called ${name}.` } },
    ])
  })

  test.each([
    ['a day ahead', { at: daysAgo(-1) }, 400],
    ['a day before 1900', { at: '1812-06-18T12:00:00Z' }, 400],
    ['neither Target nor contact', { target_id: null }, 400],
    ['someone else’s Target', { target_id: randomUUID() }, 404],
    ['someone else’s contact', { contacts: [{ id: randomUUID() }] }, 400],
    ['no minutes', { minutes: 0 }, 400],
    ['a text that is too long', { subject: 'x'.repeat(251) }, 400],
    ['an unknown kind', { kind: 'fax' }, 400],
  ])('is refused with %s', async (_, given, status) => {
    const target = await create(dana)
    const answer = await dana.call(routes.create, {
      body: { kind: 'call', at: daysAgo(0), target_id: target.id, ...given },
    })
    expect(answer.status).toBe(status)
    expect((await listOf(dana, { target_id: target.id })).touches).toEqual([])
  })

  test('arrives once, however often it is sent', async () => {
    const target = await create(dana)
    const given = { key: randomUUID(), body: { kind: 'call', at: daysAgo(0), target_id: target.id } }
    const send = () => dana.call<Touch>(routes.create, given)
    const [first, second] = await Promise.all([send(), send()])
    expect(first!.body.id).toBe(second!.body.id)
    expect((await listOf(dana, { target_id: target.id })).touches).toHaveLength(1)
  })

  test('of a dropped message is created once, and comes back when it is dropped again', async () => {
    const target = await create(dana)
    const dropped = { message_id: randomUUID(), attachments: [{ name: 'plan.pdf', size: 1200 }] }
    const given = { kind: 'email', at: daysAgo(1), target_id: target.id, subject: 'Plan', dropped }
    const first = await log(dana, given)
    expect(first).toMatchObject({ source: 'dropped', attachments: dropped.attachments })
    expect(await log(dana, { ...given, subject: 'Again' })).toEqual(first)
    await dana.call(routes.remove, { params: { id: first.id } })
    expect(await log(dana, given)).toEqual(first)
    expect((await listOf(dana, { target_id: target.id })).touches).toEqual([first])
    // The same message of a colleague is a touch of its own.
    await share(dana, lee, target.id)
    expect((await log(lee, given)).id).not.toBe(first.id)
  })

  test('changes, moves, and goes, for its owner only', async () => {
    const [target, other] = [await create(dana), await create(dana)]
    const touch = await log(dana, {
      target_id: target.id,
      contacts: [{ id: target.contacts![0]!.id }],
      subject: 'Fees',
    })
    await share(dana, lee, target.id)
    const one = { params: { id: touch.id } }
    for (const answer of [
      await lee.call(routes.edit, { ...one, body: { subject: 'Mine' } }),
      await lee.call(routes.remove, one),
    ])
      expect([answer.status, answer.body]).toMatchObject([403, { message: 'Only Dana Reyes can change this.' }])
    expect((await lee.call(routes.restore, one)).status).not.toBe(404)
    expect((await lee.call(routes.move, { ...one, body: { target_id: other.id } })).status).toBe(404)

    const edited = await dana.call<Touch>(routes.edit, {
      ...one,
      body: { kind: 'meeting', at: daysAgo(3), contacts: [] },
    })
    expect(edited.body).toMatchObject({ kind: 'meeting', day: dayAgo(3), contacts: [], subject: 'Fees' })
    expect((await read(lee, target.id)).last_touch).toBe(dayAgo(3))

    const moved = await dana.call<Touch>(routes.move, { ...one, body: { target_id: other.id } })
    expect(moved.body.target_id).toBe(other.id)
    expect((await read(dana, target.id)).last_touch).toBe(null)
    expect((await read(dana, other.id)).last_touch).toBe(dayAgo(3))
    expect((await feedOf(lee)).gone).toContain(touch.id)

    expect((await dana.call(routes.remove, one)).status).toBe(204)
    expect((await listOf(dana, { target_id: other.id })).touches).toEqual([])
    expect((await read(dana, other.id)).last_touch).toBe(null)
    expect((await dana.call(routes.edit, { ...one, body: { subject: 'Fees' } })).status).toBe(404)
    expect((await dana.call<Touch>(routes.restore, one)).body).toEqual(moved.body)
    expect((await read(dana, other.id)).last_touch).toBe(dayAgo(3))
  })
})

describe('others', () => {
  test('on the Target see kind, day, and names, and the text once its owner shows it', async () => {
    const target = await create(dana)
    const touch = await log(dana, {
      at: daysAgo(2),
      target_id: target.id,
      contacts: [{ id: target.contacts![0]!.id }],
      subject: 'Secret',
      text: 'Very',
      minutes: 15,
    })
    await share(dana, lee, target.id)
    const seen = { ...touch, at: dayAgo(2), subject: '', text: null, minutes: null }
    expect((await feedOf(lee)).rows).toContainEqual(seen)
    expect((await listOf(lee, { target_id: target.id })).touches).toEqual([seen])
    expect((await listOf(lee, { contact_id: target.contacts![0]!.id })).touches).toEqual([seen])
    expect((await listOf(lee, {})).touches.map(({ id }) => id)).not.toContain(touch.id)
    await dana.call(routes.edit, { params: { id: touch.id }, body: { shown: true } })
    expect((await listOf(lee, { target_id: target.id })).touches).toEqual([{ ...touch, at: dayAgo(2), shown: true }])
  })

  test('see no contact that is on private Targets only', async () => {
    const [target, secret] = [await create(dana), await create(dana, { private: true, company: 'Hidden Mills' })]
    const ids = [target.contacts![0]!.id, secret.contacts![0]!.id]
    const touch = await log(dana, { target_id: target.id, contacts: ids.map((id) => ({ id })) })
    expect(touch.contacts.map(({ id }) => id)).toEqual(ids)
    await share(dana, lee, target.id)
    expect((await listOf(lee, { target_id: target.id })).touches[0]!.contacts.map(({ id }) => id)).toEqual([ids[0]])
    expect(JSON.stringify(await feedOf(lee))).not.toContain(secret.contacts![0]!.name)
  })

  test('lose the touches with the Target, and its owner keeps them after a hand-over', async () => {
    const target = await create(dana)
    const touch = await log(dana, { target_id: target.id, contacts: [{ id: target.contacts![0]!.id }] })
    await share(dana, lee, target.id)
    await dana.call(targets.revokeShare, {
      params: {
        id: (await read(dana, target.id)).collaborators.find(({ user_id }) => user_id === lee.actor.id)!.share_id,
      },
    })
    expect((await feedOf(lee)).gone).toContain(touch.id)
    expect((await listOf(lee, { target_id: target.id })).touches).toEqual([])

    await share(dana, lee, target.id)
    await dana.call(targets.handOver, { params: { id: target.id }, body: { user_id: lee.actor.id } })
    expect((await feedOf(dana)).rows).toContainEqual(touch)
    expect((await feedOf(lee)).rows.map(({ id }) => id)).toContain(touch.id)
    // The contact stays with the person who was in touch with it.
    expect((await contactOf(dana, target.contacts![0]!.id)).last_touch).toBe(dayAgo(0))
  })

  test('see nothing: strangers of another firm and colleagues without a part', async () => {
    const stranger = await api.aPerson(await api.aFirm(), { role: 'admin' })
    const target = await create(dana)
    const touch = await log(dana, { target_id: target.id, contacts: [{ id: target.contacts![0]!.id }] })
    for (const person of [stranger, lee]) {
      expect((await listOf(person, { target_id: target.id })).touches).toEqual([])
      expect((await listOf(person, { contact_id: target.contacts![0]!.id })).touches).toEqual([])
      for (const answer of [
        await person.call(routes.edit, { params: { id: touch.id }, body: { subject: 'x' } }),
        await person.call(routes.remove, { params: { id: touch.id } }),
        await person.call(routes.move, { params: { id: touch.id }, body: { target_id: target.id } }),
        await person.call(routes.create, { body: { kind: 'call', at: daysAgo(0), target_id: target.id } }),
      ])
        expect(answer.status).toBe(404)
      expect(JSON.stringify(await feedOf(person))).not.toContain(touch.id)
    }
  })

  test('who manage the person see kind, day, and names, and the person sees that they looked', async () => {
    const manager = await api.aPerson(orgId)
    const member = await api.aPerson(orgId)
    await withoutRls(api.database, async (tx) => {
      const group = randomUUID()
      await tx.sql`update orgs set access = 'yes' where id = ${orgId}`
      await tx.sql`insert into groups (org_id, id, name) values (${orgId}, ${group}, ${group})`
      await tx.sql`insert into group_members (org_id, group_id, user_id) values (${orgId}, ${group}, ${member.actor.id})`
      await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${orgId}, ${group}, ${manager.actor.id})`
    })
    const [target, secret] = [await create(member), await create(member, { private: true })]
    const touch = await log(member, {
      at: daysAgo(1),
      target_id: target.id,
      subject: 'Secret',
      text: 'Very',
      shown: true,
    })
    await log(member, { target_id: secret.id })
    const asManager = async (targetId: string) => {
      const answer = await api.http.inject({
        url: `/api/touches?target_id=${targetId}`,
        headers: { ...clientHeaders(manager.token), 'x-proxy-for': member.actor.id },
      })
      return answer.json<{ touches: Touch[] }>().touches
    }
    expect(await asManager(target.id)).toEqual([{ ...touch, at: dayAgo(1), subject: '', text: null, minutes: null }])
    expect(await asManager(secret.id)).toEqual([])
    const { looks } = (await member.call<{ looks: { user_id: string }[] }>(targets.looks)).body
    expect(looks.map(({ user_id }) => user_id)).toEqual([manager.actor.id])
  })
})

describe('the contacts', () => {
  test('take their touches along when they are merged, and back', async () => {
    const [target, other] = [await create(dana), await create(dana)]
    const [from, into] = [target.contacts![0]!.id, other.contacts![0]!.id]
    const touch = await log(dana, { at: daysAgo(5), target_id: target.id, contacts: [{ id: from }] })
    await dana.call(contacts.merge, { params: { id: from }, body: { into } })
    expect((await contactOf(dana, into)).last_touch).toBe(dayAgo(5))
    expect((await listOf(dana, { contact_id: into })).touches.map(({ id }) => id)).toEqual([touch.id])
    // A device can still name the merged one.
    expect((await log(dana, { target_id: target.id, contacts: [{ id: from }] })).contacts[0]!.id).toBe(into)
    await dana.call(contacts.unmerge, { params: { id: from } })
    expect((await contactOf(dana, from)).last_touch).toBe(dayAgo(5))
    expect((await contactOf(dana, into)).last_touch).toBe(dayAgo(0))
  })

  test('stay with a person who was in touch with them', async () => {
    const target = await create(dana)
    const added = await dana.call<TargetTile>(targets.addContact, {
      params: { id: target.id },
      body: { contact: { first_name: 'Mira', last_name: randomUUID() }, role: 'Other' },
    })
    const mira = added.body.contacts![1]!
    const touch = await log(dana, { target_id: null, contacts: [{ id: mira.id }] })
    await dana.call(targets.removeContact, { params: { id: target.id, contactId: mira.id } })
    expect((await contactOf(dana, mira.id)).last_touch).toBe(dayAgo(0))
    await dana.call(routes.remove, { params: { id: touch.id } })
    expect((await contactOf(dana, mira.id)).last_touch).toBe(null)
  })
})

test('a destroyed Target takes its touches along', async () => {
  const target = await create(dana)
  const touch = await log(dana, { target_id: target.id })
  await dana.call(targets.trash, { params: { id: target.id }, body: {} })
  await dana.call(targets.destroy, { params: { id: target.id } })
  expect((await feedOf(dana)).gone).toContain(touch.id)
  expect((await listOf(dana, {})).touches.map(({ id }) => id)).not.toContain(touch.id)
})

test('lists 50 at a time, latest first', async () => {
  const target = await create(dana)
  for (let i = 0; i < 60; i++) await log(dana, { at: daysAgo(i % 20), target_id: target.id })
  const first = await listOf(dana, { target_id: target.id })
  const second = await listOf(dana, { target_id: target.id, after: first.cursor })
  const days = [...first.touches, ...second.touches].map(({ day }) => day)
  expect([first.touches.length, second.touches.length, second.cursor]).toEqual([50, 10, null])
  expect(days).toEqual(days.toSorted().reverse())
  expect(days[0]).toBe(addDays(days.at(-1)!, 19))
  expect((await dana.call(routes.list, { query: { after: 'x' } })).status).toBe(400)
})
