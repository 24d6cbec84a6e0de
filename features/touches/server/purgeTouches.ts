import { sql } from 'kysely'
import { withoutRls } from '#core/server/database/tx.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { KEEP_DELETED_TOUCHES_DAYS } from '../contract.ts'

/** Touches deleted per transaction. */
const BATCH = 500

/** Removes deleted touches with their text once the deletion can't be undone anymore. */
export const purgeTouches: Job = {
  name: 'purge-touches',
  cron: '40 9 * * *',
  async run(database) {
    let removed = BATCH
    while (removed === BATCH)
      removed = await withoutRls(database, async (tx) => {
        const { affected } = await tx.run(sql`
          delete from touches h using (
            select org_id, id from touches where deleted_at < now() - make_interval(days => ${KEEP_DELETED_TOUCHES_DAYS})
              and org_id not in (select id from orgs where is_closed) limit ${BATCH}) old
          where h.org_id = old.org_id and h.id = old.id`)
        return affected
      })
  },
}
