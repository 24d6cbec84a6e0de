import { sql } from 'kysely'
import { send, type Tx } from '#core/server/database/firm.ts'

const firm = sql`current_setting('app.org_id')::uuid`
const SUGGESTIONS = 8

/** One key per company name however it is typed: case and spaces do not count. */
export const companyKey = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** Companies whose name contains `q`, those that begin with it first, then the ones pursued most. */
export async function companiesLike(tx: Tx, q: string): Promise<{ companies: { name: string; targets: number }[] }> {
  const key = companyKey(q)
  if (key === '') return { companies: [] }
  const { rows } = await send(
    tx,
    sql<{ name: string; targets: number }>`
    select name, targets from companies where org_id = ${firm} and targets > 0 and position(${key} in key) > 0
    order by starts_with(key, ${key}) desc, targets desc, name limit ${SUGGESTIONS}`,
  )
  return { companies: rows }
}
