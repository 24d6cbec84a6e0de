// What both kinds share: the pool's behaviour, and Kysely on top of it.
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { columnTypes } from './columns.ts'
import { currentScope, refuseNested } from './scope.ts'
import { GatheringClient, StatementClient } from './statements.ts'

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
}

export function openPool({ isPooled = false, ...config }: PoolOptions): pg.Pool {
  const pool = new GuardedPool({
    connectionTimeoutMillis: CONNECTION_WAIT,
    types: columnTypes,
    Client: isPooled ? GatheringClient : StatementClient,
    pipeline: true,
    ...config,
  } as pg.PoolConfig)
  // A lost connection fails the query that runs on it; without these listeners it would end the process as well.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Begins with what the scope asks for, in one message: begin, role and firm. */
class ScopedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const scope = currentScope()
    if (!scope) return super.beginTransaction(connection, settings)
    scope.isOpen = true
    scope.connection = connection
    scope.begun = connection.executeQuery(CompiledQuery.raw(scope.begin))
    // Nothing runs outside the transaction if this fails: 'begin' comes first and then refuses what follows.
    scope.begun.catch(() => {})
  }
}

class ScopedDialect extends PostgresDialect {
  #pool: pg.Pool
  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }
  override createDriver(): PostgresDriver {
    return new ScopedDriver({ pool: this.#pool })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: SQL is written as SQL; rows are typed where they are read
export const kyselyOn = (pool: pg.Pool) => new Kysely<any>({ dialect: new ScopedDialect(pool) })

const CHANNEL = /^[a-z_][a-z0-9_]{0,62}$/

/** A channel name that needs no quoting. */
export function channelName(channel: string): string {
  if (!CHANNEL.test(channel)) throw new Error(`Not a channel name: ${channel}`)
  return channel
}
