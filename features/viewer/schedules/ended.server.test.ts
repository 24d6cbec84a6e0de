// Covers a process that ends during a run: finished files are sent once, and the next process creates the rest.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from './contract.ts'
import { openReportHouse, type ReportHouse } from './testing/reportHouse.ts'

let house: ReportHouse
beforeAll(async () => {
  house = await openReportHouse()
}, 60_000)
afterAll(() => house.close())

test('resumes an interrupted run with the pending recipients and sends no duplicates', async () => {
  const people = await Promise.all(['A', 'B', 'C'].map((name) => house.aManager(name)))
  const made = await house.add({ user_ids: people.map(({ actor }) => actor.id) })
  await house.run(made.id)
  const run = await house.settled(made.id)
  expect(people.map((one) => house.mailsTo(one).length)).toEqual([1, 1, 1])
  // Simulates a process that ended before it committed the last one.
  const last = people[2]!.actor.id
  await house.system(async (tx) => {
    await tx.sql`update report_deliveries set state = 'waiting', tries = 0 where run_id = ${run.id} and user_id = ${last}`
    await tx.sql`update report_schedule_runs set state = 'making', ended_at = null where id = ${run.id}`
  })
  expect(await house.settled(made.id)).toMatchObject({ state: 'done', sent: 3, waiting: 0 })
  // The email of that attempt was sent already. Its occasion is stored, so it isn't sent again.
  expect(people.map((one) => house.mailsTo(one).length)).toEqual([1, 1, 1])
}, 60_000)

test('sends each person one email when two processes handle the same run', async () => {
  const people = await Promise.all(['D', 'E', 'F', 'G'].map((name) => house.aManager(name)))
  const made = await house.add({ user_ids: people.map(({ actor }) => actor.id) })
  await Promise.all([house.run(made.id), house.run(made.id, people[0])])
  await house.settled(made.id)
  expect(people.map((one) => house.mailsTo(one).length)).toEqual([1, 1, 1, 1])
}, 60_000)

test('sends nothing more after a schedule is deleted with emails pending', async () => {
  const quinn = await house.aManager('Quinn')
  house.mails.behave(() => ({ recipient: 450 }))
  const made = await house.add({ user_ids: [quinn.actor.id] })
  await house.run(made.id)
  await house.until(
    () => house.runs(made.id),
    ([run]) => run?.leaving === 1,
  )
  const [run] = await house.runs(made.id)
  expect((await house.firm.morgan.call(routes.remove, { params: { id: made.id } })).status).toBe(204)
  house.mails.behave(() => 'take')
  const { rows } = await house.system((tx) => tx.sql`select from outgoing where occasion like ${`report:${run!.id}%`}`)
  expect(rows).toEqual([])
  expect(house.mailsTo(quinn)).toEqual([])
}, 60_000)
