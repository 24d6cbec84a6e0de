// Tests that two contacts become one with everything they have, and two again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg } from '#core/server/database/tx.ts'
import { type Contact, routes } from '#features/contacts/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes as targets } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

let api: Api
let orgId: string
let dana: Client
beforeAll(async () => {
  api = await openApi()
  orgId = await api.aFirm()
  dana = await api.aPerson(orgId)
})
afterAll(() => api.close())

const create = async (given: Parameters<typeof aTarget>[0], person = dana) =>
  (await person.call<TargetTile>(targets.create, { body: aTarget(given) })).body
const read = async (id: string) => (await dana.call<TargetTile>(targets.read, { params: { id } })).body
const contactOf = (id: string, person = dana) => person.call<Contact>(routes.read, { params: { id } })
const merge = (id: string, body: object, person = dana) =>
  person.call<Contact & { message: string }>(routes.merge, { params: { id }, body })
const unmerge = (id: string, person = dana) =>
  person.call<Contact & { message: string }>(routes.unmerge, { params: { id } })
const namesOn = ({ contacts = [] }: TargetTile) => contacts.map(({ name, role }) => [name, role])

/** Two records of one person: the first contact of one Target, and the second of another that has both. */
async function twoOfOne(stem: string) {
  const one = await create({ company: `${stem} Ltd`, contact: 'Jane Doe', contact_email: `jane@${stem}.example` })
  const two = await create({ company: `${stem} Inc`, contact: 'Max Roe', contact_email: `max@${stem}.example` })
  const { body: both } = await dana.call<TargetTile>(targets.addContact, {
    params: { id: two.id },
    body: {
      contact: {
        first_name: 'J.',
        last_name: 'Doe',
        title: 'CFO',
        emails: [`j.doe@${stem}.example`],
        note: 'Met in Oslo.',
      },
      role: 'Decision maker',
    },
  })
  return { one, two, jane: one.contacts![0]!.id, jd: both.contacts![1]!.id }
}

test('moves Targets, roles, addresses, and what the other lacks, and the old ID answers', async () => {
  const { one, two, jane, jd } = await twoOfOne('oak')
  const { status, body } = await merge(jd, { into: jane })
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      first_name: 'Jane',
      title: 'CFO',
      note: 'Met in Oslo.',
      emails: ['jane@oak.example', 'j.doe@oak.example'],
      targets: [
        { id: two.id, company: 'oak Inc', role: 'Decision maker' },
        { id: one.id, company: 'oak Ltd', role: 'Other' },
      ],
    }),
  ])
  expect(namesOn(await read(two.id))).toEqual([
    ['Max Roe', 'Other'],
    ['Jane Doe', 'Decision maker'],
  ])
  expect((await contactOf(jd)).body).toMatchObject({ id: jd, first_name: 'J.', merged_into: jane, targets: [] })
  expect((await dana.call(routes.edit, { params: { id: jd }, body: { title: 'X' } })).status).toBe(404)
  const { body: list } = await dana.call<{ contacts: Contact[] }>(routes.list, { query: { q: 'j.doe@oak' } })
  expect(list.contacts.map(({ id }) => id)).toEqual([jane])
})

test('takes the values that the person chose', async () => {
  const { jane, jd } = await twoOfOne('elm')
  const fields = { first_name: 'J.', emails: ['j.doe@elm.example'], note: '' }
  const { body } = await merge(jd, { into: jane, fields })
  expect([body.first_name, body.emails, body.note]).toEqual(['J.', ['j.doe@elm.example'], ''])
})

test('is undone with every Target, role, and address, and keeps what changed since', async () => {
  const { one, two, jane, jd } = await twoOfOne('ash')
  const before = [await read(one.id), await read(two.id)]
  await merge(jd, { into: jane })
  await dana.call(routes.edit, { params: { id: jane }, body: { phones: ['+1 206 555 0100'] } })
  const { status, body } = await unmerge(jd)
  expect([status, body.emails, body.title, body.note]).toEqual([200, ['j.doe@ash.example'], 'CFO', 'Met in Oslo.'])
  expect((await contactOf(jane)).body).toMatchObject({
    title: '',
    note: '',
    emails: ['jane@ash.example'],
    phones: ['+1 206 555 0100'],
  })
  expect([namesOn(await read(one.id)), namesOn(await read(two.id))]).toEqual(before.map(namesOn))
  expect((await unmerge(jd)).status).toBe(404)
})

test('joins two contacts of one Target, and takes the place of the first', async () => {
  const target = await create({ company: 'Fir', contact: 'Old Name', contact_email: 'old@fir.example' })
  const { body } = await dana.call<TargetTile>(targets.addContact, {
    params: { id: target.id },
    body: { contact: { last_name: 'New Name', emails: ['new@fir.example'] }, role: 'Influencer' },
  })
  const [old, other] = body.contacts!
  await merge(old!.id, { into: other!.id })
  const merged = await read(target.id)
  expect([namesOn(merged), merged.contact, merged.contact_email]).toEqual([
    [['New Name', 'Influencer']],
    'New Name',
    'new@fir.example',
  ])
  await unmerge(old!.id)
  const again = await read(target.id)
  expect([namesOn(again), again.contact]).toEqual([
    [
      ['Old Name', 'Other'],
      ['New Name', 'Influencer'],
    ],
    'Old Name',
  ])
})

test('refuses a second merge at the same time, more addresses than fit, and what the person doesn’t see', async () => {
  const { jane, jd } = await twoOfOne('yew')
  const both = await Promise.all([merge(jd, { into: jane }), merge(jane, { into: jd })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body.message).toBe(
    'One of these contacts was merged in the meantime. Reload the page.',
  )
  const five = (stem: string) => Array.from({ length: 3 }, (_, i) => `${stem}${i}@larch.example`)
  const [a, b] = await Promise.all(
    ['a', 'b'].map(
      async (stem) => (await dana.call<Contact>(routes.create, { body: { last_name: stem, emails: five(stem) } })).body,
    ),
  )
  const full = await merge(a!.id, { into: b!.id })
  expect([full.status, full.body.message]).toEqual([
    409,
    'Together they have 6 email addresses. Choose up to 5 to keep.',
  ])
  const stranger = await api.aPerson(orgId)
  expect((await merge(a!.id, { into: b!.id }, stranger)).status).toBe(404)
  expect((await merge(a!.id, { into: a!.id })).status).toBe(400)
})

test('can’t be undone after 30 days', async () => {
  const { jane, jd } = await twoOfOne('box')
  await merge(jd, { into: jane })
  await withOrg(
    api.database,
    orgId,
    (tx) =>
      tx.sql`update contact_merges set at = at - interval '31 days' where org_id = ${orgId} and contact_id = ${jd}`,
  )
  const late = await unmerge(jd)
  expect([late.status, late.body.message]).toEqual([409, 'A merge can be undone for 30 days. This one is older.'])
})

test('is in the audit log with the name of the contact that stays, but not of a private one', async () => {
  const log = async () =>
    (
      await withOrg(
        api.database,
        orgId,
        (tx) =>
          tx.sql<{ entry: string }>`
            select action || ' ' || subject || ' ' || coalesce(subject_id::text, '-') as entry from audit_log
            where org_id = ${orgId} and action like 'contact.%' order by at desc, id desc limit 2`,
      )
    ).rows.map(({ entry }) => entry)
  const { jane, jd } = await twoOfOne('bay')
  await merge(jd, { into: jane })
  await unmerge(jd)
  expect(await log()).toEqual([`contact.unmerged Jane Doe ${jane}`, `contact.merged Jane Doe ${jane}`])
  const hidden = await create({ company: 'Bay', contact: 'Zoe Bay', contact_email: 'zoe@bay.example', private: true })
  await merge(hidden.contacts![0]!.id, { into: jane })
  await unmerge(hidden.contacts![0]!.id)
  expect(await log()).toEqual(['contact.unmerged a private contact -', 'contact.merged a private contact -'])
})
