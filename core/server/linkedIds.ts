// Tables that link a firm's row to others, with one line for each pair.
import { sql } from 'kysely'
import { currentOrgId } from './database/tenant.ts'
import type { Tx } from './database/tx.ts'

/** `from` is the column of the row, and `to` the column of what it is linked to. */
export type LinkTable = { table: string; from: string; to: string }

export async function linkedIds(tx: Tx, { table, from, to }: LinkTable, id: string): Promise<string[]> {
  const { rows } = await tx.sql<{ id: string }>`
    select ${sql.ref(to)} as id from ${sql.table(table)} where org_id = ${currentOrgId} and ${sql.ref(from)} = ${id}`
  return rows.map((row) => row.id)
}

/** Links the row to these alone. Existing links stay as they are. */
export async function saveLinkedIds(tx: Tx, links: LinkTable, id: string, ids: readonly string[]): Promise<void> {
  const [table, from, to] = [sql.table(links.table), sql.ref(links.from), sql.ref(links.to)]
  await tx.sql`delete from ${table} where org_id = ${currentOrgId} and ${from} = ${id} and ${to} <> all(${[...ids]}::uuid[])`
  await tx.sql`
    insert into ${table} (org_id, ${from}, ${to}) select distinct ${currentOrgId}, ${id}::uuid, u from unnest(${[...ids]}::uuid[]) as u
    on conflict do nothing`
}
