// Differences between one PostgreSQL and a cluster: how statements are compiled and transactions are opened.
import { PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'

export type Dialect = {
  /** `orgId` is the transaction's firm, if it has one. */
  compile(statement: RawBuilder<unknown>, orgId: string | undefined): { text: string; values: readonly unknown[] }
  /** Splits the opening statements into messages. */
  begin(statements: string): string[]
  /** Reads what the transaction's triggers recorded. */
  feedChanges(orgId: string | undefined): RawBuilder<{ changes: string | null }>
}

const compiler = new PostgresQueryCompiler()
/** Kysely identifies queries to its plugins, of which there are none. */
const QUERY = { queryId: '' }
const recorded = sql<{ changes: string | null }>`select current_setting('app.feed_changes', true) as changes`

export const postgresDialect: Dialect = {
  compile(statement) {
    const { sql: text, parameters } = compiler.compileQuery(statement.toOperationNode(), QUERY)
    return { text, values: parameters }
  },
  begin: (statements) => [statements],
  feedChanges: () => recorded,
}
