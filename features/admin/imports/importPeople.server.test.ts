import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { routes as account } from '#features/account/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi, PASSWORD } from '#tests/api.ts'
import { importFile, undo, upload } from '#tests/imports.ts'
import { type AdminGroup, type AdminPerson, peopleRoutes } from '../people/contract.ts'
import { type ImportDetail, type ImportPreview, routes } from './contract.ts'
import type { PeopleMapping } from './mappingContract.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const aFirmWithAdmin = async () =>
  api.aPerson(await api.aFirm({ domains: [`${randomUUID().slice(0, 8)}.example`] }), {
    role: 'admin',
    first_name: 'Alex',
    last_name: 'Admin',
  })
const peopleOf = async (admin: Client) =>
  (await admin.call<{ people: AdminPerson[] }>(peopleRoutes.people)).body.people.filter(
    ({ id }) => id !== admin.actor.id,
  )
const groupsOf = async (admin: Client) => (await admin.call<{ groups: AdminGroup[] }>(peopleRoutes.groups)).body.groups
const teams =
  'sales_agent,manager,regional_office\nAnna Snelling,Dustin Brinkmann,Central\nMei-Mei Johns,Melvin Marxen,Central\nZoë Müller,Dustin Brinkmann,East\nZoe Müller,Melvin Marxen,East\n'

test('generates email addresses, and imports managers who manage a group', async () => {
  const admin = await aFirmWithAdmin()
  const { body } = await upload(api, admin, 'people', { content: teams })
  const params = { id: body.id }
  const suggestion = (await admin.call<ImportDetail>(routes.read, { params })).body.suggestion as PeopleMapping
  const preview = (await admin.call<ImportPreview>(routes.preview, { params, body: { mapping: suggestion } })).body
  expect(preview.counts).toEqual({ imported: 4, matched: 0, refused: 0 })
  expect(await peopleOf(admin)).toEqual([])
  await admin.call(routes.discard, { params })

  const done = await importFile(api, admin, 'people', teams)
  expect(done).toMatchObject({ state: 'done', imported: 4, refused: 0 })
  expect(done.parts).toEqual(preview.parts)
  const people = await peopleOf(admin)
  expect(people.map(({ email }) => email.split('@')[0]).sort()).toEqual([
    'anna.snelling',
    'dustin.brinkmann',
    'mei-mei.johns',
    'melvin.marxen',
    'zoe.muller',
    'zoe.muller2',
  ])
  expect(people.every(({ can_sign_in, role }) => !can_sign_in && role === 'member')).toBe(true)
  expect((await groupsOf(admin)).map(({ name, members, managers }) => [name, members, managers])).toEqual([
    ['Dustin Brinkmann’s team', 2, ['Dustin Brinkmann']],
    ['Melvin Marxen’s team', 2, ['Melvin Marxen']],
  ])

  // Importing the same file again creates no duplicates.
  const again = await importFile(api, admin, 'people', teams)
  expect(again).toMatchObject({ imported: 0, matched: 4, refused: 0 })
  expect(await peopleOf(admin)).toHaveLength(6)
  expect(await groupsOf(admin)).toHaveLength(2)

  expect(await undo(admin, again.id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await peopleOf(admin)).toHaveLength(6)
  await undo(admin, done.id)
  expect(await peopleOf(admin)).toEqual([])
  expect(await groupsOf(admin)).toEqual([])
})

test('names groups by their own column, with all of its managers', async () => {
  const admin = await aFirmWithAdmin()
  await importFile<PeopleMapping>(api, admin, 'people', teams, { groups: 'column' })
  expect((await groupsOf(admin)).map(({ name, members, managers }) => [name, members, managers])).toEqual([
    ['Central', 2, ['Dustin Brinkmann', 'Melvin Marxen']],
    ['East', 2, ['Dustin Brinkmann', 'Melvin Marxen']],
  ])
})

test('imports email addresses, roles, and groups, and rejects invalid rows with the reason', async () => {
  const admin = await aFirmWithAdmin()
  const domain = `${randomUUID().slice(0, 8)}.example`
  const other = await api.aPerson(await api.aFirm({ domains: [domain] }))
  const rows = [
    'First name,Last name,E-mail,Role,Team',
    'Ada,Lane,ADA@lane.example,Partner,Litigation',
    'Ben,Boss,ben@lane.example,Administrator,Litigation',
    `Old,Hand,${admin.email},Member,Litigation`,
    'Bad,Mail,nobody@nowhere,Member,',
    `In,Other,new@${domain},Member,`,
    `Held,Elsewhere,${other.email},Member,`,
    'Odd,Role,odd@lane.example,Astronaut,',
    ',,none@lane.example,Member,',
    'Too,Few',
  ]
  const done = await importFile(api, admin, 'people', rows.join('\n'))
  expect(done).toMatchObject({ imported: 3, matched: 1, refused: 5 })
  expect(Object.fromEntries(done.reasons.map(({ reason, rows }) => [reason, rows]))).toEqual({
    '“nobody@nowhere” isn’t a valid email address.': [5],
    'This address belongs to another firm’s domain.': [6],
    'The role “Astronaut” isn’t matched.': [8],
    'The name is missing.': [9],
    'This row has 2 cells, but the header has 5.': [10],
  })
  // The audit log names an imported admin, as it does an invited one.
  const log = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        line: string
      }>`select actor_name || ' ' || action || ' ' || subject || ' ' || (details->>'role') as line from audit_log
      where org_id = ${admin.orgId} and action = 'person.made' order by subject`,
  )
  expect(log.rows.map(({ line }) => line)).toEqual(['Alex Admin person.made Ben Boss admin'])
  expect((await peopleOf(admin)).map(({ email, role, groups }) => [email, role, groups])).toEqual([
    ['ben@lane.example', 'admin', ['Litigation']],
    [other.email, 'member', []],
    ['ada@lane.example', 'member', ['Litigation']],
  ])
  expect(
    (
      await api.http.inject({
        method: 'POST',
        url: '/api/user/login',
        payload: { email: 'ada@lane.example', password: PASSWORD },
      })
    ).statusCode,
  ).toBe(403)
})

test('keeps people who can sign in or have targets when the import is undone', async () => {
  const admin = await aFirmWithAdmin()
  const done = await importFile(
    api,
    admin,
    'people',
    'name,manager\nAnna Snelling,Dustin Brinkmann\nBert Snelling,Dustin Brinkmann\nCora Snelling,Dustin Brinkmann\n',
  )
  const people = await peopleOf(admin)
  const [anna, bert] = ['Anna', 'Bert'].map((name) => people.find(({ first_name }) => first_name === name)!)
  await withoutRls(
    api.database,
    (tx) => tx.sql`update users set password_hash = 'x' where org_id = ${admin.orgId} and id = ${anna!.id}`,
  )
  const pipeline = await importFile(
    api,
    admin,
    'targets',
    'company,owner,stage\nHalden,Bert Snelling,Open\nIbsen,Cora Snelling,Open\n',
  )
  const ofBert = await withoutRls(
    api.database,
    (tx) => tx.sql<{ id: string }>`select id from targets where org_id = ${admin.orgId} and owner_id = ${bert!.id}`,
  )
  expect(ofBert.rows).toHaveLength(1)
  const first = await undo(admin, done.id)
  expect(first).toMatchObject({ state: 'undone', kept: 3 })
  expect((await peopleOf(admin)).map(({ first_name }) => first_name).sort()).toEqual(['Anna', 'Bert', 'Cora'])
  // Once no one has targets of an undone import, nothing of it remains in anyone's feed.
  const again = await importFile(api, admin, 'people', 'name\nDora Snelling\n')
  const hers = await importFile(api, admin, 'targets', 'company,owner,stage\nJensen,Dora Snelling,Open\n')
  await undo(admin, hers.id)
  expect(await undo(admin, again.id)).toMatchObject({ kept: 0 })
  await undo(admin, pipeline.id)
  expect((await peopleOf(admin)).map(({ first_name }) => first_name).sort()).toEqual(['Anna', 'Bert', 'Cora'])
})

test('lets an imported person work like any other', async () => {
  const admin = await aFirmWithAdmin()
  const person = await api.aPerson(admin.orgId, { first_name: 'Already', last_name: 'Here' })
  const done = await importFile(api, admin, 'people', 'name,team\n"Here, Already",North\nALREADY  HERE,South\n')
  expect(done).toMatchObject({ imported: 0, matched: 2 })
  expect((await peopleOf(admin)).map(({ groups }) => groups)).toEqual([['North', 'South']])
  expect((await person.call(targets.create, { body: aTarget() })).status).toBe(200)
  expect((await person.call(account.users)).status).toBe(200)
})
