import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aProgram, inDays, programCaller } from '#tests/calling.ts'
import { auditRoutes } from '../audit/contract.ts'
import { peopleRoutes } from '../people/contract.ts'
import { type Tokens, tokenRoutes } from './contract.ts'

type Firm = { targets: { id: string; company: string; due: string | null }[]; next: string | null }

let api: Api
let firm: string
let admin: Client
let dana: Client
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  admin = await api.aPerson(firm, { role: 'admin', first_name: 'Robin', last_name: 'Admin' })
  dana = await api.aPerson(firm)
})
afterAll(() => api.close())

test('lets only firm admins create a token, shows it once, and stores its hash', async () => {
  const body = { name: 'BI', scopes: ['targets:read', 'targets:read'], ends_on: inDays(10) }
  expect((await dana.call(tokenRoutes.make, { body })).status).toBe(403)
  const made = await admin.call<{ token: string; made: { id: string; scopes: string[]; made_by: string } }>(
    tokenRoutes.make,
    { body },
  )
  expect(made.body.token).toMatch(/^pursuit_[\w-]{64}$/)
  expect(made.body.made).toMatchObject({ scopes: ['targets:read'], made_by: 'Robin Admin' })
  const { text } = await admin.call(tokenRoutes.read)
  expect(text).not.toContain(made.body.token)
  const secret = made.body.token.slice('pursuit_'.length)
  const kept = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ row: string }>`select row_to_json(t)::text as row from api_tokens t
      union all select row_to_json(o)::text from once_only o union all select row_to_json(a)::text from audit_log a`,
  )
  expect(
    kept.rows.filter(
      ({ row }) => row.includes(secret) || row.includes(Buffer.from(secret, 'base64url').toString('hex')),
    ),
  ).toEqual([])
  const log = await admin.call(auditRoutes.audit)
  expect(log.text).toContain('token.made')
})

test('rejects invalid input with a message at its field', async () => {
  const made = async (given: object) => {
    const body = { name: 'BI', scopes: ['targets:read'], ends_on: inDays(1), ...given }
    return (await admin.call<{ errors: Record<string, string> }>(tokenRoutes.make, { body })).body.errors
  }
  expect(Object.keys(await made({ name: ' ' }))).toEqual(['name'])
  expect(Object.keys(await made({ scopes: [] }))).toEqual(['scopes'])
  expect(Object.keys(await made({ scopes: ['everything'] }))[0]).toMatch(/^scopes/)
  expect(Object.keys(await made({ ends_on: inDays(-2) }))).toEqual(['ends_on'])
  expect(Object.keys(await made({ ends_on: inDays(400) }))).toEqual(['ends_on'])
})

test("reads all non-private targets of the firm page by page and changes them in a person's name", async () => {
  const reading = await aProgram(api, admin, ['targets:read'])
  const writing = await aProgram(api, admin, ['targets:write'])
  await dana.call(routes.create, { body: aTarget({ company: 'Hidden', private: true }) })
  const made = await writing.call<{ id: string; owner: string }>(routes.create, {
    person: dana.email.toUpperCase(),
    body: aTarget({ company: 'Brought In' }),
  })
  expect([made.status, made.body.owner]).toEqual([200, `${dana.actor.first_name} ${dana.actor.last_name}`])
  for (let n = 0; n < 4; n++) await admin.call(routes.create, { body: aTarget({ company: `Firm ${n}` }) })
  const companies: string[] = []
  let after: string | undefined
  do {
    const { body } = await reading.call<Firm>(routes.firmTargets, { query: { limit: 2, after } })
    companies.push(...body.targets.map(({ company }) => company))
    after = body.next ?? undefined
  } while (after)
  expect(companies.sort()).toEqual(['Brought In', 'Firm 0', 'Firm 1', 'Firm 2', 'Firm 3'])
  const one = await reading.call(routes.firmTarget, { params: { id: made.body.id } })
  expect(one.body).toMatchObject({ company: 'Brought In', due: '2026-11-27', owner_id: dana.actor.id })
  expect(one.text).not.toContain('"note')
  // Each token has only its own scope.
  expect((await writing.call(routes.firmTargets)).body).toMatchObject({ code: 'scope_missing' })
  expect((await reading.call(routes.create, { person: dana.email, body: aTarget() })).status).toBe(403)
  // Personal data requires a person, and shows as little as a manager sees.
  expect((await reading.call(routes.list)).body).toMatchObject({ code: 'person_missing' })
  const own = await reading.call<{ tiles: { company: string }[] }>(routes.list, { person: dana.actor.id })
  expect(own.body.tiles.map(({ company }) => company)).toEqual(['Brought In'])
  expect((await reading.call(routes.list, { person: 'nobody@hartwell.example' })).status).toBe(404)
  // The history names both.
  const { body } = await dana.call<{ events: { kind: string; by_name: string; user_id: string }[] }>(routes.timeline, {
    params: { id: made.body.id },
  })
  expect(body.events.find(({ kind }) => kind === 'targetCreated')).toMatchObject({
    by_name: 'CRM sync',
    user_id: dana.actor.id,
  })
})

test('makes a change once per idempotency key of a program', async () => {
  const program = await aProgram(api, admin)
  const key = crypto.randomUUID()
  const send = () =>
    program.call<{ id: string }>(routes.create, { key, person: dana.email, body: aTarget({ company: 'Once' }) })
  const [first, again] = await Promise.all([send(), send()])
  expect([first.status, again.body.id]).toEqual([200, first.body.id])
  const other = await aProgram(api, admin)
  const theirs = await other.call<{ id: string }>(routes.create, {
    key,
    person: dana.email,
    body: aTarget({ company: 'Once' }),
  })
  expect(theirs.body.id).not.toBe(first.body.id)
})

test('rejects a token right away once it is revoked or expired, and while its firm is closed', async () => {
  const program = await aProgram(api, admin)
  const works = async () => (await program.call(peopleRoutes.people)).status
  expect(await works()).toBe(200)
  api.clock.now = new Date(Date.now() + 32 * 86_400_000)
  expect(await works()).toBe(401)
  api.clock.now = null
  await withoutRls(api.database, (tx) => tx.sql`update orgs set suspended_at = now() where id = ${firm}`)
  expect((await program.call(peopleRoutes.people)).body).toMatchObject({ code: 'suspended' })
  await withoutRls(api.database, (tx) => tx.sql`update orgs set suspended_at = null where id = ${firm}`)
  expect(await works()).toBe(200)
  expect((await admin.call(tokenRoutes.end, { params: { id: program.id } })).status).toBe(204)
  expect(await works()).toBe(401)
  expect((await admin.call(tokenRoutes.end, { params: { id: program.id } })).status).toBe(404)
})

test('returns nothing for people who were deactivated', async () => {
  const program = await aProgram(api, admin)
  const gone = await api.aPerson(firm)
  await withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${gone.actor.id}`)
  expect((await program.call(routes.create, { person: gone.email, body: aTarget() })).status).toBe(404)
})

test('limits the tokens of a firm, even if many are created concurrently', async () => {
  const other = await api.aFirm()
  const owner = await api.aPerson(other, { role: 'admin' })
  const make = () => owner.call(tokenRoutes.make, { body: { name: 'BI', scopes: ['people:read'], ends_on: inDays(1) } })
  const made = await Promise.all(Array.from({ length: 25 }, make))
  expect(made.filter(({ status }) => status === 200)).toHaveLength(20)
  const { body } = await owner.call<Tokens>(tokenRoutes.read)
  expect(body.tokens).toHaveLength(20)
})

test("rejects a well-formed unknown token and doesn't accept a valid one as a session", async () => {
  const program = await aProgram(api, admin)
  const bytes = Buffer.from(program.token.slice('pursuit_'.length), 'base64url')
  bytes[40]! ^= 1
  for (const token of [
    `pursuit_${bytes.toString('base64url')}`,
    'pursuit_',
    `pursuit_${dana.token}`,
    program.token.slice(8),
  ])
    expect((await programCaller(api.http, token)(peopleRoutes.people)).status).toBe(
      token.startsWith('pursuit_') ? 401 : 400,
    )
  const rows = await withOrg(api.database, await api.aFirm(), (tx) => tx.sql`select from api_tokens`)
  expect(rows.rows).toEqual([])
})
