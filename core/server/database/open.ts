// One way to a database, whichever it is: PostgreSQL when there is an address, otherwise the embedded engine.
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { openEmbedded } from './embedded/open.ts'
import { openPostgres } from './postgres/open.ts'

export type OpenOptions = {
  /** Address of a PostgreSQL (15 or later). Without it the embedded engine is used. */
  url?: string
  /** The same database past a pooler in transaction mode, which `url` then is. */
  directUrl?: string
  /** Embedded: where the data lives; 'memory', the default, is gone on close. */
  directory?: string | 'memory'
  /** PostgreSQL: connections of this process besides the listening one. Default 10. The embedded engine has one. */
  poolSize?: number
  /** Embedded: a ready-made cluster to copy when the directory has none. */
  template?: string
  /** Milliseconds after which a statement is given up. Default 60,000. */
  statementLimit?: number
}

export type Database = {
  kind: 'embedded' | 'postgres'
  /** Its tables are spread by firm over a Citus cluster. */
  isDistributed: boolean
  // biome-ignore lint/suspicious/noExplicitAny: SQL is written as SQL; rows are typed where they are read
  db: Kysely<any>
  pool: pg.Pool
  /** Where a session stays one's own from one transaction to the next; the pool itself where no pooler stands before the database. */
  sessions: pg.Pool
  /**
   * Calls `hear` with the payload of each notification on the channel; the answer ends it. An empty payload also
   * says that the connection was lost for a while, and that something may have been missed.
   */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>
  /** A round trip to the database. Throws when there is none. */
  check(): Promise<void>
  /** Statements of any length while the work runs: migrations, maintenance. */
  withoutLimit<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Throws when there is no database to open; the sentence says why. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.url ? openPostgres({ ...options, url: options.url }) : openEmbedded(options)
}
