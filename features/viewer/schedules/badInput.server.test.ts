// Checks permissions and validation of scheduled reports: rejections have a message, and nothing of other firms or
// unmanaged people is accessible.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { MOST_SCHEDULES, routes, type Schedule } from './contract.ts'
import { openReportHouse, type ReportHouse } from './testing/reportHouse.ts'

let house: ReportHouse
let other: ManagedFirm
beforeAll(async () => {
  house = await openReportHouse()
  other = await aManagedFirm(house.api)
}, 60_000)
afterAll(() => house.close())

type Refused = { message: string; errors?: Record<string, string> }
const refused = async (more: object, by: Client = house.firm.morgan) => {
  const { status, body } = await by.call<Refused>(routes.add, { body: house.input(more) })
  return [status, Object.values(body.errors ?? {})[0] ?? body.message]
}

test('reports invalid fields of a schedule by field', async () => {
  expect(await refused({ weekday: null })).toEqual([400, 'Choose a day of the week or of the month.'])
  expect(await refused({ weekday: 8 })).toEqual([400, expect.any(String)])
  expect(await refused({ day: 1 })).toEqual([400, 'Choose a day of the week or of the month, not both.'])
  expect(await refused({ weekday: null, day: 32 })).toEqual([400, expect.any(String)])
  expect(await refused({ frequency: 'weekly' })).toEqual([400, expect.any(String)])
  expect(await refused({ hour: 24 })).toEqual([400, expect.any(String)])
  expect(await refused({ hour: 7.5 })).toEqual([400, expect.any(String)])
  expect(await refused({ days: null })).toEqual([400, 'Choose a date range.'])
  expect(await refused({ days: '8' })).toEqual([400, expect.any(String)])
  expect(await refused({ code: 'worksheets' })).toEqual([400, 'This report shows current data and has no date range.'])
  expect(await refused({ format: 'xlsx' })).toEqual([400, expect.any(String)])
  expect(await refused({ user_ids: [] })).toEqual([400, 'Choose at least one person.'])
  const many = Array.from({ length: 51 }, () => randomUUID())
  expect(await refused({ user_ids: many })).toEqual([400, 'Choose up to 50 people.'])
  expect(await refused({ subject: 'a\r\nBcc: x@y.example' })).toEqual([400, expect.any(String)])
  expect(await refused({ code: 'user_worksheets', days: null })).toEqual([400, 'This report has no such figure.'])
})

test('rejects missing reports, the rows behind a figure, and missing audiences with 404', async () => {
  expect(await refused({ code: 'nonsense' })).toEqual([404, 'We couldn’t find this report.'])
  expect(await refused({ code: 'made-of' })).toEqual([404, 'We couldn’t find this report.'])
  const { firm } = house
  for (const about of [
    { key: 'group', id: other.tax },
    { key: 'group', id: firm.archived },
    { key: 'group', id: randomUUID() },
    { key: 'user', id: other.dana.actor.id },
    { key: 'org', id: other.org },
  ])
    expect([about, (await refused(about))[0]]).toEqual([about, 404])
})

test("lets no one schedule or see reports about people they don't manage", async () => {
  const { firm } = house
  expect(await refused({ key: 'group', id: firm.litigation })).toEqual([403, 'You don’t manage this group.'])
  expect((await refused({ key: 'org', id: firm.org }))[0]).toBe(403)
  expect((await refused({}, firm.lee))[0]).toBe(403)
  const made = await house.add()
  const list = await firm.lee.call<{ schedules: Schedule[] }>(routes.list)
  expect([list.status, list.body.schedules]).toEqual([200, []])
  const people = { query: { code: 'overview', key: 'group', id: firm.tax } }
  expect((await firm.lee.call(routes.people, people)).status).toBe(403)
  const input = { params: { id: made.id } }
  for (const route of [routes.pause, routes.resume, routes.run, routes.leave, routes.remove, routes.runs])
    expect([route.name, (await firm.lee.call(route, input)).status]).toEqual([route.name, 404])
  expect((await firm.lee.call(routes.change, { ...input, body: house.input() })).status).toBe(404)
})

test('schedules no report about people who left', async () => {
  const gone = await house.api.aPerson(house.firm.org, { first_name: 'Gone' })
  await house.system(async (tx) => {
    await tx.sql`insert into group_members (org_id, group_id, user_id) values (${house.firm.org}, ${house.firm.tax}, ${gone.actor.id})`
    await tx.sql`update users set deactivated_at = now() where id = ${gone.actor.id}`
  })
  for (const [code, days] of [
    ['overview', '7'],
    ['people', '7'],
    ['targets', '7'],
    ['overlaps', null],
    ['progress', null],
    ['user_worksheets', null],
  ])
    expect([code, await refused({ code, days, key: 'user', id: gone.actor.id })]).toEqual([
      code,
      [403, 'You don’t manage this person.'],
    ])
})

test('sends only to active people of the firm who can see the report', async () => {
  const { firm } = house
  const gone = await house.aManager('Gone')
  await house.system((tx) => tx.sql`update users set deactivated_at = now() where id = ${gone.actor.id}`)
  expect(await refused({ user_ids: [other.morgan.actor.id] })).toEqual([404, 'We couldn’t find this person.'])
  expect(await refused({ user_ids: [randomUUID()] })).toEqual([404, 'We couldn’t find this person.'])
  expect(await refused({ user_ids: [gone.actor.id] })).toEqual([400, 'Gone Ash is no longer active.'])
  expect(await refused({ user_ids: [firm.dana.actor.id] })).toEqual([
    400,
    'Dana Reyes doesn’t have access to this report.',
  ])
  const quinn = await house.aManager('Quinn')
  await house.aManager('Elsewhere', firm.litigation)
  const { body } = await firm.morgan.call<{ people: { user_id: string }[] }>(routes.people, {
    query: { code: 'overview', key: 'group', id: firm.tax },
  })
  expect(body.people.map(({ user_id }) => user_id).sort()).toEqual([firm.morgan.actor.id, quinn.actor.id].sort())
})

test('hides everything from other firms', async () => {
  const made = await house.add()
  await house.run(made.id)
  const run = await house.settled(made.id)
  const ids = { params: { id: made.id, run: run.id } }
  for (const route of [
    routes.deliveries,
    routes.cancel,
    routes.retry,
    routes.runs,
    routes.run,
    routes.pause,
    routes.remove,
  ])
    expect([route.name, (await other.morgan.call(route, { ...ids, body: {} })).status]).toEqual([route.name, 404])
  const { body } = await other.morgan.call<{ schedules: Schedule[] }>(routes.list)
  expect(body.schedules).toEqual([])
  const wrong = { params: { id: made.id, run: randomUUID() } }
  expect((await house.firm.morgan.call(routes.deliveries, wrong)).status).toBe(404)
}, 60_000)

test('lets another manager of the group edit, and reports a conflict to the second of two', async () => {
  const quinn = await house.aManager('Quincy')
  const made = await house.add({ user_ids: [quinn.actor.id] })
  const change = (by: Client, hour: number) =>
    by.call<Schedule & Refused>(routes.change, {
      params: { id: made.id },
      body: { ...house.input({ hour, user_ids: [quinn.actor.id] }), revision: made.revision },
    })
  const first = await change(quinn, 9)
  expect([first.status, first.body.hour, first.body.owner.user_id]).toEqual([200, 9, house.firm.morgan.actor.id])
  expect(first.body.next_run).toMatch(/ 09:00:00$/)
  const late = await change(house.firm.morgan, 10)
  expect([late.status, late.body.message]).toEqual([
    409,
    'Someone else changed this scheduled report in the meantime. Review the latest version.',
  ])
})

test('shows recipients only their own delivery, and lets them stop it but change nothing', async () => {
  const quinn = await house.aManager('Rosa')
  const made = await house.add({ user_ids: [quinn.actor.id, house.firm.morgan.actor.id] })
  await house.run(made.id)
  await house.settled(made.id)
  await house.system((tx) => tx.sql`delete from group_managers where user_id = ${quinn.actor.id}`)
  const list = await quinn.call<{ schedules: Schedule[] }>(routes.list)
  expect(list.body.schedules.map(({ id, can_change, is_mine }) => [id, can_change, is_mine])).toEqual([
    [made.id, false, true],
  ])
  expect((await house.deliveries(made.id, 0, quinn)).map(({ user_id }) => user_id)).toEqual([quinn.actor.id])
  expect((await quinn.call(routes.pause, { params: { id: made.id } })).status).toBe(403)
  expect((await quinn.call(routes.leave, { params: { id: made.id } })).status).toBe(204)
  expect((await quinn.call<{ schedules: Schedule[] }>(routes.list)).body.schedules).toEqual([])
}, 60_000)

test('stops when paused, continues when resumed, disappears when deleted, and logs each in the audit log', async () => {
  const made = await house.add()
  const { morgan } = house.firm
  const params = { id: made.id }
  const paused = await morgan.call<Schedule>(routes.pause, { params })
  expect([paused.body.state, paused.body.next_run]).toEqual(['paused', null])
  expect((await morgan.call(routes.pause, { params })).status).toBe(409)
  expect((await morgan.call<Schedule>(routes.resume, { params })).body.next_run).toBe(made.next_run)
  expect((await morgan.call(routes.resume, { params })).status).toBe(409)
  expect((await morgan.call(routes.remove, { params })).status).toBe(204)
  expect((await morgan.call(routes.remove, { params })).status).toBe(404)
  const { rows } = await house.system(
    (tx) =>
      tx.sql<{
        action: string
        subject: string
      }>`select action, subject from audit_log where subject_id = ${made.id} order by at, id`,
  )
  expect(rows.map(({ action, subject }) => [action, subject])).toEqual(
    ['added', 'paused', 'resumed', 'removed'].map((what) => [`mailed_report.${what}`, 'Overview: Tax']),
  )
})

test('limits a person to 50 scheduled reports, even with concurrent requests', async () => {
  const owner = await house.aManager('Max')
  await house.system(
    (tx) =>
      tx.sql`insert into report_schedules (org_id, id, owner_id, report, entity, entity_id, range, format, frequency, weekday, hour, state, created_at, modified_at)
      select ${house.firm.org}, gen_random_uuid(), ${owner.actor.id}, 'overview', 'group', ${house.firm.tax}, '7', 'pdf', 'weekly', 1, 7, 'paused', now(), now()
      from generate_series(1, ${MOST_SCHEDULES - 1}::int) returning 1`,
  )
  const body = house.input({ user_ids: [owner.actor.id] })
  const all = await Promise.all([1, 2, 3].map(() => owner.call<Refused>(routes.add, { body })))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('stops a schedule when the firm loses the Viewer', async () => {
  const { firm } = house
  const made = await house.add()
  const turn = (to: string) =>
    house.system(
      (tx) =>
        tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{viewer,on}', ${JSON.stringify(to)}::jsonb) where id = ${firm.org}`,
    )
  await turn('no')
  expect((await firm.morgan.call(routes.list)).status).toBe(403)
  await house.system((tx) => tx.sql`update report_schedules set next_at = now() where id = ${made.id}`)
  await house.at(new Date(Date.now() + 1000).toISOString())
  await turn('yes')
  const list = await firm.morgan.call<{ schedules: Schedule[] }>(routes.list)
  expect(list.body.schedules.find(({ id }) => id === made.id)).toMatchObject({ state: 'stopped' })
})
