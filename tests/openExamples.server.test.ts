// Sends each request example from the API description, with only the IDs replaced, and expects the documented status.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import type { Contact } from '#features/contacts/contract.ts'
import { referralRoutes } from '#features/contacts/referrals/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from './api.ts'
import { aProgram, type CallingProgram } from './calling.ts'
import { product } from './flags.ts'

type Shown = { example?: unknown; examples?: Record<string, { value: unknown }> }
type Operation = {
  operationId: string
  parameters: { $ref?: string; name?: string; in?: string; required?: boolean; example?: unknown }[]
  security?: Record<string, string[]>[]
  requestBody?: { content: Record<string, Shown> }
  responses: Record<string, { content?: Record<string, Shown> }>
}

let api: Api
let admin: Client
let program: CallingProgram
let described: { paths: Record<string, Record<string, Operation>>; components: { schemas: object } }
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm({ access: 'yes' }), { role: 'admin' })
  program = await aProgram(api, admin)
  described = (await api.http.inject('/api/openapi.json')).json()
})
afterAll(() => api.close())

type Made = { id: string; contactId: string; referralId?: string }

/** Creates the data that a call refers to, new for each call. */
async function idsFor(path: string, key: unknown): Promise<Made> {
  const { body } = await admin.call<TargetTile>(routes.create, {
    body: aTarget({ company: randomUUID(), contact_email: '', note: 'Mine' }),
  })
  const contactId = body.contacts![0]!.id
  const of = (id: string) => ({ id, contactId })
  if (key === 'org') return of(admin.orgId)
  if (key === 'user') return of(admin.actor.id)
  if (path.startsWith('/api/notes/')) return of(body.notes[0]!.id)
  if (path.includes('/referrals/')) {
    const given = { about: 'A lease', day: '2026-01-02' }
    const { body: contact } = await admin.call<Contact>(referralRoutes.give, { params: { id: contactId }, body: given })
    return { ...of(contactId), referralId: contact.sent![0]!.id }
  }
  if (path.startsWith('/api/contacts')) return of(contactId)
  if (!path.includes('/groups') && key !== 'group') return of(body.id)
  const group = randomUUID()
  await withoutRls(
    api.database,
    (tx) => tx.sql`insert into groups (org_id, id, name) values (${admin.orgId}, ${group}, ${group})`,
  )
  return of(group)
}

const EXAMPLE_ID = '0195c1f2-7a3e-7c4b-9d10-3f6a2b8e4c57'

test('returns the documented status for every example', { timeout: 120_000 }, async () => {
  let sent = 0
  for (const [path, operations] of Object.entries(described.paths))
    for (const [method, operation] of Object.entries(operations)) {
      if (!operation.security?.some(({ apiToken }) => apiToken)) continue
      const needsPerson = operation.parameters.some(({ $ref }) => $ref?.endsWith('/Person'))
      const open = product.routes.filter(
        ({ route }) => route.scope && operation.operationId.split(' | ').includes(route.name),
      )
      for (const { route } of open) {
        const ids: Partial<Record<string, string>> = await idsFor(
          path,
          operation.parameters.find(({ name }) => name === 'key')?.example,
        )
        // A target that is already active can't be reactivated.
        if (route.name === 'targets.work') await admin.call(routes.archive, { params: { id: ids.id! } })
        const params: Record<string, string> = Object.fromEntries(
          operation.parameters.flatMap((one) =>
            one.in === 'path'
              ? [[one.name!, one.example === EXAMPLE_ID ? (ids[one.name!] ?? ids.id!) : String(one.example)]]
              : [],
          ),
        )
        const query = Object.fromEntries(
          operation.parameters.flatMap((one) =>
            one.in === 'query' && one.example !== undefined && !(one.name! in (route.when ?? {}))
              ? [[one.name!, one.example]]
              : [],
          ),
        )
        const body = operation.requestBody?.content['application/json']?.examples?.[route.name]?.value
        // A contact merges with another one.
        const idInBody = path.endsWith('/merge') ? (await idsFor(path, undefined)).contactId : ids.id!
        const { status, text } = await program.call(route, {
          params,
          query,
          body: body === undefined ? undefined : JSON.parse(JSON.stringify(body).replaceAll(EXAMPLE_ID, idInBody)),
          ...(needsPerson && { person: admin.email }),
        })
        sent++
        const asDescribed = String(status) in operation.responses
        expect([`${method} ${path}`, route.name, asDescribed, asDescribed ? '' : `${status} ${text}`]).toEqual([
          `${method} ${path}`,
          route.name,
          true,
          '',
        ])
      }
    }
  expect(sent).toBeGreaterThan(20)
})

test('has request, response, and error examples for every operation', () => {
  const operations = Object.values(described.paths).flatMap((one) => Object.values(one))
  expect(operations.length).toBeGreaterThan(250)
  for (const { operationId, requestBody, responses, parameters } of operations) {
    const shown = [...Object.entries(requestBody?.content ?? {}), ...Object.entries(responses[200]?.content ?? {})]
    for (const [type, content] of shown)
      if (type === 'application/json') expect([operationId, 'examples' in content]).toEqual([operationId, true])
    for (const { in: place, name, required, example } of parameters)
      if (place === 'path')
        expect([operationId, name, required, example !== undefined]).toEqual([operationId, name, true, true])
    expect(responses.default).toEqual({ $ref: '#/components/responses/Refused' })
  }
})
