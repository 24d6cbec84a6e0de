// Everything that a listener on the internet meets: crafted emails, clients that misbehave, and a database that is gone.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '#tests/api.ts'
import { isFull } from '#tests/scope.ts'
import { filingLimits, filingRoutes } from './contract.ts'
import { smtpListener } from './server/smtpListener.ts'
import { cuttableDatabase } from './testing/cuttableDatabase.ts'
import {
  anEmail,
  DOMAIN,
  type FilingServer,
  filingOf,
  openFiling,
  storedEmails,
  unfiledOf,
} from './testing/filingServer.ts'
import { deliver, smtpClient } from './testing/smtpClient.ts'

let server: FilingServer
let dana: Client
let address: string

beforeAll(async () => {
  server = await openFiling()
})
afterAll(() => server.close())
beforeEach(async () => {
  dana = await server.api.aPerson(await server.api.aFirm())
  address = (await filingOf(dana)).address
})

const send = (email: string) => deliver(server.port, { from: dana.email, to: address }, email)
const emailsOf = () => storedEmails(server.api, dana)

/**
 * Returns the longest time in milliseconds for which `work` kept this thread busy between two turns of the event loop.
 * It counts the thread's own processor time, because other processes can delay a turn as well.
 */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = busyTime()
  const watch = setInterval(() => {
    const now = busyTime()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  await work()
  clearInterval(watch)
  return longest
}

const busyTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Says everything up to DATA. */
async function inData(port = server.port) {
  const client = await smtpClient(port)
  for (const line of ['EHLO mx.hartwell.example', `MAIL FROM:<${dana.email}>`, `RCPT TO:<${address}>`, 'DATA'])
    expect(await client.say(line)).toMatch(/^[23]/)
  return client
}

test('stores nothing of an email whose connection ends before its last dot', async () => {
  const client = await inData()
  client.write(anEmail({ from: dana.email }))
  await pause(50)
  client.end()
  expect(await send(anEmail({ from: dana.email, id: 'whole@x' }))).toMatch(/^250 /)
  expect(await emailsOf()).toMatchObject([{ message_id: 'whole@x' }])
})

test.each(['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r.\r\n', '\r\n.\r'])(
  'doesn’t take %j as the end of an email',
  async (end) => {
    const client = await inData()
    const inside = `${anEmail({ from: dana.email, id: 'outer@x', text: 'First' })}${end}MAIL FROM:<${dana.email}>\r\nRCPT TO:<${address}>\r\nDATA\r\n${anEmail({ from: dana.email, id: 'smuggled@x' })}`
    client.write(inside)
    expect(await client.say('\r\n.')).toMatch(/^250 /)
    expect(await client.say('NOOP')).toMatch(/^250 /)
    client.end()
    expect((await emailsOf()).map(({ message_id }) => message_id)).toEqual(['outer@x'])
  },
)

test('answers 503 to commands out of order', async () => {
  const client = await smtpClient(server.port)
  expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^503 /)
  await client.say('EHLO x')
  expect(await client.say('DATA')).toMatch(/^503 /)
  expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^503 /)
  await client.say(`MAIL FROM:<${dana.email}>`)
  expect(await client.say('DATA')).toMatch(/^503 /)
  expect(await client.say('BDAT 5')).toMatch(/^50/)
  expect(await client.say('AUTH PLAIN AGEAYg==')).toMatch(/^5/)
  client.end()
})

test('refuses control characters in addresses and endless command lines', async () => {
  const client = await smtpClient(server.port)
  await client.say('EHLO x')
  expect(await client.say('MAIL FROM:<a\u0000b@x.example>')).toMatch(/^5/)
  expect(await client.say(`MAIL FROM:<${dana.email}> X=\u0007`)).toMatch(/^5/)
  client.write('A'.repeat(20_000))
  expect(await client.hear()).toMatch(/^421 /)
  await client.closed
})

test('answers 552 to an email over 25 MB, and counts it', async () => {
  const client = await smtpClient(server.port)
  expect(await client.say('EHLO x')).toContain(`SIZE ${filingLimits.messageBytes}`)
  expect(await client.say(`MAIL FROM:<${dana.email}> SIZE=${filingLimits.messageBytes + 1}`)).toMatch(/^552 /)
  client.end()
  const line = `${'x'.repeat(998)}\r\n`
  expect(await send(anEmail({ from: dana.email }) + line.repeat(26_500))).toMatch(/^552 /)
  expect(await emailsOf()).toEqual([])
  expect(await unfiledOf(server.api, dana)).toEqual({ too_large: 1 })
})

const boundary = (name: string | number) => `Content-Type: multipart/mixed; boundary="b${name}"`
const parts = (count: number) => Array.from({ length: count }, (_, at) => `--b\r\nX-N: ${at}\r\n\r\npart`).join('\r\n')
const nested = (depth: number) =>
  Array.from({ length: depth }, (_, at) => `--b${at}\r\n${boundary(at + 1)}\r\n\r\n`).join('')

test.each<[string, () => string]>([
  ['10,000 parts', () => `${boundary('')}\r\n\r\n${parts(10_000)}`],
  ['emails nested 500 times', () => `${boundary(0)}\r\n\r\n${nested(500)}`],
  ['a header of a megabyte', () => `X-Long: ${'a'.repeat(1_000_000)}\r\n\r\ntext`],
  ['100,000 headers', () => `${'X-Many: 1\r\n'.repeat(100_000)}\r\ntext`],
  ['100,000 recipients', () => `Cc: ${'a@b.example,'.repeat(100_000)}\r\n\r\ntext`],
  [
    '500 signatures',
    () => `${'DKIM-Signature: v=1; a=rsa-sha256; d=x.example; s=s; h=from; bh=YQ==; b=YQ==\r\n'.repeat(500)}\r\ntext`,
  ],
  ['line breaks in words', () => 'Subject: =?utf-8?q?a=0d=0aBcc=3a_x=40y=2eexample=00?=\r\n\r\ntext'],
  ['endless brackets', () => `${boundary('')}\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${'<'.repeat(2_000_000)}`],
])('survives %s without blocking the server for 100 ms', async (_, made) => {
  const email = `From: ${dana.email}\r\n${made()}\r\n`
  expect(await longestBlock(async () => expect(await send(email)).toMatch(/^250 /))).toBeLessThan(100)
  for (const { message } of await emailsOf()) expect(message.subject).not.toMatch(/[\r\n\0]/)
})

test('answers 451 while the database is gone, at every step', async () => {
  const line = await cuttableDatabase(server.api.database)
  const listener = await smtpListener(server.settings).start(line.database)
  const client = await inData(listener.port)
  await line.cut()
  client.write(anEmail({ from: dana.email }))
  expect(await client.say('\r\n.')).toMatch(/^451 /)
  expect(await client.say(`MAIL FROM:<${dana.email}>`)).toMatch(/^250 /)
  expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^451 /)
  expect(await emailsOf()).toEqual([])
  await line.restore()
  expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^250 /)
  client.end()
  await listener.stop()
  await line.close()
})

test('takes as long to refuse an address that is off as one that never was', async () => {
  const listener = await smtpListener(server.settings, { refusal: 200 }).start(server.api.database)
  const client = await smtpClient(listener.port)
  await client.say('EHLO x')
  await client.say(`MAIL FROM:<${dana.email}>`)
  await dana.call(filingRoutes.turnOff)
  for (const to of [address, `file+${'a'.repeat(22)}@${DOMAIN}`, 'x@elsewhere.example']) {
    const begun = performance.now()
    expect(await client.say(`RCPT TO:<${to}>`)).toMatch(/^550 /)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(199)
  }
  client.end()
  await listener.stop()
})

test('limits connections, of one address and of all', async () => {
  const listener = await smtpListener(server.settings, { clients: 4, clientsOfAddress: 2 }).start(server.api.database)
  const open = await Promise.all([1, 2].map(() => smtpClient(listener.port)))
  const third = await smtpClient(listener.port)
  await third.closed
  const others = await Promise.all(['127.0.0.2', '127.0.0.3'].map((from) => smtpClient(listener.port, from)))
  const fifth = await smtpClient(listener.port, '127.0.0.4')
  await fifth.closed
  open[0]!.end()
  await open[0]!.closed
  await vi.waitFor(async () => expect(await (await smtpClient(listener.port)).say('EHLO x')).toMatch(/^250/))
  for (const one of [...open, ...others]) one.end()
  await listener.stop()
})

test('hangs up on slow clients', async () => {
  const limits = { silence: 600, message: 300, connection: 1500, stop: 500 }
  const listener = await smtpListener(server.settings, limits).start(server.api.database)
  const silent = await smtpClient(listener.port)
  await silent.closed
  const dripping = await inData(listener.port)
  const drip = setInterval(() => dripping.write('x'), 20)
  await dripping.closed
  clearInterval(drip)
  const chatty = await smtpClient(listener.port)
  const chat = setInterval(() => chatty.write('NOOP\r\n'), 20)
  await chatty.closed
  clearInterval(chat)
  await listener.stop()
  expect(await emailsOf()).toEqual([])
})

test('hangs up on an email that arrives in too many pieces', async () => {
  const listener = await smtpListener(server.settings, { pieces: 1000 }).start(server.api.database)
  const client = await inData(listener.port)
  client.write(`${anEmail({ from: dana.email })}${'..\r\n'.repeat(1000)}\r\n.\r\n`)
  expect(await client.hear()).toBe('closed')
  await listener.stop()
  expect(await emailsOf()).toEqual([])
})

test('finishes an email whose data is arriving when the server stops, and sends others away', async () => {
  const listener = await smtpListener(server.settings, { stop: 5000 }).start(server.api.database)
  const idle = await smtpClient(listener.port)
  const client = await inData(listener.port)
  client.write(anEmail({ from: dana.email, id: 'last@x' }))
  const stopped = listener.stop()
  expect(await idle.hear()).toMatch(/^421 /)
  expect(await client.say('\r\n.')).toMatch(/^250 /)
  await stopped
  expect(await emailsOf()).toMatchObject([{ message_id: 'last@x' }])
})

test('encrypts connections with STARTTLS, and forgets what was said before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-tls-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      '-days',
      '2',
      '-subj',
      `/CN=${DOMAIN}`,
    ],
    { stdio: 'ignore' },
  )
  const listener = await smtpListener({ ...server.settings, tls: { certificate, key } }).start(server.api.database)
  const client = await smtpClient(listener.port)
  expect(await client.say('EHLO x')).toContain('STARTTLS')
  await client.say(`MAIL FROM:<${dana.email}>`)
  client.write(`STARTTLS\r\nRCPT TO:<${address}>\r\n`)
  expect(await client.hear()).toMatch(/^220 /)
  await client.secure()
  expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^503 /)
  for (const line of ['EHLO x', `MAIL FROM:<${dana.email}>`, `RCPT TO:<${address}>`, 'DATA'])
    expect(await client.say(line)).toMatch(/^[23]/)
  client.write(anEmail({ from: dana.email, id: 'safe@x' }))
  expect(await client.say('\r\n.')).toMatch(/^250 /)
  client.end()
  await listener.stop()
  rmSync(folder, { recursive: true })
  expect(await emailsOf()).toMatchObject([{ message_id: 'safe@x' }])
})

test('receives the largest emails without blocking the server for 100 ms', async () => {
  const lines = `${'A line of an email.\r\n'.repeat(isFull ? 1_000_000 : 100_000)}${'..escaped\r\n'.repeat(50_000)}`
  // Made before, because this thread is also the client.
  const email = Buffer.from(`${anEmail({ from: dana.email, id: 'large@x' })}${lines}\r\n.\r\n`)
  const client = await inData()
  const longest = await longestBlock(async () => {
    client.write(email)
    expect(await client.hear()).toMatch(/^250 /)
  })
  client.end()
  expect(longest).toBeLessThan(100)
  expect((await emailsOf()).map(({ message_id }) => message_id)).toEqual(['large@x'])
})
