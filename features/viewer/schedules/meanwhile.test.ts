// What two do to one run at the same moment: one of them waits for the other, and sees what it did.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inFirm } from '#core/server/database/firm.ts'
import { eyesOf } from '#core/server/reports/eyes.ts'
import { product } from '#tests/flags.ts'
import { routes } from './contract.ts'
import { endRun, retryRun } from './server/ending.ts'
import { openReportHouse, type ReportHouse } from './testing/reportHouse.ts'

let house: ReportHouse
beforeAll(async () => {
  house = await openReportHouse()
}, 60_000)
afterAll(() => house.close())

/** Until a transaction waits for what another one holds. */
const untilOneWaits = () =>
  house.until(
    async () =>
      (
        await house.api.database.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount,
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
  // As it is before whoever made it for the last of them says that it is done.
  await house.system((tx) =>
    sql`update report_schedule_runs set state = 'making', ended_at = null where id = ${run.id}`.execute(tx),
  )
  const now = new Date().toISOString()
  const asked = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const retrying = inFirm(database, org, async (tx) => {
    const session = (await eyesOf(tx, [morgan.actor.id])).get(morgan.actor.id)!
    await retryRun(tx, { session, now, reports: () => product.viewerReports }, { id: made.id, run: run.id }, false)
    asked.resolve()
    await ending.promise
  })
  await asked.promise
  const ended = inFirm(database, org, (tx) => endRun(tx, run.id, now))
  await untilOneWaits()
  ending.resolve()
  await Promise.all([retrying, ended])
  expect(await house.settled(made.id)).toMatchObject({ state: 'done', sent: 2, waiting: 0, failed: 0 })
}, 60_000)

test('a run that is called off while a file of it is queued takes that one back too', async () => {
  const people = await Promise.all(['A', 'B'].map((name) => house.aManager(name)))
  // It stays in the queue.
  house.mails.behave(() => ({ recipient: 450 }))
  const made = await house.add({ user_ids: people.map(({ actor }) => actor.id) })
  const holder = await house.api.database.pool.connect()
  try {
    await holder.query('begin; lock table outgoing in share mode')
    await house.run(made.id)
    await untilOneWaits()
    const [run] = await house.runs(made.id)
    const cancelling = house.firm.morgan.call(routes.cancel, { params: { id: made.id, run: run!.id } })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await holder.query('commit')
    expect((await cancelling).status).toBe(200)
  } finally {
    holder.release()
  }
  expect((await house.runs(made.id))[0]).toMatchObject({ state: 'cancelled', cancelled: 2, leaving: 0 })
}, 60_000)
