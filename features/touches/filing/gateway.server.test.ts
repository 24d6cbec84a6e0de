// Emails that the firm's own gateway delivers: by HTTP, or by SMTP from one of its IP addresses.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#tests/api.ts'
import { openApi } from '#tests/api.ts'
import { filingLimits, filingRoutes } from './contract.ts'
import {
  anEmail,
  type FilingServer,
  filingOf,
  GATEWAY_KEY,
  openFiling,
  storedEmails,
  unfiledOf,
} from './testing/filingServer.ts'
import { deliver, deliverFrom } from './testing/smtpClient.ts'

let server: FilingServer
let dana: Client
let address: string

beforeAll(async () => {
  server = await openFiling({ gateway: { name: 'mx.hartwell.example', networks: ['127.0.0.8/29'] } })
  server.names.texts.set('hartwell.example', ['v=spf1 ip4:127.0.0.0/8 -all'])
  server.publishKey('hartwell.example')
})
afterAll(() => server.close())
beforeEach(async () => {
  dana = await server.api.aPerson(await server.api.aFirm())
  address = (await filingOf(dana)).address
})

type Posted = { to?: string; from?: string; key?: string; type?: string }

async function post(
  email: string | Buffer,
  { to = address, from, key = GATEWAY_KEY, type = 'message/rfc822' }: Posted = {},
) {
  const query = new URLSearchParams({ to, ...(from !== undefined && { from }) })
  const { statusCode, body, headers } = await server.api.http.inject({
    method: 'POST',
    url: `/api/filing/received?${query}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    payload: email,
  })
  return { status: statusCode, body: body === '' ? null : JSON.parse(body), headers }
}
const emailsOf = () => storedEmails(server.api, dana)
const trusted = (results: string, name = 'mx.hartwell.example') => `Authentication-Results: ${name}; ${results}\r\n`

test('stores an email before it answers 200', async () => {
  expect(await post(anEmail({ from: dana.email }))).toMatchObject({ status: 200, body: { accepted: true } })
  expect(await emailsOf()).toMatchObject([{ state: 'waiting' }])
})

test('verifies DKIM of a posted email itself', async () => {
  await post(await server.sign(anEmail({ from: dana.email }), 'hartwell.example'))
  expect(await emailsOf()).toMatchObject([{ state: 'received' }])
})

test.each([
  'dmarc=pass action=none header.from=hartwell.example',
  'spf=fail smtp.mailfrom=x.example; dkim=pass (2048-bit key) header.d=mail.hartwell.example header.s=s1',
  'spf=pass (sender; IP is 1.2.3.4) smtp.mailfrom="dana@hartwell.example"',
  'dkim=pass header.i=@hartwell.example;\r\n\tdmarc=fail header.from=hartwell.example',
])('believes the gateway: %s', async (results) => {
  await post(trusted(results) + anEmail({ from: dana.email }))
  expect(await emailsOf()).toMatchObject([{ state: 'received' }])
})

test.each<[string, () => string]>([
  ['a failure', () => trusted('dmarc=fail header.from=hartwell.example')],
  ['another domain', () => trusted('dmarc=pass header.from=elsewhere.example; dkim=pass header.d=elsewhere.example')],
  ['another gateway', () => trusted('dmarc=pass header.from=hartwell.example', 'mx.elsewhere.example')],
  [
    'a header below the gateway’s own',
    () => trusted('dmarc=fail header.from=hartwell.example') + trusted('dmarc=pass header.from=hartwell.example'),
  ],
  ['a comment', () => trusted('dmarc=fail (x; dmarc=pass header.from=hartwell.example) header.from=hartwell.example')],
  ['quoted text', () => trusted('spf=fail smtp.mailfrom="x; dmarc=pass header.from=hartwell.example; y"')],
  ['an open comment', () => trusted('dkim=none ( x; dmarc=pass header.from=hartwell.example')],
  ['a longer name', () => trusted('dmarc=pass header.from=hartwell.example', 'mx.hartwell.example.evil')],
])('doesn’t believe %s', async (_, made) => {
  await post(made() + anEmail({ from: dana.email }))
  expect(await emailsOf()).toMatchObject([{ state: 'waiting' }])
})

test('believes the header only from the gateway’s IP addresses, where SPF says nothing', async () => {
  const email = trusted('dmarc=pass header.from=hartwell.example') + anEmail({ from: dana.email, id: 'gateway@x' })
  await deliverFrom('127.0.0.9', server.port, { from: dana.email, to: address }, email)
  await deliverFrom(
    '127.0.0.9',
    server.port,
    { from: dana.email, to: address },
    anEmail({ from: dana.email, id: 'none@x' }),
  )
  await deliver(server.port, { from: 'x@elsewhere.example', to: address }, email.replace('gateway@x', 'stranger@x'))
  expect((await emailsOf()).map(({ message_id, state }) => [message_id, state])).toEqual([
    ['gateway@x', 'received'],
    ['none@x', 'waiting'],
    ['stranger@x', 'waiting'],
  ])
})

test('refuses a wrong key, another type, and unknown addresses', async () => {
  const email = anEmail({ from: dana.email })
  expect(await post(email, { key: 'wrong' })).toMatchObject({ status: 401 })
  expect(await post(email, { type: 'application/offset+octet-stream' })).toMatchObject({ status: 415 })
  expect(await post(email, { type: 'text/plain' })).toMatchObject({ status: 415 })
  expect(await post(email, { to: `file+${'a'.repeat(22)}@file.pursuit.example` })).toMatchObject({ status: 404 })
  expect(await emailsOf()).toEqual([])
})

test('drops the null sender', async () => {
  expect(await post(anEmail({ from: dana.email }), { from: '' })).toMatchObject({ status: 200 })
  expect(await unfiledOf(server.api, dana)).toEqual({ automatic: 1 })
})

test('answers 413 to an email over 25 MB, and counts it', async () => {
  expect(await post(Buffer.alloc(filingLimits.messageBytes + 1, 'a\r\n'))).toMatchObject({ status: 413 })
  expect(await unfiledOf(server.api, dana)).toEqual({ too_large: 1 })
})

test('answers 429 beyond the limit, with the time to wait', async () => {
  await server.api.database.pool.query(
    `insert into rate_limits (scope, subject, window_start, tries) values ('filing_person', $1, date_bin('1 hour', now(), timestamptz '2020-01-01'), 60)`,
    [dana.actor.id],
  )
  const { status, headers } = await post(anEmail({ from: dana.email }))
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('says nothing about email filing without a domain', async () => {
  const api = await openApi()
  const person = await api.aPerson(await api.aFirm())
  expect(await person.call(filingRoutes.read)).toMatchObject({ status: 404 })
  const { statusCode } = await api.http.inject({
    method: 'POST',
    url: '/api/filing/received?to=x',
    headers: { authorization: 'Bearer null', 'content-type': 'message/rfc822' },
    payload: 'x',
  })
  expect(statusCode).toBe(404)
  await api.close()
})
