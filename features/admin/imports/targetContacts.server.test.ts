import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Contact, routes as contacts } from '#features/contacts/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, undo, upload } from '#tests/imports.ts'
import { type ImportDetail, type ImportPreview, routes } from './contract.ts'
import type { TargetMapping } from './mappingContract.ts'

let api: Api
let admin: Client
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin', first_name: 'Alex', last_name: 'Admin' })
})
afterAll(() => api.close())

const header =
  'Company,Contact,Contact Email,Contact Role,Contact 2,Contact 2 Email,Contact 2 Phone,Contact 2 Role,Contact 3,Contact 3 Role,Owner'
const file = (...rows: string[]) => [header, ...rows.map((row) => `${row},Alex Admin`)].join('\n')
const tiles = async () => (await admin.call<Tiles>(targets.list, { query: { status: 'active' } })).body.tiles
const listed = ({ contacts: its = [] }: TargetTile) =>
  its.map(({ name, role, first, email }) => [name, role, first, email])

test('imports a Target with several contacts and their roles, and undoes it', async () => {
  const content = file(
    'Halden,Ingrid Halden,ingrid@halden.example,DECISION maker,Lee Park,lee@halden.example,+1 206,gatekeeper,Jo Doe,',
    'Ibsen,,,,Nora Ibsen,,,Influencer,,',
    'Jensen,Jo Jensen,jo@jensen.example,Champion,,,,Influencer,,Boss',
    'Karlsen,,,Influencer,,,,,,',
    'Larsen,Lea Larsen,lea@larsen.example,,Lea L.,LEA@larsen.example,,,,',
    'Moe,,,,Mia Moe,not an address,,,,',
  )
  const { body } = await upload(api, admin, 'targets', { content })
  const params = { id: body.id }
  const suggestion = (await admin.call<ImportDetail>(routes.read, { params })).body.suggestion as TargetMapping
  expect(suggestion.columns).toEqual([
    ...['company', 'contact', 'contact_email', 'contact_role', 'contact_2', 'contact_2_email', 'contact_2_phone'],
    ...['contact_2_role', 'contact_3', 'contact_3_role', 'owner'],
  ])
  const preview = (await admin.call<ImportPreview>(routes.preview, { params, body: { mapping: suggestion } })).body
  expect(preview.results[0]!.shown).toMatchObject({ 'Further contacts': 'Lee Park (Gatekeeper), Jo Doe (Other)' })
  const said = preview.notices.map(({ notice }) => notice).filter((notice) => /[Cc]ontact|role/.test(notice))
  expect(said.toSorted()).toEqual([
    'Contact 2 isn’t imported, because it has a role but no name, email, or phone.',
    'Contact 2 isn’t imported, because it has the email address of an earlier contact of the row.',
    'Contact 3 isn’t imported, because it has a role but no name, email, or phone.',
    'The contact’s role isn’t imported, because the row has no name, email, or phone of the contact.',
    'The role “Champion” isn’t one of your firm’s, so “Other” is used.',
  ])
  expect(preview.reasons.map(({ reason }) => reason)).toEqual(['Contact 2: Invalid email address.'])
  await admin.call(routes.discard, { params })

  const done = await importFile<TargetMapping>(api, admin, 'targets', content)
  expect(done).toMatchObject({ imported: 5, refused: 1 })
  const all = await tiles()
  const of = (company: string) => all.find((tile) => tile.company === company)!
  expect(listed(of('Halden'))).toEqual([
    ['Ingrid Halden', 'Decision maker', true, 'ingrid@halden.example'],
    ['Lee Park', 'Gatekeeper', false, 'lee@halden.example'],
    ['Jo Doe', 'Other', false, ''],
  ])
  expect(listed(of('Ibsen'))).toEqual([['Nora Ibsen', 'Influencer', true, '']])
  expect(of('Ibsen').contact).toBe('Nora Ibsen')
  expect(listed(of('Jensen'))).toEqual([['Jo Jensen', 'Other', true, 'jo@jensen.example']])
  expect(listed(of('Karlsen'))).toEqual([])
  expect(listed(of('Larsen'))).toHaveLength(1)
  const { body: found } = await admin.call<{ contacts: Contact[] }>(contacts.list, { query: { q: 'park' } })
  expect(found.contacts).toMatchObject([
    { company: 'Halden', phones: ['+1 206'], targets: [{ company: 'Halden', role: 'Gatekeeper' }] },
  ])
  expect(await undo(admin, done.id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await tiles()).toEqual([])
})

test('uses the roles of the firm', async () => {
  await withoutRls(
    api.database,
    (tx) => tx.sql`
      update orgs set lists = '{"lost_reasons": [], "objectives": [], "step_starters": [], "contact_roles": ["Champion"]}' where id = ${admin.orgId}`,
  )
  const done = await importFile<TargetMapping>(api, admin, 'targets', file('Halden,Jo Doe,,champion,,,,,,'))
  expect(listed((await tiles())[0]!)).toEqual([['Jo Doe', 'Champion', true, '']])
  await undo(admin, done.id)
})
