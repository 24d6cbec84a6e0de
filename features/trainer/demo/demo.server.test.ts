import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { makeDemo } from '#core/server/demo/demo.ts'
import { stepStarters } from '#features/targets/forms/contract.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { product } from '#tests/flags.ts'
import { starterKey } from '../help/starters.ts'
import { lessonsOf, toLessonDtos } from '../lessons/server/reading.ts'
import { filledCells } from '../worksheets/cells.ts'
import { worksheetsOf } from '../worksheets/server/reading.ts'
import { curriculum } from './curriculum.ts'

const saturday = new Date('2026-11-21T18:00:00Z')
let made: TestDatabase
beforeAll(async () => {
  made = await testDatabase()
  expect(await makeDemo(made.database, product, saturday)).toBe(true)
})
afterAll(() => made.close())

/** Reads as this person, in their firm. */
async function as<T>(email: string, read: (tx: Tx, id: string) => Promise<T>): Promise<T> {
  const { rows } = await made.database.pool.query<{ id: string; org_id: string }>(
    'select id, org_id from users where email = $1',
    [email],
  )
  return withOrg(made.database, rows[0]!.org_id, (tx) => read(tx, rows[0]!.id))
}

const lessonsFor = (email: string) =>
  as(email, async (tx, id) =>
    toLessonDtos(await lessonsOf(tx, { id, zone: DEFAULT_ZONE, hasFirmContent: true }), DEFAULT_ZONE),
  )

test('publishes the curriculum once for all firms, in order', async () => {
  const [hartwell, brook] = await Promise.all([
    lessonsFor('dana@hartwell.example'),
    lessonsFor('robin@brookvale.example'),
  ])
  for (const lessons of [hartwell, brook]) {
    expect(lessons.map(({ title }) => title)).toEqual(curriculum.lessons.map(({ title }) => title))
    expect(lessons.map(({ number }) => number)).toEqual(curriculum.lessons.map(({ number }) => number))
  }
  for (const { seconds } of hartwell) expect(seconds).toBeGreaterThan(40)
  const { rows } = await made.database.pool.query<{ captions: string }>('select captions from lessons')
  for (const { captions } of rows) expect(captions).toMatch(/^WEBVTT\n/)
})

test('gives Dana finished and unfinished lessons, and others progress over the past year', async () => {
  const danas = await lessonsFor('dana@hartwell.example')
  expect(danas.filter(({ watched }) => watched.done === 'yes').length).toBeGreaterThan(0)
  const latest = danas.find(({ latest_watched }) => latest_watched === 'yes')!
  expect([latest.watched.done, latest.watched.percent]).toEqual(['no', 50])
  expect((await lessonsFor('admin@hartwell.example')).every(({ watched }) => watched.seconds === 0)).toBe(true)
  const { rows } = await made.database.pool.query<{ people: number; first: string; last: string }>(
    `select count(distinct user_id)::int as people, min(watched_at)::date::text as first, max(watched_at)::date::text as last from lesson_progress`,
  )
  expect(rows[0]!.people).toBeGreaterThan(20)
  expect(rows[0]!.first < '2026-04-01' && rows[0]!.last <= '2026-11-21').toBe(true)
})

test('has eight worksheets, of which Dana has completed one and started two, with one returned by Morgan', async () => {
  const sheets = await as('dana@hartwell.example', worksheetsOf)
  expect(sheets).toHaveLength(8)
  const begun = sheets.filter(({ answers }) => answers)
  expect(begun.map(({ worksheet, answers }) => filledCells(worksheet, answers ?? undefined).state)).toEqual([
    'started',
    'started',
    'complete',
  ])
  expect(begun.filter(({ answers }) => answers?.returned).map(({ worksheet }) => worksheet.number)).toEqual([3])
  const countOf = async (table: string, what = '*') =>
    (await made.database.pool.query<{ n: number }>(`select count(${what})::int as n from ${table}`)).rows[0]!.n
  expect(await countOf('worksheet_answers', 'distinct user_id')).toBeGreaterThan(15)
  expect(await countOf('worksheet_writings')).toBe((await countOf('worksheet_cells')) + 1)
})

test('has Morgan assign Dana an overdue lesson and one due next week, and the group a category', async () => {
  const asked = (await lessonsFor('dana@hartwell.example')).filter(({ assigned }) => assigned)
  expect(asked.map(({ number, assigned }) => [number, assigned?.by, assigned?.due])).toEqual([
    [8, 'Morgan Bell', '2026-11-15'],
    [10, 'Morgan Bell', '2026-11-30'],
    ...[17, 18, 19, 20].map((number) => [number, 'Morgan Bell', '2026-12-18']),
  ])
  expect((await lessonsFor('robin@brookvale.example')).every(({ assigned }) => assigned === null)).toBe(true)
})

test('creates the same data on the same day', async () => {
  const other = await testDatabase()
  const storyOf = async ({ pool }: Database) => {
    const asked = [
      `select u.email, l.number, p.ranges, p.watched_at, p.done_at from lesson_progress p
        join users u on u.org_id = p.org_id and u.id = p.user_id join (select * from lessons) l on l.id = p.lesson_id order by 1, 2, 4`,
      `select u.email, l.number, c.name, c.value, c.at from worksheet_cells c join users u on u.org_id = c.org_id and u.id = c.user_id
        join (select w.id, l.number from worksheets w join lessons l on l.id = w.lesson_id) l on l.id = c.worksheet_id order by 1, 2, 3`,
    ]
    const stories = []
    for (const one of asked) stories.push((await pool.query(one)).rows)
    return stories
  }
  try {
    await makeDemo(other.database, product, saturday)
    expect(await storyOf(other.database)).toEqual(await storyOf(made.database))
  } finally {
    await other.close()
  }
})

test('has a lesson moment and a question for each word that starts a step', async () => {
  const { rows } = await made.database.pool.query<{
    starter: string
    seconds: number
    second: number
    question: string
  }>(`
    select s.starter, l.seconds, (s.links->0->>'second')::int as second, q->>'text' as question
    from step_help s join lessons l on l.id = (s.links->0->>'id')::uuid
      join worksheet_versions v on v.worksheet_id = (s.links->1->>'id')::uuid
      cross join jsonb_array_elements(v.questions) q where q->>'key' = s.links->1->>'question'`)
  expect(rows.map(({ starter }) => starter).toSorted()).toEqual(stepStarters.map(starterKey).toSorted())
  for (const { second, seconds } of rows) expect(second).toBeLessThan(seconds - 10)
})
