// What both kinds share: the pool's behaviour, and Kysely on top of it.
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

/** Milliseconds that work waits for a connection before it fails as unavailable. */
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
  /** Runs on each new connection before anyone gets it. */
  onConnect?: (client: pg.ClientBase) => Promise<void>
  /** Behind a pooler, which gives each transaction another session: what is prepared in one is not in the next. */
  isPooled?: boolean
  /** Makes of a kind of client one that finds its server by itself. */
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
  // A lost connection fails the query that runs on it; without these listeners it would end the process as well.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Milliseconds that a commit may take, where nothing before it is unanswered; undefined: any. */
export type Commits = { limit?: number }

/** `isDistributed`: over a Citus cluster, see distributed.ts. */
type DriverSettings = { commits?: Commits; isDistributed?: boolean }

/** The commit has begun and may yet come about: whoever asks again with the same key waits for it, or gets its answer. */
class CommitLate extends Error {
  code = 'COMMIT_LATE'
}

/** Begins with what the scope asks for, in one message: begin, role and firm. */
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

  /** No limit of the database's own ends a commit that waits for a standby. The connection stays taken, so that no more wait than there are connections. */
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
    // Nothing runs outside the transaction if this fails: 'begin' comes first and then refuses what follows.
    scope.begun.catch(() => {})
  }
}

async function giveUpAfter(limit: number, { sent, giveUp }: Scope, committed: Promise<void>): Promise<void> {
  await Promise.allSettled(sent)
  const timer = setTimeout(
    () => giveUp(new CommitLate('The database does not finish what it was told to keep.')),
    limit,
  )
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

/** A channel name that needs no quoting. */
export function channelName(channel: string): string {
  if (!CHANNEL.test(channel)) throw new Error(`Not a channel name: ${channel}`)
  return channel
}
