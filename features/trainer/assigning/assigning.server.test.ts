import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, DEFAULT_ZONE, dayIn } from '#core/contract/dates.ts'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { routes as inbox } from '#features/notifications/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type Lesson, routes as lessonRoutes } from '../lessons/contract.ts'
import { addCategory, addPublishedLesson } from '../lessons/server/publishing.ts'
import { type ProgressFacts, progressReport } from '../progress/reportContract.ts'
import { routes as records } from '../record/contract.ts'
import { type Assigned, routes } from './contract.ts'
import { remindOfLessons } from './server/assignmentNotices.ts'

let api: Api
let [admin, morgan, dana, lee, robin]: Client[] = []
let group: string
let category: string
let lessons: string[]
const today = dayIn(DEFAULT_ZONE, new Date())

beforeAll(async () => {
  api = await openApi()
  const firm = await api.aFirm()
  admin = await api.aPerson(firm, { first_name: 'Ada', last_name: 'Admin', role: 'admin' })
  morgan = await api.aPerson(firm, { first_name: 'Morgan', last_name: 'Ellis' })
  dana = await api.aPerson(firm, { first_name: 'Dana', last_name: 'Reyes' })
  lee = await api.aPerson(firm, { first_name: 'Lee', last_name: 'Okafor' })
  robin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  await withoutRls(api.database, async (tx) => {
    group = randomUUID()
    await tx.sql`insert into groups (org_id, id, name) values (${firm}, ${group}, 'Litigation')`
    await tx.sql`insert into group_members (org_id, group_id, user_id) values (${firm}, ${group}, ${dana!.actor.id})`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${firm}, ${group}, ${morgan!.actor.id})`
    category = await addCategory(tx, { name: 'Starting', description: '', position: 1 })
    lessons = []
    for (const number of [1, 2]) {
      const words = {
        title: `Lesson ${number}`,
        description: '',
        homework: '',
        handle: `lesson-${number}`,
        transcript: '',
      }
      lessons.push(
        await addPublishedLesson(tx, { ...words, categoryId: category, number, position: number, seconds: 100 }),
      )
    }
  })
})
afterAll(() => api.close())

const assign = (by: Client, id: string, body: object) =>
  by.call<{ assigned: Assigned[] }>(routes.assign, { params: { id }, body })
const assignedOf = async (person: Client) =>
  (await person.call<{ lessons: Lesson[] }>(lessonRoutes.list)).body.lessons.map(({ assigned }) => assigned)
const watch = (person: Client, id: string, to: number) =>
  person.call(lessonRoutes.watch, { params: { id }, query: { watched: to }, body: { ranges: [[0, to]] } })
const told = async (person: Client) =>
  (await person.call<{ notifications: { text: string }[] }>(inbox.list)).body.notifications.map(({ text }) => text)
const rows = async (person: Client) =>
  (await person.call<Feed>(feedRoutes.changes, { query: { after: 'lessonAssignments' } })).body.collections
    .lessonAssignments!.rows

test('assigns a lesson with a due date to a group, and notifies its people on their devices', async () => {
  const due = addDays(today, 30)
  const { status, body } = await assign(morgan!, lessons[0]!, { group_ids: [group], due })
  expect([status, body.assigned]).toEqual([
    200,
    [expect.objectContaining({ first_name: 'Dana', by: 'Morgan Ellis', due, done: 'no' })],
  ])
  expect(await assignedOf(dana!)).toEqual([{ by: 'Morgan Ellis', due }, null])
  expect(await rows(dana!)).toEqual([
    expect.objectContaining({ lesson: lessons[0], category: null, by: 'Morgan Ellis', due }),
  ])
  expect(await told(dana!)).toEqual([expect.stringMatching(/^Morgan Ellis assigned you Lesson 1, due .+\.$/)])
  await watch(dana!, lessons[0]!, 100)
  const { body: now } = await morgan!.call<{ assigned: Assigned[] }>(routes.list, { params: { id: lessons[0]! } })
  expect(now.assigned.map(({ done }) => done)).toEqual(['yes'])
})

test('lets a firm admin assign a category to anyone, shows the earliest due date, and can be undone', async () => {
  await assign(admin!, category, { user_ids: [dana!.actor.id, lee!.actor.id], due: addDays(today, 3) })
  expect(await assignedOf(dana!)).toEqual([
    { by: 'Ada Admin', due: addDays(today, 3) },
    { by: 'Ada Admin', due: addDays(today, 3) },
  ])
  await assign(admin!, category, { user_ids: [lee!.actor.id] })
  expect(await assignedOf(lee!)).toEqual([
    { by: 'Ada Admin', due: null },
    { by: 'Ada Admin', due: null },
  ])
  expect(await rows(lee!)).toHaveLength(1)
  const params = { id: category, user_id: lee!.actor.id }
  expect((await admin!.call(routes.takeBack, { params })).status).toBe(204)
  expect((await admin!.call(routes.takeBack, { params })).status).toBe(404)
  expect(await assignedOf(lee!)).toEqual([null, null])
  expect(await rows(lee!)).toEqual([])
})

test("rejects people the caller doesn't manage, other firms' people, no people, and missing lessons", async () => {
  const to = (person: Client) => ({ user_ids: [person.actor.id] })
  const statusOf = async (by: Client, id: string, body: object) => (await assign(by, id, body)).status
  expect(await statusOf(dana!, lessons[0]!, to(lee!))).toBe(403)
  expect(await statusOf(morgan!, lessons[0]!, to(lee!))).toBe(403)
  expect(await statusOf(admin!, lessons[0]!, to(robin!))).toBe(404)
  expect(await statusOf(robin!, lessons[0]!, { group_ids: [group] })).toBe(404)
  expect(await statusOf(admin!, randomUUID(), to(lee!))).toBe(404)
  expect(await statusOf(admin!, lessons[0]!, {})).toBe(400)
  expect(await statusOf(admin!, lessons[0]!, { ...to(lee!), due: 'soon' })).toBe(400)
  expect(await statusOf(admin!, lessons[0]!, { ...to(lee!), due: addDays(today, -1) })).toBe(400)
  expect((await dana!.call(routes.list, { params: { id: lessons[0]! } })).status).toBe(403)
  const gone = await api.aPerson(admin!.orgId)
  await api.database.pool.query('update users set deactivated_at = now() where id = $1', [gone.actor.id])
  expect(await statusOf(admin!, lessons[0]!, to(gone))).toBe(400)
  expect(await assignedOf(lee!)).toEqual([null, null])
})

test("reminds people who haven't finished once each: three days before, on the day, and the day after", async () => {
  const person = await api.aPerson(admin!.orgId)
  const due = addDays(today, 10)
  await assign(admin!, lessons[1]!, { user_ids: [person.actor.id], due })
  const remindOn = (day: string) => remindOfLessons(api.database, `${day}T20:00:00.000Z`)
  const reminders = async () => (await told(person)).filter((text) => text.endsWith(': Lesson 2.')).sort()
  for (const ahead of [-4, -3, -3, -2, 0, 0]) await remindOn(addDays(due, ahead))
  expect(await reminders()).toEqual(['Due in 3 days: Lesson 2.', 'Due today: Lesson 2.'])
  await watch(person, lessons[1]!, 100)
  await remindOn(addDays(due, 1))
  expect(await reminders()).toHaveLength(2)
})

test('shows managers the progress of their people: each lesson, overall, latest, and overdue', async () => {
  const ask = (by: Client, orgId = by.orgId) =>
    by.call<ProgressFacts>(progressReport.routes.read, { params: { key: 'org', id: orgId } })
  await watch(dana!, lessons[1]!, 50)
  await api.database.pool.query(
    `update lesson_assignments set due = current_date - 5 where user_id = $1 and category_id is not null`,
    [dana!.actor.id],
  )
  const { body, status } = await ask(morgan!)
  expect([status, body.lessons.map(({ number, focus }) => [number, focus])]).toEqual([
    200,
    [
      [1, 'Starting'],
      [2, 'Starting'],
    ],
  ])
  expect(body.rows).toEqual([
    {
      group: 'Litigation',
      user_id: dana!.actor.id,
      first_name: 'Dana',
      last_name: 'Reyes',
      latest_session_unixtime: expect.any(Number),
      percent_watched: 75,
      overdue: 1,
      lessons: [
        { id: lessons[0], lesson: 'Lesson 1', watched: 'yes', percent_watched: 100 },
        { id: lessons[1], lesson: 'Lesson 2', watched: 'no', percent_watched: 50 },
      ],
      open: { path: `/viewer/pipeline/user-worksheets/${dana!.actor.id}` },
    },
  ])
  expect(Math.abs(Date.now() / 1000 - body.rows[0]!.latest_session_unixtime!)).toBeLessThan(600)
  for (const [by, code] of [
    [dana, 403],
    [admin, 403],
    [robin, 403],
  ] as const)
    expect((await ask(by!)).status).toBe(code)
  expect((await ask(morgan!, robin!.orgId)).status).toBe(404)
  await api.database.pool.query(`update orgs set access = 'yes' where id = $1`, [morgan!.orgId])
  const everyone = (await ask(morgan!)).body.rows
  expect(everyone.find(({ user_id }) => user_id === lee!.actor.id)).toMatchObject({
    group: '',
    latest_session_unixtime: null,
    percent_watched: 0,
  })
  // With org access, firm admins can read it whether or not they manage a group. No one else can.
  expect((await ask(admin!)).body.rows).toEqual(everyone)
  const query = { userid: dana!.actor.id, format: 'json' }
  expect((await admin!.call(records.record, { query })).body).toMatchObject({ person: 'Dana Reyes' })
  expect([(await ask(dana!)).status, (await ask(robin!, morgan!.orgId)).status]).toEqual([403, 404])
})
