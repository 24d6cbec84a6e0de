// Tests that contacts and touches keep what people do to them at the same time, follow a hand-over, and are in a person's
// own data.
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { routes as account } from '#features/account/ownContract.ts'
import { peopleRoutes } from '#features/admin/people/contract.ts'
import { type Contact, type ContactEvent, routes } from '#features/contacts/contract.ts'
import { erasureRoutes } from '#features/contacts/erasureContract.ts'
import { type Touch, routes as touches } from '#features/touches/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes as targets } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

const WRITERS = 16
let api: Api
let orgId: string
let dana: Client
let admin: Client
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  orgId = await api.aFirm()
  dana = await api.aPerson(orgId, { first_name: 'Dana', last_name: 'Reyes' })
  admin = await api.aPerson(orgId, { role: 'admin' })
})

const create = async (given: object = {}) =>
  (
    await dana.call<TargetTile>(targets.create, {
      body: aTarget({ company: 'Oak', contact: 'Jane Doe', contact_email: 'jane@oak.example', ...given }),
    })
  ).body
const share = async (id: string, person: Client) => {
  const { body } = await dana.call<TargetTile>(targets.share, { params: { id, userId: person.actor.id }, body: {} })
  const { share_id } = body.collaborators.find(({ user_id }) => user_id === person.actor.id)!
  expect((await person.call(targets.acceptShare, { params: { id: share_id }, body: {} })).status).toBe(200)
}
const log = async (given: object) =>
  (
    await dana.call<Touch>(touches.create, {
      body: { kind: 'call', at: '2026-01-05T18:00:00.000Z', direction: 'both', ...given },
    })
  ).body
const atOnce = <T>(work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: WRITERS }, (_, n) => work(n)))

test('keeps every accepted change of 16 people to one contact', { timeout: 60_000 }, async () => {
  const target = await create()
  const { id } = target.contacts![0]!
  const people = await atOnce(() => api.aPerson(orgId))
  for (const person of people) await share(target.id, person)
  const base = { emails: ['jane@oak.example'], phones: [] }
  const bodies = (n: number) =>
    [
      { phones: [`+1 555 010 00${10 + n}`], base },
      { emails: ['jane@oak.example', `jane${n}@oak.example`], base },
      { note: `Note ${n}` },
      { title: `Title ${n}` },
    ][n % 4]!
  const answers = await atOnce((n) => people[n]!.call<Contact>(routes.edit, { params: { id }, body: bodies(n) }))
  expect(answers.map(({ status }) => status)).toEqual(Array(WRITERS).fill(200))
  const { body } = await dana.call<Contact>(routes.read, { params: { id } })
  expect(body.phones.toSorted()).toEqual([0, 4, 8, 12].map((n) => `+1 555 010 00${10 + n}`).toSorted())
  expect(body.emails.toSorted()).toEqual(
    ['jane', 'jane1', 'jane13', 'jane5', 'jane9'].map((one) => `${one}@oak.example`).toSorted(),
  )
  const { events } = (await dana.call<{ events: ContactEvent[] }>(routes.history, { params: { id } })).body
  const written = (field: string) =>
    events.flatMap(({ data }) => (data.after as Record<string, string>)[field] ?? []).toSorted()
  expect(written('note')).toEqual([2, 6, 10, 14].map((n) => `Note ${n}`).toSorted())
  expect(written('title')).toEqual([3, 7, 11, 15].map((n) => `Title ${n}`).toSorted())
  expect([written('note').includes(body.note), written('title').includes(body.title)]).toEqual([true, true])
})

test('leaves nothing of a person who is erased while 16 others write about them', { timeout: 60_000 }, async () => {
  const target = await create()
  const { id } = target.contacts![0]!
  await share(target.id, admin)
  const answers = await atOnce<{ status: number }>((n) => {
    if (n === 7) return admin.call(erasureRoutes.erase, { params: { id } })
    if (n % 3 === 0) return dana.call(routes.edit, { params: { id }, body: { note: `Jane Doe ${n}` } })
    if (n % 3 === 1)
      return dana.call(touches.create, {
        body: {
          kind: 'call',
          at: '2026-01-05T18:00:00.000Z',
          target_id: target.id,
          contacts: [{ id }],
          text: String(n),
        },
      })
    return dana.call(targets.changeContact, {
      params: { id: target.id, contactId: id },
      body: { role: n % 2 === 0 ? 'Influencer' : 'Gatekeeper' },
    })
  })
  expect(answers[7]!.status).toBe(200)
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
  const { body } = await dana.call<Contact>(routes.read, { params: { id } })
  expect([body.first_name, body.note, body.emails, body.erased]).toEqual(['someone no longer', '', [], true])
  const logged = answers.filter(({ status }, n) => n !== 7 && n % 3 === 1 && status === 200).length
  const { touches: left } = (await dana.call<{ touches: Touch[] }>(touches.list, { query: { contact_id: id } })).body
  expect(left).toHaveLength(logged)
})

test('keeps every accepted change of 16 writers to one touch', { timeout: 60_000 }, async () => {
  const [one, other] = [
    await create(),
    await create({ company: 'Elm', contact: 'Max Roe', contact_email: 'max@elm.example' }),
  ]
  const touch = await log({ target_id: one.id, contacts: [{ id: one.contacts![0]!.id }] })
  const params = { id: touch.id }
  const bodies = [
    { subject: 'Budget' },
    { text: 'We agreed.' },
    { minutes: 25 },
    { kind: 'meeting' },
    { direction: 'in' },
    { shown: true },
    { at: '2026-01-07T18:00:00.000Z' },
    { contacts: [{ id: other.contacts![0]!.id }] },
    { answered: true },
  ]
  const answers = await atOnce<{ status: number }>((n) => {
    if (n < bodies.length) return dana.call(touches.edit, { params, body: bodies[n]! })
    if (n === 9) return dana.call(touches.move, { params, body: { target_id: other.id } })
    return dana.call(touches.edit, { params, body: { subject: 'Budget' } })
  })
  expect(answers.map(({ status }) => status)).toEqual(Array(WRITERS).fill(200))
  const [left] = (await dana.call<{ touches: Touch[] }>(touches.list, { query: { target_id: other.id } })).body.touches
  expect(left).toMatchObject({
    ...{ id: touch.id, subject: 'Budget', text: 'We agreed.', minutes: 25, kind: 'meeting', direction: 'in' },
    ...{ shown: true, day: '2026-01-07', answered: true, contacts: [{ name: 'Max Roe' }] },
  })
  const days = await api.database.pool.query<{ last_touch: string | null }>(
    `select last_touch::text from targets where id = any($1) order by last_touch nulls first`,
    [[one.id, other.id]],
  )
  expect(days.rows.map(({ last_touch }) => last_touch)).toEqual([null, '2026-01-07'])
})

test('deletes or keeps a touch that is edited and deleted by 16 writers, and nothing in between', async () => {
  const target = await create()
  const touch = await log({ target_id: target.id })
  const answers = await atOnce<{ status: number }>((n) =>
    n % 2 === 0
      ? dana.call(touches.edit, { params: { id: touch.id }, body: { subject: `Subject ${n}` } })
      : dana.call(touches.remove, { params: { id: touch.id } }),
  )
  expect(answers.map(({ status }) => status).filter((status) => ![200, 204, 404].includes(status))).toEqual([])
  expect((await dana.call<{ touches: Touch[] }>(touches.list)).body.touches).toEqual([])
  const back = await dana.call<Touch>(touches.restore, { params: { id: touch.id } })
  const accepted = answers.flatMap(({ status }, n) => (n % 2 === 0 && status === 200 ? `Subject ${n}` : []))
  expect(accepted.length === 0 ? [''] : accepted).toContain(back.body.subject)
})

test('hands contacts over with their Targets, and leaves touches with their owner', async () => {
  const lee = await api.aPerson(orgId)
  const target = await create()
  const { id } = target.contacts![0]!
  const touch = await log({ target_id: target.id, contacts: [{ id }], subject: 'Budget' })
  const untouched = await create({ company: 'Elm', contact: 'Max Roe', contact_email: 'max@elm.example' })
  expect((await lee.call(routes.read, { params: { id } })).status).toBe(404)
  const params = { id: dana.actor.id }
  await admin.call(peopleRoutes.deactivate, { params, body: { hand_over: { active: lee.actor.id } } })
  await api.idle()
  const { body: contact } = await lee.call<Contact>(routes.read, { params: { id } })
  expect(contact.targets.map(({ company }) => company)).toEqual(['Oak'])
  const { body: seen } = await lee.call<{ touches: Touch[] }>(touches.list, { query: { contact_id: id } })
  expect(seen.touches.map((one) => [one.id, one.user_id, one.subject])).toEqual([[touch.id, dana.actor.id, '']])
  const stillOf = async (contactId: string) =>
    (
      await api.database.pool.query<{ user_id: string }>(
        `select user_id from contact_people where contact_id = $1 and not gone order by user_id`,
        [contactId],
      )
    ).rows.map(({ user_id }) => user_id)
  expect(await stillOf(id)).toEqual([dana.actor.id, lee.actor.id].sort())
  expect(await stillOf(untouched.contacts![0]!.id)).toEqual([lee.actor.id])
})

test('gives a person their contacts and touches as data and as a workbook, and no one else’s', async () => {
  const target = await create()
  const { id } = target.contacts![0]!
  await log({ target_id: target.id, contacts: [{ id }], subject: 'Budget', text: 'We agreed.', minutes: 25 })
  const other = await api.aPerson(orgId)
  await share(target.id, other)
  await other.call(touches.create, {
    body: { kind: 'call', at: '2026-01-06T18:00:00.000Z', target_id: target.id, subject: 'Theirs', shown: true },
  })
  const { text } = await dana.call(account.myData)
  type Own = { contacts: Contact[]; touches: Touch[] }
  const own = JSON.parse(text) as Own
  expect(own.contacts.map((one) => [one.id, one.emails, one.targets[0]!.company])).toEqual([
    [id, ['jane@oak.example'], 'Oak'],
  ])
  expect(own.touches.map((one) => [one.subject, one.text, one.minutes, one.contacts[0]!.name])).toEqual([
    ['Budget', 'We agreed.', 25, 'Jane Doe'],
  ])
  const answer = await api.http.inject({ url: '/api/user/workbook?format=csv', headers: clientHeaders(dana.token) })
  const files = unzipSync(answer.rawPayload)
  const csv = (name: string) => Buffer.from(files[name]!).toString()
  expect(csv('Contacts.csv')).toContain('jane@oak.example')
  expect(csv('Touches.csv')).toContain('We agreed.')
  expect(csv('Touches.csv')).not.toContain('Theirs')
  const stranger = JSON.parse((await admin.call(account.myData)).text) as Own
  expect([stranger.contacts, stranger.touches]).toEqual([[], []])
})
