// The caller only sees a clear message, whatever a hosting service does.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type HostingService, hostingService } from './hosted.ts'

const KEY = 'key-of-the-service'
type Answering = (request: IncomingMessage, response: ServerResponse) => unknown
let server: Server
let service: HostingService
let asked: string[] = []
/** Behavior for the next calls, then the service works normally. */
let next: Answering[] = []
let medias = new Map<string, Record<string, unknown>>()

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const asItSays: Answering = (request, response) => {
  if (request.headers.authorization !== `Bearer ${KEY}`) return json(response, { error: 'no key' }, 401)
  const { pathname, searchParams } = new URL(request.url!, 'http://service')
  if (pathname === '/v1/projects/p1.json') return json(response, { name: 'Firm', medias: [...medias.values()] })
  const id = /^\/v1\/(\w+)\.json$/.exec(pathname)?.[1] ?? ''
  const media = medias.get(id)
  if (!media) return json(response, { error: 'gone' }, 404)
  if (request.method === 'DELETE') medias.delete(id)
  else Object.assign(media, Object.fromEntries(searchParams))
  return json(response, media)
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    void (next.shift() ?? asItSays)(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  service = hostingService(
    { url, key: KEY, origins: ['https://videos.example'] },
    { milliseconds: 400, bytes: 100_000 },
  )
})
beforeEach(() => {
  asked = []
  next = []
  medias = new Map([
    [
      'abc123',
      {
        name: 'Fees',
        hashed_id: 'abc123',
        duration: 61.5,
        status: 'ready',
        created: '2026-01-01',
        thumbnail: { url: 'https://videos.example/a.jpg' },
        assets: [
          { url: 'http://videos.example/a.mp4', contentType: 'video/mp4' },
          { url: 'http://videos.example/a.jpg', contentType: 'image/jpeg' },
        ],
      },
    ],
  ])
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const list = () => service.list('p1')
const refused = (status: number, message: RegExp) => ({ status, message: expect.stringMatching(message) })

test('lists, describes, and removes videos with the key', async () => {
  expect(await list()).toEqual([
    {
      hashed_id: 'abc123',
      name: 'Fees',
      description: '',
      seconds: 61.5,
      isReady: true,
      poster: 'https://videos.example/a.jpg',
      urls: ['https://videos.example/a.mp4'],
    },
  ])
  const described = await service.describe('abc123', { name: 'Fees & scope', description: 'Who pays' })
  expect(described).toMatchObject({ name: 'Fees & scope', description: 'Who pays' })
  expect(asked.at(-1)).toBe('PUT /v1/abc123.json?name=Fees+%26+scope&description=Who+pays')
  await service.remove('abc123')
  expect(await list()).toEqual([])
  // Repeating a removal succeeds.
  await service.remove('abc123')
  await expect(service.describe('abc123', { name: '', description: '' })).rejects.toMatchObject({ status: 404 })
  await expect(service.list('other')).rejects.toMatchObject(refused(404, /no such project/))
})

test('retries one failure and reports two', async () => {
  const fails: Answering = (_, response) => json(response, {}, 500)
  next = [fails]
  expect(await list()).toHaveLength(1)
  next = [(request) => request.socket.destroy()]
  expect(await list()).toHaveLength(1)
  next = [fails, fails]
  await expect(list()).rejects.toMatchObject(refused(503, /has a problem/))
  expect(asked).toHaveLength(6)
})

test("gives up after the time limit and doesn't retry", async () => {
  next = [() => undefined]
  const began = Date.now()
  await expect(list()).rejects.toMatchObject(refused(503, /too long to respond/))
  expect(Date.now() - began).toBeLessThan(3000)
  expect(asked).toHaveLength(1)
  next = [
    async (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      for (let n = 0; n < 50 && !response.destroyed; n++) {
        response.write(' ')
        await setTimeout(50)
      }
      response.end('{}')
    },
  ]
  await expect(list()).rejects.toMatchObject(refused(503, /too long to respond/))
})

test.each<[string, Answering, number, RegExp]>([
  ['a page', (_, response) => response.end('<html>Sorry</html>'), 503, /couldn’t understand/],
  ['another shape', (_, response) => json(response, { medias: [{ name: 3 }] }), 503, /couldn’t understand/],
  [
    'an id that is an address',
    (_, response) => json(response, { medias: [{ name: 'x', hashed_id: '../orgs' }] }),
    503,
    /couldn’t understand/,
  ],
  [
    'a script as an address',
    (_, response) =>
      json(response, { medias: [{ name: 'x', hashed_id: 'a', assets: [{ url: 'javascript:alert(1)' }] }] }),
    503,
    /couldn’t understand/,
  ],
  [
    'more than it may',
    (_, response) => json(response, { medias: [], more: 'x'.repeat(200_000) }),
    503,
    /couldn’t understand/,
  ],
  [
    'another place',
    (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    503,
    /couldn’t understand|reach/,
  ],
  ['no to the key', (_, response) => json(response, {}, 403), 503, /rejected our key/],
  ['wait', (_, response) => json(response, {}, 429), 503, /is busy/],
  ['nothing', (_, response) => response.writeHead(200).end(), 503, /couldn’t understand/],
])('reports a service that returns %s with a message', async (_, answering, status, message) => {
  next = [answering, answering]
  await expect(list()).rejects.toMatchObject(refused(status, message))
})

test('rejects a response about another video than requested', async () => {
  next = [(_, response) => json(response, { name: 'Other', hashed_id: 'zzz' })]
  await expect(service.describe('abc123', { name: 'x', description: '' })).rejects.toMatchObject(
    refused(503, /understand/),
  )
})

test("reports a service that isn't there", async () => {
  const noOne = hostingService({ url: 'http://127.0.0.1:9', key: KEY, origins: [] }, { milliseconds: 400 })
  await expect(noOne.list('p1')).rejects.toMatchObject(refused(503, /can’t reach/))
})
