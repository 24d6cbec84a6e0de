// Runs PostgreSQL in this process, for installations without a database server.
import type pg from 'pg'
import { isDiskFull } from '../../diskSpace.ts'
import { makeDirectory } from '../../makeDirectory.ts'
import { noServices } from '../../services.ts'
import { postgresDialect } from '../dialect.ts'
import { Listeners } from '../listeners.ts'
import type { Database, OpenOptions } from '../open.ts'
import { openPool } from '../pool.ts'
import { DamagedDatabase, prepareCluster, recordClusterUse } from './cluster.ts'
import { type EmbeddedEngine, startEngine } from './engine.ts'
import { limitLeases } from './lease.ts'
import { lockDirectory } from './lock.ts'
import { startMaintenance } from './maintenance.ts'
import { passingDirectory, removePassing } from './passing.ts'

export type EmbeddedDatabase = Database & { kind: 'embedded'; engine: EmbeddedEngine; directory: string }

/** Throws `DirectoryInUse`, `WrongEngine`, `DamagedDatabase`, or the system's error. */
export async function openEmbedded(options: OpenOptions): Promise<EmbeddedDatabase> {
  const limit = options.statementLimit ?? 60_000
  const isKept = options.directory !== undefined && options.directory !== 'memory'
  const directory = isKept ? (options.directory as string) : passingDirectory()
  makeDirectory(directory)
  const unlock = lockDirectory(directory)
  let engine: EmbeddedEngine
  try {
    const cluster = await prepareCluster(directory, isKept, options.template)
    engine = await startEngine({ directory: cluster, isDurable: isKept, hangLimit: limit }).catch((error) => {
      throw isDiskFull(directory)
        ? Object.assign(error, { code: 'ENOSPC', path: directory })
        : new DamagedDatabase(directory, error.cause?.message)
    })
    if (isKept) recordClusterUse(directory)
  } catch (error) {
    unlock()
    if (!isKept) removePassing(directory)
    throw error
  }

  // Each new connection listens again, because all share the engine's one session.
  const listeners = new Listeners(
    async (channel) => {
      await pool.query(`listen ${channel}`)
    },
    async (channel) => {
      await pool.query(`unlisten ${channel}`)
    },
  )
  const known = new WeakSet<pg.ClientBase>()
  let connections = 0
  const pool: pg.Pool = openPool({
    // biome-ignore lint/suspicious/noExplicitAny: pg calls a stream factory where its types say an object
    stream: engine.stream as any,
    user: 'postgres',
    password: '',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: async (client) => {
      if (known.has(client)) return
      known.add(client)
      client.on('notification', ({ channel, payload }) => listeners.tell(channel, payload ?? ''))
      for (const channel of listeners.channels) await client.query(`listen ${channel}`)
      if (++connections > 1) listeners.tellAll('')
    },
  })
  const stopWatch = limitLeases(pool, engine, limit)
  const stopMaintenance = isKept ? startMaintenance(pool, engine) : () => Promise.resolve()

  return {
    kind: 'embedded',
    engine,
    directory,
    dialect: postgresDialect,
    pool,
    sessions: pool,
    commits: {},
    services: noServices(),
    feedListeners: new Set(),
    listen: (channel, hear) => listeners.add(channel, hear),
    check: async () => {
      await pool.query('select 1')
    },
    withoutLimit: (work) => engine.withoutLimit(work),
    close: async () => {
      if (pool.ending) return
      await stopMaintenance()
      await pool.end()
      stopWatch()
      await engine.close()
      unlock()
      if (!isKept) removePassing(directory)
    },
  }
}
