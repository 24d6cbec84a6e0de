// Lessons and what people play of them, through HTTP.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '#core/server/database/firm.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type Lesson, type OpenLesson, routes } from './contract.ts'

let api: Api
let dana: Client
const category = randomUUID()
const lessons = { ask: randomUUID(), draft: randomUUID(), old: randomUUID() }

beforeAll(async () => {
  api = await openApi()
  dana = await api.aPerson(await api.aFirm())
  await asSystem(api.database, async (tx) => {
    await sql`insert into lesson_categories (id, name, position) values (${category}, 'Starting conversations', 1)`.execute(
      tx,
    )
    await sql`insert into lessons (id, category_id, number, title, handle, seconds, transcript, state, position, published_at, archived_at) values
      (${lessons.ask}, ${category}, 1, 'Ask for the introduction', 'ask', 90, 'A favor.', 'published', 1, now(), null),
      (${lessons.draft}, ${category}, 2, 'A draft', 'draft', 90, '', 'draft', 2, null, null),
      (${lessons.old}, ${category}, 3, 'An old one', 'old', 90, '', 'archived', 3, now(), now() - interval '1 day')`.execute(
      tx,
    )
  })
})
afterAll(() => api.close())

const listOf = async (person: Client) => (await person.call<{ lessons: Lesson[] }>(routes.list)).body.lessons
const report = (id: string, watched: number, body?: object, by = dana) =>
  by.call<Lesson>(routes.watch, { params: { id }, query: { watched }, ...(body && { body }) })

test('what is published is listed, with nothing watched', async () => {
  const [lesson, ...more] = await listOf(dana)
  expect(more).toEqual([])
  expect(lesson).toMatchObject({
    id: lessons.ask,
    duration: '01:30',
    focus: 'Starting conversations',
    worksheet: '',
    watched: { when: null, seconds: 0, percent: 0, done: 'no', ranges: [], resume: 0 },
    latest_watched: 'no',
    assigned: null,
  })
})

test('what was really played counts once, and 95 % of it is done', async () => {
  const first = await report(lessons.ask, 40, { ranges: [[0, 40]] })
  expect(first.body.watched).toMatchObject({ seconds: 40, percent: 44, done: 'no', ranges: [[0, 40]], resume: 40 })
  const last = await report(lessons.ask, 86, { ranges: [[30, 86]] })
  expect(last.body.watched).toMatchObject({ seconds: 86, percent: 95, done: 'yes', ranges: [[0, 86]], resume: 86 })
  const { body } = await dana.call<OpenLesson>(routes.read, { params: { id: lessons.ask } })
  expect([body.watched.done, body.latest_watched, body.transcript?.text]).toEqual(['yes', 'yes', 'A favor.'])
})
