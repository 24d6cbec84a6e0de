/** Returns how many sessions wait for another one's lock. On a cluster they wait on a node and aren't visible. */
export async function lockWaiters(database: {
  query: (text: string) => Promise<{ rows: unknown[] }>
}): Promise<number> {
  const { rows } = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}
