// Creation is atomic, and only permitted people get any part.
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cue } from '#core/contract/captions.ts'
import type { HostedMedia, HostedProject, Media } from '#core/contract/video.ts'
import { troubles, videoMessages } from '#core/contract/videoFacts.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { sweep } from '../files/sweep.ts'
import { clientHeaders } from '../testing/calls.ts'
import { tusHeaders } from '../testing/fixtureFiles.ts'
import {
  filmNamed,
  filmOf,
  fixtureVideoEndpoints,
  startVideoServer,
  type VideoPerson,
  type VideoServer,
} from '../testing/fixtureVideos.ts'
import { routes as keyRoutes } from './keyContract.ts'
import { MEDIA_CALLS_PER_MINUTE } from './mediaKey.ts'
import { readVideo } from './readVideo.ts'

const MB = 1024 * 1024
let opened: TestDatabase
let folder: string
let server: VideoServer
let morgan: VideoPerson
let lee: VideoPerson
let robin: VideoPerson
beforeAll(async () => {
  opened = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'pursuit-videos-'))
  server = await startVideoServer(opened.database, folder)
  const firm = await server.aFirm()
  morgan = await server.aPerson(firm, 'admin')
  lee = await server.aPerson(firm)
  robin = await server.aPerson(await server.aFirm('Brook & Vale LLP'), 'admin')
})
afterAll(async () => {
  await server?.close()
  await opened?.close()
  rmSync(folder, { recursive: true, force: true })
})

const begun = async (who: VideoPerson, bytes: number, about: Record<string, string> = {}) => {
  const answer = await server.begin(who, bytes, { kind: 'toyFilm', ...about })
  expect(answer.status).toBe(201)
  return answer.headers.get('location')!
}
const idOf = (path: string) => path.split('/').at(-1)!
/** Uploads everything and returns the upload's ID. */
async function sent(who: VideoPerson, content: Buffer, about: Record<string, string> = {}): Promise<string> {
  const path = await begun(who, content.length, about)
  const answer = await server.send(who, path, 0, new Uint8Array(content))
  expect(answer.status).toBe(204)
  return idOf(path)
}
const make = async (who: VideoPerson, uploadId: string, more: object = {}, key?: string) =>
  who.ask<{ id: string; hashed_id: string; trouble: string | null; message: string }>(fixtureVideoEndpoints.make, {
    body: { upload_id: uploadId, name: 'Asking for the next meeting', ...more },
    ...(key && { key }),
  })
const made = async (who: VideoPerson, content = filmNamed('film.mp4'), more: object = {}) => {
  const { status, body } = await make(who, await sent(who, content), more)
  expect(status).toBe(200)
  return body
}
const watch = (who: VideoPerson, id: string) =>
  who.ask<{ media: Media; cues: Cue[]; message: string }>(fixtureVideoEndpoints.watch, { params: { id } })
const part = (url: string, range?: string) => fetch(server.origin + url, { headers: range ? { range } : {} })
const count = async (table: 'files' | 'videos' | 'uploads') =>
  Number(
    (await withoutRls(opened.database, (tx) => tx.sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`))
      .rows[0]!.n,
  )
const factsOf = (bytes: Buffer, within = {}) =>
  readVideo(
    {
      orgId: 'firm',
      bytes: bytes.length,
      read: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
    },
    within,
  )

const half = (name: string) => filmNamed(name).subarray(0, filmNamed(name).length >> 1)
/** Uses the 8-byte length of videos over 4 GB, and drops 100 bytes. */
function withLongLength(film: Buffer): Buffer {
  const at = film.indexOf('mdat') - 4
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(film.length - at + 8))
  const head = Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from('mdat'), length])
  return Buffer.concat([film.subarray(0, at), head, film.subarray(at + 8, -100)])
}

describe('a video file', () => {
  test('has its length, size, and codecs read from its bytes', async () => {
    expect(await factsOf(filmNamed('film.mp4'))).toEqual({
      seconds: expect.closeTo(20, 0),
      width: 320,
      height: 180,
      videoCodec: 'avc',
      audioCodec: 'aac',
      trouble: null,
    })
    expect(await factsOf(filmNamed('vp9.webm'))).toMatchObject({ videoCodec: 'vp9', audioCodec: null, trouble: null })
    const withJunk = Buffer.concat([filmNamed('film.mp4'), Buffer.from('\0\0\x10\0freejunk', 'latin1')])
    expect(await factsOf(withJunk)).toMatchObject({ width: 320 })
  })

  test.each([
    ['hevc.mp4', troubles.hevc],
    ['av1.mp4', troubles.av1],
    ['deep.mp4', troubles.avcDeep],
    ['ac3.mp4', 'Some browsers can’t play AC3 audio. Save the video with AAC so everyone can hear it.'],
  ])("%s is accepted with a note about who can't watch it", async (name, trouble) => {
    expect((await factsOf(filmNamed(name))).trouble).toBe(trouble)
  })

  test.each([
    ['sound alone', filmNamed('sound.mp4'), videoMessages.noPicture],
    ['what no browser plays', filmNamed('mpeg4.mp4'), videoMessages.noBrowser],
    ['a page', Buffer.from('<!doctype html><title>A film</title>'.padEnd(5000)), videoMessages.other],
    [
      'a head without a film',
      Buffer.concat([Buffer.from('\0\0\0\x20ftypisom', 'latin1'), Buffer.alloc(40_000, 60)]),
      null,
    ],
    ['half a film, its tables first', half('film.mp4'), videoMessages.incomplete],
    ['half a film, its tables last', half('hevc.mp4'), videoMessages.incomplete],
    ['half a film with a long length', withLongLength(filmNamed('film.mp4')), videoMessages.incomplete],
    ['a film without its last byte', filmNamed('film.mp4').subarray(0, -1), videoMessages.incomplete],
    ['half a WebM film', half('vp9.webm'), videoMessages.incomplete],
  ])('%s is rejected with a message', async (_, bytes, sentence) => {
    await expect(factsOf(bytes)).rejects.toMatchObject({
      message: sentence ?? expect.stringMatching(/damaged|not a video/),
    })
  })

  test('is rejected if it takes too much time or data, and the next one is read', async () => {
    const never = readVideo({ orgId: 'firm', bytes: 10 * MB, read: () => new Promise(() => {}) }, { seconds: 0.7 })
    await expect(never).rejects.toMatchObject({ message: videoMessages.time })
    await expect(factsOf(filmNamed('film.mp4'), { memoryBytes: 1 })).rejects.toMatchObject({
      message: videoMessages.memory,
    })
    await expect(factsOf(filmNamed('film.mp4'), { readBytes: 10 })).rejects.toMatchObject({
      message: videoMessages.time,
    })
    expect(await factsOf(filmNamed('film.mp4'))).toMatchObject({ width: 320 })
  })
})

describe('a video', () => {
  test('plays in parts for permitted people, with an address that is useless to others', async () => {
    const film = filmNamed('film.mp4')
    const { id } = await made(morgan)
    const { media, cues } = (await watch(morgan, id)).body
    expect(media).toMatchObject({ id, type: 'video/mp4', width: 320, bytes: film.length, poster: null, version: 1 })
    expect(cues).toEqual([])
    const [url] = media.urls
    const middle = await part(url!, 'bytes=100-199')
    expect([middle.status, middle.headers.get('content-range')]).toEqual([206, `bytes 100-199/${film.length}`])
    expect(Buffer.from(await middle.arrayBuffer()).equals(film.subarray(100, 200))).toBe(true)
    expect((await part(url!, `bytes=${film.length}-`)).status).toBe(416)
    expect((await part(url!.replace(/sig=[^&]+/, 'sig=abc'))).status).toBe(404)
    // Anyone in the firm can read the row, but bytes require the rule each time.
    const ofLee = (await watch(lee, id)).body.media.urls[0]!
    expect((await part(ofLee)).status).toBe(404)
    server.list.add(lee.id)
    expect((await part(ofLee)).status).toBe(200)
    server.list.delete(lee.id)
    expect((await part(ofLee, 'bytes=0-9')).status).toBe(404)
    expect(await watch(robin, id)).toMatchObject({ status: 404, body: { message: 'We couldn’t find this video.' } })
  })

  test('is rejected during the upload if an .mp4 is really HTML, and leaves nothing behind', async () => {
    const before = await Promise.all([count('files'), count('videos'), count('uploads')])
    const page = Buffer.from('<html><script>alert(1)</script></html>'.padEnd(100_000, 'x'))
    const path = await begun(morgan, page.length, { filename: 'A film.mp4', filetype: 'video/mp4' })
    const answer = await server.send(morgan, path, 0, new Uint8Array(page))
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      415,
      'This isn’t a video. Choose an MP4 or WebM file.',
    ])
    expect(await Promise.all([count('files'), count('videos'), count('uploads')])).toEqual(before)
    // Behind an MP4 header, a page is detected when the file is read.
    const hidden = Buffer.concat([filmNamed('film.mp4').subarray(0, 32), page])
    const { status, body } = await make(morgan, await sent(morgan, hidden))
    expect([status, body.message]).toEqual([400, videoMessages.broken])
    await sweep(opened.database, new Date(Date.now() + 60_000))
    expect(await Promise.all([count('files'), count('videos'), count('uploads')])).toEqual([before[0], before[1], 0])
  })

  test('uploads intact over a connection that breaks 20 times', { timeout: 60_000 }, async () => {
    const film = filmOf(24 * MB)
    const path = await begun(morgan, film.length)
    let at = 0
    for (let breaks = 1; breaks <= 20; breaks++) {
      await breakOff(path, at, film.subarray(at, at + MB + 13 * breaks))
      await expect.poll(async () => Number(await server.offset(morgan, path))).toBeGreaterThanOrEqual(at)
      const now = Number(await server.offset(morgan, path))
      expect(now).toBeLessThanOrEqual(at + MB + 13 * breaks)
      at = now
    }
    while (at < film.length) {
      const answer = await server.send(morgan, path, at, new Uint8Array(film.subarray(at, at + 8 * MB)))
      if (answer.status === 409) {
        // The last of the broken connection was still being written. Clients ask again where to go on.
        at = Number(await server.offset(morgan, path))
        continue
      }
      expect(answer.status).toBe(204)
      at = Number(answer.headers.get('upload-offset'))
    }
    const { status, body } = await make(morgan, idOf(path))
    expect(status).toBe(200)
    const { media } = (await watch(morgan, body.id)).body
    expect(media.seconds).toBeCloseTo(20, 0)
    const whole = Buffer.from(await (await part(media.urls[0]!)).arrayBuffer())
    expect(shaOf(whole)).toBe(shaOf(film))
  })

  test('is created once for two concurrent requests, and both get the response', async () => {
    const [before, uploadId, key] = [await count('videos'), await sent(morgan, filmNamed('film.mp4')), randomUUID()]
    const [one, two] = await Promise.all([make(morgan, uploadId, {}, key), make(morgan, uploadId, {}, key)])
    expect([one.status, two.status, two.body]).toEqual([200, 200, one.body])
    // This holds even when the upload is long gone.
    expect((await make(morgan, uploadId, {}, key)).body).toEqual(one.body)
    expect(await make(morgan, uploadId)).toMatchObject({
      status: 404,
      body: { message: 'This upload has expired. Send the file again.' },
    })
    expect(await count('videos')).toBe(before + 1)
  })

  test('is created twice, each complete, when one file is uploaded twice at the same time', async () => {
    const film = filmOf(9 * MB)
    const [one, two] = await Promise.all([made(morgan, film), made(morgan, film)])
    expect(one.id).not.toBe(two.id)
    for (const { id } of [one, two]) {
      const { media } = (await watch(morgan, id)).body
      expect(shaOf(Buffer.from(await (await part(media.urls[0]!)).arrayBuffer()))).toBe(shaOf(film))
    }
  })

  test('accepts bytes from only one of two windows that continue the same upload', async () => {
    const film = filmOf(12 * MB)
    const path = await begun(morgan, film.length)
    const answers = await Promise.all([1, 2].map(() => server.send(morgan, path, 0, new Uint8Array(film))))
    expect(answers.every(({ status }) => [204, 409, 423].includes(status))).toBe(true)
    // The later window stops the other one. A busy server does so mid-transfer and returns the stored bytes.
    const kept = answers
      .filter(({ status }) => status === 204)
      .map(({ headers }) => Number(headers.get('upload-offset')))
    const [came, ...more] = kept.filter((bytes) => bytes > 0)
    expect(more).toEqual([])
    expect(await server.offset(morgan, path)).toBe(came)
    // Either window continues from there, as a client does.
    if (came! < film.length)
      expect((await server.send(morgan, path, came!, new Uint8Array(film.subarray(came)))).status).toBe(204)
    const { status, body } = await make(morgan, idOf(path))
    expect(status).toBe(200)
    const { media } = (await watch(morgan, body.id)).body
    expect(shaOf(Buffer.from(await (await part(media.urls[0]!)).arrayBuffer()))).toBe(shaOf(film))
  })

  test("doesn't exist if its change fails, and its upload is unchanged", async () => {
    const [files, videos] = [await count('files'), await count('videos')]
    const uploadId = await sent(morgan, filmNamed('film.mp4'))
    expect((await make(morgan, uploadId, { is_refused: true })).status).toBe(500)
    expect([await count('files'), await count('videos')]).toEqual([files, videos])
    expect((await make(morgan, uploadId)).status).toBe(200)
    expect((await make(lee, await sent(morgan, filmNamed('film.mp4')))).status).toBe(404)
  })

  test('can be replaced under its ID, get another thumbnail, and be deleted with its parts', async () => {
    await sweep(opened.database, new Date(Date.now() + 60_000))
    const { id } = await made(morgan)
    const pictureId = await sent(morgan, PNG, { kind: 'toyPicture', filename: 'Poster.png' })
    const as = (route: (typeof fixtureVideoEndpoints)['replace' | 'poster'], uploadId: string) =>
      morgan.ask(route, { params: { id }, body: { upload_id: uploadId } })
    expect((await as(fixtureVideoEndpoints.poster, pictureId)).status).toBe(204)
    const first = (await watch(morgan, id)).body.media
    expect((await part(first.poster!)).headers.get('content-type')).toBe('image/png')
    const film = filmOf(MB)
    expect((await as(fixtureVideoEndpoints.replace, await sent(morgan, film))).status).toBe(204)
    const { media } = (await watch(morgan, id)).body
    expect(media).toMatchObject({ id, version: 2, bytes: film.length })
    expect((await morgan.ask(fixtureVideoEndpoints.remove, { params: { id } })).status).toBe(204)
    expect((await part(media.urls[0]!)).status).toBe(404)
    expect((await watch(morgan, id)).status).toBe(404)
    const { removed, missing } = await sweep(opened.database, new Date(Date.now() + 60_000))
    expect([removed, missing]).toEqual([0, 0])
  })

  test('has the uploaded captions, and rejects unreadable ones', async () => {
    const { id } = await made(morgan)
    const send = (text: string) =>
      morgan.ask<{ message: string }>(fixtureVideoEndpoints.captions, { params: { id }, body: { text } })
    expect((await send('1\n00:00:01,000 --> 00:00:04,500\n<b>Tuesday</b> or Thursday?\n')).status).toBe(204)
    expect((await watch(morgan, id)).body.cues).toEqual([{ from: 1, to: 4.5, text: 'Tuesday or Thursday?' }])
    expect(await send('Tuesday')).toMatchObject({
      status: 400,
      body: { message: 'This file has no captions. Choose a .vtt or .srt file.' },
    })
    expect((await watch(morgan, id)).body.cues).toHaveLength(1)
    expect((await send('')).status).toBe(204)
    expect((await watch(morgan, id)).body.cues).toEqual([])
  })

  test('is removed with its bytes if its upload is never finished', async () => {
    const path = await begun(morgan, 5 * MB)
    await server.send(morgan, path, 0, new Uint8Array(filmOf(2 * MB)))
    // Killed between its bytes and its row.
    await server.files.place(morgan.orgId, server.film, {
      content: filmNamed('film.mp4'),
      name: 'A film.mp4',
      type: 'video/mp4',
    })
    const { removed } = await sweep(opened.database, new Date(Date.now() + 60_000))
    expect(removed).toBe(2)
    expect(await server.offset(morgan, path)).toBe('404')
  })
})

describe('the media calls', () => {
  const ask = (key: string | null, method: string, path: string) =>
    fetch(`${server.origin}/media${path}`, { method, headers: key ? { authorization: `Bearer ${key}` } : {} })
  const keyOf = async (who: VideoPerson) => (await who.ask<{ key: string }>(keyRoutes.make)).body.key
  const aboutOf = async (who: VideoPerson) =>
    (await who.ask<{ project_id: string; key: { used_at: string | null } | null; address: string }>(keyRoutes.read))
      .body

  test("list, describe, and delete the firm's own videos with its key", async () => {
    const { id, hashed_id: hashedId } = await made(robin)
    await made(robin, filmNamed('film.mp4'), { is_of_firm: false })
    const key = await keyOf(robin)
    const { project_id: project, address } = await aboutOf(robin)
    expect(address).toMatch(/\/media$/)
    const answer = await ask(key, 'GET', `/projects/${project}.json`)
    expect(answer.status).toBe(200)
    const found = (await answer.json()) as HostedProject
    expect(found).toMatchObject({ hashedId: project, name: 'Brook & Vale LLP', mediaCount: 1 })
    expect(found.medias[0]).toMatchObject({ hashed_id: hashedId, status: 'ready', duration: expect.closeTo(20, 0) })
    const words = new URLSearchParams({ name: 'Fees & scope', description: 'Who pays, and when' })
    const described = await ask(key, 'PUT', `/${hashedId}.json?${words}`)
    expect((await described.json()) as HostedMedia).toMatchObject({
      name: 'Fees & scope',
      description: 'Who pays, and when',
    })
    const long = await ask(key, 'PUT', `/${hashedId}.json?${new URLSearchParams({ name: 'x'.repeat(101) })}`)
    expect([long.status, Object.keys(((await long.json()) as { errors: object }).errors)]).toEqual([400, ['name']])
    expect((await ask(key, 'DELETE', `/${hashedId}.json`)).status).toBe(200)
    expect((await ask(key, 'DELETE', `/${hashedId}.json`)).status).toBe(404)
    expect((await watch(robin, id)).status).toBe(404)
    expect((await aboutOf(robin)).key?.used_at).not.toBeNull()
    const { rows } = await withoutRls(
      opened.database,
      (tx) => tx.sql<{ action: string }>`select action from audit_log where org_id = ${robin.orgId} order by at, id`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'video.key_made',
      'video.described_by_key',
      'video.removed_by_key',
    ])
  })

  test("reject other keys and never return another firm's videos or a lesson's video", async () => {
    const { hashed_id: ofMorgan } = await made(morgan)
    const { hashed_id: ofLesson } = await made(robin, filmNamed('film.mp4'), { is_of_firm: false })
    const key = await keyOf(robin)
    const { project_id: project } = await aboutOf(morgan)
    const statuses = await Promise.all([
      ask(key, 'DELETE', `/${ofMorgan}.json`),
      ask(key, 'PUT', `/${ofLesson}.json?name=Mine`),
      ask(key, 'GET', `/projects/${project}.json`),
      ask(key, 'DELETE', `/..%2f..%2fetc.json`),
      ask(null, 'GET', `/projects/${project}.json`),
      ask('nonsense', 'GET', `/projects/${project}.json`),
      ask(robin.token, 'GET', `/projects/${project}.json`),
      ask(key, 'POST', `/${ofMorgan}.json`),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 401, 401, 401, 400])
  })

  test('end with the key, which only an admin can create and a new key replaces', async () => {
    expect((await lee.ask(keyRoutes.make)).status).toBe(403)
    const { project_id: project } = await aboutOf(morgan)
    const [first, second] = [await keyOf(morgan), await keyOf(morgan)]
    const status = async (key: string) => (await ask(key, 'GET', `/projects/${project}.json`)).status
    expect([await status(first), await status(second)]).toEqual([401, 200])
    expect((await morgan.ask(keyRoutes.end)).status).toBe(204)
    expect(await status(second)).toBe(401)
  })

  test('are rejected while the firm is suspended', async () => {
    const key = await keyOf(robin)
    const { project_id: project } = await aboutOf(robin)
    const suspend = (at: string | null) =>
      withoutRls(
        opened.database,
        (tx) => tx.sql`update orgs set suspended_at = ${at}::timestamptz where id = ${robin.orgId}`,
      )
    await suspend('2026-11-01')
    const answer = await ask(key, 'GET', `/projects/${project}.json`)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'suspended'])
    await suspend(null)
    expect((await ask(key, 'GET', `/projects/${project}.json`)).status).toBe(200)
  })

  test('are rate-limited per firm and return when to continue', async () => {
    const key = await keyOf(robin)
    await withoutRls(
      opened.database,
      (tx) =>
        tx.sql`insert into rate_limits (scope, subject, window_start, tries) values ('media', ${robin.orgId}, date_trunc('minute', now()), ${MEDIA_CALLS_PER_MINUTE}),
        ('media', ${robin.orgId}, date_trunc('minute', now()) + interval '1 minute', ${MEDIA_CALLS_PER_MINUTE})
        on conflict (scope, subject, window_start) do update set tries = excluded.tries`,
    )
    const answer = await ask(key, 'GET', '/projects/any.json')
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})

const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
// The smallest possible image.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Announces more than it sends, then breaks the connection. */
async function breakOff(path: string, offset: number, piece: Buffer): Promise<void> {
  const call = httpRequest(server.origin + path, {
    method: 'PATCH',
    headers: {
      ...tusHeaders,
      ...clientHeaders(morgan.token),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': offset,
      'content-length': piece.length + 1000,
    },
  })
  const closed = new Promise<void>((resolve) => call.once('close', () => resolve()))
  call.on('error', () => {})
  await new Promise<void>((resolve) => call.write(piece, () => resolve()))
  call.destroy()
  await closed
}
