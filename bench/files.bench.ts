// A video that 200 people watch by byte ranges, with session and policy checks for each, as a ratio to node:http
// without checks.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { folderBucket } from '#core/server/files/folder.ts'
import { aFilm, startToyServer } from '#core/server/testing/fixtureFiles.ts'
import { startPostgres } from '#tools/postgres.ts'
import { memoryOf } from './support/cpu.ts'
import { median, print } from './support/figures.ts'
import { type Load, load } from './support/load.ts'

const FILM = 64 * 1024 * 1024
const RANGE = 2 * 1024 * 1024
const WATCHERS = 200
const ROUNDS = 5
const SECONDS = 2

type Wanted = { databaseUrl: string; directory: string } | { path: string }
type Ready = { url: string; links: string[]; path: string }
if (process.send)
  process.once('message', async (wanted: Wanted) =>
    process.send!(await ('path' in wanted ? serveBare(wanted) : serveFilm(wanted))),
  )
else await measure()

/** One video, and a URL for each session. */
async function serveFilm({ databaseUrl, directory }: { databaseUrl: string; directory: string }): Promise<Ready> {
  const database = await openDatabase({ url: databaseUrl })
  await migrate(database)
  const kept = join(directory, 'kept')
  const toy = await startToyServer(database, folderBucket(kept), join(directory, 'waiting'))
  const orgId = await toy.aFirm()
  const owner = await toy.aPerson(orgId)
  const film = aFilm(FILM)
  const path = (await toy.begin(owner, film.length)).headers.get('location')!
  await toy.send(owner, path, 0, film)
  const { id } = await toy.make(owner, path)
  const links: string[] = []
  for (let i = 0; i < WATCHERS; i++) {
    const watcher = await toy.aPerson(orgId)
    toy.list.add(watcher.id)
    links.push(await toy.link(watcher, id))
  }
  return { url: toy.origin, links, path: join(kept, orgId, id) }
}

async function serveBare({ path }: { path: string }): Promise<Ready> {
  const server = createServer((request, response) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'content-length': Number(end) - Number(start) + 1,
      'content-range': `bytes ${start}-${end}/${FILM}`,
    })
    createReadStream(path, { start: Number(start), end: Number(end) }).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, links: ['/'], path }
}

async function start(wanted: Wanted) {
  const child = fork(import.meta.filename, { execArgv: [] })
  child.send(wanted)
  const [ready] = (await once(child, 'message')) as [Ready]
  return { ...ready, pid: child.pid!, stop: () => child.kill() }
}

async function measure() {
  await using postgres = await startPostgres()
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-bench-'))
  const film = await start({ databaseUrl: postgres.url, directory })
  const bare = await start({ path: film.path })
  const watch = ({ url, links }: Ready): Load => ({
    url,
    method: 'GET',
    seconds: SECONDS,
    senders: Array.from({ length: WATCHERS }, (_, i) => {
      const from = ((i * 7) % (FILM / RANGE)) * RANGE
      return { headers: { range: `bytes=${from}-${from + RANGE - 1}` }, paths: [links[i % links.length]!] }
    }),
  })
  let highest = 0
  const looking = setInterval(() => {
    highest = Math.max(highest, memoryOf(film.pid))
  }, 100)
  await load(watch(film))
  const [first, ratios] = [highest, [] as number[]]
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, theirs] = [await load(watch(film)), await load(watch(bare))]
    ratios.push(ours.perSecond / theirs.perSecond)
    rates.push((ours.perSecond * RANGE) / 1024 / 1024)
  }
  clearInterval(looking)
  print({
    name: `a video in ${RANGE / 1024 / 1024} MB ranges, ${WATCHERS} streams, ratio to bare node:http`,
    value: median(ratios),
    unit: '',
    goal: { least: 0.5 },
    detail: `${Math.round(median(rates))} MB/s; session and rule checked for each range`,
  })
  print({
    name: `memory with ${WATCHERS} streams, growth from round 1 to ${ROUNDS}`,
    value: highest - first,
    unit: 'MB',
    goal: { most: 40 },
    detail: `${Math.round(highest)} MB at most`,
  })
  film.stop()
  bare.stop()
}
