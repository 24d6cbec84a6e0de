import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptionsOf } from '#core/contract/area.ts'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { routes as own } from '#features/account/ownContract.ts'
import { peopleRoutes } from '#features/admin/people/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { flags } from '#tests/flags.ts'
import { pagesOfPdf } from '#tests/readers.ts'
import { isFull } from '#tests/scope.ts'
import { brandedFlag, trainerFlag, transcriptsFlag } from '../flagsContract.ts'
import { type LessonResource, resourceRoutes } from '../resources/contract.ts'
import { saveWorksheet } from '../worksheets/server/editing.ts'
import { watchLesson } from './actions.ts'
import { type Lesson, type LessonDetail, type LessonProgressRow, routes } from './contract.ts'
import { addCategory, addPublishedLesson } from './server/publishing.ts'
import { watchedOf, withReport } from './watched.ts'

const ZONE = 'America/Los_Angeles'
const NONE = { when: null, seconds: 0, percent: 0, done: 'no', ranges: [], resume: 0, at: null }
let api: Api
let dana: Client
let lee: Client
let robin: Client
let category: string
const ids = { ask: '', other: '', draft: '', old: '', ours: randomUUID(), theirs: randomUUID() }
let lessons = 0

beforeAll(async () => {
  api = await openApi()
  const firm = await api.aFirm()
  dana = await api.aPerson(firm)
  lee = await api.aPerson(firm)
  robin = await api.aPerson(await api.aFirm())
  category = await withoutRls(api.database, (tx) =>
    addCategory(tx, { name: 'Starting', description: 'First calls.', position: 1 }),
  )
  for (const name of ['ask', 'other', 'draft', 'old'] as const) ids[name] = await aLesson()
  await run(sql`update lessons set state = 'draft', published_at = null where id = ${ids.draft}`)
  await run(sql`update lessons set state = 'archived', archived_at = now() - interval '1 day' where id = ${ids.old}`)
  for (const [of, id] of [
    [dana, ids.ours],
    [robin, ids.theirs],
  ] as const)
    await run(
      sql`insert into firm_lessons (org_id, id, title, seconds) values (${of.orgId}, ${id}, 'Secret check', 60)`,
    )
})
afterAll(() => api.close())

const run = (statement: ReturnType<typeof sql>) => withoutRls(api.database, (tx) => tx.run(statement))
const aLesson = (seconds = 90) =>
  withoutRls(api.database, (tx) => {
    const number = ++lessons
    const words = {
      title: `Lesson ${number}`,
      description: '',
      homework: '',
      handle: `lesson-${number}`,
      transcript: 'A favor.',
    }
    return addPublishedLesson(tx, { ...words, categoryId: category, number, position: number, seconds })
  })
const listOf = async (person: Client) => (await person.call<{ lessons: Lesson[] }>(routes.list)).body.lessons
const read = (id: string, by = dana) => by.call<LessonDetail>(routes.read, { params: { id } })
const report = (id: string, watched: number, body?: object, { by = dana, key = randomUUID() } = {}) =>
  by.call<Lesson>(routes.watch, { params: { id }, query: { watched }, key, ...(body && { body }) })
const feedOf = async (person: Client, after: string) =>
  (await person.call<Feed>(feedRoutes.changes, { query: { after } })).body.collections
const subscribe = (person: Client, isOn: (name: string) => boolean) =>
  run(
    sql`update orgs set subscriptions = ${JSON.stringify(subscriptionsOf(flags, ({ name }) => isOn(name)))}::jsonb where id = ${person.orgId}`,
  )

describe('Lesson list', () => {
  test('contains published lessons in order, with nothing watched', async () => {
    const all = await listOf(robin)
    expect(all.map(({ id }) => id)).toEqual([ids.ask, ids.other])
    expect(all[0]).toEqual({
      id: ids.ask,
      number: 1,
      title: 'Lesson 1',
      description: '',
      duration: '01:30',
      seconds: 90,
      focus: 'Starting',
      focus_description: 'First calls.',
      category,
      handle: 'lesson-1',
      hashedId: '',
      homework: '',
      worksheet: '',
      watched: NONE,
      latest_watched: 'no',
      assigned: null,
    })
  })

  test('returns each lesson with its transcript, and 404 with a message for a missing one', async () => {
    const { body } = await read(ids.ask)
    const url = `/api/lessons/${ids.ask}/transcript`
    expect(body.transcript).toEqual({ title: 'Lesson 1', caption: '', text: 'A favor.', url })
    expect(body.media).toBe(null)
    for (const id of [ids.draft, ids.old, ids.theirs, randomUUID()]) {
      const reply = await read(id)
      expect([reply.status, reply.body]).toEqual([
        404,
        expect.objectContaining({ message: 'No lesson found with the specific id.' }),
      ])
    }
    expect((await read(ids.ours)).body.title).toBe('Secret check')
  })

  test.runIf(isFull)('offers transcripts as PDF and among the downloads if the firm has the feature', async () => {
    const person = await api.aPerson(await api.aFirm())
    const paper = (id: string) => person.call<FileAnswer>(routes.transcript, { params: { id } })
    const { body } = await paper(ids.ask)
    expect(body).toMatchObject({ error: '', type: 'pdf', name: 'Lesson 1.pdf' })
    expect((await pagesOfPdf(Buffer.from(body.file, 'base64'))).join()).toContain('A favor.')
    for (const id of [ids.draft, ids.old, ids.ours, randomUUID()]) expect((await paper(id)).status).toBe(404)

    const other = await aLesson()
    const title = `Lesson ${lessons}`
    const sheet = await withoutRls(api.database, (tx) =>
      saveWorksheet(tx, other, { instructions: '', questions: [{ text: 'Who?' }], parameters: [{ text: 'One' }] }),
    )
    const listed = async () => (await person.call<{ resources: LessonResource[] }>(resourceRoutes.list)).body.resources
    const one = { date: expect.any(String), lesson_id: other }
    expect((await listed()).filter(({ lesson_id }) => lesson_id === other)).toEqual([
      {
        ...one,
        id: sheet.id,
        kind: 'worksheet',
        name: `Worksheet: ${title}`,
        url: `/api/worksheets/${sheet.id}/download`,
      },
      {
        ...one,
        id: other,
        kind: 'transcript',
        name: `Transcript: ${title}`,
        url: `/api/lessons/${other}/transcript`,
      },
    ])
    expect((await listed()).map(({ lesson_id }) => lesson_id)).not.toContain(ids.draft)
    await subscribe(person, (name) => name !== transcriptsFlag.name)
    expect((await paper(ids.ask)).status).toBe(403)
    expect((await listed()).map(({ kind }) => kind)).toEqual(['worksheet'])
    await run(sql`update lessons set state = 'archived', archived_at = now() where id = ${other}`)
    expect(await listed()).toEqual([])
  })

  test("depends on the firm's features: the area first, then transcripts and its own content", async () => {
    const firm = await api.aFirm()
    const person = await api.aPerson(firm)
    const own = randomUUID()
    await run(sql`insert into firm_lessons (org_id, id, title, seconds) values (${firm}, ${own}, 'Ours', 60)`)
    expect((await read(own, person)).status).toBe(200)
    await subscribe(person, (name) => name !== brandedFlag.name && name !== transcriptsFlag.name)
    expect((await read(own, person)).status).toBe(404)
    expect((await report(own, 5, undefined, { by: person })).status).toBe(404)
    expect((await read(ids.ask, person)).body.transcript).toBe(null)
    const some = await feedOf(person, 'lessons,transcripts,firmLessons,lessonProgress')
    expect([some.lessons?.rows.length, some.transcripts, some.firmLessons, some.lessonProgress?.rows]).toEqual([
      2,
      null,
      null,
      [],
    ])
    await subscribe(person, (name) => name !== trainerFlag.name)
    expect((await person.call(routes.list)).status).toBe(403)
    expect((await report(ids.ask, 5, undefined, { by: person })).status).toBe(403)
    expect(
      Object.values(await feedOf(person, 'lessons,transcripts,firmLessons,lessonProgress,lessonAssignments')),
    ).toEqual([null, null, null, null, null])
  })

  test("can't be written by the application's database role, which can't read drafts either", async () => {
    const asFirm = (statement: ReturnType<typeof sql>) => withOrg(api.database, dana.orgId, (tx) => tx.run(statement))
    for (const statement of [
      sql`update lessons set title = 'Mine'`,
      sql`delete from lesson_categories`,
      sql`update lesson_clock set seq = 0`,
      sql`insert into lesson_categories (id, name, position) values (${randomUUID()}, 'Mine', 1)`,
    ])
      await expect(asFirm(statement)).rejects.toThrow('permission denied')
    expect((await asFirm(sql`select 1 from lessons where id = ${ids.draft}`)).rows).toEqual([])
  })
})

describe('Play report', () => {
  test('counts each second once and completes the lesson permanently at 95%', async () => {
    const id = await aLesson()
    expect((await report(id, 40, { ranges: [[0, 40]] })).body.watched).toMatchObject({
      seconds: 40,
      percent: 44,
      done: 'no',
      ranges: [[0, 40]],
      resume: 40,
    })
    expect((await report(id, 85, { ranges: [[30, 85]] })).body.watched).toMatchObject({
      seconds: 85,
      percent: 94,
      done: 'no',
      resume: 85,
    })
    const { body } = await report(id, 86, { ranges: [[85, 86]] })
    expect(body.watched).toMatchObject({ seconds: 86, percent: 95, done: 'yes', ranges: [[0, 86]], resume: 86 })
    await run(sql`update lessons set seconds = 200 where id = ${id}`)
    expect((await read(id)).body.watched).toMatchObject({ seconds: 86, percent: 43, done: 'yes' })
    expect((await report(id, 3, { ranges: [[0, 3]] })).body.watched).toMatchObject({ done: 'yes', resume: 3 })
    await run(sql`update lessons set state = 'archived', archived_at = now() where id = ${id}`)
  })

  test('counts only what was played after seeking ahead', async () => {
    expect(
      (
        await report(
          ids.ask,
          90,
          {
            ranges: [
              [0, 5],
              [80, 90],
            ],
          },
          { by: robin },
        )
      ).body.watched,
    ).toMatchObject({ seconds: 15, percent: 16, done: 'no', resume: 90 })
  })

  test('counts from the last report without ranges, at most the seconds that have passed', async () => {
    const id = await aLesson()
    const at = (second: number) => {
      api.clock.now = new Date(Date.UTC(2026, 10, 20, 18, 0, second))
    }
    try {
      at(0)
      expect((await report(id, 5)).body.watched.ranges).toEqual([[0, 5]])
      at(5)
      expect((await report(id, 10)).body.watched.ranges).toEqual([[0, 10]])
      at(10)
      expect((await report(id, 80)).body.watched.ranges).toEqual([[0, 15]])
      at(20)
      expect((await report(id, 90)).body.watched).toMatchObject({
        ranges: [
          [0, 15],
          [80, 90],
        ],
        when: '2026-11-20 10:00:20',
      })
    } finally {
      api.clock.now = null
      await run(sql`update lessons set state = 'archived', archived_at = now() where id = ${id}`)
    }
  })

  test('is counted once with the same key and gets the same response', async () => {
    const key = randomUUID()
    const first = await report(ids.other, 5, { ranges: [[0, 5]] }, { key })
    expect((await report(ids.other, 5, { ranges: [[0, 5]] }, { key })).text).toBe(first.text)
    expect((await report(ids.other, 5, { ranges: [[0, 9]] }, { key })).status).toBe(409)
  })

  test('moves the bookmark to the last watched lesson, whenever it arrives', async () => {
    const person = await api.aPerson(dana.orgId)
    const tell = (id: string, when: string) => report(id, 5, { ranges: [[0, 5]], when }, { by: person })
    expect((await tell(ids.ask, '2026-11-20T09:00:00.000Z')).body.latest_watched).toBe('yes')
    expect((await tell(ids.other, '2026-11-20T08:00:00.000Z')).body.latest_watched).toBe('no')
    const marked = async () => (await listOf(person)).map(({ latest_watched }) => latest_watched)
    expect(await marked()).toEqual(['yes', 'no'])
    expect((await tell(ids.other, '2026-11-20T10:00:00Z')).body).toMatchObject({
      latest_watched: 'yes',
      watched: { at: '2026-11-20T10:00:00.000Z' },
    })
    expect(await marked()).toEqual(['no', 'yes'])
    expect((await read(ids.ask, person)).body.latest_watched).toBe('no')
    const ahead = await tell(ids.ask, '2099-01-01T00:00:00Z')
    expect(Date.parse(ahead.body.watched.at!)).toBeLessThanOrEqual(Date.now())
  })

  test('counts what was played before a lesson was archived, and gets 404 afterwards', async () => {
    const late = { ranges: [[0, 20]], when: new Date(Date.now() - 2 * 86_400_000).toISOString() }
    expect((await report(ids.old, 20, late)).body.watched.seconds).toBe(20)
    expect((await report(ids.old, 25, { ranges: [[20, 25]] })).status).toBe(404)
    const { rows } = await run(
      sql<{ seconds: number }>`select seconds from lesson_progress where lesson_id = ${ids.old}`,
    )
    expect(rows).toEqual([{ seconds: 20 }])
  })

  test.each([
    ['negative', { ranges: [[-5, 5]] }],
    ['reversed', { ranges: [[9, 5]] }],
    ['huge', { ranges: [[0, 1e9]] }],
    ['of text', { ranges: [['0', '5']] }],
    ['half', { ranges: [[5]] }],
    ['too many', { ranges: Array.from({ length: 1001 }, (_, i) => [i, i + 1]) }],
    ['no list', { ranges: 'all' }],
    ['at no time', { ranges: [], when: 'yesterday' }],
    ['with made-up words', { ranges: [[0, 5]], done: 'yes' }],
  ])('is rejected without any effect if it is %s', async (_, body) => {
    const person = await api.aPerson(dana.orgId)
    expect((await report(ids.ask, 5, body, { by: person })).status).toBe(400)
    const { rows } = await run(
      sql`select 1 from lesson_progress where user_id = ${person.actor.id} union all select 1 from feed_sequences where feed = 'lessons' and user_id = ${person.actor.id}`,
    )
    expect(rows).toEqual([])
  })
  test.each([-1, 86_401, 1.5, 'x'])('is rejected if its second is %s', async (watched) => {
    expect((await report(ids.ask, watched as number)).status).toBe(400)
  })

  test('counts only ranges within the video, and overlaps once', async () => {
    const person = await api.aPerson(dana.orgId)
    const { body } = await report(
      ids.ask,
      4000,
      {
        ranges: [
          [80, 4000],
          [85, 88],
          [80, 80],
          [1.4, 3.6],
        ],
      },
      { by: person },
    )
    expect(body.watched).toMatchObject({
      ranges: [
        [1, 4],
        [80, 90],
      ],
      seconds: 13,
      resume: 90,
    })
  })

  test("gets 404 without any effect for another firm's lesson, a draft, or a missing one", async () => {
    const person = await api.aPerson(dana.orgId)
    for (const id of [ids.theirs, ids.draft, randomUUID()]) {
      const reply = await report(id, 5, { ranges: [[0, 5]] }, { by: person })
      expect([reply.status, reply.text.includes('Secret')]).toEqual([404, false])
    }
    expect(
      (await run(sql`select 1 from feed_sequences where feed = 'lessons' and user_id = ${person.actor.id}`)).rows,
    ).toEqual([])
    expect((await report(ids.ours, 5, { ranges: [[0, 5]] }, { by: person })).body).toMatchObject({
      watched: { percent: 8 },
      latest_watched: 'no',
    })
  })

  test('counts from each of twelve devices at the same time', async () => {
    const person = await api.aPerson(dana.orgId)
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        report(ids.ask, 7 * i + 5, { ranges: [[7 * i, 7 * i + 5]] }, { by: person }),
      ),
    )
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect((await read(ids.ask, person)).body.watched.seconds).toBe(60)
  })

  test('reaches the same state on the server as on a device when late, repeated, or reordered', async () => {
    const second = fc.integer({ min: 0, max: 120 })
    const tolds = fc.record({
      watched: second,
      ranges: fc.array(
        fc.tuple(second, fc.integer({ min: 0, max: 40 })).map(([from, many]): [number, number] => [from, from + many]),
        { maxLength: 4 },
      ),
      when: fc.integer({ min: 0, max: 50 }).map((at) => new Date(Date.UTC(2026, 10, 20, 9, 0, at)).toISOString()),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(tolds, { minLength: 1, maxLength: 4 }), async (told) => {
        const person = await api.aPerson(dana.orgId)
        const sent = [...told, ...told.slice(0, 2)].reverse()
        for (const body of sent)
          expect(
            (await report(ids.other, body.watched, { ranges: body.ranges, when: body.when }, { by: person })).status,
          ).toBe(200)
        const row = told.reduce((before: LessonProgressRow | null, one) => withReport(before, ids.other, 90, one), null)
        expect((await read(ids.other, person)).body.watched).toEqual(watchedOf(row, 90, ZONE))
        expect((await feedOf(person, 'lessonProgress')).lessonProgress?.rows).toEqual([row])
      }),
      { numRuns: 15 },
    )
  }, 60_000)
})

test("is part of the person's exported data and is deleted when they are erased", async () => {
  const admin = await api.aPerson(dana.orgId, { role: 'admin' })
  const person = await api.aPerson(dana.orgId)
  await report(ids.ask, 20, { ranges: [[0, 20]] }, { by: person })
  expect((await person.call(own.myData)).body).toMatchObject({
    lessons: [{ lesson: 'Lesson 1', ranges: [[0, 20]], seconds: 20 }],
    lesson_assignments: [],
  })
  const params = { id: person.actor.id }
  expect((await admin.call(peopleRoutes.deactivate, { params, body: { hand_over: {} } })).status).toBe(200)
  expect((await admin.call(peopleRoutes.erase, { params })).status).toBe(200)
  const left = sql`select 1 from lesson_progress where user_id = ${params.id} union all select 1 from feed_sequences where feed = 'lessons' and user_id = ${params.id}`
  expect((await run(left)).rows).toEqual([])
})

test("returns the person's answers for a lesson with a worksheet", async () => {
  const person = await api.aPerson(dana.orgId)
  const { id } = await withoutRls(api.database, (tx) =>
    saveWorksheet(tx, ids.other, {
      instructions: 'Fill it in.',
      questions: [{ text: 'Who?' }],
      parameters: [{ text: 'Client' }],
    }),
  )
  const said = {
    complete: 'no',
    instructions: 'Fill it in.',
    questions: ['Who?'],
    parameters: ['Client'],
    matrix: [{ name: 'p1.q1', value: '', question: 'Who?' }],
  }
  expect((await listOf(person)).map(({ worksheet }) => worksheet)).toEqual(['', expect.objectContaining(said)])
  expect((await read(ids.other, person)).body.worksheet).toMatchObject(said)
  expect((await report(ids.other, 5, undefined, { by: person })).body.worksheet).toMatchObject(said)
  expect((await feedOf(person, 'lessons')).lessons?.rows.map(({ worksheet }) => worksheet)).toEqual(
    expect.arrayContaining(['', id]),
  )
})

describe('Device', () => {
  test('receives only the progress row after playing, identical to the response', async () => {
    const person = await api.aPerson(dana.orgId)
    const names = ['lessons', 'transcripts', 'firmLessons', 'lessonProgress', 'lessonAssignments', 'targets']
    const before = await feedOf(person, names.join())
    expect([
      before.lessons?.rows.length,
      before.transcripts?.rows.length,
      before.firmLessons?.rows.map(({ id }) => id),
    ]).toEqual([2, 2, [ids.ours]])
    const after = names.map((name) => `${name}:${before[name]!.cursor}`).join()
    const { body } = await report(ids.ask, 5, { ranges: [[0, 5]] }, { by: person })
    const news = await feedOf(person, after)
    expect(news.lessonProgress?.rows).toEqual([watchLesson.confirm(body, null)])
    expect(names.filter((name) => news[name]!.cursor !== before[name]!.cursor)).toEqual([
      'lessonProgress',
      'lessonAssignments',
    ])
    expect((await feedOf(lee, 'lessonProgress')).lessonProgress?.rows).toEqual([])
  })

  test("receives changes to a lesson's texts, category, and archiving, but never drafts", async () => {
    const id = await aLesson()
    const { lessons: first } = await feedOf(dana, 'lessons')
    expect(first!.rows.some((row) => row.id === ids.draft)).toBe(false)
    const news = async (after: string) => (await feedOf(dana, `lessons:${after},transcripts:${after}`)).lessons!
    await run(sql`update lesson_categories set name = 'Starting anew' where id = ${category}`)
    const renamed = await news(first!.cursor)
    expect(renamed.rows.find((row) => row.id === id)).toMatchObject({
      focus: 'Starting anew',
      worksheet: '',
      video: null,
    })
    await run(sql`update lessons set state = 'archived', archived_at = now() where id = ${id}`)
    expect(await news(renamed.cursor)).toMatchObject({ rows: [], gone: [id] })
    await run(sql`update lesson_categories set state = 'archived' where id = ${category}`)
    expect((await news(renamed.cursor)).rows).toEqual([])
    expect(await listOf(dana)).toEqual([])
    await run(sql`update lesson_categories set state = 'published', name = 'Starting' where id = ${category}`)
    expect((await listOf(dana)).map((lesson) => lesson.id)).toEqual([ids.ask, ids.other])
  })
})
