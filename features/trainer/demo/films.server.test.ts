import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptionsOf } from '#core/contract/area.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { makeDemo } from '#core/server/demo/demo.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { flags, product } from '#tests/flags.ts'
import { trainerFlag } from '../flagsContract.ts'
import { type Lesson, type LessonDetail, routes } from '../lessons/contract.ts'
import { curriculum } from './curriculum.ts'
import { placeVideos } from './server/videos.ts'

let api: Api
let someone: Client
beforeAll(async () => {
  api = await openApi()
  await makeDemo(api.database, product, new Date('2026-11-21T18:00:00Z'))
  await Promise.all([placeVideos(api.database), placeVideos(api.database)])
  someone = await api.aPerson(await api.aFirm())
})
afterAll(() => api.close())

const run = <T>(statement: ReturnType<typeof sql<T>>) => withoutRls(api.database, (tx) => tx.run(statement))
const counts = async () =>
  (
    await run(
      sql<object>`select (select count(*)::int from files) as files, (select count(*)::int from videos) as videos,
        (select count(*)::int from lessons where video_id is not null and host_id <> '') as lessons, (select count(*)::int from firm_lessons) as ours`,
    )
  ).rows[0]

const openLesson = async (number: number) => {
  const { lessons } = (await someone.call<{ lessons: Lesson[] }>(routes.list)).body
  const { id } = lessons.find((lesson) => lesson.number === number)!
  return (await someone.call<LessonDetail>(routes.read, { params: { id } })).body
}
const get = (url: string, headers = {}) => api.http.inject({ url, headers })

test('gives each lesson and the firm their videos once, even with two servers or a restart', async () => {
  const all = { files: 52, videos: 26, lessons: 24, ours: 2 }
  expect(await counts()).toEqual(all)
  await placeVideos(api.database)
  expect(await counts()).toEqual(all)
})

test('creates no second video after an interruption between video and lesson', async () => {
  await run(sql`update lessons set video_id = null, host_id = '' where number in (5, 24)`)
  await placeVideos(api.database)
  expect(await counts()).toEqual({ files: 52, videos: 26, lessons: 24, ours: 2 })
})

test('plays in parts for people of any firm until the firm loses the Trainer', async () => {
  const { media, transcript } = await openLesson(3)
  const { video, seconds } = curriculum.lessons[2]!
  const film = readFileSync(join(import.meta.dirname, video))
  expect([media?.type, media?.seconds, media?.bytes]).toEqual(['video/mp4', seconds, film.length])
  expect(transcript?.caption).toMatch(/^WEBVTT\n/)
  const url = media!.urls[0]!
  const part = await get(url, { range: 'bytes=1000-1999' })
  expect([part.statusCode, part.rawPayload.equals(film.subarray(1000, 2000))]).toEqual([206, true])
  expect((await get(media!.poster!)).headers['content-type']).toBe('image/jpeg')
  const without = subscriptionsOf(flags, ({ name }) => name !== trainerFlag.name)
  await run(sql`update orgs set subscriptions = ${JSON.stringify(without)}::jsonb where id = ${someone.orgId}`)
  expect((await get(url)).statusCode).not.toBe(200)
})
