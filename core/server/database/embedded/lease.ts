// Ends an idle holder of the shared connection, as PostgreSQL ends an idle transaction.
import type pg from 'pg'
import { EmbeddedUnavailable } from '../failures.ts'
import type { EmbeddedEngine } from './engine.ts'

/** `limit` is in milliseconds. Returns a function that stops it. */
export function limitLeases(pool: pg.Pool, engine: EmbeddedEngine, limit: number): () => void {
  let holder: pg.PoolClient | null = null
  let since = 0
  pool.on('acquire', (client) => {
    holder = client
    since = performance.now()
  })
  pool.on('release', () => {
    holder = null
  })
  const timer = setInterval(() => {
    if (!holder || Math.min(engine.idleFor(), performance.now() - since) < limit) return
    relieve(holder, new EmbeddedUnavailable(`Connection terminated: a transaction did nothing for ${limit / 1000} s`))
  }, limit / 4)
  timer.unref()
  return () => clearInterval(timer)
}

/** The next connection rolls back the holder's work. */
function relieve(client: pg.PoolClient, reason: Error): void {
  const release = client.release
  // The holder still calls release later.
  client.release = () => {}
  release(reason)
}
