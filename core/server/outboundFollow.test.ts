import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outboundFollow } from './outboundFollow.ts'

let server: Server
let other: Server
let origin: string
let elsewhere: string
let asked: string[] = []
const start = async (one: Server) => {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`
}
beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? ''}`)
    const to = new URL(url, origin).searchParams.get('to')
    if (url === '/slow') return void setTimeout(() => response.writeHead(302, { location: '/slow' }).end(), 120)
    if (to !== null) return void response.writeHead(302, { location: to }).end()
    response.end('here')
  })
  other = createServer(({ url, headers }, response) => {
    asked.push(`other${url} ${headers.authorization ?? ''}`)
    response.end('there')
  })
  origin = await start(server)
  elsewhere = await start(other)
})
afterAll(() => {
  server.close()
  other.close()
})
beforeEach(() => {
  asked = []
})

const limits = () => ({ allowed: [origin, elsewhere], milliseconds: 400, bytes: 1000 })
const follow = (path: string, mayCall = (_: URL) => true) =>
  outboundFollow(origin + path, { headers: { authorization: 'Bearer secret' } }, limits(), { mayCall })
const to = (address: string) => `/?to=${encodeURIComponent(address)}`

test('follows redirects and sends its key only to the first address', async () => {
  const { answer, url } = await follow(to(`${origin}${to(`${elsewhere}/end`)}`))
  expect([await answer.text(), url.href]).toEqual(['there', `${elsewhere}/end`])
  expect(asked.map((one) => one.endsWith('Bearer secret'))).toEqual([true, true, false])
})

test('checks each redirect before it calls the address', async () => {
  const mine = ({ origin: its }: URL) => its === origin
  await expect(follow(to(`${elsewhere}/end`), mine)).rejects.toMatchObject({ why: 'refused' })
  expect(asked).toHaveLength(1)
})

test('never follows a redirect to an internal address, however it is written', async () => {
  for (const inside of [
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/',
    'https://127.0.0.1:1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
    'https://localhost.localdomain/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'gopher://127.0.0.1/',
    'https://name:word@elsewhere.example/',
    'https://',
  ])
    await expect(follow(to(inside)), inside).rejects.toMatchObject({ name: 'OutboundError' })
  expect(asked).toHaveLength(14)
})

test('limits the number of redirects and the total time', async () => {
  const circle = outboundFollow(`${origin}/?to=x`, {}, limits(), {
    mayCall: () => true,
    reach: () => new URL(`${origin}/?to=${encodeURIComponent('/?to=y')}`),
  })
  await expect(circle).rejects.toMatchObject({ why: 'refused' })
  await expect(follow('/slow')).rejects.toMatchObject({ why: 'slow' })
})
