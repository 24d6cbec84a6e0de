// Pool and Kysely setup for both kinds of database.
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { columnTypes } from './columns.ts'
import { beginOnNodes, setOnCluster, ValueCompiler } from './distributed.ts'
import { currentScope, refuseNested, type Scope } from './scope.ts'
import { GatheringClient, statementClient } from './statements.ts'

/** Milliseconds before waiting work fails as unavailable. */
export const CONNECTION_WAIT = 30_000

class GuardedPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: connect answers by promise or by callback
  override connect(...given: any[]): any {
    refuseNested()
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return (super.connect as any)(...given)
  }
}

type PoolOptions = pg.PoolConfig & {
  onConnect?: (client: pg.ClientBase) => Promise<void>
  /** Behind a transaction-mode pooler, prepared statements don't outlive their transaction. */
  isPooled?: boolean
  /** Wraps a client class so that it finds the current server. */
  following?: (Client: typeof pg.Client) => typeof pg.Client
}

export function openPool({ isPooled = false, following = (Client) => Client, ...config }: PoolOptions): pg.Pool {
  const pool = new GuardedPool({
    connectionTimeoutMillis: CONNECTION_WAIT,
    types: columnTypes,
    Client: following(isPooled ? GatheringClient : statementClient()),
    pipeline: true,
    ...config,
  } as pg.PoolConfig)
  // Without these listeners, a lost connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Milliseconds a commit can take once everything before it is answered. Undefined: no limit. */
export type Commits = { limit?: number }

/** `isDistributed`: on a Citus cluster. See `distributed.ts`. */
type DriverSettings = { commits?: Commits; isDistributed?: boolean }

/** The commit can still succeed. A retry with the same idempotency key waits for it or gets its response. */
class CommitLate extends Error {
  code = 'COMMIT_LATE'
}

/** Sends begin, role, and firm in one message. */
class ScopedDriver extends PostgresDriver {
  #settings: DriverSettings
  constructor(pool: pg.Pool, settings: DriverSettings) {
    super({ pool })
    this.#settings = settings
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    if (this.#settings.isDistributed) setOnCluster(connection)
    return connection
  }

  /**
   * No database setting limits a commit that waits for a standby. The connection stays taken, which bounds how many
   * wait.
   */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const scope = currentScope()
    const limit = this.#settings.commits?.limit
    const committed = super.commitTransaction(connection)
    if (scope && limit !== undefined) void giveUpAfter(limit, scope, committed)
    return committed
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const scope = currentScope()
    if (!scope) return super.beginTransaction(connection, settings)
    scope.isOpen = true
    scope.connection = connection
    const begin = this.#settings.isDistributed ? beginOnNodes(scope.begin) : [scope.begin]
    scope.begun = Promise.all(begin.map((statement) => connection.executeQuery(CompiledQuery.raw(statement))))
    // If this fails, nothing runs outside the transaction: PostgreSQL rejects what follows 'begin'.
    scope.begun.catch(() => {})
  }
}

async function giveUpAfter(limit: number, { sent, giveUp }: Scope, committed: Promise<void>): Promise<void> {
  await Promise.allSettled(sent)
  const timer = setTimeout(() => giveUp(new CommitLate('The database didn’t finish the commit.')), limit)
  await committed.catch(() => {})
  clearTimeout(timer)
}

class ScopedDialect extends PostgresDialect {
  #driver: () => ScopedDriver
  #settings: DriverSettings
  constructor(pool: pg.Pool, settings: DriverSettings) {
    super({ pool })
    this.#driver = () => new ScopedDriver(pool, settings)
    this.#settings = settings
  }
  override createQueryCompiler(): PostgresQueryCompiler {
    return this.#settings.isDistributed ? new ValueCompiler() : new PostgresQueryCompiler()
  }
  override createDriver(): PostgresDriver {
    return this.#driver()
  }
}

export const kyselyOn = (pool: pg.Pool, settings: DriverSettings = {}) =>
  // biome-ignore lint/suspicious/noExplicitAny: SQL is written as SQL; rows are typed where they are read
  new Kysely<any>({ dialect: new ScopedDialect(pool, settings) })

const CHANNEL = /^[a-z_][a-z0-9_]{0,62}$/

export function channelName(channel: string): string {
  if (!CHANNEL.test(channel)) throw new Error(`Not a channel name: ${channel}`)
  return channel
}
