import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, DEFAULT_ZONE, dayIn } from '#core/contract/dates.ts'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import { instantAt } from '#core/contract/quietHours.ts'
import type { RouteResponse } from '#core/contract/route.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { routes as inbox } from '#features/notifications/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { addCategory, addPublishedLesson } from '../lessons/server/publishing.ts'
import { type AssignedTo, routes } from './contract.ts'
import { remindOfLessons } from './server/assignmentNotices.ts'
import { followGroups } from './server/following.ts'

let api: Api
let firm: string
let [admin, morgan]: Client[] = []
let category: string
const today = dayIn(DEFAULT_ZONE, new Date())
const system = <T>(work: (tx: Tx) => Promise<T>) => withoutRls(api.database, work)

beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  admin = await api.aPerson(firm, { first_name: 'Ada', last_name: 'Admin', role: 'admin' })
  morgan = await api.aPerson(firm, { first_name: 'Morgan', last_name: 'Ellis' })
  category = await system((tx) => addCategory(tx, { name: 'Starting', description: '', position: 1 }))
})
afterAll(() => api.close())

let made = 0
const aLesson = (of = category) => {
  const number = ++made
  const words = { title: `Lesson ${number}`, description: '', homework: '', handle: `one-${number}`, transcript: '' }
  return system((tx) => addPublishedLesson(tx, { ...words, categoryId: of, number, position: number, seconds: 100 }))
}
const aGroup = async (members: Client[] = [], managers: Client[] = [morgan!]) => {
  const group = randomUUID()
  await system((tx) => tx.sql`insert into groups (org_id, id, name) values (${firm}, ${group}, ${group})`)
  for (const one of managers)
    await system(
      (tx) =>
        tx.sql`insert into group_managers (org_id, group_id, user_id) values (${firm}, ${group}, ${one.actor.id})`,
    )
  for (const one of members) await joins(group, one)
  return group
}
const joins = (group: string, { actor }: Client) =>
  system((tx) => tx.sql`insert into group_members (org_id, group_id, user_id) values (${firm}, ${group}, ${actor.id})`)
const leaves = (group: string, { actor }: Client) =>
  system(
    (tx) => tx.sql`delete from group_members where org_id = ${firm} and group_id = ${group} and user_id = ${actor.id}`,
  )
const follow = (now = new Date().toISOString()) => followGroups(api.database, now)
/** Moves the due date into the past, as if time had passed. */
const wasDue = (lesson: string, due: string) =>
  system((tx) => tx.sql`update lesson_assignments set due = ${due} where lesson_id = ${lesson}`)
const assign = (id: string, body: object, by = morgan!) => by.call<AssignedTo>(routes.assign, { params: { id }, body })
const feedOf = async (person: Client) =>
  (await person.call<Feed>(feedRoutes.changes, { query: { after: 'lessonAssignments' } })).body.collections
    .lessonAssignments!
const rowsOf = async (person: Client) =>
  (await feedOf(person)).rows as unknown as { lesson: string | null; due: string | null; by: string }[]
const told = async (person: Client) =>
  (await person.call<{ notifications: { text: string; details: string[] }[] }>(inbox.list)).body.notifications.map(
    ({ text, details }) => [text, ...details].join(' | '),
  )

test("assigns a group's lessons once to new members, removes them on leaving, and restores them on return", async () => {
  const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  const group = await aGroup([dana])
  const lesson = await aLesson()
  const due = addDays(today, 30)
  await assign(lesson, { group_ids: [group], due })
  await joins(group, lee)
  await follow()
  await follow()
  expect(await rowsOf(lee)).toEqual([expect.objectContaining({ lesson, due, by: 'Morgan Ellis' })])
  expect(await told(lee)).toEqual([expect.stringMatching(/^Morgan Ellis assigned you Lesson \d+, due .+\.$/)])
  await leaves(group, lee)
  await follow()
  expect([await rowsOf(lee), await rowsOf(dana)]).toEqual([[], [expect.objectContaining({ lesson })]])
  await joins(group, lee)
  await follow()
  expect(await rowsOf(lee)).toEqual([expect.objectContaining({ lesson, due })])
})

test('keeps personal assignments after leaving and single unassignments, and skips past due dates for later members', async () => {
  const [own, back, late] = [await api.aPerson(firm), await api.aPerson(firm), await api.aPerson(firm)]
  const group = await aGroup([own, back])
  const lesson = await aLesson()
  await assign(lesson, { group_ids: [group], user_ids: [own.actor.id], due: addDays(today, 2) })
  const params = { id: lesson, user_id: back.actor.id }
  expect((await morgan!.call(routes.takeBack, { params })).status).toBe(204)
  await leaves(group, own)
  await joins(group, late)
  await follow(instantAt(DEFAULT_ZONE, addDays(today, 3), 12 * 60))
  expect(await rowsOf(own)).toHaveLength(1)
  expect(await rowsOf(back)).toEqual([])
  expect(await rowsOf(late)).toEqual([expect.objectContaining({ lesson, due: null })])
})

test('accepts an empty group, and removes group assignments from everyone when the group is unassigned', async () => {
  const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  const group = await aGroup()
  const starting = await system((tx) => addCategory(tx, { name: 'Listening', description: '', position: 2 }))
  await aLesson(starting)
  const { status, body } = await assign(starting, { group_ids: [group] })
  expect([status, body]).toEqual([
    200,
    {
      assigned: [],
      groups: [{ group_id: group, name: group, members: 0, by: 'Morgan Ellis', due: null }],
    },
  ])
  await joins(group, dana)
  await follow()
  expect(await told(dana)).toEqual(['Morgan Ellis assigned you the lessons of Listening.'])
  const list = await morgan!.call<AssignedTo>(routes.list, { params: { id: starting } })
  expect(list.body.assigned.map(({ user_id, group }) => [user_id, group?.id])).toEqual([[dana.actor.id, group]])
  const params = { id: starting, group_id: group }
  expect((await dana.call(routes.takeBackGroup, { params })).status).toBe(403)
  expect((await morgan!.call(routes.takeBackGroup, { params })).status).toBe(204)
  expect((await morgan!.call(routes.takeBackGroup, { params })).status).toBe(404)
  await joins(group, lee)
  await follow()
  expect([await rowsOf(dana), await rowsOf(lee)]).toEqual([[], []])
})

test('rejects unmanaged groups, closed groups, and those of other firms, and skips people who left', async () => {
  const gone = await api.aPerson(firm)
  const [theirs, closed, mine] = [await aGroup([], []), await aGroup(), await aGroup([gone])]
  const other = randomUUID()
  const elsewhere = await api.aFirm()
  await system(async (tx) => {
    await tx.sql`insert into groups (org_id, id, name) values (${elsewhere}, ${other}, 'Theirs')`
    await tx.sql`update groups set status = 'inactive' where id = ${closed}`
    await tx.sql`update users set deactivated_at = now() where id = ${gone.actor.id}`
  })
  const lesson = await aLesson()
  const statusOf = async (group: string, by = morgan!) => (await assign(lesson, { group_ids: [group] }, by)).status
  expect([await statusOf(theirs), await statusOf(closed), await statusOf(other)]).toEqual([403, 404, 404])
  expect([await statusOf(theirs, admin!), await statusOf(mine)]).toEqual([200, 200])
  await follow()
  await system((tx) => tx.sql`update users set deactivated_at = null where id = ${gone.actor.id}`)
  const { rows } = await api.database.pool.query('select 1 from lesson_assignments where user_id = $1', [gone.actor.id])
  expect(rows).toEqual([])
  await follow()
  const later = await api.database.pool.query('select 1 from lesson_assignments where user_id = $1', [gone.actor.id])
  expect(later.rows).toHaveLength(1)
})

test('notifies once about a repeated assignment, and again about a new due date', async () => {
  const dana = await api.aPerson(firm)
  await aGroup([dana])
  const lesson = await aLesson()
  const due = addDays(today, 9)
  await assign(lesson, { user_ids: [dana.actor.id], due })
  const { cursor: before } = await feedOf(dana)
  await assign(lesson, { user_ids: [dana.actor.id, dana.actor.id], due })
  expect((await feedOf(dana)).cursor).toBe(before)
  expect(await told(dana)).toHaveLength(1)
  await assign(lesson, { user_ids: [dana.actor.id], due: addDays(due, 1) })
  expect(await told(dana)).toHaveLength(2)
  expect(await rowsOf(dana)).toEqual([expect.objectContaining({ due: addDays(due, 1) })])
})

test('assigns an archived lesson to no one, including through groups, and lets it be unassigned', async () => {
  const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  const group = await aGroup([dana])
  const lesson = await aLesson()
  await assign(lesson, { group_ids: [group], due: today })
  await wasDue(lesson, addDays(today, -1))
  await system((tx) => tx.sql`update lessons set state = 'archived', archived_at = now() where id = ${lesson}`)
  expect((await assign(lesson, { user_ids: [dana.actor.id] })).status).toBe(404)
  await joins(group, lee)
  await follow()
  expect(await rowsOf(lee)).toEqual([])
  await remindOfLessons(api.database, instantAt(DEFAULT_ZONE, today, 12 * 60))
  expect(await told(dana)).toHaveLength(1)
  const ofDana = { params: { id: dana.actor.id } }
  expect((await morgan!.call<RouteResponse<typeof routes.ofPerson>>(routes.ofPerson, ofDana)).body.assigned).toEqual([])
  const params = { id: lesson, user_id: dana.actor.id }
  expect((await morgan!.call(routes.takeBack, { params })).status).toBe(204)
})

test("sends one reminder a day from 8:00 in the firm's time zone, and after quiet hours", async () => {
  const dana = await api.aPerson(firm)
  await aGroup([dana])
  const due = addDays(today, 20)
  const [first, second] = [await aLesson(), await aLesson()]
  for (const one of [first, second]) await assign(one, { user_ids: [dana.actor.id], due })
  const at = (hour: number) => instantAt(DEFAULT_ZONE, due, hour * 60)
  const reminders = async () => (await told(dana)).filter((text) => !text.includes('assigned you'))
  await remindOfLessons(api.database, at(7))
  expect(await reminders()).toEqual([])
  await system(
    (tx) =>
      tx.sql`update users set settings = settings || '{"quiet_from": 360, "quiet_to": 600}' where id = ${dana.actor.id}`,
  )
  await remindOfLessons(api.database, at(8))
  await assign(await aLesson(), { user_ids: [dana.actor.id], due })
  await remindOfLessons(api.database, at(9))
  expect(await reminders()).toEqual([
    expect.stringMatching(/^2 of your assigned lessons are due\. \| Due today: Lesson \d+ \| Due today: Lesson \d+$/),
  ])
  const { rows: waiting } = await api.database.pool.query<{ due_at: Date; way: string }>(
    'select distinct d.due_at, d.way from notification_deliveries d join notifications n on n.org_id = d.org_id and n.id = d.notification_id where n.user_id = $1 and n.kind = $2',
    [dana.actor.id, 'lesson_reminders'],
  )
  expect(waiting.map(({ due_at, way }) => [new Date(due_at).toISOString(), way])).toContainEqual([at(10), 'email'])
  await remindOfLessons(api.database, instantAt(DEFAULT_ZONE, addDays(due, 1), 8 * 60))
  expect((await reminders()).filter((text) => text.startsWith('3 of your'))).toHaveLength(1)
})

test('tells people who can assign to whom they can, and what someone has, including overdue lessons', async () => {
  const [dana, other] = [await api.aPerson(firm), await api.aPerson(firm)]
  const group = await aGroup([dana])
  const [late, soon] = [await aLesson(), await aLesson()]
  await assign(soon, { user_ids: [dana.actor.id] })
  await assign(late, { user_ids: [dana.actor.id], due: today })
  await wasDue(late, addDays(today, -1))
  const ofPerson = (by: Client, person: Client) =>
    by.call<RouteResponse<typeof routes.ofPerson>>(routes.ofPerson, { params: { id: person.actor.id } })
  expect((await ofPerson(morgan!, dana)).body.assigned).toEqual([
    expect.objectContaining({ id: late, overdue: 'yes', done: 'no', by: 'Morgan Ellis' }),
    expect.objectContaining({ id: soon, overdue: 'no', due: null }),
  ])
  expect([(await ofPerson(morgan!, other)).status, (await ofPerson(dana, dana)).status]).toEqual([403, 403])
  const { body } = await morgan!.call<RouteResponse<typeof routes.choices>>(routes.choices)
  expect(body.people.map(({ id }) => id)).toContain(dana.actor.id)
  expect(body.people.map(({ id }) => id)).not.toContain(other.actor.id)
  expect(body.groups).toContainEqual({ id: group, name: group, members: 1 })
  expect((await dana.call(routes.choices)).status).toBe(403)
})
