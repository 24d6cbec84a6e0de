// The server that the stories of one worker share, on a PostgreSQL with the demo in it. Each story gets a firm of its own there.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#tools/postgres.ts'
import { copyFirm } from './firms.ts'
import { SECRET, startServer } from './server.ts'

/** Handed from the run to its workers. */
const POSTGRES = 'PURSUIT_STORY_POSTGRES'
/** Where the demo's files lie. */
const FILES = 'PURSUIT_STORY_FILES'
const DEMO = 'story_demo'

export type SharedServer = {
  url: string
  /** Its data directory. */
  directory: string
  /** The address of its database. */
  database: string
  /** Makes a firm for a story; answers its e-mail domain. */
  aFirm: () => Promise<string>
  stop: () => Promise<void>
}

/** Once per run: a PostgreSQL, and the database with the demo that each worker's is a copy of. Answers how to end it. */
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

/** Whether this run has a PostgreSQL. */
export const canShareServer = (): boolean => process.env[POSTGRES] !== undefined

/** What all workers of a run share; it goes with the run. */
export const runFolder = (): string => dirname(process.env[FILES] ?? '')

/** One for the stories of this worker; under another name one more, with the demo alone, for a story of two servers. */
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
