// Probes 500 times for contacts on private Targets: as a colleague, a manager, a firm admin, and another firm.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedRoutes } from '#core/contract/feed.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Contact, routes } from '#features/contacts/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes as targets } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

let api: Api
let probing: Record<string, Client>
let hidden: { contactId: string; targetId: string; words: string[] }[]
beforeAll(async () => {
  api = await openApi()
  const orgId = await api.aFirm()
  const owner = await api.aPerson(orgId)
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
  hidden = []
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
    for (const { id } of added.contacts!) hidden.push({ contactId: id, targetId: body.id, words })
  }
})
afterAll(() => api.close())

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
