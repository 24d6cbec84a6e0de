import { sql } from 'kysely'
import { asSystem } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import type { Job } from '#core/server/work/jobs.ts'
import type { ScoreOf } from '#features/targets/server/contract.ts'
import { KEEP_DAYS } from '../contract.ts'
import { alertDue } from './alerts.ts'
import { deliverDue } from './deliver.ts'
import { each } from './each.ts'
import { remindDue } from './reminders.ts'

export const notificationJobs = (scoreOf: ScoreOf): Job[] => [
  { name: 'notify', cron: '* * * * *', run: (database) => notifyDue(database, new Date().toISOString(), scoreOf) },
  forgetNotifications,
]

/** Everything whose minute has come: reminders, alerts, and what waited. */
export async function notifyDue(database: Database, now: string, scoreOf: ScoreOf): Promise<void> {
  const parts = [
    () => remindDue(database, now),
    () => alertDue(database, now, scoreOf),
    () => deliverDue(database, now),
  ]
  await each(parts, (part) => part())
}

/** The inbox keeps 90 days. */
export const forgetNotifications: Job = {
  name: 'forget-notifications',
  cron: '50 9 * * *',
  async run(database) {
    await asSystem(database, async (tx) => {
      await sql`delete from notifications where created_at < now() - make_interval(days => ${KEEP_DAYS})`.execute(tx)
      await sql`delete from alert_days where day < current_date - ${KEEP_DAYS}::int`.execute(tx)
      await sql`delete from reminders where coalesce(fired_at, at) < now() - make_interval(days => ${KEEP_DAYS}) or (at is null and fired_at is null)`.execute(
        tx,
      )
    })
  },
}
