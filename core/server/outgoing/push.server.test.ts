// Uses a mock push service and an independent library.

import { execFileSync, spawnSync } from 'node:child_process'
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { isPublic } from '#core/server/outboundAddress.ts'
import { openSending, type Sending } from '#tests/outgoing.ts'
import { pathOf } from '#tools/programs.ts'
import { makeFirm, makePerson } from '../testing/fixtureContext.ts'
import { queuePush } from './outgoing.ts'
import { publicKey, registerPush, unregisterPush } from './registrations.ts'

type Asked = { path: string; headers: IncomingMessage['headers']; body: Buffer }

const folder = mkdtempSync(join(tmpdir(), 'pursuit-push-'))
let asked: Asked[] = []
let answer: (path: string, reply: ServerResponse) => unknown
let service: ReturnType<typeof createServer>
let port: number
let sending: Sending

beforeAll(async () => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync(
    pathOf('openssl'),
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-keyout', key, '-out', certificate, '-subj', '/CN=push.example'],
      ...['-addext', 'subjectAltName=DNS:push.example,DNS:inside.example,IP:127.0.0.1'],
    ],
    { stdio: 'ignore' },
  )
  const ca = readFileSync(certificate, 'utf8')
  service = createServer({ key: readFileSync(key), cert: ca }, async (request, reply) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    asked.push({ path: request.url!, headers: request.headers, body: Buffer.concat(pieces) })
    answer(request.url!, reply)
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  port = (service.address() as AddressInfo).port
  const resolve = async (host: string) => (host.endsWith('.example') ? ['127.0.0.1'] : ['93.184.215.14', '10.0.0.7'])
  sending = await openSending({ push: { allowed: [`https://push.example:${port}`], ca, resolve } })
})
afterAll(async () => {
  await sending.close()
  service.close()
  service.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  asked = []
  answer = (_, reply) => reply.writeHead(201).end()
  await withoutRls(sending.database, (tx) => tx.sql`delete from push_registrations`)
  await withoutRls(sending.database, (tx) => tx.sql`delete from outgoing`)
})

const owner = () => ({ orgId: sending.orgId, userId: sending.userId })
const deviceOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

function aBrowser(n: number, endpoint = `https://push.example:${port}/send/${n}`) {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return { device: deviceOf(n), endpoint, keys, p256dh, auth }
}
const register = ({ device, endpoint, p256dh, auth }: ReturnType<typeof aBrowser>, who = owner()) =>
  registerPush(sending.database, who, { platform: 'web', device, endpoint, keys: { p256dh, auth } })
const registered = async () =>
  (
    await withoutRls(
      sending.database,
      (tx) =>
        tx.sql<{
          device: string
          failures: number
        }>`select device, failures from push_registrations order by device`,
    )
  ).rows
const push = { title: 'Acme', body: 'Lee shared "Acme" with you. 🎉', path: '/tracker', tag: 'share:1' }
const queue = (more: Partial<typeof push> = {}) =>
  sending.queue((tx, orgId) => queuePush(tx, orgId, sending.userId, { ...push, ...more }))
const settled = () =>
  sending.until((rows) => rows.length > 0 && rows.every(({ state }) => state !== 'waiting' && state !== 'sending'))

/** RFC 8291 and RFC 8188 as in a browser, with an unrelated library. */
function opened(body: Buffer, { keys, auth }: ReturnType<typeof aBrowser>): string {
  const program = `
import sys, json, base64
from cryptography.hazmat.backends import default_backend
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
given = json.load(sys.stdin)
def read(text): return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))
def derive(salt, secret, info, length):
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info, backend=default_backend()).derive(secret)
body, own = read(given['body']), ec.derive_private_key(int.from_bytes(read(given['key']), 'big'), ec.SECP256R1(), default_backend())
salt, size, length = body[:16], int.from_bytes(body[16:20], 'big'), body[20]
sender, sealed = body[21:21 + length], body[21 + length:]
assert len(sealed) <= size
shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
point = own.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
secret = derive(read(given['auth']), shared, b'WebPush: info\\0' + point + sender, 32)
key, nonce = derive(salt, secret, b'Content-Encoding: aes128gcm\\0', 16), derive(salt, secret, b'Content-Encoding: nonce\\0', 12)
text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b'\\0')
assert text[-1] == 2
sys.stdout.buffer.write(text[:-1])`
  const python = pathOf('cryptography')
  const input = JSON.stringify({ key: keys.getPrivateKey('base64url'), body: body.toString('base64url'), auth })
  const ran = spawnSync(python, ['-W', 'ignore', '-c', program], { input })
  if (ran.status !== 0) throw new Error(`The push could not be opened: ${ran.stderr}`)
  return ran.stdout.toString('utf8')
}

test("delivers a push to the browser's service, encrypted for that browser and signed by this deployment", async () => {
  const [one, two] = [aBrowser(1), aBrowser(2)]
  await register(one)
  await register(two)
  await queue()
  await settled()
  expect(asked.map(({ path }) => path).sort()).toEqual(['/send/1', '/send/2'])
  const { headers, body } = asked.find(({ path }) => path === '/send/1')!
  expect(JSON.parse(opened(body, one))).toEqual(push)
  expect(() => opened(body, two)).toThrow()
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  expect(headers.topic).toMatch(/^[\w-]{32}$/)

  const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization!)!
  expect(key).toBe(await withOrg(sending.database, sending.orgId, publicKey))
  const [head, claims, signature] = token!.split('.') as [string, string, string]
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: `https://push.example:${port}`,
    sub: 'https://pursuit.hartwell.example',
  })
  const point = Buffer.from(key!, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ]
  const publicHalf = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  expect(
    verify('sha256', signed, { key: publicHalf, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')),
  ).toBe(true)
})

test('creates the keys once, on first use, and keeps them', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => withOrg(sending.database, sending.orgId, publicKey)))
  await sending.stop()
  await sending.start()
  keys.push(await withoutRls(sending.database, publicKey))
  expect(new Set(keys).size).toBe(1)
  expect(Buffer.from(keys[0]!, 'base64url')).toHaveLength(65)
})

test('removes a browser that is gone and retries one that is busy', async () => {
  await register(aBrowser(1))
  await register(aBrowser(2))
  await register(aBrowser(3))
  const busy = [503, 429]
  answer = (path, reply) =>
    reply.writeHead(path === '/send/1' ? 410 : path === '/send/2' ? 404 : (busy.shift() ?? 201)).end()
  await queue()
  const rows = await settled()
  expect(rows.filter(({ device }) => device).map(({ device, state }) => [device, state])).toEqual([
    [deviceOf(3), 'sent'],
  ])
  expect((await registered()).map(({ device }) => device)).toEqual([deviceOf(3)])
  expect(asked.filter(({ path }) => path === '/send/3')).toHaveLength(3)
})

test('removes a browser whose service keeps rejecting pushes', async () => {
  await register(aBrowser(1))
  answer = (_, reply) => reply.writeHead(403).end()
  for (let times = 1; times <= 5; times++) {
    await queue()
    await settled()
    expect(await registered()).toEqual(times < 5 ? [{ device: deviceOf(1), failures: times }] : [])
  }
})

test("doesn't follow redirects or read a long response to its end", async () => {
  await register(aBrowser(1))
  answer = (_, reply) => reply.writeHead(307, { location: `https://push.example:${port}/elsewhere` }).end()
  await queue()
  await settled()
  expect(asked.map(({ path }) => path)).toEqual(['/send/1'])
  let written = 0
  answer = (_, reply) => {
    reply.writeHead(201)
    const more = () => {
      if (reply.destroyed || written > 64 * 1024 * 1024) return reply.end()
      written += 65536
      reply.write(Buffer.alloc(65536), () => setImmediate(more))
    }
    more()
  }
  await queue()
  const rows = await settled()
  expect(rows.at(-1)!.state).toBe('sent')
  expect(written).toBeLessThan(16 * 1024 * 1024)
})

test('never calls a browser endpoint with an internal address and removes it', async () => {
  const inside = [
    // A name with an internal address and a valid certificate.
    `https://inside.example:${port}/x`,
    // A name with both a public and an internal address.
    'https://mixed.elsewhere/x',
    `https://127.0.0.1:${port}/x`,
    `https://localhost:${port}/x`,
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/x',
    'https://0x7f.1/x',
    `http://push.example:${port}/x`,
    `https://user:password@push.example:${port}/x`,
  ]
  for (const endpoint of inside) {
    await withoutRls(sending.database, (tx) => tx.sql`delete from outgoing`)
    await register(aBrowser(1, endpoint))
    await queue()
    await settled()
    expect(await registered(), endpoint).toEqual([])
  }
  expect(asked).toEqual([])
})

test('accepts exactly the addresses of the public internet', () => {
  const outside = ['8.8.8.8', '93.184.215.14', '223.255.255.1', '2606:4700::6810:84e5', '::ffff:8.8.8.8']
  const insides = [
    ...[
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...[
      '192.0.0.1',
      '192.0.2.1',
      '192.168.1.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::7f00:1',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::ffff:169.254.169.254',
      'fc00::1',
      'fd12::1',
      'fe80::1',
      'fec0::1',
    ],
    ...[
      'ff02::1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::a00:1',
      '2002:7f00:1::',
      '2001::1',
      '2001:db8::1',
      '100::1',
      '3fff::1',
      '5f00::1',
    ],
    ...['', 'localhost', '8.8.8.8 '],
  ]
  expect(outside.filter((address) => !isPublic(address))).toEqual([])
  expect(insides.filter(isPublic)).toEqual([])
})

test("shows only the current person's pushes after a browser changes hands", async () => {
  const other = await openSecondPerson()
  await register(aBrowser(1))
  await register(aBrowser(1), other)
  await queue()
  await settled()
  expect(asked).toEqual([])
  expect(await registered()).toHaveLength(1)
  await withOrg(sending.database, other.orgId, (tx) => unregisterPush(tx, other, deviceOf(1)))
  expect(await registered()).toEqual([])
})

test("keeps a push within the service's size limit and its path on this site", async () => {
  const browser = aBrowser(1)
  await register(browser)
  await queue({ title: 'T'.repeat(5000), body: 'ß'.repeat(5000), path: `/targets/${'x'.repeat(5000)}` })
  await queue({ path: '//elsewhere.example/x' })
  const rows = await sending.until((found) => found.some(({ problem }) => problem.includes('leads elsewhere')))
  await sending.until((found) => found.some(({ state, device }) => device && state === 'sent'))
  expect(rows.length).toBeGreaterThan(1)
  expect(asked).toHaveLength(1)
  expect(asked[0]!.body.length).toBeLessThanOrEqual(4096)
  expect(JSON.parse(opened(asked[0]!.body, browser)).path).toMatch(/^\/targets\/x+$/)
})

test('writes each push to the outbox too without a mail server, with or without a browser', async () => {
  await queue()
  await settled()
  const outbox = join(sending.directory, 'push')
  const files = readdirSync(outbox).map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')))
  expect(files).toContainEqual({ to: 'dana@hartwell.example', ...push })
})

async function openSecondPerson() {
  return withoutRls(sending.database, async (tx) => {
    const orgId = await makeFirm(tx, 'Brook & Vale')
    return { orgId, userId: await makePerson(tx, orgId, 'robin@brookvale.example') }
  })
}
