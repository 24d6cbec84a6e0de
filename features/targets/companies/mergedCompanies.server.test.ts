// Tests that two names of a company share one page, and that no one learns a name from it that they don't see.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withOrg } from '#core/server/database/tx.ts'
import { companyNamesRoute } from '#features/contacts/companyNamesContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import type { CompanyAnswer } from './contract.ts'

let api: Api
let orgId: string
let [dana, lee, robin]: Client[] = []
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  orgId = await api.aFirm()
  dana = await api.aPerson(orgId, { first_name: 'Dana', last_name: 'Reyes' })
  lee = await api.aPerson(orgId, { first_name: 'Lee', last_name: 'Park' })
  robin = await api.aPerson(await api.aFirm())
})

type Answer = CompanyAnswer & { message: string }
const create = async (by: Client | undefined, company: string, given: Parameters<typeof aTarget>[0] = {}) =>
  (await by!.call<TargetTile>(routes.create, { body: aTarget({ company, ...given }) })).body
const page = async (by: Client | undefined, name: string) =>
  (await by!.call<CompanyAnswer>(routes.company, { query: { name } })).body
const merge = (by: Client | undefined, name: string, into: string) =>
  by!.call<Answer>(routes.mergeCompanies, { body: { name, into } })
const separate = (by: Client | undefined, name: string) =>
  by!.call<Answer>(routes.separateCompanies, { body: { name } })
const namesOf = async (by: Client | undefined) =>
  (await by!.call<{ companies: string[][] }>(companyNamesRoute)).body.companies
const companiesOn = ({ targets }: CompanyAnswer) => targets.map(({ company }) => company).sort()

test('both names and all their spellings lead to one page, and Targets keep their name', async () => {
  await create(dana, 'Seven Oaks Resorts LLC')
  await create(dana, 'Seven Oaks Hospitality, Inc.')
  await create(dana, 'Elm Bank')
  const { status, body } = await merge(dana, 'Seven Oaks Hospitality', 'Seven Oaks Resorts LLC')
  expect([status, body.name]).toEqual([200, 'Seven Oaks Resorts LLC'])
  for (const name of ['seven oaks resorts', 'SEVEN OAKS HOSPITALITY INC'])
    expect(await page(dana, name)).toMatchObject({
      name: 'Seven Oaks Resorts LLC',
      merged: [{ name: 'Seven Oaks Hospitality, Inc.', by: 'Dana Reyes', can_separate: true }],
    })
  expect(companiesOn(await page(dana, 'Seven Oaks Hospitality'))).toEqual([
    'Seven Oaks Hospitality, Inc.',
    'Seven Oaks Resorts LLC',
  ])
  expect(await namesOf(dana)).toEqual([['Seven Oaks Resorts LLC', 'Seven Oaks Hospitality, Inc.']])
  // A Target that comes later is there too, and the history as well.
  await create(dana, 'Seven Oaks Hospitality')
  const later = await page(dana, 'Seven Oaks Resorts')
  expect(companiesOn(later)).toHaveLength(3)
  expect(later.events.filter(({ kind }) => kind === 'targetCreated')).toHaveLength(3)
})

test('merges of merged companies join, and each name can be separated again', async () => {
  for (const name of ['Ash One', 'Birch Two', 'Cedar Three', 'Dogwood Four']) await create(dana, name)
  await merge(dana, 'Ash One', 'Birch Two')
  await merge(dana, 'Cedar Three', 'Dogwood Four')
  expect((await merge(dana, 'Ash One', 'Cedar Three')).body.name).toBe('Dogwood Four')
  expect(companiesOn(await page(dana, 'Ash One'))).toHaveLength(4)
  expect((await merge(dana, 'Dogwood Four', 'Ash One')).status).toBe(409)
  const apart = await separate(dana, 'Birch Two')
  expect([apart.body.name, companiesOn(apart.body)]).toEqual(['Birch Two', ['Ash One', 'Birch Two']])
  expect(companiesOn(await page(dana, 'Cedar Three'))).toEqual(['Cedar Three', 'Dogwood Four'])
})

test('of two opposite merges at the same time, one gets a sentence', async () => {
  await create(dana, 'Maple Works')
  await create(dana, 'Rowan Works')
  const answers = await Promise.all([
    merge(dana, 'Maple Works', 'Rowan Works'),
    merge(dana, 'Rowan Works', 'Maple Works'),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.body.message).toMatch(/already share one page/)
  const both = await Promise.all(
    [1, 2, 3].map(() => separate(dana, answers[0]!.status === 200 ? 'Maple Works' : 'Rowan Works')),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('only who sees a Target under both names merges them, and no one learns the name of a private Target', async () => {
  await create(dana, 'Project Falcon', { private: true })
  await create(dana, 'Acme Mills')
  await create(lee, 'Acme Mills')
  await create(robin, 'Project Falcon')
  expect((await merge(lee, 'Acme Mills', 'Project Falcon')).status).toBe(404)
  expect((await merge(robin, 'Acme Mills', 'Project Falcon')).status).toBe(404)
  expect((await merge(dana, 'Acme Mills', 'Project Falcon')).status).toBe(200)
  expect(await page(lee, 'Acme Mills')).toMatchObject({ name: 'Acme Mills', merged: [] })
  expect(JSON.stringify([await page(lee, 'Acme Mills'), await namesOf(lee)])).not.toContain('Falcon')
  expect((await page(lee, 'Project Falcon')).name).toBe('Acme Mills')
  expect(await page(robin, 'Project Falcon')).toMatchObject({ name: 'Project Falcon', merged: [] })
  const { rows } = await withOrg(
    api.database,
    orgId,
    (tx) => tx.sql<{ subject: string }>`select subject from audit_log where action = 'company.merged'`,
  )
  expect(rows).toEqual([{ subject: 'a company on private Targets' }])
})

test('a merge can be undone for 30 days', async () => {
  await create(dana, 'Old Mill')
  await create(dana, 'New Mill')
  await merge(dana, 'Old Mill', 'New Mill')
  await withOrg(api.database, orgId, (tx) => tx.sql`update company_merges set at = at - interval '31 days' returning 1`)
  const { status, body } = await separate(dana, 'Old Mill')
  expect([status, body.message]).toEqual([409, 'A merge can be undone for 30 days. This one is older.'])
  expect((await page(dana, 'Old Mill')).merged).toMatchObject([{ name: 'Old Mill', can_separate: false }])
})
