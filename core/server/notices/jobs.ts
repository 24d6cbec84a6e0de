import { sql } from 'kysely'
import { KEEP_DAYS } from '#core/contract/notice.ts'
import { type Tx, withoutRls } from '../database/firm.ts'
import type { Job } from '../work/jobs.ts'
import { deliverDue } from './deliver.ts'

/** What waited for the end of quiet hours or for the day's bundle. */
const deliver: Job = {
  name: 'notify',
  cron: '* * * * *',
  run: (database) => deliverDue(database, new Date().toISOString()),
}

/** People who are told that something is gone wait for each other no longer than so many take. */
const SOME = 1000

/** The inbox keeps so many days as its firm says, 90 where it says nothing. That something went is known to devices for 90. */
export const purgeNotifications: Job = {
  name: 'forget-notifications',
  cron: '50 9 * * *',
  async run(database) {
    const forgetSome = (tx: Tx) =>
      sql<{ id: string }>`
      delete from notifications where (org_id, id) in (
        select n.org_id, n.id from orgs o join notifications n on n.org_id = o.id
        where n.created_at < now() - make_interval(days => coalesce((o.retention->>'notifications')::int, ${KEEP_DAYS}::int)) limit ${SOME}) returning id`.execute(
        tx,
      )
    for (let isMore = true; isMore; ) isMore = (await withoutRls(database, forgetSome)).rows.length === SOME
    await withoutRls(database, (tx) =>
      sql`delete from notifications_gone where gone_at < now() - make_interval(days => ${KEEP_DAYS})`.execute(tx),
    )
  },
}

export const noticeJobs = [deliver, purgeNotifications]
