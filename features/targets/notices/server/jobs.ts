import { KEEP_DAYS } from '#core/contract/notice.ts'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { forEachCollectErrors } from '#core/server/forEachCollectErrors.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { scoreNow } from '../../score/server/hud.ts'
import { alertDue, type ScoreOf } from './alerts.ts'
import { remindDue } from './reminders.ts'

/** Runs everything due in the Tracker: reminders, and the weekly and daily alerts. */
export async function notifyDue(database: Database, now: string, scoreOf: ScoreOf): Promise<void> {
  await forEachCollectErrors([() => remindDue(database, now), () => alertDue(database, now, scoreOf)], (part) => part())
}

export const targetNoticeJobs: Job[] = [
  {
    name: 'tell-of-targets',
    cron: '* * * * *',
    run: (database) => notifyDue(database, new Date().toISOString(), scoreNow),
  },
  {
    name: 'forget-reminders',
    cron: '55 9 * * *',
    async run(database) {
      await withoutRls(database, async (tx) => {
        await tx.sql`delete from alert_days where day < current_date - ${KEEP_DAYS}::int`
        await tx.sql`delete from reminders where coalesce(fired_at, at) < now() - make_interval(days => ${KEEP_DAYS}) or (at is null and fired_at is null)`
      })
    },
  },
]
