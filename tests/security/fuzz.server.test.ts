// Calls every route with mostly odd values from its own schemas. No response can be an internal server error.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { features } from '#app/features.ts'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aProgram } from '#tests/calling.ts'

/** Total number of calls. `FUZZ_CALLS` raises it. The test's name contains both values for a repeat. */
const CALLS = Number(process.env.FUZZ_CALLS ?? 10_000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_127)

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

type Shape = {
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  items?: Shape
  maximum?: number
}

const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  "'; drop table users; --",
  '%',
  '_%\\',
  '../../etc/passwd',
  'x'.repeat(20_000),
  '😀'.repeat(300),
  '=1+1',
  'NaN',
  'null',
  '-1',
  '1e309',
  '9'.repeat(40),
  '9999-12-31',
  '0001-01-01',
  '2026-02-30',
  '+275760-09-13',
  '2026-11-24 08:30:00',
  'America/Los_Angeles',
  'Nowhere/Here',
  'a@b',
  `${'a'.repeat(300)}@hartwell.example`,
  'https://crm.hartwell.example/\u0000',
  'data:text/html,x',
  '[]',
  '{}',
]
const oddNumbers = [0, -1, 1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, Number.MIN_VALUE]
const oddValues = [null, true, [], {}, [null], { a: { b: [] } }, ...oddNumbers]

/** `ids` belong to rows of the caller, so that calls pass the first check. */
function valuesOf(shape: Shape, ids: string[], depth = 0): fc.Arbitrary<unknown> {
  const odd = fc.oneof(fc.constantFrom<unknown>(...oddTexts), fc.constantFrom<unknown>(...oddValues))
  return fc.oneof(
    { weight: depth === 0 ? 30 : 7, arbitrary: fittingOf(shape, ids, depth) },
    { weight: 1, arbitrary: odd },
  )
}

function fittingOf(shape: Shape, ids: string[], depth: number): fc.Arbitrary<unknown> {
  const inner = (part: Shape) => valuesOf(part, ids, depth + 1)
  const choices = shape.anyOf ?? shape.oneOf ?? shape.allOf
  if (choices) return fc.oneof(...choices.map(inner))
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type
  if (type === 'object' || shape.properties) {
    const parts = Object.fromEntries(Object.entries(shape.properties ?? {}).map(([name, part]) => [name, inner(part)]))
    return fc.record(parts, { requiredKeys: shape.required?.filter((name) => name in parts) ?? [] })
  }
  if (type === 'array') return fc.array(inner(shape.items ?? {}), { maxLength: 4 })
  if (type === 'integer') return fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(...oddNumbers))
  if (type === 'number') return fc.oneof(fc.double(), fc.constantFrom(...oddNumbers))
  if (type === 'boolean') return fc.boolean()
  return textsOf(shape, ids)
}

function textsOf({ format, pattern }: Shape, ids: string[]): fc.Arbitrary<string> {
  const odd = fc.constantFrom(...oddTexts)
  if (format === 'guid' || format === 'uuid' || pattern?.includes('[0-9a-f'))
    return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: odd })
  const days = fc.constantFrom(
    '2026-11-01',
    '2026-11-26',
    '2018-01-01',
    '0001-01-01',
    '1900-01-01',
    '9998-12-31',
    '9999-12-31',
  )
  if (format === 'date') return fc.oneof({ weight: 8, arbitrary: days }, { weight: 1, arbitrary: odd })
  const times = fc.constantFrom('2026-11-26T08:30:00.000Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z')
  if (format === 'date-time') return fc.oneof({ weight: 8, arbitrary: times }, { weight: 1, arbitrary: odd })
  if (format === 'email') return fc.oneof(fc.constant(`${randomUUID()}@hartwell.example`), fc.emailAddress(), odd)
  return fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom(...ids), days, odd)
}

const shapeOf = (schema: z.ZodType | undefined): Shape | undefined =>
  schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)

const inputsOf = ({ params, query, body }: AnyRoute, ids: string[]): fc.Arbitrary<RouteInput> =>
  fc.record({
    params: shapeOf(params) ? fittingOf(shapeOf(params)!, ids, 0) : fc.constant(undefined),
    query: shapeOf(query) ? valuesOf(shapeOf(query)!, ids) : fc.constant(undefined),
    body: shapeOf(body) ? valuesOf(shapeOf(body)!, ids) : fc.constantFrom<unknown>(undefined, {}, null, '\u0000'),
  }) as fc.Arbitrary<RouteInput>

/** Creates a firm with each kind of caller and its IDs. A call can end a session, so each route gets new ones. */
async function aFirm() {
  const orgId = await api.aFirm()
  const admin = await api.aPerson(orgId, { role: 'admin' })
  const member = await api.aPerson(orgId)
  const operator = await api.aPerson(await api.aFirm({ name: 'Pursuit' }), { role: 'operator' })
  const ended = await api.aPerson(orgId)
  await ended.call({ name: '', method: 'POST', path: 'user/logout', summary: '' })
  const { body } = await member.call<TargetTile>(targets.create, { body: aTarget() })
  const { token } = await aProgram(api, admin)
  const ids = [orgId, admin.actor.id, member.actor.id, body.id, body.tasks[0]!.id, randomUUID()]
  const tokenOf = ({ token }: Client) => token
  return { ids, tokens: [...[admin, admin, member, operator, ended].map(tokenOf), token, undefined] }
}

/** Returns undefined for values that no URL or JSON can contain, such as half of a surrogate pair. */
function send(route: AnyRoute, input: RouteInput, token: string | undefined) {
  let url: string
  try {
    const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
    url = addressOf(route, {
      ...(isRecord(input.params) && { params: input.params }),
      ...(isRecord(input.query) && { query: input.query }),
    })
  } catch {
    return undefined
  }
  const payload = input.body === undefined ? undefined : JSON.stringify(input.body)
  return api.http.inject({
    method: route.method,
    url,
    headers: { ...clientHeaders(token), ...(payload && { 'content-type': 'application/json' }) },
    ...(payload && { payload }),
  })
}

test(`never responds to an odd call with a server error (FUZZ_SEED=${SEED} FUZZ_CALLS=${CALLS})`, {
  timeout: 1_800_000,
}, async () => {
  const routes = composeFeatures(features).routes.filter(({ route }) => !route.isStream)
  const each = Math.ceil(CALLS / routes.length)
  const failures: string[] = []
  const answers = new Map<number, number>()
  let firm = await aFirm()
  for (const [at, { route }] of routes.entries()) {
    if (at % 10 === 0 || route.method !== 'GET') firm = await aFirm()
    const inputs = fc.sample(inputsOf(route, firm.ids), { numRuns: each, seed: SEED + at })
    for (const [n, input] of inputs.entries()) {
      const said = `${route.name} ${JSON.stringify(input).slice(0, 600)}`
      const reply = await send(route, input, firm.tokens[n % firm.tokens.length])?.catch((error) => {
        failures.push(`${said} ${error}`)
      })
      if (!reply) continue
      answers.set(reply.statusCode, (answers.get(reply.statusCode) ?? 0) + 1)
      if (reply.statusCode >= 500) failures.push(`${reply.statusCode} ${said} ${reply.body.slice(0, 200)}`)
    }
  }
  expect(failures).toEqual([])
  // The test proves nothing if the first check rejects everything.
  const many = [...answers.values()].reduce((sum, n) => sum + n, 0)
  expect(many).toBeGreaterThan(CALLS * 0.9)
  expect(answers.get(200) ?? 0, JSON.stringify([...answers])).toBeGreaterThan(many / 20)
})
