// Checks request bodies of anonymous callers: the server reads little of them and echoes nothing.
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { newToken } from '#core/server/tokens.ts'
import { routes as account } from '#features/account/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'

let api: Api
let dana: Client
let port: number
beforeAll(async () => {
  api = await openApi()
  dana = await api.aPerson(await api.aFirm())
  await api.http.listen({ port: 0, host: '127.0.0.1' })
  port = (api.http.server.address() as AddressInfo).port
})
afterAll(() => api.close())

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
type Answer = { status: number; body: string }
type Sent = { body?: Buffer; headers?: Record<string, string>; method?: string; isChunked?: boolean }

/** Sends over a real connection. The server can close it early, so the response until then counts. */
const send = (path: string, { body, headers, method = 'POST', isChunked }: Sent = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let told: Answer | undefined
    const call = request(
      {
        port,
        path,
        method,
        agent,
        headers: {
          ...clientHeaders(),
          'content-type': 'application/json',
          ...(body && !isChunked && { 'content-length': String(body.length) }),
          ...headers,
        },
      },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece) => pieces.push(piece))
        answer.on('end', () => {
          told = { status: answer.statusCode!, body: Buffer.concat(pieces).toString() }
          resolve(told)
        })
      },
    )
    call.on('error', (error) => (told ? undefined : reject(error)))
    call.end(body)
  })

const manyKeys = (count: number) =>
  Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`made_up_${i}`, i]))))
const large = manyKeys(38_500)
const signedIn = () => ({ authorization: `Bearer ${dana.token}` })
const publicRoutes = composeFeatures(features)
  .routes.filter(({ route, policy }) => policy.isPublic && !['GET', 'HEAD'].includes(route.method))
  .map(({ route }) => route)

const addressOf = ({ method, path, when }: (typeof publicRoutes)[number]) => ({
  method,
  path: `/api/${path.replace(/:\w+/g, 'x')}${when ? `?${new URLSearchParams(when)}` : ''}`,
})

test('rejects a large body unread on every public call, with or without a stated length', async () => {
  expect(large.length).toBeGreaterThan(800_000)
  for (const route of publicRoutes) {
    const { path, method } = addressOf(route)
    const told = await send(path, { method, body: large })
    expect([route.name, told.status, told.body.length < 4096]).toEqual([route.name, 413, true])
    const chunked = await send(path, { method, body: large, isChunked: true }).catch(() => ({ status: 413, body: '' }))
    expect([route.name, chunked.status]).toEqual([route.name, 413])
  }
})

test('accepts the route’s exact byte limit on every public call and parses nothing beyond it', async () => {
  expect(publicRoutes.length).toBeGreaterThan(10)
  for (const route of publicRoutes) {
    const { path, method } = addressOf(route)
    const siblings = publicRoutes.filter((one) => one.path === route.path && one.method === method)
    const limit = Math.max(8 * 1024, ...siblings.map(({ limits }) => limits?.bodyBytes ?? 0))
    expect([route.name, limit <= 64 * 1024]).toEqual([route.name, true])
    // The body is invalid JSON, so parsing would cause another error.
    const over = await send(path, { method, body: Buffer.alloc(limit + 1, '{') })
    expect([route.name, over.status]).toEqual([route.name, 413])
    const most = await send(path, { method, body: Buffer.alloc(limit, '{') })
    expect([route.name, most.status]).toEqual([route.name, 400])
  }
})

test('names at most twenty problems and echoes nothing that a caller made up', async () => {
  const secret = `made_up_${'x'.repeat(3000)}`
  const bodies = [
    manyKeys(200),
    Buffer.from(JSON.stringify({ email: 'a@b.example', password: 'x', [secret]: 1 })),
    Buffer.from(JSON.stringify({ email: { [secret]: 1 }, password: [secret] })),
    Buffer.from(`${'['.repeat(4000)}${']'.repeat(4000)}`),
    Buffer.from(`{"email":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`),
  ]
  for (const body of bodies) {
    const told = await send('/api/user/login', { body })
    expect(told.status).toBe(400)
    expect(told.body.length).toBeLessThan(500)
    expect(told.body).not.toContain('made_up')
  }
  const query = await send(`/api/instances?${new URLSearchParams({ [secret]: secret })}`, { method: 'GET' })
  expect([query.status, query.body.includes('made_up')]).toEqual([400, false])

  // The same applies to a signed-in caller.
  const own = await send('/api/tiles', { body: manyKeys(70_000), headers: signedIn() })
  expect([own.status, own.body.length < 4096, own.body.includes('made_up')]).toEqual([413, true, false])
  const most = await send('/api/tiles', { body: manyKeys(30_000), headers: signedIn() })
  expect([most.status, most.body.length < 4096, most.body.includes('made_up')]).toEqual([400, true, false])
  const steps = Array.from({ length: 200 }, () => ({ description: 1, due: 'x', help: 2, [secret]: 3 }))
  const wrong = await send('/api/tiles', { body: Buffer.from(JSON.stringify({ tasks: steps })), headers: signedIn() })
  expect(wrong.status).toBe(400)
  expect(Object.keys(JSON.parse(wrong.body).errors).length).toBeLessThanOrEqual(20)
  expect(wrong.body).not.toContain('made_up')
})

test('checks the session before the body, and reads no body without one', async () => {
  const ours = Object.entries(clientHeaders())
    .map((pair) => pair.join(': '))
    .join('\r\n')
  // The body never arrives, but the response does.
  const asked = (headers: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', reject)
      socket.once('data', (said) => {
        resolve(String(said).split('\r\n')[0]!)
        socket.destroy()
      })
      socket.write(
        `POST /api/tiles HTTP/1.1\r\n${ours}\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`,
      )
    })
  const dead = newToken(dana.orgId).token
  for (const headers of [
    'Content-Length: 900000',
    'Transfer-Encoding: chunked',
    'Authorization: Bearer nonsense\r\nContent-Length: 10',
    `Authorization: Bearer ${dead}\r\nContent-Length: 900000`,
    `Authorization: Bearer ${dead}\r\nTransfer-Encoding: chunked`,
  ])
    expect([headers, await asked(headers)]).toEqual([headers, 'HTTP/1.1 401 Unauthorized'])
  // On one connection, each request gets the same response as the first one.
  const told = await Promise.all(
    Array.from({ length: 20 }, () => send('/api/tiles', { body: large, headers: { authorization: `Bearer ${dead}` } })),
  )
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set([401]))
})

test('rejects compressed bodies, forms, and multipart forms on routes that don’t expect them', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000, ' '))
  for (const headers of [{ 'content-encoding': 'gzip' }, { 'content-encoding': 'br' }])
    expect((await send('/api/user/login', { body: bomb, headers })).status).toBe(415)
  const form = Buffer.from(`email=${'x'.repeat(5000)}`)
  expect(
    (await send('/api/user/login', { body: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } }))
      .status,
  ).toBe(415)
  const part = Buffer.from('--b\r\ncontent-disposition: form-data; name="email"\r\n\r\nx\r\n--b--\r\n')
  const told = await send('/api/user/login', {
    body: part,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  expect([400, 415]).toContain(told.status)
})

test('rejects unwanted bodies at almost no cost and without delaying other calls', async () => {
  const isMe = () => send('/api/user', { method: 'GET', headers: signedIn() })
  const timed = async (count: number) => {
    const times: number[] = []
    for (let i = 0; i < count; i++) {
      const began = performance.now()
      expect((await isMe()).status).toBe(200)
      times.push(performance.now() - began)
    }
    return times.sort((a, b) => a - b)[Math.floor(count * 0.99)]!
  }
  await timed(50)
  const atFirst = process.cpuUsage()
  const quiet = await timed(200)
  const alone = process.cpuUsage(atFirst)
  let isOver = false
  let sent = 0
  const attack = async () => {
    while (!isOver) {
      await send('/api/user/login', { body: large }).catch(() => {})
      sent++
      await pause(100)
    }
  }
  const before = process.cpuUsage()
  const attacks = Array.from({ length: 8 }, attack)
  const busy = await timed(200)
  isOver = true
  await Promise.all(attacks)
  const used = process.cpuUsage(before)
  console.log(
    `p99 of others: ${quiet.toFixed(1)} ms alone, ${busy.toFixed(1)} ms during ${sent} bodies of 0.8 MB: ${(busy / quiet).toFixed(2)} times; ${Math.round((used.user + used.system) / 1000)} ms of processor in all`,
  )
  // CPU time, because other processes share the machine. When bodies were read, each took 50 ms, and other callers
  // waited 3,400 ms.
  const each = (used.user + used.system - alone.user - alone.system) / 1000 / sent
  expect(each).toBeLessThan(20)
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ tries: number }>`select count(*)::int as tries from rate_limits`,
  )
  expect(rows[0]!.tries).toBe(0)
})

test('still reads bodies within the limit', async () => {
  const body = Buffer.from(JSON.stringify({ email: dana.email, password: 'Pursuit#2026' }))
  expect((await send(`/api/${account.login.path}`, { body })).status).toBe(200)
})

test('names at most twenty problems on every public call, without made-up keys or values', async () => {
  for (const route of publicRoutes) {
    const { path, method } = addressOf(route)
    const fields = Object.keys((route.body as { shape?: object } | undefined)?.shape ?? {})
    const wrong = fields.map((name) => [name, [{ made_up: 'made_up' }]])
    const bodies = [Object.fromEntries(wrong), JSON.parse(String(manyKeys(300)))]
    for (const body of bodies) {
      const told = await send(path, { method, body: Buffer.from(JSON.stringify(body)) })
      expect([route.name, told.body.includes('made_up'), told.body.length < 4096]).toEqual([route.name, false, true])
      if (told.status !== 400) continue
      expect(Object.keys(JSON.parse(told.body).errors ?? {}).length).toBeLessThanOrEqual(20)
    }
  }
})
