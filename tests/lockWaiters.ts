import { isOnCluster } from './database.ts'

const onNodes = await isOnCluster()

/** Source of the sessions of a database that wait for another one's lock, for the `from` of a query. */
export const lockWaits = onNodes
  ? 'citus_stat_activity where datname = current_database() and not is_worker_query and global_pid in (select waiting_gpid from citus_lock_waits)'
  : `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Returns how many sessions wait for another one's lock. */
export async function lockWaiters(database: {
  query: (text: string) => Promise<{ rows: unknown[] }>
}): Promise<number> {
  return (await database.query(`select 1 from ${lockWaits}`)).rows.length
}
