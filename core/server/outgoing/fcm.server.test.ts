// Uses a mock of Google's services with the same checks.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { provide } from '#core/server/services.ts'
import { openSending, type Sending } from '#tests/outgoing.ts'
import { noticeRecipients } from '../notices/notify.ts'
import { type Push, queuePush } from './outgoing.ts'
import { registerPush, sentPlatformsOf } from './registrations.ts'

const rsaPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const PHONE = 'secret-token-of-phone'
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

type Message = { token: string; [more: string]: unknown }

let given: Set<string>
let exchanges: number
let lifetime: number
let sent: Message[]
let answer: (message: Message, reply: ServerResponse) => unknown
let service: ReturnType<typeof createServer>
let here: string
let sending: Sending

const accountWith = (private_key: string) => ({
  client_email: 'pushes@pursuit-phones.iam.gserviceaccount.com',
  private_key,
  token_uri: `${here}/token`,
  project_id: 'pursuit-phones',
})
const pushBy = (key: string) => ({ push: { allowed: [here], fcm: { account: accountWith(key), url: here } } })

beforeAll(async () => {
  service = createServer(async (request, reply) => {
    let body = ''
    for await (const piece of request) body += piece
    if (request.url === '/token') return await giveToken(request, body, reply)
    const isKnown = given.has(request.headers.authorization ?? '')
    if (!isKnown) return refuse(reply, 401, { errorCode: 'UNAUTHENTICATED' })
    expect(`${request.method} ${request.url}`).toBe('POST /v1/projects/pursuit-phones/messages:send')
    const { message } = JSON.parse(body) as { message: Message }
    sent.push(message)
    answer(message, reply)
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  here = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  sending = await openSending(pushBy(privateKey))
})
afterAll(async () => {
  await sending.close()
  service.close()
  service.closeAllConnections()
})
beforeEach(async () => {
  given = new Set()
  exchanges = 0
  lifetime = 3600
  sent = []
  answer = (_, reply) => reply.writeHead(200).end('{"name": "projects/pursuit-phones/messages/1"}')
  await sending.stop()
  await withoutRls(sending.database, (tx) => tx.sql`delete from push_registrations`)
  await withoutRls(sending.database, (tx) => tx.sql`delete from outgoing`)
  provide(sending.database, { sentPlatforms: sentPlatformsOf({}) })
  await sending.start()
})
afterEach(() => void vi.restoreAllMocks())

/** Checks the request by RFC 7523, as Google does. */
async function giveToken(request: IncomingMessage, body: string, reply: ServerResponse) {
  exchanges += 1
  const form = new URLSearchParams(body)
  try {
    expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const { payload } = await jwtVerify(form.get('assertion')!, pair.publicKey, {
      algorithms: ['RS256'],
      audience: `${here}/token`,
      issuer: 'pushes@pursuit-phones.iam.gserviceaccount.com',
      maxTokenAge: '1m',
    })
    expect(payload.scope).toBe('https://www.googleapis.com/auth/firebase.messaging')
    expect(payload.exp! - payload.iat!).toBe(3600)
  } catch {
    return reply.writeHead(400).end('{"error": "invalid_grant", "error_description": "Invalid JWT Signature."}')
  }
  const token = randomBytes(12).toString('hex')
  given.add(`Bearer ${token}`)
  const said = { access_token: token, expires_in: lifetime, token_type: 'Bearer' }
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
}

const refuse = (reply: ServerResponse, code: number, ...details: object[]) =>
  reply.writeHead(code).end(JSON.stringify({ error: { code, message: 'Text from outside.', details } }))

const deviceOf = (n: number) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
const register = (n: number) => {
  const owner = { orgId: sending.orgId, userId: sending.userId }
  return registerPush(sending.database, owner, { platform: 'fcm', device: deviceOf(n), endpoint: `${PHONE}:${n}` })
}
const registered = async () => {
  const { rows } = await withoutRls(
    sending.database,
    (tx) =>
      tx.sql<{ device: string; failures: number }>`select device, failures from push_registrations order by device`,
  )
  return rows
}
const push: Push = { title: 'Acme', body: 'Lee shared "Acme" with you. 🎉', path: '/tracker', tag: 'share:1' }
const queue = (more: Partial<Push> = {}) =>
  sending.queue((tx, orgId) => queuePush(tx, orgId, sending.userId, { ...push, ...more }))
const settled = async () => {
  const rows = await sending.until(
    (found) => found.length > 0 && found.every(({ state }) => state !== 'waiting' && state !== 'sending'),
  )
  return rows.filter(({ device }) => device)
}

test('delivers a push as Android and iOS show it, replacing the last with its tag', async () => {
  await register(1)
  const before = Math.floor(Date.now() / 1000)
  await queue()
  expect(await settled()).toMatchObject([{ device: deviceOf(1), state: 'sent' }])
  const [message] = sent as [Message & { apns: { headers: Record<string, string> } }]
  const { 'apns-expiration': expiration, ...headers } = message.apns.headers
  expect({ ...message, apns: { ...message.apns, headers } }).toEqual({
    token: `${PHONE}:1`,
    notification: { title: push.title, body: push.body },
    data: { path: '/tracker', tag: 'share:1' },
    android: { ttl: '86400s', priority: 'HIGH', collapse_key: 'share:1', notification: { tag: 'share:1' } },
    apns: {
      headers: { 'apns-collapse-id': 'share:1' },
      payload: { aps: { sound: 'default', 'thread-id': 'share:1' } },
    },
  })
  expect(Number(expiration) - before - 86_400).toBeLessThan(60)
  expect(Number(expiration)).toBeGreaterThanOrEqual(before + 86_400)
})

test("keeps a push within the service's size limit and its path on this site", async () => {
  await register(1)
  await queue({
    title: '🎉'.repeat(3000),
    body: `x${'🎉'.repeat(3000)}`,
    path: `/t/${'x'.repeat(5000)}`,
    tag: 'ß'.repeat(99),
  })
  await queue({ body: '字'.repeat(3000) })
  await queue({ path: '//elsewhere.example/x' })
  await sending.until((rows) => rows.some(({ problem }) => problem.includes('leads elsewhere')))
  await sending.until((rows) => rows.filter(({ state, device }) => device && state === 'sent').length === 2)
  expect(sent).toHaveLength(2)
  const message = sent.find(({ notification }) => (notification as Push).title !== push.title)
  expect(sent.find((one) => one !== message)!.notification).toEqual({ title: 'Acme', body: '字'.repeat(666) })
  const { 'apns-collapse-id': place } = (message!.apns as { headers: Record<string, string> }).headers
  expect(Buffer.byteLength(place!)).toBeLessThanOrEqual(64)
  expect(message!.notification).toEqual({ title: '🎉'.repeat(100), body: `x${'🎉'.repeat(499)}` })
  expect((message!.data as { path: string }).path).toMatch(/^\/t\/x{497}$/)
})

test('uses one access token for twenty concurrent pushes and the following ones', async () => {
  for (let n = 1; n <= 20; n++) await register(n)
  await queue()
  await settled()
  await queue()
  expect((await settled()).every(({ state }) => state === 'sent')).toBe(true)
  expect(sent).toHaveLength(40)
  expect(exchanges).toBe(1)
})

test('renews an access token that expires or is rejected', async () => {
  await register(1)
  lifetime = 60
  await queue()
  await settled()
  lifetime = 3600
  await queue()
  await settled()
  expect(exchanges).toBe(2)
  given.clear()
  await queue()
  expect((await settled()).map(({ state, tries }) => [state, tries])).toEqual([
    ['sent', 1],
    ['sent', 1],
    ['sent', 2],
  ])
  expect(exchanges).toBe(3)
  expect(await registered()).toEqual([{ device: deviceOf(1), failures: 0 }])
})

test('removes a phone whose app was uninstalled', async () => {
  const answers: [number, ...object[]][] = [
    [404, { errorCode: 'UNREGISTERED' }],
    [403, { errorCode: 'SENDER_ID_MISMATCH' }],
    [
      400,
      { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'INVALID_ARGUMENT' },
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'message.token' }] },
    ],
  ]
  for (const [status, ...details] of answers) {
    await register(1)
    answer = (_, reply) => refuse(reply, status, ...details)
    await queue()
    expect(await settled(), String(status)).toEqual([])
    expect(await registered(), String(status)).toEqual([])
  }
  expect(sent).toHaveLength(3)
})

test('removes a phone that keeps being rejected, but not when the whole deployment is rejected', async () => {
  await register(1)
  answer = (_, reply) => refuse(reply, 403, { errorCode: 'PERMISSION_DENIED' })
  for (let times = 1; times <= 6; times++) await queue()
  for (const { state, problem } of await settled())
    expect([state, problem]).toEqual(['failed', `${new URL(here).host} answered 403 PERMISSION_DENIED.`])
  expect(await registered()).toEqual([{ device: deviceOf(1), failures: 0 }])
  answer = (_, reply) => refuse(reply, 400, { errorCode: `INVALID ${PHONE}` }, { fieldViolations: 'odd' })
  for (let times = 1; times <= 5; times++) {
    await queue()
    await settled()
    expect(await registered()).toEqual(times < 5 ? [{ device: deviceOf(1), failures: times }] : [])
  }
  expect((await settled()).at(-1)!.problem).toBe(`${new URL(here).host} answered 400.`)
})

test('retries a service that is busy, silent, or hangs up, with a push that replaces the first', async () => {
  const timeout = AbortSignal.timeout
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => timeout.call(AbortSignal, milliseconds / 20))
  await register(1)
  const troubles = [
    (reply: ServerResponse) => refuse(reply, 503, { errorCode: 'UNAVAILABLE' }),
    () => {},
    (reply: ServerResponse) => reply.destroy(),
  ]
  answer = (_, reply) => (troubles.shift() ?? ((last) => last.writeHead(200).end('{}')))(reply)
  await queue({ tag: undefined })
  expect(await settled()).toMatchObject([{ state: 'sent', tries: 4 }])
  expect(sent).toHaveLength(4)
  const places = sent.map(({ android }) => (android as { notification: { tag: string } }).notification.tag)
  expect(new Set(places).size).toBe(1)
  expect(sent[0]!.data).toEqual({ path: '/tracker' })
})

test('sends nothing with a different key, records it without a secret, and keeps the phone', async () => {
  const { privateKey: other } = rsaPair()
  await sending.stop()
  await sending.start(pushBy(other))
  await register(1)
  await queue()
  const [row] = await settled()
  const host = new URL(here).host
  expect(row).toMatchObject({ state: 'failed', problem: `${host} gives Pursuit no token for pushes: it answered 400.` })
  expect(row!.content).toEqual({ push })
  expect(sent).toEqual([])
  expect(await registered()).toEqual([{ device: deviceOf(1), failures: 0 }])
})

test('queues nothing for phones without an account, and nothing depends on them', async () => {
  await register(1)
  const hasDevice = () =>
    withOrg(sending.database, sending.orgId, async (tx) => {
      const people = await noticeRecipients(tx, [sending.userId])
      return people.get(sending.userId)!.has_device
    })
  expect(await hasDevice()).toBe(true)
  provide(sending.database, { sentPlatforms: sentPlatformsOf(null) })
  expect(await hasDevice()).toBe(false)
  await queue()
  expect(await settled()).toEqual([])
  expect(sent).toEqual([])
})

test('fails a queued push if the account was removed, and keeps the phone', async () => {
  await sending.stop()
  await register(1)
  await queue()
  await sending.start({ push: { allowed: [here] } })
  expect(await settled()).toMatchObject([{ state: 'failed', problem: 'Nothing sends to fcm here.' }])
  expect(await registered()).toEqual([{ device: deviceOf(1), failures: 0 }])
})
