// A video always plays, no copy is made twice, and none is left behind.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Media } from '#core/contract/video.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import {
  filmNamed,
  fixtureVideoEndpoints,
  startVideoServer,
  type VideoPerson,
  type VideoServer,
} from '../testing/fixtureVideos.ts'
import type { HostingService } from './hosted.ts'
import { hostingService } from './hosted.ts'
import { followFirm, hostVideos } from './hostedCopies.ts'
import { projectOf } from './projects.ts'
import { readPlacedVideo } from './readVideo.ts'
import { insertVideo } from './videos.ts'

const KEY = 'key-of-the-service'
const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
type Film = { hashed_id: string; name: string; description: string; status: string; project: string; sum: string }
type Answering = (request: IncomingMessage, response: ServerResponse) => unknown

let opened: TestDatabase
let folder: string
let server: VideoServer
let morgan: VideoPerson
let standIn: Server
let url: string
let service: HostingService
/** Videos at the service. */
let films = new Map<string, Film>()
/** Behavior for the next calls of a method, one each. */
let next: Record<string, Answering[]> = {}
/** Status in the first response to each upload. */
let status = 'ready'
let made = 0

const json = (response: ServerResponse, body: unknown, code = 200) =>
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const shown = ({ hashed_id, name, description, status: now }: Film) => ({
  name,
  hashed_id,
  description,
  status: now,
  duration: 20,
  assets: [
    { url: `https://cdn.example/${hashed_id}.mp4?sig=1`, contentType: 'video/mp4' },
    { url: `https://elsewhere.example/${hashed_id}.mp4`, contentType: 'video/mp4' },
  ],
})

async function asItSays(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  if (request.headers.authorization !== `Bearer ${KEY}`) return json(response, {}, 401)
  const { pathname, searchParams } = new URL(request.url!, 'http://service')
  const project = /^\/v1\/projects\/(\w+)(\/medias)?\.json$/.exec(pathname)
  const words = { name: searchParams.get('name') ?? '', description: searchParams.get('description') ?? '' }
  if (project && request.method === 'POST') {
    const sum = sumOf(await buffer(request))
    const film = { hashed_id: `v${++made}`, ...words, status, project: project[1]!, sum }
    films.set(film.hashed_id, film)
    return json(response, shown(film))
  }
  if (project)
    return json(response, { medias: [...films.values()].filter((film) => film.project === project[1]).map(shown) })
  const film = films.get(/^\/v1\/(\w+)\.json$/.exec(pathname)?.[1] ?? '')
  if (!film) return json(response, {}, 404)
  if (request.method === 'DELETE') films.delete(film.hashed_id)
  else Object.assign(film, words)
  return json(response, shown(film))
}

beforeAll(async () => {
  opened = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'pursuit-hosted-'))
  server = await startVideoServer(opened.database, folder)
  standIn = createServer((request, response) => {
    void (next[request.method!]?.shift() ?? asItSays)(request, response)
  })
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}/v1`
  service = hostingService(settings(), { milliseconds: 400 })
})
const settings = () => ({ url, key: KEY, origins: ['https://cdn.example'] })
beforeEach(async () => {
  films = new Map()
  next = {}
  status = 'ready'
  morgan = await server.aPerson(await server.aFirm(), 'admin')
})
afterAll(async () => {
  standIn.closeAllConnections()
  standIn.close()
  await server?.close()
  await opened?.close()
  rmSync(folder, { recursive: true, force: true })
})

const content = filmNamed('film.mp4')
async function aVideo(name = 'Fees'): Promise<string> {
  const { orgId, id } = morgan
  const placed = await server.files.place(orgId, server.film, { content, name: 'A film.mp4', type: 'video/mp4' })
  const facts = await readPlacedVideo(opened.database, orgId, placed)
  await server.files.change(orgId, [placed], (change) =>
    insertVideo(change, { placed, facts, name, description: 'Who pays', isOfFirm: true }, id),
  )
  return placed.id
}
const follow = () => followFirm(opened.database, service, morgan.orgId)
const urlsOf = async (id: string) =>
  (await morgan.ask<{ media: Media }>(fixtureVideoEndpoints.watch, { params: { id } })).body.media.urls
const isOurs = (address: string) => address.startsWith('/api/files/')
const change = (statement: ReturnType<typeof sql>) => withoutRls(opened.database, (tx) => tx.run(statement))
const fails: Answering = (_, response) => json(response, {}, 500)

test('plays from this server, then from the service with ours as fallback, and sends the name', async () => {
  const id = await aVideo()
  expect((await urlsOf(id)).map(isOurs)).toEqual([true])
  status = 'processing'
  await follow()
  expect([...films.values()]).toMatchObject([
    { name: 'Fees', description: 'Who pays', project: projectOf(morgan.orgId), sum: sumOf(content) },
  ])
  // Not used until the service reports it ready.
  expect((await urlsOf(id)).map(isOurs)).toEqual([true])
  for (const film of films.values()) film.status = 'ready'
  await follow()
  const urls = await urlsOf(id)
  // Only allowed origins are used, and ours is last.
  expect(urls[0]).toMatch(/^https:\/\/cdn\.example\/v\d+\.mp4\?sig=1$/)
  expect(urls.map(isOurs)).toEqual([false, true])
  await follow()
  expect(films.size).toBe(1)
})

test('sends changed names and descriptions to the service and removes deleted or replaced videos there', async () => {
  const [kept, gone] = [await aVideo('Kept'), await aVideo('Gone')]
  await follow()
  await change(sql`update videos set name = 'Renamed', changed_at = now() where file_id = ${kept}`)
  await server.files.change(morgan.orgId, [], ({ tx, drop }) =>
    tx.sql`delete from videos where file_id = ${gone}`.then(() => drop(gone)),
  )
  await follow()
  expect([...films.values()].map(({ name }) => name)).toEqual(['Renamed'])
  // Different bytes make a new copy.
  const [before] = films.keys()
  await change(sql`update files set version = version + 1 where id = ${kept}`)
  expect((await urlsOf(kept)).map(isOurs)).toEqual([true])
  await follow()
  expect([...films.keys()]).not.toContain(before)
  expect(films.size).toBe(1)
  expect((await urlsOf(kept)).map(isOurs)).toEqual([false, true])
})

test('plays from this server when the service fails, is slow, or returns something else, and uploads once', async () => {
  const id = await aVideo()
  const wrong: Answering[] = [
    fails,
    (_, response) => response.end('<html>Sorry</html>'),
    (request) => request.socket.destroy(),
    (_, response) => json(response, { hashed_id: '../orgs', name: 3 }),
  ]
  for (const answer of wrong) {
    next = { POST: [answer] }
    await expect(follow()).rejects.toMatchObject({ status: 503 })
    expect((await urlsOf(id)).map(isOurs)).toEqual([true])
  }
  // The video was stored, but the response was lost.
  next = {
    POST: [
      (request, response) =>
        asItSays(request, { ...response, writeHead: () => ({ end: () => response.destroy() }) } as never),
    ],
  }
  await expect(follow()).rejects.toMatchObject({ status: 503 })
  expect(films.size).toBe(1)
  await follow()
  expect(films.size).toBe(1)
  expect((await urlsOf(id)).map(isOurs)).toEqual([false, true])
  // The last response of a silent service stays valid for some minutes.
  next = { GET: [() => undefined] }
  await expect(follow()).rejects.toMatchObject({ status: 503 })
  expect((await urlsOf(id)).map(isOurs)).toEqual([false, true])
  await change(sql`update hosted_videos set seen_at = now() - interval '13 minutes' where file_id = ${id}`)
  expect((await urlsOf(id)).map(isOurs)).toEqual([true])
  await follow()
  expect((await urlsOf(id)).map(isOurs)).toEqual([false, true])
})

test('uploads vanished copies again, adopts those of a killed server, and removes ours that have no video', async () => {
  const id = await aVideo()
  await follow()
  films.clear()
  await follow()
  expect((await urlsOf(id)).map(isOurs)).toEqual([false, true])
  // Killed between the response and our record.
  const [film] = [...films.values()]
  film!.description = `pursuit:${id}:1`
  await change(sql`update hosted_videos set hosted_id = null, described_at = null where file_id = ${id}`)
  const project = projectOf(morgan.orgId)
  const of = (hashed_id: string, description: string): Film => ({ ...film!, hashed_id, description, project })
  films.set('orphan', of('orphan', 'pursuit:00000000-0000-0000-0000-000000000000:1'))
  films.set('theirs', of('theirs', 'Made at the service by hand'))
  await follow()
  expect([...films.keys()].sort()).toEqual(['theirs', film!.hashed_id].sort())
  expect(film!.description).toBe('Who pays')
})

test('leaves an upload to the process that started it, but not forever if that process was killed', async () => {
  const id = await aVideo()
  await change(
    sql`insert into hosted_videos (org_id, file_id, version, is_for_all) values (${morgan.orgId}, ${id}, 1, false)`,
  )
  await follow()
  expect(films.size).toBe(0)
  await change(sql`update hosted_videos set begun_at = now() - interval '3 hours' where file_id = ${id}`)
  await follow()
  expect(films.size).toBe(1)
})

test('continues with the next firm after an unknown project and stops when the service is down', async () => {
  const id = await aVideo()
  const job = hostVideos(settings(), { milliseconds: 400 })
  next = { GET: Array.from({ length: 50 }, () => fails) }
  await job.run(opened.database)
  expect(next.GET).toHaveLength(48)
  expect(films.size).toBe(0)
  next = { GET: [(_, response) => json(response, {}, 404)] }
  await job.run(opened.database)
  next = {}
  await job.run(opened.database)
  expect((await urlsOf(id)).map(isOurs)).toEqual([false, true])
})
