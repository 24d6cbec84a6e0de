import { sql } from 'kysely'
import { withoutRls } from '#core/server/database/tx.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { filingLimits } from '../contract.ts'

/** Someone may need the data of a closed firm unchanged. */
const isOld = (instant: string) =>
  sql`o.id = f.org_id and not o.is_closed and ${sql.ref(instant)} < now() - make_interval(days => ${filingLimits.days})`

/** Deletes emails that no one confirmed, counts of emails that weren't filed, and codes that no one entered. */
export const purgeFiling: Job = {
  name: 'purgeFiling',
  cron: '25 3 * * *',
  run: (database) =>
    withoutRls(database, async (tx) => {
      await tx.sql`delete from filed_messages f using orgs o where f.state in ('waiting', 'unmatched', 'filed') and ${isOld('f.received_at')}`
      await tx.sql`delete from unfiled_counts f using orgs o where ${isOld('f.day')}`
      await tx.sql`delete from filing_senders f using orgs o where f.verified_at is null and ${isOld('f.code_sent_at')}`
    }),
}
