// Covers the rate limit of API calls: sent in headers, shared by all processes, and never delaying a call with a write.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCallLimits } from '#core/server/callLimits.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { peopleRoutes } from '#features/admin/people/contract.ts'
import { type Tokens, tokenRoutes } from '#features/admin/programs/contract.ts'
import { type Api, type Client, openApi } from './api.ts'
import { aProgram } from './calling.ts'

let api: Api
let admin: Client
beforeAll(async () => {
  api = await openApi({ quotas: { token: 5, firm: 8 } })
})
afterAll(() => api.close())

const aReply = () => {
  const headers: Record<string, string> = {}
  const reply = {
    headers,
    header: (name: string, value: string) => {
      headers[name] = value
      return reply
    },
    hasHeader: (name: string) => name in headers,
  }
  return reply
}
type Reply = Parameters<ReturnType<typeof openCallLimits>['take']>[1]

test('states the remaining calls and responds 429 with a message and wait time beyond the limit', async () => {
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  api.clock.now = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 18_000)
  const program = await aProgram(api, admin)
  const said: unknown[] = []
  for (let n = 0; n < 6; n++) {
    const { status, headers } = await program.call(peopleRoutes.groups)
    said.push([status, headers.ratelimit])
  }
  expect(said).toEqual([
    [200, '"token";r=4;t=42, "firm";r=7;t=42'],
    [200, '"token";r=3;t=42, "firm";r=6;t=42'],
    [200, '"token";r=2;t=42, "firm";r=5;t=42'],
    [200, '"token";r=1;t=42, "firm";r=4;t=42'],
    [200, '"token";r=0;t=42, "firm";r=3;t=42'],
    [429, '"token";r=0;t=42, "firm";r=3;t=42'],
  ])
  const { body, headers } = await program.call(peopleRoutes.groups)
  expect([body, headers['retry-after'], headers['ratelimit-policy']]).toEqual([
    { message: 'Too many calls. Wait 42 seconds.', code: 'too_many' },
    '42',
    '"token";q=5;w=60, "firm";q=8;w=60',
  ])
  // API clients share the firm's limit. Other firms have their own, and people aren't counted.
  const second = await aProgram(api, admin)
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await second.call(peopleRoutes.groups)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const other = await aProgram(api, await api.aPerson(await api.aFirm(), { role: 'admin' }))
  expect((await other.call(peopleRoutes.groups)).status).toBe(200)
  for (let n = 0; n < 20; n++) {
    const reply = await admin.call(peopleRoutes.groups)
    expect([reply.status, reply.headers.ratelimit]).toEqual([200, undefined])
  }
  // The next minute starts with the full limit.
  api.clock.now = new Date(api.clock.now.getTime() + 42_000)
  expect((await program.call(peopleRoutes.groups)).status).toBe(200)
  api.clock.now = null
})

test('sends no headers for an unknown token and counts it nowhere', async () => {
  const program = await aProgram(api, admin)
  await admin.call(tokenRoutes.end, { params: { id: program.id } })
  for (let n = 0; n < 20; n++) expect((await program.call(peopleRoutes.groups)).status).toBe(401)
})

test('adds up calls across processes and records the day of use', async () => {
  const now = new Date('2026-11-24T10:00:20Z')
  const open = () => openCallLimits(api.database, { now: () => now, most: { token: 10, firm: 20 } })
  const [one, two] = [open(), open()]
  const program = await aProgram(api, admin)
  const hash = Buffer.from('a hash of this token')
  const of = { orgId: admin.orgId, id: program.id }
  const call = (process: typeof one) => {
    const reply = aReply()
    process.take(hash, reply as unknown as Reply)
    process.know(hash, of, reply as unknown as Reply)
    return reply.headers.ratelimit
  }
  for (let n = 0; n < 4; n++) call(one)
  for (let n = 0; n < 3; n++) call(two)
  await one.addUp()
  await two.addUp()
  await one.addUp()
  expect(call(two)).toBe('"token";r=2;t=40, "firm";r=12;t=40')
  call(two)
  call(two)
  expect(() => call(two)).toThrow('Too many calls. Wait 40 seconds.')
  await two.addUp()
  // The other process learns of them with its next total.
  call(one)
  await one.addUp()
  expect(() => call(one)).toThrow('Too many calls')
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        tries: number
      }>`select tries from rate_limits where scope = 'api_token' and subject = ${program.id} and window_start = ${now.toISOString()}::timestamptz - interval '20 seconds'`,
  )
  expect(rows).toEqual([{ tries: 11 }])
  const { body } = await admin.call<Tokens>(tokenRoutes.read)
  expect(body.tokens.find(({ id }) => id === program.id)?.used_on).toBe('2026-11-24')
  one.close()
  two.close()
})
