import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes as targets } from '#features/targets/list/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { auditLogOf } from '#tests/emails.ts'
import { type AdminGroup, type GroupDetail, peopleRoutes as routes } from './contract.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

type Made = GroupDetail & { message: string; errors: Record<string, string> }
const aFirm = async () => {
  const orgId = await api.aFirm()
  return { orgId, admin: await api.aPerson(orgId, { role: 'admin' }) }
}
const make = (admin: Client, name: string) => admin.call<Made>(routes.createGroup, { body: { name } })
const members = (admin: Client, id: string, body: object) =>
  admin.call<Made>(routes.placeMembers, { params: { id }, body })
const managers = (admin: Client, id: string, body: object) =>
  admin.call<Made>(routes.placeManagers, { params: { id }, body })
const listed = async (admin: Client, query = {}) =>
  (await admin.call<{ groups: AdminGroup[] }>(routes.groups, { query })).body.groups.map(({ name }) => name)

test('rejects a second group whose name differs only in case', async () => {
  const { orgId, admin } = await aFirm()
  const tax = (await make(admin, ' Tax & Trusts ')).body
  expect(tax).toMatchObject({ name: 'Tax & Trusts', status: 'active', members: 0, managers: [] })
  const again = await make(admin, 'TAX & trusts')
  expect([again.status, again.body.errors]).toEqual([409, { name: 'A group with this name already exists.' }])
  const other = (await make(admin, 'Corporate')).body
  const rename = (name: string) => admin.call<Made>(routes.renameGroup, { params: { id: other.id }, body: { name } })
  expect((await rename('tax & Trusts')).status).toBe(409)
  expect((await rename('CORPORATE')).body.name).toBe('CORPORATE')
  expect((await rename(' ')).status).toBe(400)
  expect(
    await Promise.all([make(admin, 'Twin'), make(admin, 'twin')]).then((both) =>
      both.map(({ status }) => status).sort(),
    ),
  ).toEqual([200, 409])
  expect((await auditLogOf(api, orgId)).map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    'group.created Tax & Trusts',
    'group.created Corporate',
    'group.renamed CORPORATE',
    expect.stringMatching(/^group\.created twin$/i),
  ])
})

test('adds and removes many people in one request and logs who they were', async () => {
  const { orgId, admin } = await aFirm()
  const people = await Promise.all(
    ['Ada', 'Ben', 'Cleo'].map((first_name) => api.aPerson(orgId, { first_name, last_name: 'X' })),
  )
  const ids = people.map(({ actor }) => actor.id)
  const group = (await make(admin, 'Tax')).body
  expect((await members(admin, group.id, { add: ids })).body.members).toBe(3)
  // A repeated request has the same result.
  expect((await members(admin, group.id, { add: ids })).body.members).toBe(3)
  expect((await members(admin, group.id, { add: [ids[0]], remove: [ids[1], ids[2]] })).body.members).toBe(1)
  expect((await auditLogOf(api, orgId)).slice(1)).toMatchObject([
    { action: 'group.members_changed', subject: 'Tax', details: { added: ['Ada X', 'Ben X', 'Cleo X'] } },
    { action: 'group.members_changed', subject: 'Tax', details: { removed: ['Ben X', 'Cleo X'] } },
  ])
})

test('adds everyone from other groups who works here, each once', async () => {
  const { orgId, admin } = await aFirm()
  const [ada, ben, gone] = await Promise.all(
    ['Ada', 'Ben', 'Gone'].map((name) => api.aPerson(orgId, { first_name: name })),
  )
  const [tax, trusts, all] = await Promise.all(
    ['Tax', 'Trusts', 'All'].map(async (name) => (await make(admin, name)).body),
  )
  await members(admin, tax!.id, { add: [ada, ben, gone].map((one) => one!.actor.id) })
  await members(admin, trusts!.id, { add: [ben!.actor.id] })
  await admin.call(routes.deactivate, { params: { id: gone!.actor.id }, body: {} })
  const add_groups = [tax!.id, trusts!.id]
  expect((await members(admin, all!.id, { add: [ada!.actor.id], add_groups })).body.members).toBe(2)
  expect((await managers(admin, all!.id, { add_groups: [trusts!.id] })).body.managed_by).toMatchObject([
    { id: ben!.actor.id },
  ])
  const theirs = (await make((await aFirm()).admin, 'Theirs')).body
  expect((await members(admin, all!.id, { add_groups: [theirs.id] })).status).toBe(404)
})

test('answers 16 requests that add groups to each other concurrently, with every person where they were put', async () => {
  const { orgId, admin } = await aFirm()
  const people = await Promise.all(Array.from({ length: 8 }, () => api.aPerson(orgId)))
  const groups = await Promise.all(
    ['Tax', 'Trusts', 'Mergers', 'All'].map(async (name) => (await make(admin, name)).body),
  )
  for (const [at, { id }] of groups.entries())
    await members(admin, id, { add: people.slice(2 * at, 2 * at + 2).map((one) => one.actor.id) })
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, at) => {
      const [into, from] = [groups[at % 4]!, groups[(at + 1 + Math.floor(at / 4)) % 4]!]
      const place = at % 3 === 0 ? managers : members
      return place(admin, into.id, { add_groups: [from.id], add: [people[at % 8]!.actor.id] })
    }),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(16).fill(200))
  for (const [at, { id }] of groups.entries()) {
    const { body } = await admin.call<GroupDetail>(routes.group, { params: { id } })
    expect(body.members).toBeGreaterThanOrEqual(4)
    const list = await admin.call<{ people: { id: string }[] }>(routes.people, { query: { group: id } })
    const own = people.slice(2 * at, 2 * at + 2).map((one) => one.actor.id)
    expect(list.body.people.map((one) => one.id)).toEqual(expect.arrayContaining(own))
  }
})

test('adds no people of another firm and no deactivated people', async () => {
  const { orgId, admin } = await aFirm()
  const stranger = await api.aPerson(await api.aFirm())
  const [here, gone] = [await api.aPerson(orgId), await api.aPerson(orgId)]
  await admin.call(routes.deactivate, { params: { id: gone.actor.id }, body: {} })
  const group = (await make(admin, 'Tax')).body
  for (const place of [members, managers])
    for (const one of [stranger, gone])
      expect((await place(admin, group.id, { add: [here.actor.id, one.actor.id] })).status).toBe(404)
  const { body } = await admin.call<GroupDetail>(routes.group, { params: { id: group.id } })
  expect([body.members, body.managers]).toEqual([0, []])
})

test("changes a manager's access right away with the group's people, its managers, and its archiving", async () => {
  const { orgId, admin } = await aFirm()
  const [manager, member] = [
    await api.aPerson(orgId, { first_name: 'Mo', last_name: 'Bell' }),
    await api.aPerson(orgId),
  ]
  const group = (await make(admin, 'Tax')).body
  const params = { id: group.id }
  const reach = async () =>
    (await manager.call(targets.list, { query: { status: 'active', userid: member.actor.id } })).status
  expect(await reach()).toBe(403)
  await members(admin, group.id, { add: [member.actor.id] })
  expect(await reach()).toBe(403)
  expect((await managers(admin, group.id, { add: [manager.actor.id] })).body.managed_by).toEqual([
    { id: manager.actor.id, name: 'Mo Bell', email: manager.email },
  ])
  expect(await reach()).toBe(200)
  await admin.call(routes.archiveGroup, { params })
  expect(await reach()).toBe(403)
  await admin.call(routes.restoreGroup, { params })
  expect(await reach()).toBe(200)
  await members(admin, group.id, { remove: [member.actor.id] })
  expect(await reach()).toBe(403)
  await members(admin, group.id, { add: [member.actor.id] })
  await managers(admin, group.id, { remove: [manager.actor.id] })
  expect(await reach()).toBe(403)
})

test('lists archived groups separately with their people', async () => {
  const { orgId, admin } = await aFirm()
  const person = await api.aPerson(orgId)
  const [tax, old] = [(await make(admin, 'Tax')).body, (await make(admin, 'Old Tax')).body]
  await members(admin, old.id, { add: [person.actor.id] })
  expect((await admin.call<Made>(routes.archiveGroup, { params: { id: old.id } })).body).toMatchObject({
    status: 'archived',
    members: 1,
  })
  expect(await listed(admin, { status: 'active' })).toEqual([tax.name])
  expect(await listed(admin, { status: 'archived' })).toEqual(['Old Tax'])
  expect(await listed(admin, { q: 'TAX' })).toEqual(['Old Tax', 'Tax'])
})
