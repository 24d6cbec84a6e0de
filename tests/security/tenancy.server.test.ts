import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { features } from '#app/features.ts'
import { addDays } from '#core/contract/dates.ts'
import { type AnyRoute, defineRoute, type RouteInput } from '#core/contract/route.ts'
import type { AnyViewerReport, ScopeKey } from '#core/contract/viewerReport.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { filesOf } from '#core/server/files/store.ts'
import { createHttp } from '#core/server/http.ts'
import { defineHandler, type Handler, RawJson, signedIn } from '#core/server/routes.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/forms/contract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { FIGURES_PATH, routes as kpi } from '#features/viewer/kpi/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'

/** Leaks on purpose, because the test proves nothing unless it detects this. */
const leakyRoute = defineRoute({
  name: 'leaky',
  method: 'GET',
  path: 'leaky/:id',
  summary: 'Leaks',
  params: z.strictObject({ id: z.guid() }),
  answer: z.unknown(),
})
const leaky: Handler = defineHandler(leakyRoute, signedIn, async ({ tx, params }) => {
  await tx.sql`reset role`
  const { rows } = await tx.sql<{
    doc: string
  }>`select '{' || doc as doc from target_people where target_id = ${params.id}`
  return new RawJson(rows[0]?.doc ?? 'null')
})

let api: Api
let robin: Client
/** Manages a group of another firm, with access to all of it. */
let stranger: Client
let own: Record<ScopeKey, string>
let foreign: Record<
  | 'file'
  | 'firm'
  | 'lesson'
  | 'target'
  | 'note'
  | 'task'
  | 'user'
  | 'group'
  | 'import'
  | 'provider'
  | 'domain'
  | 'session'
  | 'schedule'
  | 'run',
  string
>

beforeAll(async () => {
  api = await openApi({ more: [leaky] })
  const brook = await api.aFirm({ name: 'Brook & Vale' })
  robin = await api.aPerson(brook, { first_name: 'Robin', last_name: 'Secret', role: 'admin' })
  const theirs = await api.aFirm()
  stranger = await api.aPerson(theirs, { role: 'admin' })
  own = { org: theirs, group: randomUUID(), user: stranger.actor.id }
  await withoutRls(api.database, async (tx) => {
    await tx.sql`update orgs set access = 'yes' where id = ${theirs}`
    await tx.sql`insert into groups (org_id, id, name) values (${theirs}, ${own.group}, 'Tax')`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${theirs}, ${own.group}, ${own.user})`
  })
  const { body: target } = await robin.call<TargetTile>(targets.create, {
    body: aTarget({ company: 'Secret Mills', note: 'Secret note' }),
  })
  const group = randomUUID()
  const imported = randomUUID()
  await withoutRls(api.database, async (tx) => {
    await tx.sql`insert into groups (org_id, id, name) values (${brook}, ${group}, 'Secret group')`
    await tx.sql`insert into imports (org_id, id, kind, user_id, file_name, state) values (${brook}, ${imported}, 'targets', ${robin.actor.id}, 'secret.csv', 'uploaded')`
  })
  const provider = randomUUID()
  const domain = randomUUID()
  await withoutRls(api.database, async (tx) => {
    await tx.sql`insert into sign_on_providers (org_id, id, name, issuer) values (${brook}, ${provider}, 'Secret login', 'https://secret.example')`
    await tx.sql`insert into firm_domains (org_id, id, domain, token) values (${brook}, ${domain}, 'secret.example', 'secret')`
  })
  const lesson = randomUUID()
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`insert into firm_lessons (org_id, id, title, seconds) values (${brook}, ${lesson}, 'Secret lesson', 60)`,
  )
  const [schedule, run] = [randomUUID(), randomUUID()]
  await withoutRls(api.database, async (tx) => {
    await tx.sql`
      insert into report_schedules (org_id, id, owner_id, report, entity, entity_id, format, frequency, weekday, hour, subject, state, created_at, modified_at)
      values (${brook}, ${schedule}, ${robin.actor.id}, 'overview', 'group', ${group}, 'both', 'weekly', 1, 7, 'Secret subject', 'paused', now(), now())`
    await tx.sql`insert into report_schedule_people (org_id, schedule_id, user_id) values (${brook}, ${schedule}, ${robin.actor.id})`
    await tx.sql`insert into report_schedule_runs (org_id, id, schedule_id, state, problem, at, ended_at) values (${brook}, ${run}, ${schedule}, 'done', 'Secret problem', now(), now())`
    await tx.sql`insert into report_deliveries (org_id, run_id, user_id, state, email, moved_at) values (${brook}, ${run}, ${robin.actor.id}, 'failed', 'secret@brook.example', now())`
  })
  const sessions = await withoutRls(
    api.database,
    (tx) => tx.sql<{ id: string }>`select id from sessions where user_id = ${robin.actor.id}`,
  )
  const files = filesOf(api.database)
  const content = Buffer.from('89504e470d0a1a0a', 'hex')
  const placed = await files.place(brook, files.kinds.get('logo')!, { content, name: 'secret.png', type: 'image/png' })
  await files.change(brook, [placed], ({ keep }) => keep(placed, null))
  foreign = {
    file: placed.id,
    firm: brook,
    lesson,
    session: sessions.rows[0]!.id,
    target: target.id,
    note: target.notes[0]!.id,
    task: target.tasks[0]!.id,
    user: robin.actor.id,
    group,
    import: imported,
    provider,
    domain,
    schedule,
    run,
  }
})
afterAll(() => api.close())

/** Field values by name. Undefined omits the field. */
type Given = Record<string, unknown>
type Filling = { id: string; day: string; given: Given }

/** Reports count past days, plans have future ones. */
const LONG_AGO = '2020-03-02'
const soon = () => addDays(new Date().toISOString().slice(0, 10), 30)

const shapeOf = (schema: z.ZodType | undefined) =>
  schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)

/** Fills a route with valid values and the foreign ID wherever an ID is expected. */
function filled({ params, query, body }: AnyRoute, id: string, given: Given = {}): RouteInput {
  const fill = (schema: unknown, day: string) => {
    const shape = shapeOf(schema as z.ZodType | undefined)
    return shape && exampleOf(shape, { id, day, given })
  }
  return {
    params: fill(params, LONG_AGO) as Record<string, string>,
    query: fill(query, LONG_AGO) as Record<string, unknown>,
    body: fill(body, soon()),
  }
}
type Shape = {
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  enum?: unknown[]
  format?: string
  pattern?: string
  anyOf?: Shape[]
  items?: Shape
  minItems?: number
  default?: unknown
  const?: unknown
}
function exampleOf(shape: Shape, filling: Filling): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return exampleOf(shape.anyOf[0]!, filling)
  if (shape.type === 'object')
    return Object.fromEntries(
      Object.entries(shape.properties ?? {})
        .map(([name, part]) => [name, name in filling.given ? filling.given[name] : exampleOf(part, filling)])
        .filter(([, value]) => value !== undefined),
    )
  if (shape.type === 'array')
    return Array.from({ length: Math.max(1, shape.minItems ?? 0) }, () => exampleOf(shape.items ?? {}, filling))
  if (shape.type === 'number' || shape.type === 'integer') return 1
  if (shape.type === 'boolean') return true
  if (shape.format === 'date') return filling.day
  if (shape.format === 'guid' || shape.format === 'uuid') return filling.id
  if (shape.format === 'email') return 'a@hartwell.example'
  return shape.pattern?.includes('[0-9a-f') ? filling.id : 'text'
}

const reports: AnyViewerReport[] = composeFeatures(features).viewerReports.map(({ report }) => report)
const reportOf = (route: AnyRoute) => reports.find(({ routes }) => routes.read === route || routes.file === route)

/**
 * Returns every way to request a report: by firm, group, or person, as figures and as each file, and scheduled by
 * email, including to oneself. Other routes have one.
 */
function waysOf(route: AnyRoute): Given[] {
  if (!route.name.startsWith('viewer.')) return [{}]
  const [params, query, body] = [route.params, route.query, route.body].map((part) => shapeOf(part as z.ZodType))
  const has = { ...params?.properties, ...query?.properties, ...body?.properties }
  const turns = ['key', 'entity', 'format'].flatMap((name): [string, unknown[]][] => {
    const values = has[name]?.enum
    if (!values || (name === 'format' && body)) return []
    return [[name, query?.required?.includes(name) || !query?.properties?.[name] ? values : [undefined, ...values]]]
  })
  const mailed = reports.filter(({ exampleWhich }) => exampleWhich === undefined)
  const bases: Given[] = has.code
    ? mailed.map(({ name, isDated }) => ({ code: name, days: isDated ? '7' : null, day: undefined }))
    : [
        {
          which: reportOf(route)?.exampleWhich ?? 'activity',
          words: undefined,
          order: undefined,
          from: undefined,
          sort: undefined,
          q: undefined,
          ...(!reportOf(route)?.narrowsTargets && { due: undefined, value: undefined, type: undefined }),
        },
      ]
  const ways = turns.reduce(
    (all, [name, values]) => all.flatMap((way) => values.map((value) => ({ ...way, [name]: value }))),
    bases,
  )
  // The path's ID is rejected before the body is read.
  if (body && params) return ways.slice(0, 1)
  return has.user_ids ? ways.flatMap((way) => [way, { ...way, user_ids: [own.user] }]) : ways
}

const handlers = () => [...composeFeatures(features).routes, leaky]
const state = async () => {
  await api.caughtUp()
  return withoutRls(api.database, async (tx) => {
    const tables = [
      'orgs',
      'users',
      'groups',
      'group_members',
      'group_managers',
      'hand_overs',
      'login_directory',
      'imports',
      'targets',
      'target_people',
      'tasks',
      'notes',
      'target_events',
      'companies',
      'sign_on_providers',
      'firm_domains',
      'files',
      'file_versions',
      'uploads',
      'audit_log',
      'firm_lessons',
      'lesson_progress',
      'lesson_assignments',
      'notifications',
      'report_schedules',
      'report_schedule_people',
      'report_schedule_runs',
      'report_deliveries',
    ]
    const rows = []
    for (const table of tables)
      rows.push(
        (
          await tx.sql`select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as sum from ${sql.table(table)} r where ${table === 'orgs' ? sql`id` : sql`org_id`} = ${robin.orgId}`
        ).rows,
      )
    return JSON.stringify(rows)
  })
}

/** Calls a route with a foreign ID in every possible place. */
const probe = ({ route }: Handler, id: string, way: Given = waysOf(route)[0]!) =>
  stranger.call<{ message?: string; errors?: Record<string, string> }>(route, filled(route, id, way))

/** The ID itself must be rejected, not another part of the call. */
const refusesId = /^We couldn’t find this (firm|group|person|scheduled report)\.$/
const isRefused = (status: number) => status === 400 || status === 403 || status === 404 || status === 415

describe('tenant isolation by ID', () => {
  test('rejects foreign IDs on every route without revealing or changing anything', {
    timeout: 300_000,
  }, async () => {
    const before = await state()
    const withIds = handlers().filter(
      ({ route }) =>
        (route.name !== 'leaky' && /:/.test(route.path)) || JSON.stringify(filled(route, 'AN-ID')).includes('AN-ID'),
    )
    const covered = new Set<string>()
    const scopes = [foreign.firm, foreign.group, foreign.user]
    for (const one of withIds.filter(({ route }) => route.name !== 'leaky')) {
      const ways = waysOf(one.route)
      for (const id of Object.values(foreign))
        for (const way of scopes.includes(id) ? ways : ways.slice(0, 1)) {
          const { status, text, body } = await probe(one, id, way)
          covered.add(one.route.name)
          const said = `${one.route.name} ${JSON.stringify(way)} ${status} ${text}`
          const found = { refused: isRefused(status), leaks: /secret/i.test(text) }
          expect(found, said).toEqual({ refused: true, leaks: false })
          if ((way.key || way.entity) && body.errors?.key !== 'This report has no such figure.')
            expect(body.message, said).toMatch(refusesId)
        }
    }
    expect(covered.size).toBe(withIds.filter(({ route }) => route.name !== 'leaky').length)
    expect(covered.size).toBeGreaterThan(12)
    expect(await state()).toBe(before)
  })

  test('returns every report about the caller’s own firm', async () => {
    const asked = handlers().flatMap(({ route }) => {
      const report = reportOf(route)
      return report ? waysOf(route).map((way) => ({ route, report, way })) : []
    })
    expect(new Set(asked.map(({ report }) => report)).size).toBe(reports.length)
    // `tests/reportFiles.server.test.ts` compares the same figures as workbooks and PDFs.
    for (const { route, report, way } of asked.filter(({ way }) => way.format === undefined || way.format === 'text')) {
      const key = (way.key ?? way.entity) as ScopeKey
      const { status, text } = await stranger.call(route, filled(route, own[key], way))
      const said = `${route.name} ${JSON.stringify(way)} ${text}`
      expect(status, said).toBe(report.keys.includes(key) ? 200 : 400)
    }
  })

  test('rejects foreign IDs in the figures of the embedded dashboard', async () => {
    const { body } = await stranger.call<{ token: { access_token: string } }>(kpi.token)
    const ask = async (panel: string, key: string, id: string) => {
      const query = new URLSearchParams({ key, id, start: LONG_AGO, end: LONG_AGO })
      const headers = { authorization: `Bearer ${body.token.access_token}` }
      return (await api.http.inject({ url: `${FIGURES_PATH}/${panel}?${query}`, headers })).statusCode
    }
    for (const panel of ['summary', 'pipeline', 'won', 'people', 'learning'])
      for (const key of ['org', 'group'] as const) {
        expect([panel, key, await ask(panel, key, own[key])]).toEqual([panel, key, 200])
        for (const id of Object.values(foreign))
          expect([panel, key, await ask(panel, key, id)]).toEqual([panel, key, 404])
      }
  })

  test('shows and changes nothing of another firm on routes without IDs', async () => {
    const before = await state()
    for (const one of handlers().filter(
      ({ route, policy }) => !policy.isPublic && route.name !== 'leaky' && route.name !== 'account.logout',
    )) {
      const reply = await probe(one, foreign.target)
      expect(reply.text, one.route.name).not.toMatch(/secret/i)
    }
    expect(await state()).toBe(before)
  })

  test('detects a leaking route with the probe', async () => {
    const reply = await probe(leaky, foreign.target)
    expect(isRefused(reply.status)).toBe(false)
    expect(reply.text).toMatch(/secret/i)
  })
})

test('returns 401 without a session on every route except the public ones', async () => {
  for (const { route, policy } of handlers()) {
    const url = `/api/${route.path.replace(/:\w+/g, foreign.target)}?${new URLSearchParams(route.when)}`
    for (const authorization of [undefined, 'Bearer nonsense', `Bearer ${'A'.repeat(64)}`]) {
      const reply = await api.http.inject({
        method: route.method,
        url,
        headers: authorization ? { authorization } : {},
        ...(route.method !== 'GET' && { payload: {} }),
      })
      if (policy.isPublic) expect(reply.statusCode, route.name).not.toBe(401)
      else expect(reply.statusCode, route.name).toBe(401)
    }
  }
})

test('hides other firms’ rows in the database itself through row-level security', async () => {
  const tables = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        table_name: string
      }>`select table_name from information_schema.columns where table_schema = 'public' and column_name = 'org_id' and table_name not in ('login_directory', 'domain_directory', 'filing_directory')`,
  )
  expect(tables.rows.length).toBeGreaterThan(12)
  for (const { table_name } of tables.rows)
    await withOrg(api.database, stranger.orgId, async (tx) => {
      const { rows } = await tx.sql<{
        foreign: number
      }>`select count(*)::int as foreign from ${sql.table(table_name)} where org_id <> ${stranger.orgId}`
      expect([table_name, rows[0]!.foreign]).toEqual([table_name, 0])
    })
  for (const table of ['login_directory', 'domain_directory', 'filing_directory', 'rate_limits'])
    await expect(
      withOrg(api.database, stranger.orgId, (tx) => tx.sql`select 1 from ${sql.table(table)} limit 1`).then(
        ({ rows }) => rows.length,
      ),
    ).resolves.toBe(0)
})

test('starts the primary key of every tenant table with org_id', async () => {
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ table_name: string; first: string }>`
    select c.relname as table_name, a.attname as first from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where n.nspname = 'public' and i.indisprimary and exists (select 1 from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id')`,
  )
  expect(
    rows.filter(
      ({ table_name, first }) =>
        first !== 'org_id' && !['login_directory', 'domain_directory', 'filing_directory'].includes(table_name),
    ),
  ).toEqual([])
})

test('refuses to start with a route without a policy', async () => {
  const bare = { route: leakyRoute, run: async () => undefined } as unknown as Handler
  await expect(createHttp({ database: api.database, served: [bare], version: 'test' })).rejects.toThrow(
    'declares no policy',
  )
})

test('rejects fields that a client can’t set', async () => {
  for (const field of [
    'id',
    'org_id',
    'owner_id',
    'user_id',
    'status',
    'phase',
    'created',
    'shared',
    'revenue',
    'undo',
    'edits',
    'role',
  ]) {
    const reply = await stranger.call(targets.create, { body: { ...aTarget(), [field]: foreign.user } })
    expect([field, reply.status, reply.body.errors]).toEqual([
      field,
      400,
      { body: 'The request sets a field that can’t be set.' },
    ])
  }
})
