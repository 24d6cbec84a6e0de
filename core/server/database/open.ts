import type pg from 'pg'
import type { Services } from '../services.ts'
import type { Dialect } from './dialect.ts'
import { openEmbedded } from './embedded/open.ts'
import type { FeedListener } from './feedChanges.ts'
import { openPostgres } from './postgres/open.ts'

export type OpenOptions = {
  /** PostgreSQL 15 or later. Defaults to the embedded engine. */
  url?: string
  /** The same database without the pooler in `url`. */
  directUrl?: string
  /** Embedded: data directory. 'memory', the default, is discarded on close. */
  directory?: string | 'memory'
  /** PostgreSQL: connections per process in addition to the listener. Default 10. */
  poolSize?: number
  /** Embedded: template cluster for an empty directory. */
  template?: string
  /** Statement limit in milliseconds, 60,000 by default. */
  statementLimit?: number
}

export type Database = {
  kind: 'embedded' | 'postgres'
  dialect: Dialect
  pool: pg.Pool
  /** Connections that keep their session between transactions. The pool itself without a pooler. */
  sessions: pg.Pool
  /** `limit`: milliseconds a commit can take once everything before it is answered. Missing: no limit. */
  commits: { limit?: number }
  /** Set with `provide`. */
  services: Services
  /** Notified of the feeds that each commit changed. Subscribe with `onFeedChanges`. */
  feedListeners: Set<FeedListener>
  /**
   * Returns a function that unsubscribes. An empty payload means that notifications can be missing after a lost
   * connection.
   */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>
  /** Throws if the database is unavailable. */
  check(): Promise<void>
  /** Lifts the statement limit: migrations, maintenance. */
  withoutLimit<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Throws a message with the reason. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.url ? openPostgres({ ...options, url: options.url }) : openEmbedded(options)
}
