// Tests the filters of the list of contacts: each counts only what the person sees.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contact, routes } from '#features/contacts/contract.ts'
import { routes as touches } from '#features/touches/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes as targets } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

let api: Api
let [dana, lee]: Client[] = []
beforeAll(async () => {
  api = await openApi()
  const orgId = await api.aFirm()
  dana = await api.aPerson(orgId)
  lee = await api.aPerson(orgId)
  const made = async (by: Client | undefined, given: Parameters<typeof aTarget>[0]) =>
    (await by!.call<TargetTile>(targets.create, { body: aTarget({ contact_email: '', ...given }) })).body
  const seven = await made(dana, {
    company: 'Seven Oaks Resorts LLC',
    contact: 'Anjali Popescu',
    contact_email: 'anjali@oaks.example',
  })
  await made(dana, { company: 'Seven Oaks Hospitality', contact: 'Omar Haddad' })
  const elm = await made(dana, { company: 'Elm Bank', contact: 'Ruth Weiss' })
  await made(lee, { company: 'Elm Bank', contact: 'Zoe Quist', private: true })
  await dana!.call(targets.addContact, {
    params: { id: elm.id },
    body: { contact: { first_name: 'Ivo', last_name: 'Brandt', company: 'Brandt Advisory' }, role: 'Gatekeeper' },
  })
  const touch = (target: TargetTile, days: number) =>
    dana!.call(touches.create, {
      body: {
        kind: 'call',
        at: new Date(Date.now() - days * 86_400_000).toISOString(),
        target_id: target.id,
        contacts: [{ id: target.contacts![0]!.id }],
      },
    })
  expect([(await touch(seven, 3)).status, (await touch(elm, 60)).status]).toEqual([200, 200])
})
afterAll(() => api.close())

const found = async (query: object, by = dana) => {
  const { body } = await by!.call<{ contacts: Contact[] }>(routes.list, { query: query as Record<string, string> })
  return body.contacts.map(({ last_name }) => last_name)
}

test('narrows by role, company in any spelling, and touches', async () => {
  expect(await found({})).toEqual(['Brandt', 'Haddad', 'Popescu', 'Weiss'])
  expect(await found({ role: 'Gatekeeper' })).toEqual(['Brandt'])
  // The company of the Target counts as well as the contact's own.
  expect(await found({ company: 'ELM BANK, Inc.' })).toEqual(['Brandt', 'Weiss'])
  expect(await found({ company: 'Brandt advisory' })).toEqual(['Brandt'])
  expect(await found({ touched: 'recent' })).toEqual(['Popescu'])
  expect(await found({ touched: 'quiet' })).toEqual(['Brandt', 'Haddad', 'Weiss'])
  expect(await found({ touched: 'never' })).toEqual(['Brandt', 'Haddad'])
  expect(await found({ touched: 'quiet', company: 'Elm Bank', q: 'ru' })).toEqual(['Weiss'])
})

test('a merged company is one filter', async () => {
  await dana!.call(targets.mergeCompanies, { body: { name: 'Seven Oaks Hospitality', into: 'Seven Oaks Resorts' } })
  expect(await found({ company: 'Seven Oaks Hospitality' })).toEqual(['Haddad', 'Popescu'])
})

test('others’ private Targets count for no one else', async () => {
  expect(await found({ company: 'Elm Bank' }, lee)).toEqual(['Quist'])
  expect(await found({ role: 'Gatekeeper' }, lee)).toEqual([])
})
