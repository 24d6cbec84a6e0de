// Runs migrations and function files on a cluster.

import type { Tx } from '../tx.ts'
import { distributed, firmColumn, reference, unheld } from './distribution.ts'

export const spreading = (table: string): string =>
  reference[table]
    ? `select create_reference_table('${table}')`
    : `select create_distributed_table('${table}', '${firmColumn(table)}'${table === 'orgs' ? '' : `, colocate_with => 'orgs'`})`

const spread = new Set([...distributed.flatMap(({ tables }) => tables), ...Object.keys(reference)])

export const statementsOf = (text: string): string[] =>
  [...text.matchAll(/(?:--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|[^;'])+/g)]
    .map(([statement]) => statement.trim())
    .filter(Boolean)

/**
 * Runs the statements one by one, because the nodes accept only one at a time. Creates a firm table on the coordinator,
 * distributes it while empty, and only then adds foreign keys, because Citus allows none earlier.
 */
export async function applyScript(tx: Tx, text: string): Promise<void> {
  for (const statement of statementsOf(text)) {
    const [, table = ''] = /^(?:--[^\n]*\n|\s)*create table (?:if not exists )?(\w+)/i.exec(statement) ?? []
    if (!spread.has(table)) {
      await tx.query(statement)
      continue
    }
    await tx.query('set local citus.enable_ddl_propagation = off')
    await tx.query(statement)
    const { rows: keys } = await tx.sql<{ name: string; text: string }>`
      select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
      where conrelid = ${table}::regclass and contype = 'f' order by conname`
    for (const { name } of keys) await tx.query(`alter table ${table} drop constraint ${name}`)
    await tx.query('set local citus.enable_ddl_propagation = on')
    await tx.query(spreading(table))
    for (const { name, text: key } of keys)
      if (!(name in unheld)) await tx.query(`alter table ${table} add constraint ${name} ${key}`)
  }
}
