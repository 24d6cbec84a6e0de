import { type RawBuilder, sql } from 'kysely'
import { FIRST_ID } from '../ids.ts'
import { currentOrgId } from './tenant.ts'
import type { Tx } from './tx.ts'

/**
 * Returns the row's position in this order, or the start. It needs a separate query, since with row-level security only
 * plain values use an index.
 */
export async function pageKey(tx: Tx, table: string, names: string[], after?: string): Promise<RawBuilder<unknown>> {
  const isId = after !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(after)
  const { rows } = isId
    ? await tx.sql<Record<string, string>>`
    select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)} where org_id = ${currentOrgId} and id = ${after}`
    : { rows: [] }
  const [row] = rows
  const values = names.map((name) => sql`${row?.[name] ?? ''}::text`)
  return sql`(${sql.join([...values, sql`${row ? after : FIRST_ID}::uuid`])})`
}

/** The query must fetch one row more than the page holds. */
export const readPage = <R extends { id: string }>(rows: R[], size: number) => ({
  page: rows.slice(0, size),
  next: rows.length > size ? rows[size - 1]!.id : null,
})
