import { KEEP_DAYS } from '#core/contract/notice.ts'
import { type Tx, withoutRls } from '../database/tx.ts'
import type { Job } from '../work/jobs.ts'
import { deliverDue } from './deliver.ts'

/** Sends notifications held for quiet hours or the daily bundle. */
const deliver: Job = {
  name: 'notify',
  cron: '* * * * *',
  run: (database) => deliverDue(database, new Date().toISOString()),
}

/** Batch size, so that concurrent deletions don't block one another for long. */
const SOME = 1000

/** Deletes after the firm's number of days, 90 by default. Devices learn of deletions for 90 days. */
export const purgeNotifications: Job = {
  name: 'forget-notifications',
  cron: '50 9 * * *',
  async run(database) {
    const forgetSome = (tx: Tx) =>
      tx.sql<{ id: string }>`
      delete from notifications where (org_id, id) in (
        select n.org_id, n.id from orgs o join notifications n on n.org_id = o.id
        where n.created_at < now() - make_interval(days => coalesce((o.retention->>'notifications')::int, ${KEEP_DAYS}::int)) limit ${SOME}) returning id`
    for (let isMore = true; isMore; ) isMore = (await withoutRls(database, forgetSome)).rows.length === SOME
    await withoutRls(
      database,
      (tx) => tx.sql`delete from notifications_gone where gone_at < now() - make_interval(days => ${KEEP_DAYS})`,
    )
  },
}

export const noticeJobs = [deliver, purgeNotifications]
