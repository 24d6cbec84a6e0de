// Tests referrals that people of the firm give to contacts, and what a contact's row says about both directions.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type Contact, contactLimits, routes } from '../contract.ts'
import { referralRoutes } from './contract.ts'

let api: Api
let orgId: string
let dana: Client
let harold: string
beforeAll(async () => {
  api = await openApi()
})
beforeEach(async () => {
  orgId = await api.aFirm()
  dana = await api.aPerson(orgId, { first_name: 'Dana', last_name: 'Reyes' })
  harold = await contactNamed('Harold', 'Finch')
})
afterAll(() => api.close())

type Refused = { message: string; errors?: Record<string, string> }
const contactNamed = async (first_name: string, last_name: string, more: object = {}) =>
  (await dana.call<Contact>(routes.create, { body: { first_name, last_name, ...more } })).body.id
const read = async (id = harold, who = dana) => (await who.call<Contact>(routes.read, { params: { id } })).body
const give = (about: string, day = '2026-03-02', who = dana) =>
  who.call<Contact & Refused>(referralRoutes.give, { params: { id: harold }, body: { about, day } })
const given = async (...args: Parameters<typeof give>) => (await give(...args)).body.sent!.at(-1)!
const edit = (referralId: string, body: object, who = dana) =>
  who.call<Contact & Refused>(referralRoutes.edit, { params: { id: harold, referralId }, body })

test('a referral is given, changed, and deleted, and the contact’s history says so', async () => {
  expect((await read()).sent).toBeUndefined()
  const { body } = await give('The Moore family’s estate plan')
  expect(body.sent).toEqual([
    {
      id: expect.any(String),
      user_id: dana.actor.id,
      name: 'Dana Reyes',
      about: 'The Moore family’s estate plan',
      day: '2026-03-02',
      outcome: 'open',
    },
  ])
  const later = (await give('A lease', '2026-04-01')).body.sent!
  expect(later.map(({ about }) => about)).toEqual(['A lease', 'The Moore family’s estate plan'])
  expect((await edit(later[0]!.id, { outcome: 'work' })).body.sent![0]!.outcome).toBe('work')
  await dana.call(referralRoutes.remove, { params: { id: harold, referralId: later[1]!.id } })
  expect((await read()).sent!.map(({ about }) => about)).toEqual(['A lease'])
  const { body: history } = await dana.call<{ events: { kind: string }[] }>(routes.history, { params: { id: harold } })
  expect(history.events.map(({ kind }) => kind)).toEqual([
    'referralRemoved',
    'referralEdited',
    'referralGiven',
    'referralGiven',
    'contactCreated',
  ])
})

test('a referral has limits with clear sentences, and belongs to the person who gave it', async () => {
  const errors = async (about: string, day?: string) => (await give(about, day)).body.errors
  expect(await errors('')).toEqual({ about: 'Please complete this field' })
  expect(await errors('x'.repeat(251))).toEqual({ about: 'Maximum length is 250 characters' })
  expect(await errors('x', '2999-01-01')).toEqual({ day: 'Choose a day that isn’t in the future.' })
  const lee = await api.aPerson(orgId)
  expect((await give('For someone whom I don’t see', '2026-01-01', lee)).status).toBe(404)
  await dana.call(targets.create, { body: aTarget({ came_from: { contact_id: harold } }) })
  const { id } = await given('Mine')
  await withoutRls(
    api.database,
    (tx) => tx.sql`update referrals set user_id = ${lee.actor.id}::uuid where id = ${id}::uuid`,
  )
  expect((await edit(id, { outcome: 'work' })).status).toBe(403)
  await withoutRls(
    api.database,
    (tx) => tx.sql`
      insert into referrals (org_id, id, contact_id, user_id, about, day, outcome, created_at)
      select ${orgId}::uuid, gen_random_uuid(), ${harold}::uuid, ${dana.actor.id}::uuid, 'One of many', '2026-01-01', 'open', now()
      from generate_series(2, ${contactLimits.referrals})`,
  )
  expect((await give('One too many')).body.message).toBe('A contact can have up to 200 referrals.')
})

test('a contact lists the Targets that came from it, as far as the person sees them', async () => {
  const create = async (company: string) =>
    (await dana.call<{ id: string }>(targets.create, { body: aTarget({ company, came_from: { contact_id: harold } }) }))
      .body.id
  const first = await create('Halden Shipping')
  await dana.call(targets.complete, { params: { id: first }, body: { revenue: 48_000 } })
  const second = await create('Oyelaran Foods')
  expect((await read()).received).toEqual([
    { id: second, company: 'Oyelaran Foods', statusterm: 'Pursuing' },
    { id: first, company: 'Halden Shipping', statusterm: 'Won' },
  ])
})

test('a merge takes referrals along, and its undo brings them back', async () => {
  await give('Before')
  const other = await contactNamed('Harry', 'Finch', { emails: ['harry@finch.example'] })
  await dana.call(routes.merge, { params: { id: harold }, body: { into: other } })
  expect((await read(other)).sent!.map(({ about }) => about)).toEqual(['Before'])
  await dana.call(routes.unmerge, { params: { id: harold }, body: {} })
  expect((await read()).sent!.map(({ about }) => about)).toEqual(['Before'])
  expect((await read(other)).sent).toBeUndefined()
})

test('a change of other fields leaves referrals, and repeats of a call add none', async () => {
  const key = crypto.randomUUID()
  const call = () =>
    dana.call<Contact>(referralRoutes.give, { params: { id: harold }, body: { about: 'Once', day: '2026-01-01' }, key })
  await Promise.all([call(), call()])
  await dana.call(routes.edit, { params: { id: harold }, body: { title: 'Partner' } })
  expect((await read()).sent!.map(({ about }) => about)).toEqual(['Once'])
})
