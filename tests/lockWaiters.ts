/** How many sessions of this database wait for what another one holds. On a cluster they do on a node, and are not seen. */
export async function lockWaiters(database: {
  query: (text: string) => Promise<{ rows: unknown[] }>
}): Promise<number> {
  const { rows } = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}
