// Checks that API tokens open only routes that declare one of their scopes, and nothing of another firm.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiScope } from '#core/contract/apiScope.ts'
import { type AnyRoute, defineRoute } from '#core/contract/route.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { exampleOf } from '#core/server/examples.ts'
import { createHttp } from '#core/server/http.ts'
import { anyone, defineHandler, type Handler, notWhileSwitched, RawJson, signedIn } from '#core/server/routes.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aProgram, type CallingProgram } from '#tests/calling.ts'
import { product } from '#tests/flags.ts'

/** Leaks on purpose, because the test proves nothing unless it detects this. */
const leaky: Handler = defineHandler(
  defineRoute({
    name: 'leaky',
    method: 'GET',
    path: 'leaky/:id',
    summary: 'Leaks',
    scope: 'targets:read',
    params: z.strictObject({ id: z.guid() }),
    answer: z.unknown(),
  }),
  signedIn,
  async ({ tx, params }) => {
    await tx.sql`reset role`
    const { rows } = await tx.sql<{ company: string }>`select company from targets where id = ${params.id}`
    return new RawJson(JSON.stringify(rows[0] ?? null))
  },
)

let api: Api
let robin: Client
let own: Client
let all: CallingProgram
const byScope = new Map<ApiScope, CallingProgram>()
let foreign: Record<string, string>

beforeAll(async () => {
  api = await openApi({ more: [leaky], quotas: { token: 100_000, firm: 100_000 } })
  const brook = await api.aFirm({ name: 'Brook & Vale' })
  robin = await api.aPerson(brook, { first_name: 'Robin', last_name: 'Secret', role: 'admin' })
  const { body: target } = await robin.call<TargetTile>(targets.create, {
    body: aTarget({ company: 'Secret Mills', note: 'Secret note' }),
  })
  const group = randomUUID()
  await withoutRls(
    api.database,
    (tx) => tx.sql`insert into groups (org_id, id, name) values (${brook}, ${group}, 'Secret group')`,
  )
  foreign = { target: target.id, note: target.notes[0]!.id, user: robin.actor.id, firm: brook, group }
  own = await api.aPerson(await api.aFirm(), { role: 'admin' })
  all = await aProgram(api, own)
  for (const scope of ApiScope.options) byScope.set(scope, await aProgram(api, own, [scope]))
})
afterAll(() => api.close())

const withBody = ({ method }: AnyRoute) => (method === 'GET' || method === 'HEAD' ? {} : { body: {} })
const closed = () => product.routes.filter(({ route, policy }) => !route.scope && !policy.isPublic)
const open = () => product.routes.filter(({ route }) => route.scope)

test('closes routes without a scope to every token', async () => {
  expect(closed().length).toBeGreaterThan(250)
  for (const { route } of closed()) {
    const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, foreign.user!]))
    const { status, body } = await all.call<{ code?: string }>(route, { params, ...withBody(route) })
    const isHead = route.method === 'HEAD'
    // Files and upload parts are rejected for their content type before the caller is checked.
    const said = [route.name, status, isHead || status === 415 ? '' : body.code]
    expect(said).toEqual(status === 415 ? [route.name, 415, ''] : [route.name, 403, isHead ? '' : 'closed_to_programs'])
  }
})

test('closes sign-in, the own account, administration, and secrets', () => {
  const opened = open().map(({ route }) => route)
  expect(opened.length).toBeGreaterThan(20)
  const doors = /^(account|signOn|login|session|tokens|webhooks|scim|operator|setUp|switching|files|firm\.(?!target))/
  expect(opened.filter(({ name }) => doors.test(name))).toEqual([])
  expect(
    opened.filter(({ method, path }) => method !== 'GET' && !/^(tiles|tasks|notes|contacts)\b/.test(path)),
  ).toEqual([])
})

test('opens only the routes of each scope', async () => {
  for (const { route } of open())
    for (const scope of ApiScope.options) {
      const example = exampleOf(route) as object
      const { status, body } = await byScope.get(scope)!.call<{ code?: string }>(route, example)
      const isRefused = status === 403 && body.code === 'scope_missing'
      expect([route.name, scope, isRefused]).toEqual([route.name, scope, route.scope !== scope])
    }
})

test('never reads, changes, or acts for anything of another firm', async () => {
  const before = await stateOf(foreign.firm!)
  for (const { route } of [...open(), leaky].filter(({ route }) => route.name !== 'leaky'))
    for (const id of Object.values(foreign))
      for (const person of [own.email, robin.email, robin.actor.id]) {
        const { answer: _, ...asked } = exampleOf(route)
        const example = JSON.parse(JSON.stringify(asked).replaceAll(EXAMPLE_ID, id)) as object
        const { status, text } = await all.call(route, { ...example, person })
        expect([route.name, text]).not.toEqual([route.name, expect.stringMatching(/secret/i)])
        if (person !== own.email) expect([route.name, status >= 400]).toEqual([route.name, true])
        else if (JSON.stringify(example).includes(id)) expect([route.name, status >= 400]).toEqual([route.name, true])
      }
  expect(await stateOf(foreign.firm!)).toBe(before)
  const leaked = await all.call(leaky.route, { params: { id: foreign.target! } })
  expect(leaked.text).toMatch(/secret/i)
})

const EXAMPLE_ID = (exampleOf(targets.read).params as { id: string }).id

const stateOf = (firm: string) =>
  withoutRls(api.database, async (tx) => {
    const sums = []
    for (const table of [
      'users',
      'groups',
      'targets',
      'tasks',
      'notes',
      'target_people',
      'target_events',
      'audit_log',
      'once_only',
    ])
      sums.push(
        (
          await tx.sql`select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) from ${sql.table(table)} r where org_id = ${firm}`
        ).rows,
      )
    return JSON.stringify(sums)
  })

test('refuses to start with an open route that must be closed', async () => {
  const route = defineRoute({ name: 'bad', method: 'GET', path: 'bad', summary: 'Bad', scope: 'targets:read' })
  const start = (served: Handler) => createHttp({ database: api.database, served: [served], version: 'test' })
  const run = async () => undefined
  await expect(start(defineHandler(route, anyone, run))).rejects.toThrow('can’t be open to programs')
  await expect(start(defineHandler(route, notWhileSwitched(signedIn), run))).rejects.toThrow(
    'can’t be open to programs',
  )
  await expect(start(defineHandler({ ...route, method: 'POST' }, signedIn, run))).rejects.toThrow(
    'reads need one to read',
  )
})
