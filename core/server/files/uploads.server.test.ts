// Received bytes aren't lost, and each upload becomes a file once.
import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { type S3Server, s3Keys, startS3 } from '#tests/s3Server.ts'
import { isFull } from '#tests/scope.ts'
import { clientHeaders } from '../testing/calls.ts'
import {
  aFilm,
  type Calls,
  callsAt,
  type FixtureServer,
  type Person,
  startToyServer,
  tusHeaders,
} from '../testing/fixtureFiles.ts'
import { type FileStore, PIECE_BYTES } from './bucket.ts'
import { folderBucket } from './folder.ts'
import { s3Bucket } from './s3.ts'
import { readFileSettings } from './settings.ts'
import { sweep } from './sweep.ts'

const MB = 1024 * 1024
let opened: TestDatabase
let folder: string
let toy: FixtureServer
let dana: Person
let lee: Person
let robin: Person
beforeAll(async () => {
  opened = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'pursuit-uploads-'))
  toy = await startToyServer(opened.database, folderBucket(join(folder, 'kept')), join(folder, 'waiting'))
  const firm = await toy.aFirm()
  dana = await toy.aPerson(firm)
  lee = await toy.aPerson(firm)
  robin = await toy.aPerson(await toy.aFirm())
})
afterAll(async () => {
  await toy.close()
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})

const begun = async (bytes: number, who = dana, server: Calls = toy) => {
  const answer = await server.begin(who, bytes)
  expect(answer.status).toBe(201)
  return answer.headers.get('location')!
}
const said = async (answer: Response) => `${answer.status} ${((await answer.json()) as { message: string }).message}`
const bytesOf = async (server: Calls, who: Person, fileId: string) =>
  Buffer.from(await (await server.call(null, 'GET', await server.link(who, fileId))).arrayBuffer())
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const fileOf = async (id: string) =>
  (
    await withoutRls(
      opened.database,
      (tx) =>
        tx.sql<{ sha256: string; type: string; name: string }>`
        select encode(sha256, 'hex') as sha256, type, name from files where id = ${id}`,
    )
  ).rows[0]
const idOf = (path: string) => path.split('/').at(-1)!
const partOf = (path: string) => join(folder, 'kept', dana.orgId, `${idOf(path)}.part`)
const rows = async () =>
  Number(
    (await withoutRls(opened.database, (tx) => tx.sql<{ n: string }>`select count(*) as n from uploads`)).rows[0]!.n,
  )

/** Breaks the connection after the given number of bytes. */
async function breakOff(server: Calls, who: Person, path: string, offset: number, piece: Buffer, announced: number) {
  const call = httpRequest(server.origin + path, {
    method: 'PATCH',
    headers: {
      ...tusHeaders,
      ...clientHeaders(who.token),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': offset,
      'content-length': announced,
    },
  })
  call.on('error', () => {})
  await new Promise<void>((resolve) => call.write(piece, () => resolve()))
  return call
}

async function untilReceived(server: Calls, who: Person, path: string, least: number): Promise<number> {
  return expect
    .poll(async () => Number(await server.offset(who, path)), { timeout: 10_000 })
    .toBeGreaterThanOrEqual(least)
    .then(async () => Number(await server.offset(who, path)))
}

describe('an upload', () => {
  test('arrives in pieces, becomes a file once within its change, and has the exact bytes', async () => {
    const film = aFilm(20 * MB + 17)
    const path = await begun(film.length)
    expect((await toy.send(dana, path, 0, film.subarray(0, 9 * MB))).status).toBe(204)
    expect((await toy.make(dana, path)).status).toBe(409)
    expect(await toy.offset(dana, path)).toBe(9 * MB)
    const last = await toy.send(dana, path, 9 * MB, film.subarray(9 * MB))
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(film.length)])
    // A failed change leaves the upload intact.
    expect((await toy.make(dana, path, { is_refused: true })).status).toBe(500)
    const { status, id } = await toy.make(dana, path)
    expect(status).toBe(200)
    expect((await toy.make(dana, path)).status).toBe(404)
    expect((await bytesOf(toy, dana, id)).equals(film)).toBe(true)
    expect(await fileOf(id)).toEqual({ type: 'video/mp4', name: 'A film.mp4', sha256: sha256Of(film) })
  })

  test('is rejected by its kind before any bytes are received', async () => {
    const before = await rows()
    const begin = async (bytes: number, about?: Record<string, string>) => said(await toy.begin(dana, bytes, about))
    expect(await begin(5 * 1024 ** 3 + 1)).toBe('413 This file is larger than 5 GB.')
    expect(await begin(0)).toBe('415 This file is empty.')
    expect(await begin(10, { filetype: 'image/png' })).toBe('415 This is not a film.')
    expect(await begin(10, { kind: 'poster' })).toBe('404 Unknown file type.')
    expect(await begin(10, { kind: 'nothing' })).toBe('404 Unknown file type.')
    toy.senders.delete(lee.id)
    expect(await said(await toy.begin(lee, 10))).toBe('403 You don’t have permission to do this.')
    toy.senders.add(lee.id)
    expect((await toy.begin(null, 10)).status).toBe(401)
    const noLength = await toy.call(dana, 'POST', '/api/uploads', { headers: tusHeaders })
    expect(noLength.status).toBe(400)
    expect(await rows()).toBe(before)
  })

  test('expires and takes no space if 5 GB are announced and never sent', async () => {
    const path = await begun(5 * 1024 ** 3)
    expect([await toy.offset(dana, path), existsSync(partOf(path))]).toEqual([0, false])
    toy.clock.now = new Date(Date.now() + 25 * 3_600_000)
    expect(await toy.offset(dana, path)).toBe('404')
    toy.clock.now = null
    await sweep(opened.database, new Date(Date.now() + 1000))
    expect(await toy.offset(dana, path)).toBe('404')
  })

  test('is rejected at its first bytes if it has the wrong type and leaves nothing behind', async () => {
    const path = await begun(10 * MB)
    expect(await said(await toy.send(dana, path, 0, Buffer.from('#!/bin/sh\n'.repeat(100_000))))).toBe(
      '415 This is not a film.',
    )
    expect([await toy.offset(dana, path), existsSync(partOf(path))]).toEqual(['404', false])
    const short = await begun(4)
    expect(await said(await toy.send(dana, short, 0, Buffer.from('text')))).toBe('415 This is not a film.')
  })

  test('accepts only the next bytes and no more than announced', async () => {
    const film = aFilm(1000)
    const path = await begun(1000)
    expect((await toy.send(dana, path, 0, Buffer.concat([film, film]))).status).toBe(413)
    expect((await toy.send(dana, path, 500, film.subarray(500))).status).toBe(409)
    expect(await toy.offset(dana, path)).toBe(0)
    expect((await toy.send(dana, path, 0, film.subarray(0, 400))).status).toBe(204)
    expect((await toy.send(dana, path, 0, film.subarray(0, 400))).status).toBe(409)
    expect((await toy.send(dana, path, 400, film.subarray(400))).status).toBe(204)
    expect((await toy.send(dana, path, 1000, Buffer.from('more'))).status).toBe(413)
    const { id } = await toy.make(dana, path)
    expect((await bytesOf(toy, dana, id)).equals(film)).toBe(true)
  })

  test('gets a response when rejected early and has its connection closed without its piece', async () => {
    const path = await begun(1000, lee)
    const socket = connect(Number(new URL(toy.origin).port), '127.0.0.1')
    const closed = once(socket, 'close')
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${dana.token}\r\nx-client: web\r\nidempotency-key: ${randomUUID()}\r\ntus-resumable: 1.0.0\r\n` +
        'content-type: application/offset+octet-stream\r\nupload-offset: 0\r\ncontent-length: 1000\r\n\r\nonly this',
    )
    await closed
    expect(answer).toMatch(/^HTTP\/1.1 404 /)
  })

  // The embedded database's one connection is busy with the waiting call.
  test.runIf(process.env.TEST_DATABASE_URL)(
    'tells a call that was overtaken before it wrote anything, and the call can be sent again',
    async () => {
      const film = aFilm(1000)
      const path = await begun(film.length)
      const asked = vi.spyOn(toy.clip, 'mayUpload')
      try {
        // Calls check the rule on arrival and again under the lock. Only the first one waits, beyond its limit.
        const [holding, coming] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        asked.mockResolvedValueOnce(true).mockImplementationOnce(async () => {
          holding.resolve()
          await coming.promise
          await new Promise((resolve) => setTimeout(resolve, 3000))
          return true
        })
        const first = toy.send(dana, path, 0, film)
        await holding.promise
        asked.mockImplementationOnce(async () => {
          coming.resolve()
          return true
        })
        const second = toy.send(dana, path, 0, film)
        expect(await said(await first)).toBe('423 This upload is already running in another window.')
        expect((await second).status).toBe(204)
        expect(await toy.offset(dana, path)).toBe(film.length)
      } finally {
        asked.mockRestore()
      }
    },
  )

  test('is accessible to no one else in any firm and ends with the session', async () => {
    const film = aFilm(1000)
    const path = await begun(1000)
    for (const other of [lee, robin]) {
      expect(await toy.offset(other, path)).toBe('404')
      expect((await toy.send(other, path, 0, film)).status).toBe(404)
      expect((await toy.call(other, 'DELETE', path, { headers: tusHeaders })).status).toBe(404)
    }
    expect((await toy.send(dana, path, 0, film)).status).toBe(204)
    for (const other of [lee, robin]) expect((await toy.make(other, path)).status).toBe(404)
    const guest = await toy.aPerson(dana.orgId)
    const theirs = await begun(1000, guest)
    expect((await toy.send(guest, theirs, 0, film.subarray(0, 10))).status).toBe(204)
    toy.senders.delete(guest.id)
    expect((await toy.send(guest, theirs, 10, film.subarray(10))).status).toBe(404)
    toy.senders.add(guest.id)
    await withoutRls(opened.database, (tx) => tx.sql`delete from sessions where user_id = ${guest.id}`)
    expect((await toy.send(guest, theirs, 10, film.subarray(10))).status).toBe(401)
    expect(await toy.offset(guest, theirs)).toBe('401')
  })

  test('is removed with its bytes when canceled', async () => {
    const film = aFilm(1000)
    const path = await begun(1000)
    expect((await toy.send(dana, path, 0, film.subarray(0, 500))).status).toBe(204)
    expect(existsSync(partOf(path))).toBe(true)
    expect((await toy.call(dana, 'DELETE', path, { headers: tusHeaders })).status).toBe(204)
    expect([await toy.offset(dana, path), existsSync(partOf(path))]).toEqual(['404', false])
  })

  test('is removed with its bytes if it is abandoned or never becomes a file', async () => {
    const film = aFilm(1000)
    const [half, whole] = [await begun(1000), await begun(1000)]
    await toy.send(dana, half, 0, film.subarray(0, 500))
    await toy.send(dana, whole, 0, film)
    await sweep(opened.database)
    expect([await toy.offset(dana, half), await toy.offset(dana, whole)]).toEqual([500, 1000])
    await sweep(opened.database, new Date(Date.now() + 60_000))
    expect([await toy.offset(dana, half), await toy.offset(dana, whole)]).toEqual(['404', '404'])
    const left = readdirSync(join(folder, 'kept', dana.orgId))
    expect(left.filter((name) => [idOf(half), idOf(whole)].some((id) => name.startsWith(id)))).toEqual([])
  })

  test('stores what arrived before the connection broke and continues from there', async () => {
    const film = aFilm(3 * MB)
    const path = await begun(film.length)
    const call = await breakOff(toy, dana, path, 0, film.subarray(0, 2 * MB), film.length)
    await expect.poll(() => existsSync(partOf(path)) && statSync(partOf(path)).size).toBe(2 * MB)
    call.destroy()
    const received = await untilReceived(toy, dana, path, 1)
    expect((await toy.send(dana, path, received, film.subarray(received))).status).toBe(204)
    const { id } = await toy.make(dana, path)
    expect((await bytesOf(toy, dana, id)).equals(film)).toBe(true)
    expect(await fileOf(id)).toMatchObject({ sha256: sha256Of(film) })
  })

  test('stops a hanging connection when the next piece arrives, and two concurrent calls write one file', async () => {
    const film = aFilm(3 * MB)
    const path = await begun(film.length)
    const call = await breakOff(toy, dana, path, 0, film.subarray(0, 1 * MB), film.length)
    await expect.poll(() => existsSync(partOf(path)) && statSync(partOf(path)).size).toBe(1 * MB)
    expect(await toy.offset(dana, path)).toBe(1 * MB)
    call.destroy()
    const rest = film.subarray(1 * MB)
    const both = await Promise.all([toy.send(dana, path, 1 * MB, rest), toy.send(dana, path, 1 * MB, rest)])
    expect(both.some(({ status }) => status === 204)).toBe(true)
    for (let received = await toy.offset(dana, path); received !== film.length; received = await toy.offset(dana, path))
      await toy.send(dana, path, Number(received), film.subarray(Number(received)))
    const { id } = await toy.make(dana, path)
    expect((await bytesOf(toy, dana, id)).equals(film)).toBe(true)
    expect(await fileOf(id)).toMatchObject({ sha256: sha256Of(film) })
  })

  test('requests a damaged piece again', async () => {
    const film = aFilm(1000)
    const path = await begun(1000)
    const sum = (bytes: Buffer) => ({
      'upload-checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
    })
    expect((await toy.send(dana, path, 0, film.subarray(0, 500), sum(film))).status).toBe(460)
    expect(await toy.offset(dana, path)).toBe(0)
    expect((await toy.send(dana, path, 0, film.subarray(0, 500), sum(film.subarray(0, 500)))).status).toBe(204)
    expect((await toy.send(dana, path, 500, film.subarray(500), { 'upload-checksum': 'md5 aaaa' })).status).toBe(400)
    expect((await toy.send(dana, path, 500, film.subarray(500), sum(film.subarray(500)))).status).toBe(204)
    const { id } = await toy.make(dana, path)
    expect((await bytesOf(toy, dana, id)).equals(film)).toBe(true)
    expect(await fileOf(id)).toMatchObject({ sha256: sha256Of(film) })
  })

  test('is limited in number per person', async () => {
    const person = await toy.aPerson(dana.orgId)
    const statuses: number[] = []
    for (let i = 0; i < 51; i++) statuses.push((await toy.begin(person, 1000)).status)
    expect([new Set(statuses.slice(0, 50)), statuses[50]]).toEqual([new Set([201]), 429])
  })

  test("replaces a file's content under the same ID and stores one earlier version", async () => {
    const films = [aFilm(1000), aFilm(2000), aFilm(3000)] as const
    const sent = async (film: Buffer<ArrayBuffer>) => {
      const path = await begun(film.length)
      await toy.send(dana, path, 0, film)
      return path
    }
    const { id } = await toy.make(dana, await sent(films[0]))
    const link = await toy.link(dana, id)
    for (const film of films.slice(1)) {
      const answer = await toy.call(dana, 'PUT', `/api/toys/${id}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ upload_id: idOf(await sent(film)) }),
      })
      expect(answer.status).toBe(204)
    }
    const now = await toy.call(null, 'GET', link)
    expect(Buffer.from(await now.arrayBuffer()).equals(films[2])).toBe(true)
    const before = await toy.call(null, 'GET', await toy.link(dana, id, '?version=2'))
    expect(Buffer.from(await before.arrayBuffer()).equals(films[1])).toBe(true)
    expect(await toy.link(dana, id, '?version=1')).toBe('404')
    expect(existsSync(join(folder, 'kept', dana.orgId, id))).toBe(false)
    expect(await sweep(opened.database)).toMatchObject({ missing: 0 })
    await toy.files.change(dana.orgId, [], ({ drop }) => drop(id))
    expect((await toy.call(null, 'GET', link)).status).toBe(404)
  })
})

describe('a server that is killed', () => {
  test.runIf(isFull)(
    'continues a 50 MB upload where it stopped, with identical bytes',
    { timeout: 120_000 },
    async () => {
      const directory = mkdtempSync(join(tmpdir(), 'pursuit-upload-killed-'))
      const start = async (person?: Person) => {
        const child = spawn(
          process.execPath,
          [
            join(import.meta.dirname, '../../../tests/sampleServer.ts'),
            directory,
            ...(person ? [JSON.stringify(person)] : []),
          ],
          { stdio: ['ignore', 'pipe', 'inherit'] },
        )
        const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
        const at = line.indexOf(' ')
        return { child, server: callsAt(line.slice(0, at)), person: JSON.parse(line.slice(at)) as Person }
      }
      const film = aFilm(50 * MB)
      const first = await start()
      const path = await begun(film.length, first.person, first.server)
      const call = await breakOff(first.server, first.person, path, 0, film.subarray(0, 30 * MB), film.length)
      const part = join(directory, 'kept', first.person.orgId, `${idOf(path)}.part`)
      await expect
        .poll(() => existsSync(part) && statSync(part).size, { timeout: 20_000 })
        .toBeGreaterThan(2 * PIECE_BYTES)
      first.child.kill('SIGKILL')
      await once(first.child, 'close')
      call.destroy()
      const second = await start(first.person)
      const received = Number(await second.server.offset(first.person, path))
      expect(received).toBeGreaterThanOrEqual(PIECE_BYTES)
      expect(received).toBeLessThan(film.length)
      expect((await second.server.send(first.person, path, received, film.subarray(received))).status).toBe(204)
      const { id } = await second.server.make(first.person, path)
      expect((await bytesOf(second.server, first.person, id)).equals(film)).toBe(true)
      second.child.kill('SIGKILL')
      await once(second.child, 'close')
      rmSync(directory, { recursive: true, force: true })
    },
  )
})

describe('a full disk', () => {
  const tiny = join(tmpdir(), `pursuit-tiny-uploads-${process.pid}`)
  const canMount = (() => {
    try {
      mkdirSync(tiny, { recursive: true })
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', tiny], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })()
  afterAll(() => {
    if (canMount) execFileSync('umount', ['-l', tiny], { stdio: 'ignore' })
    rmSync(tiny, { recursive: true, force: true })
  })
  const onDisk = async (bucket: FileStore, work: (server: FixtureServer) => Promise<void>) => {
    const server = await startToyServer({ ...opened.database }, bucket, join(folder, 'w'))
    server.senders.add(dana.id)
    await work(server).finally(() => server.close())
  }

  test('produces a message, and the upload continues once there is space', async () => {
    const whole = folderBucket(join(folder, 'kept'))
    let isFull = true
    const filling: FileStore = {
      ...whole,
      pieces: {
        ...whole.pieces,
        append: (key, progress, from, total) =>
          whole.pieces.append(key, progress, isFull ? failingAfter(from, 600) : from, total),
      },
    }
    await onDisk(filling, async (server) => {
      const film = aFilm(1000)
      const path = await begun(1000, dana, server)
      expect(await said(await server.send(dana, path, 0, film))).toMatch(/^503 The server is out of space/)
      isFull = false
      const received = Number(await server.offset(dana, path))
      expect((await server.send(dana, path, received, film.subarray(received))).status).toBe(204)
      const { id } = await server.make(dana, path)
      expect((await bytesOf(server, dana, id)).equals(film)).toBe(true)
      expect(await fileOf(id)).toMatchObject({ sha256: sha256Of(film) })
    })
  })

  test.runIf(canMount)('keeps the bytes that fit on a real full disk', async () => {
    await onDisk(folderBucket(tiny), async (server) => {
      const film = aFilm(5 * MB)
      const path = await begun(film.length, dana, server)
      expect(await said(await server.send(dana, path, 0, film))).toMatch(/^503 The server is out of space/)
      execFileSync('mount', ['-o', 'remount,size=8m', tiny])
      const received = Number(await server.offset(dana, path))
      expect(received).toBeGreaterThan(MB)
      expect((await server.send(dana, path, received, film.subarray(received))).status).toBe(204)
      const { id } = await server.make(dana, path)
      expect((await bytesOf(server, dana, id)).equals(film)).toBe(true)
      expect(await fileOf(id)).toMatchObject({ sha256: sha256Of(film) })
    })
  })
})

describe('uploads to S3', () => {
  let s3: S3Server
  let server: FixtureServer
  const bucket = () =>
    s3Bucket(
      readFileSettings({
        PURSUIT_FILES: 's3://films/of firms',
        PURSUIT_FILES_ENDPOINT: s3.endpoint,
        AWS_ACCESS_KEY_ID: s3Keys.id,
        AWS_SECRET_ACCESS_KEY: s3Keys.secret,
      })!,
      join(folder, 's3-waiting'),
    )
  const start = async () => {
    const started = await startToyServer({ ...opened.database }, bucket(), join(folder, 's3-waiting'))
    for (const { id } of [dana, lee]) started.senders.add(id)
    return started
  }
  beforeAll(async () => {
    s3 = await startS3('films')
    server = await start()
  })
  afterAll(async () => {
    await server.close()
    await s3.close()
  })
  const kept = () => [...s3.objects.keys()].map((key) => key.split('/').at(-1))

  test('continue in another process, whatever the size of their pieces, and are assembled once', async () => {
    const film = aFilm(21 * MB + 5)
    const path = await begun(film.length, dana, server)
    const other = await start()
    const cuts = [0, 3 * MB, 4 * MB, 15 * MB, film.length]
    for (const [i, from] of cuts.slice(0, -1).entries()) {
      const sender = i % 2 ? other : server
      expect(await sender.offset(dana, path)).toBe(from)
      expect((await sender.send(dana, path, from, film.subarray(from, cuts[i + 1]))).status).toBe(204)
    }
    const { id } = await other.make(dana, path)
    expect((await bytesOf(server, dana, id)).equals(film)).toBe(true)
    expect(await fileOf(id)).toMatchObject({ sha256: sha256Of(film) })
    const part = await server.call(null, 'GET', await server.link(dana, id), {
      headers: { range: 'bytes=20000000-20000099' },
    })
    expect([part.status, Buffer.from(await part.arrayBuffer()).equals(film.subarray(20_000_000, 20_000_100))]).toEqual([
      206,
      true,
    ])
    expect([s3.begun.size, kept(), readdirSync(join(folder, 's3-waiting'))]).toEqual([0, [id], []])
    await other.close()
  })

  test('retry temporary failures, report an unavailable store with a message, and continue later', async () => {
    const film = aFilm(9 * MB)
    const path = await begun(film.length, dana, server)
    s3.failNext(503, 2)
    expect((await server.send(dana, path, 0, film.subarray(0, MB))).status).toBe(204)
    s3.failNext(500, 100)
    expect((await server.send(dana, path, MB, film.subarray(MB))).status).toBe(503)
    s3.failNext(0, 0)
    expect(await server.offset(dana, path)).toBe(MB)
    expect((await server.send(dana, path, MB, film.subarray(MB))).status).toBe(204)
    const { id } = await server.make(dana, path)
    expect((await bytesOf(server, dana, id)).equals(film)).toBe(true)
  })

  test('leave nothing behind when canceled, abandoned, or lost', async () => {
    const film = aFilm(9 * MB)
    const cancelled = await begun(film.length, dana, server)
    await server.send(dana, cancelled, 0, film.subarray(0, MB))
    expect((await server.call(dana, 'DELETE', cancelled, { headers: tusHeaders })).status).toBe(204)
    expect([s3.begun.size, kept().filter((name) => name?.startsWith(idOf(cancelled)))]).toEqual([0, []])
    const left = await begun(film.length, dana, server)
    await server.send(dana, left, 0, film.subarray(0, MB))
    // Simulates a killed process with an unrecorded upload.
    const forgotten = await begun(film.length, dana, server)
    await server.send(dana, forgotten, 0, film.subarray(0, MB))
    await withoutRls(opened.database, (tx) => tx.sql`delete from uploads where id = ${idOf(forgotten)}`)
    expect(s3.begun.size).toBe(2)
    await sweepOf(server, new Date(Date.now() + 60_000))
    expect([s3.begun.size, kept().filter((name) => name?.endsWith('.part'))]).toEqual([0, []])
  })

  /** The cleanup uses the last opened store. */
  const sweepOf = async (of: FixtureServer, before: Date) => {
    const database = { ...opened.database }
    const again = await startToyServer(database, of.files.bucket, of.files.waiting)
    await sweep(database, before).finally(() => again.close())
  }
})

async function* failingAfter(from: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  for await (const piece of from) {
    yield piece.subarray(0, bytes)
    throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' })
  }
}
