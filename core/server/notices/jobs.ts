import { sql } from 'kysely'
import { KEEP_DAYS } from '#core/contract/notice.ts'
import { asSystem } from '../database/firm.ts'
import type { Job } from '../work/jobs.ts'
import { deliverDue } from './deliver.ts'

/** What waited for the end of quiet hours or for the day's bundle. */
const deliver: Job = {
  name: 'notify',
  cron: '* * * * *',
  run: (database) => deliverDue(database, new Date().toISOString()),
}

/** The inbox keeps 90 days. */
export const forgetNotifications: Job = {
  name: 'forget-notifications',
  cron: '50 9 * * *',
  async run(database) {
    await asSystem(database, (tx) =>
      sql`delete from notifications where created_at < now() - make_interval(days => ${KEEP_DAYS})`.execute(tx),
    )
  },
}

export const noticeJobs = [deliver, forgetNotifications]
