import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg } from '#core/server/database/tx.ts'
import { viewerAccessOf } from '#core/server/reports/viewerAccess.ts'
import { product } from '#tests/flags.ts'
import { lockWaiters } from '#tests/lockWaiters.ts'
import { routes } from './contract.ts'
import { endScheduleRun, retryReport } from './server/ending.ts'
import { openReportHouse, type ReportHouse } from './testing/reportHouse.ts'

let house: ReportHouse
beforeAll(async () => {
  house = await openReportHouse()
}, 60_000)
afterAll(() => house.close())

/** Waits until one transaction blocks on another. */
const untilOneWaits = () =>
  house.until(
    () => lockWaiters(house.api.database.pool),
    (waiting) => waiting !== 0,
  )

test('a run that is tried again at the moment at which it ends is made', async () => {
  const { database } = house.api
  const { org, morgan } = house.firm
  const refused = await house.aManager('Rita')
  house.mails.behave((to) => (to === refused.email ? { recipient: 550 } : 'take'))
  const made = await house.add({ user_ids: [morgan.actor.id, refused.actor.id] })
  await house.run(made.id)
  const run = await house.settled(made.id)
  expect(run).toMatchObject({ sent: 1, failed: 1 })
  house.mails.behave(() => 'take')
  // Restores the state before the last recipient's worker ends the run.
  await house.system(
    (tx) => tx.sql`update report_schedule_runs set state = 'making', ended_at = null where id = ${run.id}`,
  )
  const now = new Date().toISOString()
  const asked = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const retrying = withOrg(database, org, async (tx) => {
    const session = (await viewerAccessOf(tx, [morgan.actor.id])).get(morgan.actor.id)!
    await retryReport(tx, { session, now, reports: () => product.viewerReports }, { id: made.id, run: run.id }, false)
    asked.resolve()
    await ending.promise
  })
  await asked.promise
  const ended = withOrg(database, org, (tx) => endScheduleRun(tx, run.id, now))
  await untilOneWaits()
  ending.resolve()
  await Promise.all([retrying, ended])
  expect(await house.settled(made.id)).toMatchObject({ state: 'done', sent: 2, waiting: 0, failed: 0 })
}, 60_000)

/** Blocks the email queue, so that a run stays unchanged. */
async function whileNothingLeaves(work: () => Promise<unknown>): Promise<void> {
  const holder = await house.api.database.pool.connect()
  try {
    await holder.query('begin; lock table outgoing in share mode')
    await work()
    await holder.query('commit')
  } finally {
    holder.release()
  }
}

test('a time that comes while a run is still being made waits for its end', async () => {
  const made = await house.add()
  const now = new Date().toISOString()
  await whileNothingLeaves(async () => {
    await house.run(made.id)
    await untilOneWaits()
    await house.system((tx) => tx.sql`update report_schedules set next_at = ${now}::timestamptz where id = ${made.id}`)
    expect(await house.at(now)).toBe(0)
    expect(await house.runs(made.id)).toHaveLength(1)
  })
  const bothDone = await house.until(
    async () => {
      await house.at(now)
      return house.runs(made.id)
    },
    (runs) => runs.length === 2 && runs.every(({ state }) => state === 'done'),
  )
  expect(bothDone.filter(({ is_asked }) => !is_asked)).toHaveLength(1)
}, 60_000)

test('withdraws a file that is being queued when its run is canceled', async () => {
  const people = await Promise.all(['A', 'B'].map((name) => house.aManager(name)))
  // The email stays in the queue.
  house.mails.behave(() => ({ recipient: 450 }))
  const made = await house.add({ user_ids: people.map(({ actor }) => actor.id) })
  const cancelling = Promise.withResolvers<{ status: number }>()
  await whileNothingLeaves(async () => {
    await house.run(made.id)
    await untilOneWaits()
    const [run] = await house.runs(made.id)
    house.firm.morgan
      .call(routes.cancel, { params: { id: made.id, run: run!.id } })
      .then(cancelling.resolve, cancelling.reject)
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  expect((await cancelling.promise).status).toBe(200)
  expect((await house.runs(made.id))[0]).toMatchObject({ state: 'cancelled', cancelled: 2, leaving: 0 })
}, 60_000)
