// Creates tables on a distributed cluster. See `distributed.ts`.
import { sql } from 'kysely'
import { distributed, firmColumn, reference, unheld } from './distribution.ts'
import type { Tx } from './tx.ts'

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
 * Creates a firm table on the coordinator, distributes it while empty, and only then adds foreign keys, because Citus
 * allows none earlier.
 */
export async function applySpread(tx: Tx, text: string): Promise<void> {
  const run = (statement: string) => tx.run(sql.raw(statement))
  for (const statement of statementsOf(text)) {
    const [, table = ''] = /^(?:--[^\n]*\n|\s)*create table (?:if not exists )?(\w+)/i.exec(statement) ?? []
    if (!spread.has(table)) {
      await run(statement)
      continue
    }
    await run('set local citus.enable_ddl_propagation = off')
    await run(statement)
    const { rows: keys } = await tx.sql<{ name: string; text: string }>`
      select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
      where conrelid = ${table}::regclass and contype = 'f' order by conname`
    for (const { name } of keys) await run(`alter table ${table} drop constraint ${name}`)
    await run('set local citus.enable_ddl_propagation = on')
    await run(spreading(table))
    for (const { name, text: key } of keys)
      if (!(name in unheld)) await run(`alter table ${table} add constraint ${name} ${key}`)
  }
}
