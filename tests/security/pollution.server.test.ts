// Checks that keys leading to a prototype are rejected everywhere and affect no one else.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { features } from '#app/features.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { routes as account } from '#features/account/contract.ts'
import { SCIM_PATH, scimRoutes } from '#features/admin/scim/contract.ts'
import { type Api, type Client, openApi, PASSWORD } from '#tests/api.ts'
import { upload } from '#tests/imports.ts'

let api: Api
let admin: Client
let stranger: Client
let directoryKey: string
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  stranger = await api.aPerson(await api.aFirm({ name: 'Brook & Vale' }))
  const { body } = await admin.call<{ token: string }>(scimRoutes.makeToken, { body: { name: 'Entra ID' } })
  directoryKey = body.token
})
afterAll(() => api.close())

const inheritedKeys = () => {
  const keys: string[] = []
  for (const key in {}) keys.push(key)
  return keys
}

async function expectUnpolluted(): Promise<void> {
  expect(inheritedKeys()).toEqual([])
  const { status } = await stranger.call(account.login, { body: { email: stranger.email, password: PASSWORD } })
  expect(status).toBe(200)
}

const callDirectory = async (method: 'GET' | 'PATCH', path: string, payload?: string) => {
  const reply = await api.http.inject({
    method,
    url: `${SCIM_PATH}${path}`,
    headers: { authorization: `Bearer ${directoryKey}`, ...(payload && { 'content-type': 'application/scim+json' }) },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.json() }
}

// Strings, because JSON.stringify would drop a `__proto__` of an object literal.
test.each([
  ['a path into __proto__', '{"op":"replace","path":"emails[type eq \\"work\\"].__proto__","value":{"a":1}}'],
  ['a dotted key of a value that is added', '{"op":"add","path":"name","value":{"__proto__.x2":1}}'],
  ['a dotted key with constructor', '{"op":"replace","path":"name","value":{"constructor.prototype.x3":1}}'],
  ['a value without a path', '{"op":"replace","value":{"name":{"__proto__.x4":1}}}'],
  ['a value in place of a list', '{"op":"replace","path":"emails","value":{"__proto__.x6":1}}'],
  ['a path in capital letters', '{"op":"replace","path":"Constructor.Prototype.x7","value":1}'],
  ['an escaped key', '{"op":"replace","path":"name","value":{"\\u005f_proto__.x8":1}}'],
])('rejects %s in SCIM, and people of another firm can still log in', async (_, operation) => {
  const path = `/Users/${admin.actor.id}`
  const before = await callDirectory('GET', path)
  const { status } = await callDirectory('PATCH', path, `{"Operations":[${operation}]}`)
  expect(status).toBe(400)
  expect(await callDirectory('GET', path)).toEqual(before)
  await expectUnpolluted()
})

const pollutingKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  '__proto__.polluted',
  'constructor.prototype.polluted',
  'name.__proto__',
  'steps[0].__proto__.polluted',
  'urn:example:User:__proto__',
)
/** Generates JSON text with a polluting key at a random depth. */
const pollutingBody = fc
  .tuple(pollutingKey, fc.array(fc.constantFrom('object', 'list'), { maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }))
  .filter(([, , value]) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)))
  .map(([key, levels, value]) =>
    levels.reduce(
      (inner, level) => (level === 'list' ? `[1,${inner}]` : `{"company":"Seven Oaks","inner":${inner}}`),
      `{"email":"dana@hartwell.example",${JSON.stringify(key)}:${JSON.stringify(value)}}`,
    ),
  )

test('rejects 500 generated bodies with such keys on every route with a body', async () => {
  const routes = composeFeatures(features)
    .routes.map(({ route }) => route)
    .filter(({ method, isBytes, files }) => !['GET', 'HEAD', 'DELETE'].includes(method) && !isBytes && !files)
  expect(routes.length).toBeGreaterThan(100)
  const bodies = fc.sample(pollutingBody, { numRuns: 500, seed: 20261127 })
  for (const [i, payload] of bodies.entries()) {
    const { name, method, path, when } = routes[i % routes.length]!
    const url = `/api/${path.replace(/:\w+/g, () => randomUUID())}${when ? `?${new URLSearchParams(when)}` : ''}`
    const reply = await api.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      payload,
    })
    expect([name, payload, reply.statusCode, reply.json().errors]).toEqual([
      name,
      payload,
      400,
      { body: 'The request sets a field that can’t be set.' },
    ])
  }
  await expectUnpolluted()
})

test('rejects query strings, forms, and multipart forms with such names', async () => {
  for (const name of ['__proto__', 'constructor.prototype.x', 'page[prototype]']) {
    const query = new URLSearchParams({ [name]: 'x' })
    for (const url of [`/api/instances?${query}`, `/api/tiles?${query}`, `/no/such/page?${query}`])
      expect([
        url,
        (await api.http.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })).statusCode,
      ]).toEqual([url, 400])
    expect([name, (await callDirectory('GET', `/Users?${query}`)).status]).toEqual([name, 400])
    const boundary = '----pursuit'
    const part = (field: string, text: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`
    const form = await api.http.inject({
      method: 'POST',
      url: '/api/assets',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `${part('name', 'Rates')}${part(name, 'x')}--${boundary}--\r\n`,
    })
    expect([name, form.statusCode]).toEqual([name, 400])
  }
  await expectUnpolluted()
})

test('rejects a CSV file or workbook with such a heading and names it', async () => {
  const sentence = (heading: string) => `A column can’t be called “${heading}”. Rename it and upload the file again.`
  for (const heading of ['__proto__', 'constructor.prototype.x']) {
    const csv = await upload(api, admin, 'targets', { content: `Company,${heading}\nSeven Oaks,1\n` })
    expect([csv.status, csv.body.errors]).toEqual([400, { file: sentence(heading) }])
  }
  // The library that writes this workbook can't write a cell with only `__proto__`.
  const heading = 'constructor.prototype.x'
  const data = [['Company', heading].map((value) => ({ value })), ['Seven Oaks', 'x'].map((value) => ({ value }))]
  const content = await writeWorkbook([{ sheet: 'Pipeline', data }]).toBuffer()
  const workbook = await upload(api, admin, 'targets', { content, name: 'pipeline.xlsx' })
  expect([workbook.status, workbook.body.errors]).toEqual([400, { file: sentence(heading) }])
  await expectUnpolluted()
})

test('freezes Object.prototype and still lets objects override inherited methods', () => {
  expect(Object.isFrozen(Object.prototype)).toBe(true)
  expect(() => Object.assign(Object.prototype, { polluted: 1 })).toThrow(TypeError)
  expect(() => Object.assign(Object.prototype, { toString: () => 'polluted' })).toThrow(TypeError)
  const own = { a: 1 } as { a: number; toString: () => string }
  own.toString = () => 'own'
  expect([String(own), Object.keys(own), String({})]).toEqual(['own', ['a', 'toString'], '[object Object]'])
})
