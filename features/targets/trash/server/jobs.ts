import { sql } from 'kysely'
import { asSystem, inFirm } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { newId } from '#core/server/ids.ts'
import type { Job } from '#core/server/jobs.ts'
import { KEEP_DELETED_DAYS } from '../../contract.ts'
import { forgetEvents } from '../../server/store.ts'

/** So many are destroyed in one transaction. */
const BATCH = 500

/** Recently Deleted is emptied of what has been there 30 days. Source: RULINGS, section 4. */
export const purgeTrash: Job = {
  name: 'purge-trash',
  cron: '20 9 * * *',
  async run(database) {
    const { rows } = await asSystem(database, (tx) =>
      sql<{ org_id: string }>`
      select distinct org_id from targets where status = 'deleted' and deleted_at < now() - make_interval(days => ${KEEP_DELETED_DAYS})`.execute(
        tx,
      ),
    )
    for (const { org_id } of rows) while ((await purgeFirm(database, org_id)) === BATCH);
  },
}

/** Destroys what is due in one firm, as `destroyTarget` would; returns how many. The event names the owner: nobody else acted. */
const purgeFirm = (database: Database, orgId: string): Promise<number> =>
  inFirm(database, orgId, async (tx) => {
    const { rows } = await sql<{ id: string; owner_id: string }>`
      select id, owner_id from targets where org_id = ${orgId} and status = 'deleted' and deleted_at < now() - make_interval(days => ${KEEP_DELETED_DAYS})
      order by id limit ${BATCH} for update skip locked`.execute(tx)
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    const events = rows.map(({ id, owner_id }) => ({ id: newId(), target_id: id, user_id: owner_id, key: newId() }))
    await sql`
      insert into target_events (org_id, id, target_id, user_id, person_id, kind, at, data, key, status, dues)
      select ${orgId}::uuid, e.id, e.target_id, e.user_id, e.user_id, 'targetPurged', now(), '{}', e.key, 'deleted', '{}'
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (id uuid, target_id uuid, user_id uuid, key uuid)`.execute(
      tx,
    )
    await forgetEvents(tx, ids)
    await sql`delete from targets where org_id = ${orgId} and id = any(${ids}::uuid[])`.execute(tx)
    await sql`select refresh_docs(${orgId}, ${ids}::uuid[])`.execute(tx)
    return rows.length
  })
