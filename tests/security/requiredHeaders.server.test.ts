// Checks the client header and the idempotency key. Calls without them are rejected before their body is read.
import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'
import { createHttp } from '#core/server/http.ts'
import { defineHandler, type Handler, signedIn } from '#core/server/routes.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { product } from '#tests/flags.ts'

let api: Api
let dana: Client
beforeAll(async () => {
  api = await openApi()
  dana = await api.aPerson(await api.aFirm())
})
afterAll(() => api.close())

/** Routes that none of our clients calls, so none of its headers is required. */
const exceptions = [
  'calendar.feed',
  'files.open',
  'filing.received',
  'insights.digestBounced',
  'insights.digestPicture',
  'insights.openDigestLink',
  'insights.viewDigestMail',
  'notifications.unsubscribe',
  'notifications.unsubscribePage',
  'signOn.callback',
  'signOn.loggedOut',
]
const noClient = 'Set the X-Client header to web, mobile, or desktop.'
const noKey = 'Every change needs an Idempotency-Key header with its own UUID.'
const isChange = ({ route }: Handler) => route.method !== 'GET' && route.method !== 'HEAD'

/** Returns the response to a matching call. `headers` are added to those of our client. */
async function ask({ route }: Handler, headers: Record<string, string | undefined>) {
  const address = `/api/${route.path.replace(/:\w+/g, randomUUID())}?${new URLSearchParams(route.when)}`
  const { statusCode, body } = await api.http.inject({
    method: route.method,
    url: address,
    headers: { authorization: `Bearer ${dana.token}`, ...headers },
    ...(route.method !== 'GET' && route.method !== 'HEAD' && { payload: {} }),
  })
  // A HEAD response has no body.
  return [route.name, statusCode, route.method === 'HEAD' ? '' : body]
}
const refused = ({ route }: Handler, message: string) => [
  route.name,
  400,
  route.method === 'HEAD' ? '' : JSON.stringify({ message, code: 'invalid' }),
]

test('rejects a call without a client header, except on routes for others', async () => {
  const ours = product.routes.filter(({ route }) => !route.calledBy)
  expect(ours.length).toBeGreaterThan(100)
  for (const one of ours)
    for (const client of [undefined, '', 'browser'])
      expect(await ask(one, { 'x-client': client })).toEqual(refused(one, noClient))
  for (const one of product.routes.filter(({ route }) => route.calledBy)) {
    const [, , said] = await ask(one, { authorization: undefined, 'x-client': undefined, 'idempotency-key': undefined })
    expect([one.route.name, said]).not.toEqual([one.route.name, expect.stringContaining('X-Client')])
  }
})

test('lists routes for other callers in one place', () => {
  const named = product.routes.filter(({ route }) => route.calledBy)
  expect(named.map(({ route }) => route.name).sort()).toEqual(exceptions)
  expect(named.every(({ policy }) => policy.isPublic)).toBe(true)
})

test('requires a key for each signed-in change and changes nothing without one', async () => {
  const changes = product.routes.filter((one) => isChange(one) && !one.policy.isPublic)
  expect(changes.length).toBeGreaterThan(60)
  for (const one of changes) {
    for (const key of [undefined, '']) expect(await ask(one, { 'idempotency-key': key })).toEqual(refused(one, noKey))
    expect(await ask(one, { 'idempotency-key': 'once' })).toEqual(refused(one, 'The Idempotency-Key must be a UUID.'))
  }
  const { statusCode } = await api.http.inject({
    method: 'POST',
    url: `/api/${routes.create.path}`,
    headers: { authorization: `Bearer ${dana.token}`, 'idempotency-key': undefined },
    payload: aTarget(),
  })
  expect(statusCode).toBe(400)
  const { body } = await dana.call<Tiles>(routes.list, { query: { status: 'active' } })
  expect(body.tiles).toEqual([])
})

/** Returns the response to a call whose body never arrives, or its first line. */
const askWithoutBody = ({ route }: Handler, headers: Record<string, string>) =>
  new Promise<string>((resolve, reject) => {
    const path = `/api/${route.path.replace(/:\w+/g, randomUUID())}?${new URLSearchParams(route.when)}`
    const { port } = api.http.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const waited = setTimeout(() => socket.destroy(new Error(`${route.name} waits for the body.`)), 10_000)
    let said = ''
    socket.on('error', reject)
    socket.on('close', () => clearTimeout(waited))
    socket.on('data', (bytes) => {
      said += bytes
      const [status, message] = [/^HTTP\/1\.1 (\d+)/.exec(said)?.[1], /"message":"([^"]*)"/.exec(said)?.[1]]
      if (!status || !message) return
      resolve(`${status} ${message}`)
      socket.destroy()
    })
    const all = Object.entries({
      host: 'x',
      authorization: `Bearer ${dana.token}`,
      'content-type': 'application/json',
      'content-length': '10',
      ...headers,
    })
    socket.write(`${route.method} ${path} HTTP/1.1\r\n${all.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n`)
  })

test('checks the headers of each call before its body arrives', async () => {
  await api.http.listen({ port: 0, host: '127.0.0.1' })
  const withBody = product.routes.filter((one) => isChange(one) && !one.route.calledBy)
  expect(withBody.length).toBeGreaterThan(70)
  for (const one of withBody) {
    const key = { 'idempotency-key': randomUUID() }
    expect([one.route.name, await askWithoutBody(one, key)]).toEqual([one.route.name, `400 ${noClient}`])
    if (one.policy.isPublic) continue
    expect([one.route.name, await askWithoutBody(one, { 'x-client': 'web' })]).toEqual([one.route.name, `400 ${noKey}`])
  }
})

test('reports a missing session before missing headers', async () => {
  for (const one of product.routes.filter(({ policy }) => !policy.isPublic)) {
    const [name, status] = await ask(one, { authorization: undefined, 'x-client': undefined })
    expect([name, status]).toEqual([one.route.name, 401])
  }
})

test('names the required headers of a call in the API description', async () => {
  type Operation = { operationId: string; parameters: { $ref?: string }[]; security?: unknown[] }
  const { paths, components } = (await api.http.inject('/api/openapi.json')).json()
  expect(components.parameters).toMatchObject({
    Client: { name: 'X-Client', required: true },
    IdempotencyKey: { name: 'Idempotency-Key', required: true },
  })
  const operations = Object.values(paths as Record<string, Record<string, Operation>>).flatMap((one) =>
    Object.values(one),
  )
  const needs = (name: string) => {
    const operation = operations.find(({ operationId }) => operationId.split(' | ').includes(name))!
    const refs = operation.parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
    return { headers: refs, isPublic: operation.security?.length === 0 }
  }
  const atAddressOf = ({ route }: Handler) =>
    product.routes.filter((other) => other.route.method === route.method && other.route.path === route.path)
  // An API client isn't one of our clients, so routes open to it need no client header.
  const client = (one: Handler) => (atAddressOf(one).some(({ route }) => route.scope) ? 'ClientOfSession' : 'Client')
  for (const one of product.routes)
    expect([one.route.name, needs(one.route.name)]).toEqual([
      one.route.name,
      {
        headers: [
          ...(one.route.calledBy ? [] : [client(one)]),
          ...(isChange(one) && !one.policy.isPublic ? ['IdempotencyKey'] : []),
          ...(atAddressOf(one).some(({ proxy }) => proxy) ? ['Person'] : []),
        ],
        isPublic: one.policy.isPublic,
      },
    ])
})

test('refuses to start with a session route that is meant for other callers', async () => {
  const route = defineRoute({
    name: 'mixed',
    method: 'GET',
    path: 'mixed',
    summary: 'Needs a session, and says that programs call it which have none',
    answer: z.unknown(),
    calledBy: 'calendar clients',
  })
  const served = [defineHandler(route, signedIn, async () => ({}))]
  await expect(createHttp({ database: api.database, served, version: 'test' })).rejects.toThrow(
    'The route mixed needs a session: only clients of ours have one.',
  )
})
