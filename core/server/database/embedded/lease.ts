// One connection for all: who holds it and does nothing is relieved of it, as a server ends an idle transaction.
import type pg from 'pg'
import { EmbeddedUnavailable } from '../failures.ts'
import type { EmbeddedEngine } from './engine.ts'

/** `limit` in milliseconds. The answer stops the watch. */
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

/** What the holder did is rolled back when the next one connects; its next statement fails. */
function relieve(client: pg.PoolClient, reason: Error): void {
  const release = client.release
  // The holder will give it back as well, some time.
  client.release = () => {}
  release(reason)
}
