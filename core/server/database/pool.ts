// Pool of connections for both kinds of database.
import pg from 'pg'
import { columnTypes } from './columns.ts'
import { refuseNested } from './openTransaction.ts'
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

const CHANNEL = /^[a-z_][a-z0-9_]{0,62}$/

export function channelName(channel: string): string {
  if (!CHANNEL.test(channel)) throw new Error(`Not a channel name: ${channel}`)
  return channel
}
