// The server that a worker's browser tests share, on a PostgreSQL with the demo. Each test gets its own firm.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#tools/postgres.ts'
import { copyFirm } from './firms.ts'
import { SECRET, startServer } from './server.ts'

/** Passed from the run to its workers. */
const POSTGRES = 'PURSUIT_STORY_POSTGRES'
/** Location of the demo's files. */
const FILES = 'PURSUIT_STORY_FILES'
const DEMO = 'story_demo'

export type SharedServer = {
  url: string
  directory: string
  database: string
  /** Creates a test's firm and returns its email domain. */
  aFirm: () => Promise<string>
  stop: () => Promise<void>
}

/**
 * Runs once per run: starts PostgreSQL and fills the demo database that each worker copies. Returns a function that
 * stops it.
 */
export async function makeDemoOnPostgres(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  process.env[POSTGRES] = postgres.url
  await onPostgres('postgres', (client) => client.query(`create database ${DEMO}`))
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-stories-'))
  process.env[FILES] = join(directory, 'files')
  const server = await startServer({ directory, environment: { ...SECRET, DATABASE_URL: addressOf(DEMO) } })
  await server.stop()
  await onPostgres(DEMO, (client) => client.query('vacuum analyze'))
  return async () => {
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

export const canShareServer = (): boolean => process.env[POSTGRES] !== undefined

/** Folder that all workers share, removed with the run. */
export const runFolder = (): string => dirname(process.env[FILES] ?? '')

/** Starts the server for this worker's tests. Another name starts one more, with only the demo. */
export async function startSharedServer(name = `stories_${process.pid}`): Promise<SharedServer> {
  await onPostgres('postgres', (client) => client.query(`create database ${name} template ${DEMO}`))
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-stories-'))
  const files = join(directory, 'files')
  cpSync(process.env[FILES] ?? '', files, { recursive: true })
  const server = await startServer({ directory, environment: { ...SECRET, DATABASE_URL: addressOf(name) } })
  let firms = 0
  return {
    url: server.url,
    directory,
    database: addressOf(name),
    aFirm: () => onPostgres(name, (client) => copyFirm(client, ++firms, join(files, 'kept'))),
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

function addressOf(database: string): string {
  const address = new URL(process.env[POSTGRES] ?? '')
  address.pathname = `/${database}`
  return address.href
}

async function onPostgres<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(addressOf(database))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
