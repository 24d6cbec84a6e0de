import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressProblem, isPublic, outboundFetch, readAllowedHosts } from './outboundAddress.ts'

let server: Server
let origin: string
let asked = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    asked++
    if (request.url === '/slow') return
    if (request.url === '/large') return void response.end('x'.repeat(5000))
    if (request.url === '/drip') return void setInterval(() => response.write('x'), 20).unref()
    if (request.url === '/away') return void response.writeHead(302, { location: `${origin}/` }).end()
    response.writeHead(200, { 'content-type': 'text/plain', 'x-method': request.method }).end('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const limits = (allowed: string[] = [origin]) => ({ allowed, milliseconds: 300, bytes: 1000 })

test('treats only external addresses as public', () => {
  for (const address of ['8.8.8.8', '2606:4700::1111']) expect([address, isPublic(address)]).toEqual([address, true])
  for (const address of [
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    'localhost',
    '',
  ])
    expect([address, isPublic(address)]).toEqual([address, false])
})

test('never calls an internal address, however it is written', async () => {
  const port = new URL(origin).port
  asked = 0
  for (const address of [
    `https://127.0.0.1:${port}`,
    `https://127.1:${port}`,
    `https://0x7f000001:${port}`,
    `https://2130706433:${port}`,
    `https://[::1]:${port}`,
    `https://[::ffff:127.0.0.1]:${port}`,
    `https://localhost:${port}`,
    `http://localhost:${port}`,
    `${origin}/`,
    'file:///etc/passwd',
    'nonsense',
  ])
    await expect(outboundFetch(address, {}, limits([]))).rejects.toMatchObject({
      name: 'OutboundError',
      why: 'refused',
    })
  expect(asked).toBe(0)
})

test('calls an allowed origin exactly as configured', () => {
  const allowed = readAllowedHosts(` id.firm.example , ${origin}`)
  expect(addressProblem('https://id.firm.example:8443/x', allowed)).toBeNull()
  expect(addressProblem('http://id.firm.example/x', allowed)).not.toBeNull()
  expect(addressProblem(`${origin}/x`, allowed)).toBeNull()
  expect(addressProblem('http://127.0.0.1:1/x', allowed)).not.toBeNull()
  for (const wrong of ['http://x.example/path', 'a b', 'https://'])
    expect(() => readAllowedHosts(wrong)).toThrow('PURSUIT_OUTBOUND_ALLOWLIST')
})

test("limits the time and size of a response and doesn't follow redirects", async () => {
  const answer = await outboundFetch(`${origin}/`, { method: 'POST', body: 'x' }, limits())
  expect([answer.status, answer.headers.get('x-method'), await answer.text()]).toEqual([200, 'POST', 'hello'])
  expect((await outboundFetch(`${origin}/away`, {}, limits())).status).toBe(302)
  for (const [path, why] of [
    ['/slow', 'slow'],
    ['/drip', 'slow'],
    ['/large', 'large'],
  ])
    await expect(outboundFetch(origin + path, {}, limits())).rejects.toMatchObject({ why })
  await expect(outboundFetch('http://127.0.0.1:1/', {}, limits(['http://127.0.0.1:1']))).rejects.toMatchObject({
    why: 'unreachable',
  })
})
