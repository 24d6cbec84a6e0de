// Checks that bad input gets the standard error and changes nothing.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { ErrorBody } from '#core/contract/errors.ts'
import { OLDEST_WRAPPER } from '#core/contract/wrapperVersion.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { createHttp } from '#core/server/http.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'

let api: Api
let dana: Client
beforeAll(async () => {
  api = await openApi()
  dana = await api.aPerson(await api.aFirm())
})
afterAll(() => api.close())

const send = (
  payload: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  url = '/api/tiles',
) =>
  api.http.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${dana.token}`, 'idempotency-key': randomUUID(), ...headers },
  })
const count = async () => (await dana.call<Tiles>(routes.list, { query: { status: 'active' } })).body.tiles.length

test('rejects unreadable requests with the standard error', async () => {
  const valid = JSON.stringify(aTarget())
  const cases: [string, number, string, Promise<{ statusCode: number; body: string }>][] = [
    ['half a body', 400, 'invalid', send(valid.slice(0, 50))],
    ['not JSON', 400, 'invalid', send('company=Acme')],
    ['an array', 400, 'invalid', send('[]')],
    ['null', 400, 'invalid', send('null')],
    ['nothing', 400, 'invalid', send('')],
    ['a prototype', 400, 'invalid', send('{"__proto__":{"role":"admin"}}')],
    ['XML', 415, 'unsupported_type', send('<a/>', { 'content-type': 'application/xml' })],
    ['2 MB', 413, 'too_large', send(JSON.stringify(aTarget({ goal: 'x'.repeat(2_000_000) })))],
    ['a key that is none', 400, 'invalid', send(valid, { 'content-type': 'application/json', 'idempotency-key': '1' })],
    ['an unknown path', 404, 'not_found', send(valid, undefined, '/api/nowhere')],
    ['an unknown action', 400, 'invalid', send('{}', undefined, `/api/tiles/${randomUUID()}?action=explode`)],
    [
      'the same query twice',
      400,
      'invalid',
      send('{}', undefined, `/api/tiles/${randomUUID()}?action=work&action=delete`),
    ],
    ['a broken escape', 400, 'invalid', send('{}', undefined, '/api/tiles/%zz?action=work')],
  ]
  for (const [name, status, code, sent] of cases) {
    const reply = await sent
    expect([name, reply.statusCode, ErrorBody.parse(JSON.parse(reply.body)).code]).toEqual([name, status, code])
  }
  expect(await count()).toBe(0)
})

test('returns an error message for each field', async () => {
  const bad = await dana.call(routes.create, {
    body: {
      company: ' ',
      contact: '',
      contact_email: 'nobody',
      type: 'friend',
      value: 'X',
      goal: 'g'.repeat(251),
      projected_revenue: 1.005,
      private: false,
      tasks: [{ description: '', due: '2026-02-30', help: '' }],
      note: 'n'.repeat(1001),
    },
  })
  expect([bad.status, bad.body.errors]).toEqual([
    400,
    {
      contact_email: 'Invalid email address',
      type: 'Please complete this field',
      value: 'Please complete this field',
      goal: 'Maximum length is 250 characters',
      projected_revenue: 'Please enter a $ amount.',
      'tasks.0.description': 'Please complete this field',
      'tasks.0.due': 'Choose a date.',
      note: 'Maximum length is 1000 characters',
    },
  ])
  const noOne = await dana.call(routes.create, { body: aTarget({ company: ' ', contact: '' }) })
  expect(noOne.body.errors).toEqual({ company: 'Please complete this field', contact: 'Please complete this field' })
  for (const revenue of [-2, 100_000_000, 0.001, '5', null])
    expect(
      (await dana.call(routes.create, { body: aTarget({ projected_revenue: revenue as number }) })).status,
      String(revenue),
    ).toBe(revenue === null ? 200 : 400)
})

test('returns text of any script unchanged, without characters that the database can’t store', async () => {
  const company = 'Ærø & Söhne 株式会社 🦊 <script>alert(1)</script> \'"; drop table targets;--'
  const { body } = await dana.call<TargetTile>(routes.create, { body: aTarget({ company: `${company}\u0000\ud800` }) })
  expect(body.company).toBe(`${company}\ufffd`)
})

test('returns 503 with a message while the database is unreachable, even for health, and recovers', async () => {
  const database = {
    ...api.database,
    check: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })),
  }
  const broken = await createHttp({
    database,
    served: composeFeatures(features).routes,
    version: 'test',
  })
  const reply = await broken.inject('/healthz')
  expect([reply.statusCode, reply.headers['retry-after'], reply.json().code]).toEqual([503, '5', 'unavailable'])
  await broken.close()
  expect((await api.http.inject('/healthz')).statusCode).toBe(200)
})

test('returns 503 on a full disk without partial changes and accepts the same request later', async () => {
  const before = await count()
  await withoutRls(api.database, async (tx) => {
    await tx.sql`create function no_space() returns trigger language plpgsql as $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`
    await tx.sql`create trigger full_disk before insert on target_events for each row execute function no_space()`
  })
  const key = randomUUID()
  const refused = await dana.call(routes.create, { body: aTarget(), key })
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
  await withoutRls(api.database, (tx) => tx.sql`drop trigger full_disk on target_events`)
  expect(await count()).toBe(before)
  expect((await dana.call(routes.create, { body: aTarget(), key })).status).toBe(200)
  expect(await count()).toBe(before + 1)
})

test('describes every route in the API description, generated from its schemas', async () => {
  const { openapi, paths } = (await api.http.inject('/api/openapi.json')).json()
  expect(openapi).toBe('3.1.0')
  const described = Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap((one) =>
    Object.values(one).flatMap(({ operationId }) => operationId.split(' | ')),
  )
  expect(new Set(described)).toEqual(new Set(composeFeatures(features).routes.map(({ route }) => route.name)))
})

test('allows cross-origin calls from the apps’ pages and hides responses from other pages', async () => {
  const http = await createHttp({
    database: api.database,
    version: '0',
    served: composeFeatures(features).routes,
    wrapperOrigins: ['capacitor://localhost'],
  })
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
  const from = async (origin: string) => {
    const plan = await http.inject({ method: 'OPTIONS', url: '/api/tiles', headers: { origin, ...asked } })
    const call = await http.inject({ url: '/api/user', headers: { origin, ...clientHeaders(dana.token) } })
    const allowed = 'access-control-allow-origin'
    return [plan.headers[allowed], call.headers[allowed], call.headers['access-control-allow-credentials']]
  }
  expect(await from('capacitor://localhost')).toEqual(['capacitor://localhost', 'capacitor://localhost', undefined])
  expect(await from('https://evil.example')).toEqual([undefined, undefined, undefined])
  await http.close()
})

test('reveals its version and supported apps only to apps', async () => {
  const http = await createHttp({
    database: api.database,
    version: '1.2.3',
    served: composeFeatures(features).routes,
    wrapperOrigins: ['https://localhost'],
  })
  const asked = await http.inject({ url: '/meta.json', headers: { origin: 'https://localhost' } })
  expect(asked.json()).toEqual({ name: 'Pursuit', version: '1.2.3', wrappers_from: OLDEST_WRAPPER })
  expect(asked.headers['access-control-allow-origin']).toBe('https://localhost')
  await http.close()
})

test('sends protective headers with every response', async () => {
  const { headers } = await api.http.inject('/api/user')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['strict-transport-security']).toBeUndefined()
})
