import type { Database } from '#core/server/database/open.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { Job } from '#core/server/work/jobs.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { saveChanges } from '#core/sync/server/actions.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import type { Target } from '../../contract.ts'
import { targetPurged } from '../../eventsContract.ts'
import { targetStore } from '../../server/store.ts'
import { readCopy } from '../../server/targetViews.ts'
import { KEEP_DELETED_DAYS } from '../contract.ts'

/** Targets deleted per transaction. */
const BATCH = 500

/** Permanently deletes targets after 30 days in Recently Deleted. Source: RULINGS, section 4. */
export const purgeTrash: Job = {
  name: 'purge-trash',
  cron: '20 9 * * *',
  async run(database) {
    const { rows } = await withoutRls(
      database,
      (tx) =>
        tx.sql<{ org_id: string }>`
      select distinct org_id from targets where status = 'deleted' and deleted_at < now() - make_interval(days => ${KEEP_DELETED_DAYS})
        and org_id not in (select id from orgs where is_closed)`,
    )
    for (const { org_id } of rows) while ((await purgeFirm(database, org_id)) === BATCH);
  },
}

/**
 * Deletes expired targets of one firm, as `destroyTarget` would, and returns their number. The event names the owner,
 * since no one else acted.
 */
const purgeFirm = (database: Database, orgId: string): Promise<number> =>
  withOrg(database, orgId, async (tx) => {
    const { rows } = await tx.sql<{ doc: string; zone: string }>`
      with due as (
        select t.id, t.owner_id from targets t where t.org_id = ${orgId} and t.status = 'deleted' and t.deleted_at < now() - make_interval(days => ${KEEP_DELETED_DAYS})
        order by t.id limit ${BATCH} for update skip locked)
      select tp.doc, o.time_zone as zone from due
      join target_people tp on tp.org_id = ${orgId} and tp.user_id = due.owner_id and tp.target_id = due.id join orgs o on o.id = ${orgId}`
    const now = new Date().toISOString()
    await saveChanges(
      tx,
      targetStore,
      rows.map(({ doc, zone }): RowChange<Target> => {
        const before = readCopy(doc)
        const actor: Actor = { id: before.owner_id, first_name: '', last_name: '', role: 'member' }
        return { before, after: null, events: [targetPurged()], context: { actor, now, zone, key: newId(), newId } }
      }),
    )
    return rows.length
  })
