// Probes for contacts on private Targets and for touches with them: as a colleague, a manager, a firm admin, and another
// firm. Nothing differs from what a random ID gives, or from before they existed.
import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedRoutes } from '#core/contract/feed.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { routes as account } from '#features/account/ownContract.ts'
import { auditRoutes } from '#features/admin/audit/contract.ts'
import { type Contact, routes } from '#features/contacts/contract.ts'
import { erasureRoutes } from '#features/contacts/erasureContract.ts'
import { personActivityReport } from '#features/reports/contract.ts'
import { type Touch, routes as touches } from '#features/touches/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { peopleReportDefinition as peopleReport } from '../reports/peopleContract.ts'
import { routes as targets } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

let api: Api
let probing: Record<string, Client>
let owner: Client
let hidden: { contactId: string; targetId: string; words: string[] }[]
let touchIds: string[]
let before: Record<string, string[]>
beforeAll(async () => {
  api = await openApi()
  const orgId = await api.aFirm()
  owner = await api.aPerson(orgId)
  probing = {
    colleague: await api.aPerson(orgId),
    manager: await api.aPerson(orgId),
    admin: await api.aPerson(orgId, { role: 'admin' }),
    stranger: await api.aPerson(await api.aFirm(), { role: 'admin' }),
  }
  await withoutRls(api.database, async (tx) => {
    const group = randomUUID()
    await tx.sql`update orgs set access = 'yes' where id = ${orgId}`
    await tx.sql`insert into groups (org_id, id, name) values (${orgId}, ${group}, 'Tax')`
    await tx.sql`insert into group_members (org_id, group_id, user_id) values (${orgId}, ${group}, ${owner.actor.id})`
    for (const person of [probing.manager!, probing.admin!])
      await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${orgId}, ${group}, ${person.actor.id})`
  })
  await withoutRls(
    api.database,
    (tx) => tx.sql`update users set settings = settings || '{"key-org_report": 1}' where org_id = ${orgId}`,
  )
  await firstTouches()
  // Their own exports are in the log, so the first round is another.
  await everythingOf(orgId)
  before = await everythingOf(orgId)
  hidden = []
  touchIds = []
  for (let i = 0; i < 5; i++) {
    const words = [`Hidden${i}`, `Zebra${i}`, `quagga${i}@zebra.example`, `Okapi${i}`]
    const { body } = await owner.call<TargetTile>(targets.create, {
      body: aTarget({
        company: `Okapi${i} Mills`,
        contact: `Hidden${i} Zebra${i}`,
        contact_email: words[2]!,
        private: true,
      }),
    })
    const { body: added } = await owner.call<TargetTile>(targets.addContact, {
      params: { id: body.id },
      body: { contact: { first_name: `Second${i}`, last_name: `Zebra${i}` }, role: 'Other' },
    })
    for (const { id } of added.contacts!) {
      hidden.push({ contactId: id, targetId: body.id, words })
      const { body: touch } = await owner.call<Touch>(touches.create, {
        body: { ...aTouch, target_id: body.id, contacts: [{ id }], subject: words[0], text: 'Zebra', shown: true },
      })
      touchIds.push(touch.id)
    }
  }
})
afterAll(() => api.close())

const aTouch = { kind: 'call', at: '2026-01-05T18:00:00.000Z', direction: 'both' }

/** Colleagues see one of these touches. The other is on no Target. */
async function firstTouches() {
  const { body } = await owner.call<TargetTile>(targets.create, {
    body: aTarget({ company: 'Open', contact: 'Ann Open' }),
  })
  await owner.call(touches.create, { body: { ...aTouch, target_id: body.id } })
  const { body: kept } = await owner.call<Contact>(routes.create, { body: { last_name: 'Kept' } })
  await owner.call(touches.create, { body: { ...aTouch, contacts: [{ id: kept.id }] } })
}

/** Returns every list, count, and export that can have contacts or touches, by who asks. */
async function everythingOf(orgId: string): Promise<Record<string, string[]>> {
  const days = { start: '2026-01-01', end: '2026-01-31' }
  const each = Object.entries(probing).map(async ([who, person]) => {
    const answers = [
      person.call(routes.list),
      person.call(touches.list),
      person.call(feedRoutes.changes),
      person.call(targets.looks),
      person.call(targets.managed),
      person.call(targets.overlaps, {
        query: { company: 'Okapi1 Mills', contact: 'Hidden1 Zebra1', email: 'quagga1@zebra.example' },
      }),
      person.call(targets.company, { query: { name: 'Okapi1 Mills' } }),
      person.call(personActivityReport.routes.read, { params: { key: 'user', id: owner.actor.id }, query: days }),
      person.call(peopleReport.routes.read, { params: { key: 'org', id: orgId }, query: days }),
      person.call(account.myData),
      person.call(auditRoutes.audit, { query: { q: 'contact' } }),
    ]
    const said = (await Promise.all(answers)).map(({ status, text }) => `${status} ${text}`)
    const workbook = await api.http.inject({ url: '/api/contacts/export.xlsx', headers: clientHeaders(person.token) })
    const sheet = Buffer.from(unzipSync(workbook.rawPayload)['xl/worksheets/sheet1.xml']!).toString()
    return [who, [...said, sheet].map(withoutClock)] as const
  })
  return Object.fromEntries(await Promise.all(each))
}

/** Leaves out when a session was used last, and their own exports. */
const withoutClock = (text: string) =>
  text
    .replace(/"[^"]*\d\d:\d\d:\d\d[^"]*"/g, '""')
    .replace(/,?\s*\{[^{}]*"action":"(?:data\.downloaded|contacts\.exported)"[^{}]*\{[^{}]*\}[^{}]*\}/g, '')

const reads = (contactId: string, targetId: string, touchId: string) =>
  [
    [routes.read, { params: { id: contactId } }],
    [routes.history, { params: { id: contactId } }],
    [routes.unmerge, { params: { id: contactId } }],
    [erasureRoutes.erase, { params: { id: contactId } }],
    [targets.read, { params: { id: targetId } }],
    [targets.timeline, { params: { id: targetId } }],
    [touches.list, { query: { target_id: targetId } }],
    [touches.list, { query: { contact_id: contactId } }],
    [touches.list, { query: { target_id: targetId, contact_id: contactId } }],
    [touches.create, { body: { ...aTouch, target_id: targetId } }],
    [touches.create, { body: { ...aTouch, contacts: [{ id: contactId }] } }],
    [touches.edit, { params: { id: touchId }, body: { shown: true } }],
    [touches.edit, { params: { id: touchId }, body: { contacts: [{ id: contactId }] } }],
    [touches.move, { params: { id: touchId }, body: { target_id: targetId } }],
    [touches.remove, { params: { id: touchId } }],
    [touches.restore, { params: { id: touchId } }],
  ] as const

test('tells the same about a contact, its Target, and a touch as about random IDs', async () => {
  let probes = 0
  const differing: string[] = []
  for (const [who, person] of Object.entries(probing)) {
    const ask = (ids: readonly [string, string, string]) =>
      Promise.all(
        reads(...ids).map(async ([route, input]) => {
          const { status, text } = await person.call(route, input)
          return `${route.name} ${status} ${text}`
        }),
      )
    const random = await ask([randomUUID(), randomUUID(), randomUUID()])
    for (const [at, { contactId, targetId }] of hidden.entries()) {
      const answers = await ask([contactId, targetId, touchIds[at]!])
      probes += answers.length
      for (const [place, said] of answers.entries()) if (said !== random[place]) differing.push(`${who}: ${said}`)
    }
  }
  expect(differing).toEqual([])
  expect(probes).toBeGreaterThanOrEqual(600)
})

test('tells a manager in a person’s place the same', async () => {
  const asked = async (query: string) => {
    const headers = { ...clientHeaders(probing.manager!.token), 'x-proxy-for': owner.actor.id }
    const { statusCode, body } = await api.http.inject({ url: `/api/touches?${query}`, headers })
    return `${statusCode} ${body}`
  }
  for (const { contactId, targetId } of hidden)
    for (const [name, id] of [
      ['target_id', targetId],
      ['contact_id', contactId],
    ] as const)
      expect(await asked(`${name}=${id}`)).toBe(await asked(`${name}=${randomUUID()}`))
})

test('leaves every list, count, log, and export as it was before they existed', async () => {
  await api.caughtUp()
  const after = await everythingOf(owner.orgId)
  expect(Object.keys(after)).toEqual(Object.keys(before))
  for (const [who, said] of Object.entries(after))
    for (const [place, text] of said.entries()) expect([who, place, text]).toEqual([who, place, before[who]![place]])
})

test('finds nothing', async () => {
  let probes = 0
  const said: string[] = []
  for (const [who, person] of Object.entries(probing))
    for (const { contactId, targetId, words } of hidden) {
      const one = { params: { id: contactId } }
      const onTarget = { params: { id: targetId, contactId } }
      const answers = await Promise.all([
        person.call(routes.read, one),
        person.call(routes.history, one),
        person.call(routes.edit, { ...one, body: { title: 'Found' } }),
        person.call(routes.merge, { ...one, body: { into: hidden[0]!.contactId } }),
        person.call(routes.unmerge, one),
        person.call(targets.changeContact, { ...onTarget, body: { first: true } }),
        person.call(targets.removeContact, onTarget),
        person.call(targets.addContact, { params: { id: targetId }, body: { contact_id: contactId, role: 'Other' } }),
      ])
      for (const { status, body } of answers) {
        probes++
        if (status !== 404 && !(status === 400 && contactId === hidden[0]!.contactId))
          said.push(`${who}: ${status} ${JSON.stringify(body)}`)
      }
      for (const word of words) {
        probes++
        const { body } = await person.call<{ contacts: Contact[] }>(routes.list, { query: { q: word } })
        if (body.contacts.length > 0) said.push(`${who}: ${word} ${JSON.stringify(body)}`)
      }
      const { body: feed } = await person.call<object>(feedRoutes.changes, { query: { after: 'contacts' } })
      probes++
      if (JSON.stringify(feed).includes('Zebra')) said.push(`${who}: the feed`)
    }
  expect(said).toEqual([])
  expect(probes).toBeGreaterThanOrEqual(500)
})

test('tells no one by a new contact with the same address that it exists, nor mixes the two', async () => {
  for (const person of [probing.colleague!, probing.manager!, probing.admin!]) {
    const { status, body } = await person.call<Contact>(routes.create, {
      body: { last_name: person.actor.id, emails: ['quagga3@zebra.example'] },
    })
    expect([status, body.title, body.phones, body.targets]).toEqual([200, '', [], []])
  }
})
