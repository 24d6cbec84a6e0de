import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { filmNamed } from '#core/server/testing/fixtureVideos.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type Lesson, type LessonDetail, routes as lessonRoutes } from '../lessons/contract.ts'
import { resourceRoutes } from '../resources/contract.ts'
import { sendingTo } from '../testing/sending.ts'
import { type Worksheet, routes as worksheetRoutes } from '../worksheets/contract.ts'
import { type AuthoredLesson, type CurriculumOverview, curriculumRoutes as routes, type State } from './contract.ts'
import { sweepLessonVideos } from './server/video.ts'

let api: Api
let olive: Client
let dana: Client
let admin: Client
let robin: Client
let send: Awaited<ReturnType<typeof sendingTo>>
beforeAll(async () => {
  api = await openApi()
  send = await sendingTo(api)
  const firm = await api.aFirm()
  olive = await api.aPerson(await api.aFirm({ name: 'Pursuit' }), { role: 'operator' })
  dana = await api.aPerson(firm)
  admin = await api.aPerson(firm, { role: 'admin' })
  robin = await api.aPerson(await api.aFirm())
})
afterAll(() => api.close())

type Answer<T> = T & { message: string; code?: string; errors?: Record<string, string> }
const listed = async () => (await olive.call<CurriculumOverview>(routes.list)).body
const aCategory = async (name = `Category ${randomUUID()}`, state: State = 'published') => {
  const made = await olive.call<CurriculumOverview>(routes.addCategory, {
    body: { name, description: 'Why it matters.' },
  })
  const { id } = made.body.categories.at(-1)!
  if (state !== 'draft') await olive.call(routes.setCategoryState, { params: { id }, body: { state: 'published' } })
  return id
}
const aDraft = async (category: string, title = 'Ask for a referral') =>
  (await olive.call<AuthoredLesson>(routes.addLesson, { params: { id: category }, body: { title } })).body
const become = (id: string, state: State) =>
  olive.call<Answer<CurriculumOverview>>(routes.setLessonState, { params: { id }, body: { state } })
/** Sets the duration as an uploaded video does. */
const withVideo = (id: string, seconds = 60) =>
  withoutRls(api.database, (tx) => tx.sql`update lessons set seconds = ${seconds} where id = ${id}`)
const aLesson = async (category: string, title?: string) => {
  const { id } = await aDraft(category, title)
  await withVideo(id)
  await become(id, 'published')
  return id
}
const seenBy = async (person: Client) => (await person.call<{ lessons: Lesson[] }>(lessonRoutes.list)).body.lessons
const read = async (id: string) =>
  (await olive.call<Answer<AuthoredLesson>>(routes.readLesson, { params: { id } })).body
const words = ({ title, description, homework, handle, transcript, revision }: AuthoredLesson) => ({
  title,
  description,
  homework,
  handle,
  transcript,
  revision,
})
const edit = (lesson: AuthoredLesson, change: object) =>
  olive.call<Answer<AuthoredLesson>>(routes.editLesson, {
    params: { id: lesson.id },
    body: { ...words(lesson), ...change },
  })
const place = (id: string, category: string, before: string | null) =>
  olive.call<Answer<CurriculumOverview>>(routes.placeLesson, { params: { id }, body: { category, before } })
const play = (id: string, to: number, by = dana) =>
  by.call<Lesson>(lessonRoutes.watch, { params: { id }, query: { watched: to }, body: { ranges: [[0, to]] } })

describe('Curriculum permissions', () => {
  test('allows only operators to read or change it', async () => {
    const category = await aCategory()
    const lesson = await aLesson(category)
    for (const person of [dana, admin, robin]) {
      const tries = [
        person.call(routes.list),
        person.call(routes.readLesson, { params: { id: lesson } }),
        person.call(routes.addCategory, { body: { name: 'X', description: '' } }),
        person.call(routes.setLessonState, { params: { id: lesson }, body: { state: 'archived' } }),
        person.call(routes.removeLesson, { params: { id: lesson } }),
      ]
      expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    }
    expect((await read(lesson)).state).toBe('published')
  })

  test("denies the application's database role any writes", async () => {
    const writing = withOrg(api.database, dana.orgId, (tx) => tx.sql`update lessons set title = 'X'`)
    await expect(writing).rejects.toThrow(/permission denied/)
  })
})

describe('Curriculum state', () => {
  test('hides a draft from others until it and its category are published', async () => {
    const category = await aCategory('Not yet', 'draft')
    const lesson = await aDraft(category, 'Three questions')
    expect(lesson).toMatchObject({ state: 'draft', handle: 'three-questions', category: { name: 'Not yet' } })
    const isSeen = async () => (await seenBy(dana)).some(({ id }) => id === lesson.id)
    expect((await become(lesson.id, 'published')).body.message).toBe('Add a video before you publish this lesson.')
    await withVideo(lesson.id)
    expect((await become(lesson.id, 'published')).status).toBe(200)
    expect(await isSeen()).toBe(false)
    await olive.call(routes.setCategoryState, { params: { id: category }, body: { state: 'published' } })
    expect(await isSeen()).toBe(true)
    expect((await become(lesson.id, 'draft')).status).toBe(409)
  })

  test('removes an archived lesson from all devices and restores it with its progress', async () => {
    const lesson = await aLesson(await aCategory())
    await play(lesson, 30)
    const first = (await dana.call<Feed>(feedRoutes.changes, { query: { after: 'lessons:0' } })).body.collections
      .lessons!
    await become(lesson, 'archived')
    expect((await seenBy(dana)).some(({ id }) => id === lesson)).toBe(false)
    const { lessons: told } = (
      await dana.call<Feed>(feedRoutes.changes, { query: { after: `lessons:${first.cursor}` } })
    ).body.collections
    expect(told!.gone).toContain(lesson)
    await become(lesson, 'published')
    const back = (await seenBy(dana)).find(({ id }) => id === lesson)!
    expect(back.watched).toMatchObject({ seconds: 30, percent: 50, done: 'no' })
  })

  test('archives a category together with its lessons', async () => {
    const category = await aCategory()
    const lesson = await aLesson(category)
    const set = (state: State) => olive.call(routes.setCategoryState, { params: { id: category }, body: { state } })
    await set('archived')
    expect((await seenBy(dana)).some(({ id }) => id === lesson)).toBe(false)
    await set('published')
    expect((await seenBy(dana)).some(({ id }) => id === lesson)).toBe(true)
  })

  test('deletes a draft with its worksheet, but nothing that was ever published', async () => {
    const category = await aCategory()
    const draft = await aDraft(category)
    await save(draft.id, 0, sheet)
    expect((await olive.call(routes.removeLesson, { params: { id: draft.id } })).status).toBe(200)
    expect((await olive.call(routes.readLesson, { params: { id: draft.id } })).status).toBe(404)
    const lesson = await aLesson(category)
    await become(lesson, 'archived')
    expect((await olive.call(routes.removeLesson, { params: { id: lesson } })).status).toBe(409)
    const remove = (id: string) => olive.call<Answer<CurriculumOverview>>(routes.removeCategory, { params: { id } })
    expect((await remove(category)).status).toBe(409)
    const empty = await aCategory('Empty', 'draft')
    const { id } = await aDraft(empty)
    expect((await remove(empty)).body.message).toBe('Move or delete the lessons in this category first.')
    await olive.call(routes.removeLesson, { params: { id } })
    expect((await remove(empty)).body.categories.some((one) => one.id === empty)).toBe(false)
  })
})

describe('Curriculum order', () => {
  test('changes right away after a move, including the numbers that firms see', async () => {
    const [first, second] = [await aCategory(), await aCategory()]
    const a = await aLesson(first, 'A')
    const b = await aLesson(first, 'B')
    const c = await aLesson(second, 'C')
    const order = async () =>
      (await seenBy(dana)).filter(({ id }) => [a, b, c].includes(id)).map(({ title, focus }) => [title, focus])
    const { name } = (await listed()).categories.find(({ id }) => id === second)!
    await place(a, second, c)
    expect((await order()).map(([title]) => title)).toEqual(['B', 'A', 'C'])
    expect((await order())[1]![1]).toBe(name)
    await olive.call(routes.placeCategory, { params: { id: second }, body: { before: first } })
    expect((await order()).map(([title]) => title)).toEqual(['A', 'C', 'B'])
    const numbers = (await seenBy(dana)).map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  })

  test('reflects both of two concurrent moves by operators', async () => {
    const other = await api.aPerson(olive.orgId, { role: 'operator' })
    const category = await aCategory()
    const [a, b, c, d] = [
      await aLesson(category),
      await aLesson(category),
      await aLesson(category),
      await aLesson(category),
    ]
    await Promise.all([
      place(d, category, a),
      other.call(routes.placeLesson, { params: { id: b }, body: { category, before: null } }),
    ])
    const { lessons } = (await listed()).categories.find(({ id }) => id === category)!
    expect(lessons.map(({ id }) => id)).toEqual([d, a, c, b])
  })

  test('stays unchanged after a move to a missing place', async () => {
    const category = await aCategory()
    const lesson = await aLesson(category)
    expect((await place(lesson, randomUUID(), null)).status).toBe(404)
    expect((await place(lesson, category, randomUUID())).status).toBe(404)
    expect((await place(randomUUID(), category, null)).status).toBe(404)
  })
})

describe('Curriculum text', () => {
  test('reaches the learners after an edit', async () => {
    const id = await aLesson(await aCategory())
    const lesson = await read(id)
    const { body } = await edit(lesson, {
      title: 'Ask twice',
      homework: 'Ask two people.',
      handle: 'Ask-Twice',
      transcript: 'First you ask.',
    })
    expect(body).toMatchObject({ title: 'Ask twice', handle: 'ask-twice', has_transcript: true })
    expect(body.revision).toBeGreaterThan(lesson.revision)
    expect((await seenBy(dana)).find((one) => one.id === id)).toMatchObject({
      title: 'Ask twice',
      homework: 'Ask two people.',
      handle: 'ask-twice',
    })
    const { rows } = await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{
          details: { changed: string[] }
        }>`select details from audit_log where action = 'lesson.changed' and subject_id = ${id}`,
    )
    expect(rows.map(({ details }) => details.changed)).toEqual([['title', 'homework', 'handle', 'transcript']])
  })

  test('reports a conflict for an outdated lesson and overwrites nothing', async () => {
    const lesson = await aDraft(await aCategory())
    await edit(lesson, { title: 'Mine' })
    const late = await edit(lesson, { title: 'Yours' })
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
    expect((await read(lesson.id)).title).toBe('Mine')
  })

  test('reports a conflict for an outdated category', async () => {
    const id = await aCategory()
    const name = `Category ${randomUUID()}`
    const change = (revision: number, by = olive) =>
      by.call<Answer<CurriculumOverview>>(routes.editCategory, {
        params: { id },
        body: { name, description: 'Mine.', revision },
      })
    const made = (await change(0)).body.categories.find((one) => one.id === id)
    expect(made).toMatchObject({ name, description: 'Mine.', revision: 1 })
    const late = await change(0)
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
    expect(late.body.message).toBe('Someone else changed this category in the meantime. Review the latest version.')
    expect((await change(1, admin)).status).toBe(403)
  })

  test('gives two lessons different handles', async () => {
    const category = await aCategory()
    const one = await aDraft(category, 'Same name')
    const two = await aDraft(category, 'Same name')
    expect([one.handle, two.handle]).toEqual(['same-name', 'same-name-2'])
    const taken = await edit(two, { handle: 'same-name' })
    expect([taken.status, taken.body.errors]).toEqual([
      400,
      { handle: 'The lesson “Same name” already has this handle.' },
    ])
  })

  test.each([
    ['no title', { title: ' ' }, { title: 'Please complete this field' }],
    ['a title of 101 characters', { title: 'x'.repeat(101) }, { title: 'Maximum length is 100 characters' }],
    ['a handle with a slash', { handle: 'a/b' }, { handle: 'Use lowercase letters, digits, and hyphens.' }],
  ])('rejects %s', async (_, change, errors) => {
    const refused = await edit(await aDraft(await aCategory()), change)
    expect([refused.status, refused.body.errors]).toEqual([400, errors])
  })
})

const sheet = {
  instructions: 'Three of your targets.',
  questions: [{ text: 'Who?' }, { text: 'When?' }],
  parameters: [{ text: 'Target 1' }],
}
const save = (id: string, version: number, given: object) =>
  olive.call<Answer<AuthoredLesson>>(routes.saveWorksheet, { params: { id }, body: { ...given, version } })

describe('Worksheet', () => {
  const answer = async (lesson: string, name: string) => {
    const all = (await dana.call<{ worksheets: Worksheet[] }>(worksheetRoutes.list)).body.worksheets
    const { id } = all.find((one) => one.lesson_id === lesson)!
    return dana.call<Worksheet>(worksheetRoutes.fill, {
      params: { id },
      body: { matrix: JSON.stringify([{ name, value: 'Helen' }]) },
    })
  }

  const takeOff = (lesson: string, version: number, is_taken_off = true, by = olive) =>
    by.call<Answer<AuthoredLesson>>(routes.placeWorksheet, { params: { id: lesson }, body: { is_taken_off, version } })
  const write = (id: string, value: string, when?: string) =>
    dana.call<Worksheet>(worksheetRoutes.fill, {
      params: { id },
      body: { matrix: JSON.stringify([{ name: 'p1.q2', value }]), ...(when && { when }) },
    })

  test('changes in place until someone has answered, and then keeps the old version readable', async () => {
    const id = await aLesson(await aCategory())
    const first = (await save(id, 0, sheet)).body.worksheet!
    expect(first.versions).toMatchObject([{ version: 1, answered_by: 0, instructions: 'Three of your targets.' }])
    const [who, when] = first.versions[0]!.questions
    const again = (await save(id, 1, { ...sheet, questions: [{ ...who, text: 'Who is it?' }, when] })).body.worksheet!
    expect(again.versions.map(({ version }) => version)).toEqual([1])
    expect((await answer(id, 'p1.q1')).status).toBe(200)
    const next = (await save(id, 1, { ...sheet, questions: [{ ...who, text: 'Who decides?' }] })).body.worksheet!
    expect(next.versions.map(({ version, answered_by }) => [version, answered_by])).toEqual([
      [1, 1],
      [2, 0],
    ])
    expect(next.versions[0]!.questions.map(({ text }) => text)).toEqual(['Who is it?', 'When?'])
    const mine = (await dana.call<{ worksheets: Worksheet[] }>(worksheetRoutes.list)).body.worksheets
    const now = mine.find(({ lesson_id }) => lesson_id === id)!
    expect([now.version, now.questions, now.answers.map(({ value }) => value)]).toEqual([
      2,
      ['Who decides?'],
      ['Helen'],
    ])
  })

  test('reports a conflict to the second of two concurrent edits', async () => {
    const { id } = await aDraft(await aCategory())
    await save(id, 0, sheet)
    expect((await save(id, 0, { ...sheet, instructions: 'Mine' })).status).toBe(409)
    expect((await save(randomUUID(), 0, sheet)).status).toBe(404)
  })

  test('leaves the lesson and downloads when removed, stays readable with history, and can be put back', async () => {
    const id = await aLesson(await aCategory())
    const sheetId = (await save(id, 0, sheet)).body.worksheet!.id
    await answer(id, 'p1.q1')
    const off = await takeOff(id, 1)
    expect([off.status, off.body.has_worksheet, off.body.worksheet]).toMatchObject([
      200,
      false,
      { is_taken_off: true, versions: [{ version: 1, answered_by: 1 }] },
    ])
    expect((await seenBy(dana)).find((one) => one.id === id)?.worksheet).toBe('')
    const sheetsOf = async (who: Client) =>
      (await who.call<{ worksheets: Worksheet[] }>(worksheetRoutes.list)).body.worksheets.filter(
        (one) => one.id === sheetId,
      )
    expect((await sheetsOf(dana)).map(({ answers }) => answers.map(({ value }) => value))).toEqual([['Helen']])
    expect(await sheetsOf(robin)).toEqual([])
    expect((await dana.call(resourceRoutes.list)).text).not.toContain(sheetId)
    const history = await dana.call<{ history: { value: string }[] }>(worksheetRoutes.history, {
      params: { id: sheetId },
    })
    expect(history.body.history.map(({ value }) => value)).toEqual(['Helen'])
    const late = await write(sheetId, 'Too late')
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('was removed from its lesson')])
    expect((await write(sheetId, 'In time', new Date(Date.now() - 3_600_000).toISOString())).status).toBe(200)
    expect((await save(id, 1, { ...sheet, instructions: 'Unseen' })).body.code).toBe('stale')
    // Repeating it changes nothing. An outdated version and other people are rejected.
    expect((await takeOff(id, 1)).status).toBe(200)
    expect((await takeOff(id, 2, false)).body.code).toBe('stale')
    for (const who of [dana, admin, robin]) expect((await takeOff(id, 1, false, who)).status).toBe(403)
    expect((await takeOff(id, 1, false)).body).toMatchObject({
      has_worksheet: true,
      worksheet: { id: sheetId, is_taken_off: false },
    })
    expect((await write(sheetId, 'Again')).status).toBe(200)
    const { rows } = await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{
          action: string
        }>`select action from audit_log where subject_id = ${id} and action like 'worksheet.%' order by at, id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['worksheet.changed', 'worksheet.taken_off', 'worksheet.put_back'])
  })

  test("can't be removed from a lesson without one", async () => {
    const { id } = await aDraft(await aCategory())
    expect((await takeOff(id, 1)).status).toBe(404)
    expect((await takeOff(randomUUID(), 1)).status).toBe(404)
  })

  test('needs at least one question and no empty ones', async () => {
    const { id } = await aDraft(await aCategory())
    expect((await save(id, 0, { ...sheet, questions: [] })).status).toBe(400)
    expect((await save(id, 0, { ...sheet, parameters: [{ text: ' ' }] })).status).toBe(400)
    expect((await read(id)).worksheet).toBeNull()
  })
})

describe('Lesson video', () => {
  const give = async (lesson: string, film = 'film.mp4', by = olive) => {
    const { id } = await send(by, 'lessonVideo', filmNamed(film), film)
    return by.call<{ message: string }>(routes.setVideo, { params: { id: lesson }, body: { upload_id: id } })
  }
  const part = async (url: string) => (await api.http.inject({ url, headers: { range: 'bytes=0-9' } })).statusCode

  test('plays in every firm with the Trainer after the lesson is published', async () => {
    const lesson = await aDraft(await aCategory(), 'With a film')
    await edit(lesson, { transcript: 'One thing. Then another.' })
    expect((await give(lesson.id)).status).toBe(204)
    const written = await read(lesson.id)
    expect(written).toMatchObject({ seconds: 20, video: { type: 'video/mp4', width: 320 } })
    expect(written.captions).toContain('Then another.')
    expect(await part(written.video!.urls[0]!)).toBe(206)
    await become(lesson.id, 'published')
    for (const person of [dana, robin]) {
      const { media, duration } = (await person.call<LessonDetail>(lessonRoutes.read, { params: { id: lesson.id } }))
        .body
      expect([duration, await part(media!.urls[0]!)]).toEqual(['00:20', 206])
    }
  })

  test("keeps everyone's progress when replaced", async () => {
    const lesson = await aDraft(await aCategory(), 'Filmed twice')
    await give(lesson.id)
    await become(lesson.id, 'published')
    await play(lesson.id, 20)
    await play(lesson.id, 10, admin)
    const before = (await read(lesson.id)).video!.id
    expect((await give(lesson.id, 'vp9.webm')).status).toBe(204)
    const after = await read(lesson.id)
    expect([after.video!.id === before, after.video!.type, after.watched_by]).toEqual([false, 'video/webm', 2])
    const watchedBy = async (who: Client) => (await seenBy(who)).find(({ id }) => id === lesson.id)!.watched
    expect([(await watchedBy(dana)).done, (await watchedBy(admin)).seconds]).toEqual([
      'yes',
      Math.min(10, after.seconds),
    ])
  })

  test('replaces its poster and deletes the old one, and is required for a poster', async () => {
    const lesson = await aDraft(await aCategory(), 'With a face')
    const picture = readFileSync('public/icon-512.png')
    const setPoster = async (kind = 'lessonPoster', by = olive) => {
      const { id } = await send(olive, kind, picture, 'face.png')
      const body = { thumbnail_upload_id: id || randomUUID() }
      return by.call<{ message: string }>(routes.setPoster, { params: { id: lesson.id }, body })
    }
    expect((await setPoster()).body.message).toBe('Add a video first.')
    await give(lesson.id)
    expect((await read(lesson.id)).video!.poster).toBeNull()
    expect((await setPoster()).status).toBe(204)
    const first = (await read(lesson.id)).video!.poster!
    expect((await setPoster()).status).toBe(204)
    const second = (await read(lesson.id)).video!.poster!
    expect(await Promise.all([first, second].map(part))).toEqual([404, 206])
    // A video can't be a poster, and only operators can set one.
    expect((await setPoster('lessonVideo')).status).toBe(404)
    expect((await setPoster('lessonPoster', admin)).status).toBe(403)
    expect(await part((await read(lesson.id)).video!.poster!)).toBe(206)
  })

  test('is deleted a day after being replaced', async () => {
    const lesson = await aDraft(await aCategory(), 'Swept')
    await give(lesson.id)
    const { id } = (await read(lesson.id)).video!
    await give(lesson.id, 'vp9.webm')
    const count = async () =>
      (await withoutRls(api.database, (tx) => tx.sql`select from videos where file_id = ${id}`)).rows.length
    await sweepLessonVideos.run(api.database)
    expect(await count()).toBe(1)
    await withoutRls(
      api.database,
      (tx) => tx.sql`update videos set made_at = now() - interval '2 days' where file_id = ${id}`,
    )
    await sweepLessonVideos.run(api.database)
    expect(await count()).toBe(0)
    expect((await read(lesson.id)).video).not.toBeNull()
  })

  test('can be uploaded only by operators', async () => {
    const lesson = await aLesson(await aCategory())
    for (const person of [dana, admin]) {
      expect((await send(person, 'lessonVideo', filmNamed('film.mp4'), 'x.mp4')).status).toBe(403)
      const body = { upload_id: randomUUID() }
      expect((await person.call(routes.setVideo, { params: { id: lesson }, body })).status).toBe(403)
    }
    const given = await withOrg(
      api.database,
      dana.orgId,
      (tx) => tx.sql<{ ok: boolean }>`select set_lesson_video(${lesson}, ${randomUUID()}, '') as ok`,
    )
    expect(given.rows).toEqual([{ ok: false }])
  })

  test('uses uploaded captions, or else derives them from the transcript', async () => {
    const lesson = await aDraft(await aCategory(), 'Captioned')
    const set = (captions: string | null) =>
      olive.call<Answer<AuthoredLesson>>(routes.setCaptions, { params: { id: lesson.id }, body: { captions } })
    expect((await set(null)).body.message).toBe('Add a video first.')
    await give(lesson.id)
    await edit(await read(lesson.id), { transcript: 'First words.' })
    expect((await read(lesson.id)).captions).toContain('First words.')
    expect((await set('nothing')).status).toBe(400)
    await set('1\n00:00:01,000 --> 00:00:02,000\nBy hand\n')
    await edit(await read(lesson.id), { transcript: 'Other words.' })
    expect((await read(lesson.id)).captions).toContain('By hand')
    expect((await set(null)).body.captions).toContain('Other words.')
  })
})
