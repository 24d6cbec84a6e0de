import { withoutRls } from '#core/server/database/tx.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { filingLimits } from '../contract.ts'

/** Deletes emails that no one confirmed, counts of emails that weren't filed, and codes that no one entered. */
export const purgeFiling: Job = {
  name: 'purgeFiling',
  cron: '25 3 * * *',
  run: (database) =>
    withoutRls(database, async (tx) => {
      await tx.sql`
        delete from filed_messages where state in ('waiting', 'unmatched', 'filed') and received_at < now() - make_interval(days => ${filingLimits.days})`
      await tx.sql`delete from unfiled_counts where day < current_date - ${filingLimits.days}::int`
      await tx.sql`delete from filing_senders where verified_at is null and code_sent_at < now() - make_interval(days => ${filingLimits.days})`
    }),
}
