// A video upload in pieces, each read, hashed, and recorded, as a ratio to node:http writing the same bytes to the same
// disk.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { folderBucket } from '#core/server/files/folder.ts'
import { aFilm, callsAt, type Person, startToyServer } from '#core/server/testing/fixtureFiles.ts'
import { startPostgres } from '#tools/postgres.ts'
import { memoryOf } from './support/cpu.ts'
import { median, print } from './support/figures.ts'

const MB = 1024 * 1024
/** The client's piece size. */
const PIECE = 8 * MB
const FILM = 192 * MB
const ROUNDS = 5

type Wanted = { databaseUrl: string; directory: string } | { bare: string }
type Ready = { url: string; person?: Person }
if (process.send)
  process.once('message', async (wanted: Wanted) =>
    process.send!(await ('bare' in wanted ? serveBare(wanted.bare) : serveUploads(wanted))),
  )
else await measure()

async function serveUploads({ databaseUrl, directory }: { databaseUrl: string; directory: string }): Promise<Ready> {
  const database = await openDatabase({ url: databaseUrl })
  await migrate(database)
  const toy = await startToyServer(database, folderBucket(join(directory, 'kept')), join(directory, 'waiting'))
  return { url: toy.origin, person: await toy.aPerson(await toy.aFirm()) }
}

/** Each piece is on disk before the response, as in the product. */
async function serveBare(path: string): Promise<Ready> {
  const server = createServer(async (request, response) => {
    const from = Number(request.headers['upload-offset'])
    const file = await open(path, from === 0 ? 'w' : 'r+')
    let at = from
    for await (const bytes of request as AsyncIterable<Buffer>) {
      await file.write(bytes, 0, bytes.length, at)
      at += bytes.length
    }
    await file.datasync()
    await file.close()
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
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
  const ours = await start({ databaseUrl: postgres.url, directory })
  const bare = await start({ bare: join(directory, 'bare') })
  const film = aFilm(FILM)
  const send = async (server: Ready, path: string) => {
    const began = performance.now()
    for (let at = 0; at < FILM; at += PIECE) {
      const { status } = await callsAt(server.url).send(server.person ?? null, path, at, film.subarray(at, at + PIECE))
      if (status !== 204) throw new Error(`A piece was answered with ${status}.`)
    }
    return FILM / MB / ((performance.now() - began) / 1000)
  }
  const sendOurs = async () => {
    const { begin, call } = callsAt(ours.url)
    const path = (await begin(ours.person!, FILM)).headers.get('location')!
    const rate = await send(ours, path)
    await call(ours.person!, 'DELETE', path, { headers: { 'tus-resumable': '1.0.0' } })
    return rate
  }
  await sendOurs()
  await send(bare, '/')
  const first = memoryOf(ours.pid)
  const [ratios, rates]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const [mine, theirs] = [await sendOurs(), await send(bare, '/')]
    ratios.push(mine / theirs)
    rates.push(mine)
  }
  print({
    name: `upload of ${FILM / MB} MB in ${PIECE / MB} MB pieces, ratio to a bare disk write`,
    value: median(ratios),
    unit: '',
    goal: { least: 0.7 },
    detail: `${Math.round(median(rates))} MB/s; each piece on disk before its response`,
  })
  print({
    name: `memory of uploads, growth from upload 1 to ${ROUNDS}`,
    value: memoryOf(ours.pid) - first,
    unit: 'MB',
    goal: { most: 60 },
    detail: `${Math.round(memoryOf(ours.pid))} MB`,
  })
  ours.stop()
  bare.stop()
  rmSync(directory, { recursive: true, force: true })
}
