// Uses a mock that responds as providers do.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queueText } from '#core/server/outgoing/outgoing.ts'
import { openSending, type Sending } from '#tests/outgoing.ts'

type Asked = { headers: IncomingMessage['headers']; method: string; body: { to: string; text: string; from?: string } }

let asked: Asked[] = []
let answer: (to: string, reply: ServerResponse) => unknown
const provider = createServer(async (request, reply) => {
  let text = ''
  for await (const piece of request) text += piece
  const body = JSON.parse(text) as Asked['body']
  asked.push({ headers: request.headers, method: request.method!, body })
  answer(body.to, reply)
})
let sending: Sending
const say = (status: number) => (_: string, reply: ServerResponse) => reply.writeHead(status).end()

beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/messages?account=1`
  sending = await openSending({ sms: { url, key: 'the-key', from: 'Pursuit' } })
})
afterAll(async () => {
  await sending.close()
  provider.close()
})
beforeEach(() => {
  asked = []
  answer = say(201)
})

const queue = (to: string, text = 'Your code is 123456.') =>
  sending.queue((tx, orgId) => queueText(tx, orgId, to, text))
const stateOf = async (to: string, state: string) =>
  (await sending.until((rows) => rows.some((row) => row.recipient === to && row.state === state))).find(
    ({ recipient }) => recipient === to,
  )!

test('sends the number, text, and key to the provider and then deletes the code', async () => {
  await queue('+1 (555) 010-0101')
  const row = await stateOf('+1 (555) 010-0101', 'sent')
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    method: 'POST',
    body: { to: '+15550100101', text: 'Your code is 123456.', from: 'Pursuit' },
    headers: { authorization: 'Bearer the-key', 'content-type': 'application/json', 'idempotency-key': row.id },
  })
  expect(row.content).toBeNull()
})

test('retries an unavailable or busy provider with the same Idempotency-Key', async () => {
  const answers = [500, 503, 429, 200]
  answer = (to, reply) => say(answers.shift()!)(to, reply)
  await queue('+15550100102')
  expect((await stateOf('+15550100102', 'sent')).tries).toBe(4)
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test("doesn't retry after the provider rejects a message", async () => {
  answer = say(400)
  await queue('+15550100103')
  const row = await stateOf('+15550100103', 'failed')
  expect(row).toMatchObject({ tries: 1, problem: 'The provider of text messages answered 400.' })
  expect(asked).toHaveLength(1)
})

test("leaves a message unconfirmed if the provider hangs up and doesn't resend it", async () => {
  answer = (_, reply) => reply.socket!.destroy()
  await queue('+15550100104')
  await stateOf('+15550100104', 'doubt')
  expect(asked).toHaveLength(1)
})

test("treats a redirect as a response and doesn't follow it", async () => {
  answer = (_, reply) => reply.writeHead(307, { location: '/elsewhere' }).end()
  await queue('+15550100105')
  await stateOf('+15550100105', 'failed')
  expect(asked).toHaveLength(1)
})

test('never gives an invalid number to the provider', async () => {
  for (const number of ['', 'dana', '+1', '12345; drop']) await queue(number)
  await sending.until((rows) => rows.filter(({ problem }) => problem === 'This isn’t a phone number.').length === 4)
  expect(asked).toEqual([])
})

test('writes texts to the outbox without a provider', async () => {
  await sending.stop()
  await sending.start({ sms: {} })
  await queue('+1 555 010 0106', 'Your code is 654321.\n"Quoted"')
  await stateOf('+1 555 010 0106', 'sent')
  const folder = join(sending.directory, 'sms')
  const texts = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  expect(texts).toEqual([{ to: '+1 555 010 0106', text: 'Your code is 654321.\n"Quoted"' }])
})
