import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptionsOf } from '#core/contract/area.ts'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { filmNamed } from '#core/server/testing/fixtureVideos.ts'
import { routes as keyRoutes } from '#core/server/video/keyContract.ts'
import { projectOf } from '#core/server/video/projects.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { flags } from '#tests/flags.ts'
import { brandedFlag } from '../flagsContract.ts'
import { type Lesson, type LessonDetail, routes as lessonRoutes } from '../lessons/contract.ts'
import { sendingTo } from '../testing/sending.ts'
import { type FirmContent, firmContentRoutes as routes, type Watcher } from './contract.ts'

let api: Api
let send: Awaited<ReturnType<typeof sendingTo>>
let admin: Client
let morgan: Client
let dana: Client
let robin: Client
beforeAll(async () => {
  api = await openApi()
  send = await sendingTo(api)
  const firm = await api.aFirm()
  admin = await api.aPerson(firm, { role: 'admin' })
  morgan = await api.aPerson(firm, { first_name: 'Morgan', last_name: 'Bell', settings: { 'key-org_report': 1 } })
  dana = await api.aPerson(firm, { first_name: 'Dana', last_name: 'Reyes' })
  robin = await api.aPerson(await api.aFirm(), { role: 'admin', settings: { 'key-org_report': 1 } })
})
afterAll(() => api.close())

type Answer<T> = T & { message: string; errors?: Record<string, string> }
const film = filmNamed('film.mp4')
const aFilm = async (by = morgan, content = film) => (await send(by, 'firmVideo', content, 'Carve-out fees.mp4')).id
const add = (body: object, by = morgan, key?: string) =>
  by.call<Answer<FirmContent>>(routes.add, { body, ...(key && { key }) })
const made = async (title = `Fees ${randomUUID()}`, more: object = {}) =>
  (await add({ title, description: 'What we charge.', upload_id: await aFilm(), ...more })).body
const listOf = async (by: Client) =>
  (await by.call<{ firmcontents: FirmContent[] }>(routes.list)).body.firmcontents ?? []
const edit = (id: string, body: object, by = morgan) =>
  by.call<Answer<FirmContent>>(routes.edit, { params: { id }, body })
const remove = (hashed_id: string, by = morgan) => by.call<Answer<object>>(routes.remove, { params: { hashed_id } })
const play = (id: string, to: number, by = dana) =>
  by.call<Lesson>(lessonRoutes.watch, { params: { id }, query: { watched: to }, body: { ranges: [[0, to]] } })
const captions = '1\n00:00:01,000 --> 00:00:04,000\nWe charge by the hour.\n'

describe('Firm Content permissions', () => {
  test('lets admins and people with key-org_report 1 edit, members watch, and other firms see nothing', async () => {
    const one = await made('Fees for a carve-out, explained')
    expect(one).toMatchObject({
      name: 'Fees for a carve-out, explained',
      description: 'What we charge.',
      status: 'ready',
      duration: '00:20',
      added: { by: 'Morgan Bell' },
      watched_by: 0,
      colleagues: 3,
      media: { type: 'video/mp4', width: 320, trouble: null },
    })
    expect((await listOf(dana)).map(({ id }) => id)).toContain(one.id)
    // Without captions, the response is empty.
    expect((await dana.call(routes.captions, { params: { id: one.id } })).body).toEqual({ captions: '' })
    expect(await listOf(robin)).toEqual([])
    expect((await send(dana, 'firmVideo', film, 'x.mp4')).status).toBe(403)
    expect((await add({ title: 'X', description: '', upload_id: randomUUID() }, dana)).status).toBe(403)
    expect((await edit(one.id, { title: 'X' }, dana)).status).toBe(403)
    expect((await remove(one.hashed_id, dana)).status).toBe(403)
    expect((await dana.call(routes.watchers, { params: { id: one.id } })).status).toBe(403)
    expect((await edit(one.id, { title: 'X' }, robin)).status).toBe(404)
    expect((await remove(one.hashed_id, robin)).status).toBe(404)
    expect((await robin.call(routes.watchers, { params: { id: one.id } })).status).toBe(404)
    expect((await edit(one.id, { title: 'Fees, explained' }, admin)).body.name).toBe('Fees, explained')
  })

  test("rejects another person's upload", async () => {
    const body = { title: 'X', description: '', upload_id: await aFilm(admin) }
    expect((await add(body)).status).toBe(404)
  })

  test('denies everything without the feature', async () => {
    const firm = await api.aFirm()
    const boss = await api.aPerson(firm, { role: 'admin' })
    const off = JSON.stringify(subscriptionsOf(flags, ({ name }) => name !== brandedFlag.name))
    await withoutRls(api.database, (tx) => tx.sql`update orgs set subscriptions = ${off}::jsonb where id = ${firm}`)
    expect((await boss.call(routes.list)).status).toBe(403)
    expect((await send(boss, 'firmVideo', film, 'x.mp4')).status).toBe(403)
  })
})

describe('Adding Firm Content', () => {
  test('makes it playable for everyone in the firm, and syncs it to their devices', async () => {
    const one = await made()
    const { media } = (await listOf(dana)).find(({ id }) => id === one.id)!
    const range = { headers: { range: 'bytes=0-99' } }
    const got = await api.http.inject({ url: media!.urls[0]!, ...range })
    expect([got.statusCode, got.rawPayload.equals(film.subarray(0, 100))]).toEqual([206, true])
    const { body } = await dana.call<LessonDetail>(lessonRoutes.read, { params: { id: one.id } })
    expect(body).toMatchObject({ title: one.name, seconds: 20, hashedId: one.hashed_id })
    const feed = (await dana.call<Feed>(feedRoutes.changes, { query: { after: 'firmLessons:0' } })).body
    expect(JSON.stringify(feed)).toContain(one.hashed_id)
  })

  test('creates one lesson from repeated requests', async () => {
    const key = randomUUID()
    const body = { title: 'Once', description: '', upload_id: await aFilm() }
    const [first, second] = [await add(body, morgan, key), await add(body, morgan, key)]
    expect(second.body.id).toBe(first.body.id)
    expect((await listOf(dana)).filter(({ name }) => name === 'Once')).toHaveLength(1)
    expect((await add(body)).status).toBe(404)
  })

  test.each([
    ['no title', { title: ' ' }, { title: 'Please complete this field' }],
    ['101 characters of title', { title: 'x'.repeat(101) }, { title: 'Maximum length is 100 characters' }],
    ['111 of description', { description: 'x'.repeat(111) }, { description: 'Maximum length is 110 characters' }],
  ])('rejects %s and keeps the upload for another attempt', async (_, wrong, errors) => {
    const body = { title: 'Fine', description: '', upload_id: await aFilm() }
    const refused = await add({ ...body, ...wrong })
    expect([refused.status, refused.body.errors]).toEqual([400, errors])
    expect((await add(body)).status).toBe(200)
  })

  test('rejects a page named as a video by its content', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(2000))
    expect((await send(morgan, 'firmVideo', html, 'film.mp4')).status).toBe(415)
  })
})

describe('Firm Content captions', () => {
  test('accepts .srt and .vtt, removes captions, and changes nothing after an invalid file', async () => {
    const one = await made('With captions', { captions })
    expect(one.has_captions).toBe(true)
    const wrong = await edit(one.id, { title: 'Other', captions: 'no captions at all' })
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      { captions: 'This file has no captions. Choose a .vtt or .srt file.' },
    ])
    expect((await listOf(dana)).find(({ id }) => id === one.id)).toMatchObject({
      name: 'With captions',
      has_captions: true,
    })
    expect((await edit(one.id, { captions: '' })).body.has_captions).toBe(false)
    const told = await edit(one.id, { captions: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello' })
    expect(told.body.has_captions).toBe(true)
    const said = (by: Client) => by.call<{ captions: string }>(routes.captions, { params: { id: one.id } })
    expect((await said(dana)).body.captions).toContain('Hello')
    expect((await said(robin)).status).toBe(404)
  })
})

describe('Watching Firm Content', () => {
  test('is counted for everyone, with names for people who manage it', async () => {
    const one = await made()
    await play(one.id, 20)
    await play(one.id, 10, admin)
    expect((await listOf(dana)).find(({ id }) => id === one.id)).toMatchObject({ watched_by: 2, colleagues: 3 })
    const { watchers } = (await morgan.call<{ watchers: Watcher[] }>(routes.watchers, { params: { id: one.id } })).body
    expect(watchers.map(({ last_name, percent, done }) => [last_name, percent, done])).toContainEqual([
      'Reyes',
      100,
      'yes',
    ])
    expect(watchers.map(({ percent }) => percent).toSorted()).toEqual([100, 50])
  })

  test('survives a replaced video and is counted in the deletion dialog', async () => {
    const one = await made()
    await play(one.id, 20)
    const other = await edit(one.id, { upload_id: await aFilm(morgan, filmNamed('vp9.webm')) })
    expect(other.body).toMatchObject({ id: one.id, hashed_id: one.hashed_id, media: { type: 'video/webm' } })
    const mine = async () => (await dana.call<LessonDetail>(lessonRoutes.read, { params: { id: one.id } })).body
    expect((await mine()).watched.done).toBe('yes')
    const { urls } = (await listOf(dana)).find(({ id }) => id === one.id)!.media!
    expect((await remove(one.hashed_id)).status).toBe(204)
    expect((await listOf(dana)).some(({ id }) => id === one.id)).toBe(false)
    expect((await api.http.inject(urls[0]!)).statusCode).toBe(404)
    expect((await remove(one.hashed_id)).status).toBe(404)
    const { rows } = await withOrg(
      api.database,
      dana.orgId,
      (tx) =>
        tx.sql<{ title: string; done: boolean }>`select f.title, p.done_at is not null as done from lesson_progress p
        join firm_lessons f on f.org_id = p.org_id and f.id = p.lesson_id where f.id = ${one.id}`,
    )
    expect(rows).toEqual([{ title: one.name, done: true }])
  })
})

test('follows changes and deletions by integrations through the media API', async () => {
  const one = await made('Old name')
  const { key } = (await admin.call<{ key: string }>(keyRoutes.make)).body
  const media = (method: 'GET' | 'PUT' | 'DELETE', path: string) =>
    api.http.inject({ method, url: `/media/${path}`, headers: { authorization: `Bearer ${key}` } })
  const project = (await media('GET', `projects/${projectOf(morgan.orgId)}.json`)).json<{
    medias: { hashed_id: string }[]
  }>()
  expect(project.medias.map(({ hashed_id }) => hashed_id)).toContain(one.hashed_id)
  await media('PUT', `${one.hashed_id}.json?name=New%20name&description=Short`)
  expect((await listOf(dana)).find(({ id }) => id === one.id)).toMatchObject({ name: 'New name', description: 'Short' })
  expect((await dana.call<LessonDetail>(lessonRoutes.read, { params: { id: one.id } })).body.title).toBe('New name')
  const flagsOf = (off: string[]) => {
    const told = JSON.stringify(subscriptionsOf(flags, ({ name }) => !off.includes(name)))
    return withoutRls(
      api.database,
      (tx) => tx.sql`update orgs set subscriptions = ${told}::jsonb where id = ${morgan.orgId}`,
    )
  }
  for (const off of [brandedFlag.name, 'trainer']) {
    await flagsOf([off])
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const path = method === 'GET' ? `projects/${projectOf(morgan.orgId)}.json` : `${one.hashed_id}.json`
      expect((await media(method, path)).statusCode, `${method} without ${off}`).toBe(403)
    }
  }
  await flagsOf([])
  await media('DELETE', `${one.hashed_id}.json`)
  expect((await listOf(dana)).some(({ id }) => id === one.id)).toBe(false)
})

test("updates open windows after changes to lessons, permissions, or the firm's features", async () => {
  const person = await api.aPerson(admin.orgId)
  const other = await api.aPerson(robin.orgId)
  const heardBy = async ({ token }: Client) => {
    const { stream } = await api.http
      .inject({ url: '/api/events', headers: { authorization: `Bearer ${token}` }, payloadAsStream: true })
      .then((answer) => ({ stream: answer.stream() }))
    const heard = { text: '', stream }
    stream.on('data', (piece) => {
      heard.text += piece
    })
    await expect.poll(() => heard.text).toContain('event: changed')
    heard.text = ''
    return heard
  }
  const [theirs, elsewhere] = [await heardBy(person), await heardBy(other)]
  await made()
  await expect.poll(() => theirs.text).toContain('event: changed\ndata: {"upTo":null}')
  expect(theirs.text).not.toContain('event: me')
  await withoutRls(
    api.database,
    (tx) => tx.sql`update users set settings = settings || '{"key-org_report": 1}' where id = ${person.actor.id}`,
  )
  await expect.poll(() => theirs.text).toContain('event: me')
  theirs.text = ''
  await withoutRls(
    api.database,
    (tx) => tx.sql`update orgs set subscriptions = subscriptions || '{"seen": {}}' where id = ${person.orgId}`,
  )
  await expect.poll(() => theirs.text).toContain('event: me')
  expect(elsewhere.text).toBe('')
  for (const { stream } of [theirs, elsewhere]) stream.destroy()
})
