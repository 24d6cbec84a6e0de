// Tests that API clients edit and merge contacts on behalf of a person, and none that they can't read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contact, routes } from '#features/contacts/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aProgram } from '#tests/calling.ts'
import type { TargetTile } from '../contract.ts'
import { routes as targets } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

let api: Api
let dana: Client
let program: Awaited<ReturnType<typeof aProgram>>
beforeAll(async () => {
  api = await openApi()
  const firm = await api.aFirm()
  dana = await api.aPerson(firm)
  program = await aProgram(api, await api.aPerson(firm, { role: 'admin' }), ['contacts:read', 'contacts:write'])
})
afterAll(() => api.close())

const contactOf = async (given: object) => {
  const body = aTarget({ contact_email: '', ...given })
  return (await dana.call<TargetTile>(targets.create, { body })).body.contacts![0]!.id
}
const send = (route: typeof routes.edit | typeof routes.merge, id: string, body: object) =>
  program.call<Contact>(route, { person: dana.email, params: { id }, body })

test('edits and merges contacts that aren’t private, and shows no private Target of the person', async () => {
  const jane = await contactOf({ company: 'Acme', contact: 'Jane Doe' })
  const twin = await contactOf({ company: 'Birch', contact: 'J. Doe' })
  const hidden = (
    await dana.call<TargetTile>(targets.create, {
      body: aTarget({ company: 'Falcon', private: true, contact: '', contact_email: '' }),
    })
  ).body
  await dana.call(targets.addContact, { params: { id: hidden.id }, body: { contact_id: jane } })
  const edited = await send(routes.edit, jane, { emails: ['jane@acme.example'] })
  expect([edited.status, edited.body.emails]).toEqual([200, ['jane@acme.example']])
  const merged = await send(routes.merge, twin, { into: jane })
  expect(merged.body.targets.map(({ company }) => company).sort()).toEqual(['Acme', 'Birch'])
  expect(edited.text + merged.text).not.toContain('Falcon')
  const { body } = await dana.call<{ events: { name: string }[] }>(routes.history, { params: { id: jane } })
  expect(body.events.slice(0, 2).map(({ name }) => name)).toEqual(['CRM sync', 'CRM sync'])
})

test('finds none on private Targets only, although the person does', async () => {
  const secret = await contactOf({ company: 'Falcon', contact: 'Zoe Quist', private: true })
  const open = await contactOf({ company: 'Cedar', contact: 'Ola Berg' })
  const answers = [
    await send(routes.edit, secret, { title: 'CFO' }),
    await send(routes.merge, secret, { into: open }),
    await send(routes.merge, open, { into: secret }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await dana.call<Contact>(routes.read, { params: { id: secret } })).body.title).toBe('')
})
