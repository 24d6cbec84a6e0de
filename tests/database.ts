// A migrated database of its own for a test file: a copied cluster, or, with TEST_DATABASE_URL, one on that PostgreSQL.
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { cacheDirectory, cachedDirectory, engineVersion } from '#core/server/database/embedded/template.ts'
import { readFunctions } from '#core/server/database/functions.ts'
import { migrate, readMigrations } from '#core/server/database/migrate.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { startJobs } from '#core/server/work/jobs.ts'

/** See openDatabase. */
export type TestOptions = { poolSize?: number; statementLimit?: number }
export type TestDatabase = { database: Database; close(): Promise<void> }

/** All migrations are applied, no row is there. `close` removes it. */
export async function testDatabase(options: TestOptions = {}): Promise<TestDatabase> {
  return process.env.TEST_DATABASE_URL ? onServer(options) : embedded(options)
}

/** Migrated, and with the tables of the jobs, which take a second to make. */
async function makeReady(database: Database): Promise<void> {
  // The rights are those that migrations and functions give, so that their list can be compared with them.
  await migrate(database, readMigrations(), readFunctions(), new Map())
  const jobs = await startJobs(database, [])
  await jobs.stop()
}

/** Of all that a migrated cluster depends on. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of migratorFiles) hash.update(readFileSync(file))
  hash.update(jobsVersion)
  for (const { name, checksum } of [...readMigrations(), ...readFunctions()]) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex').slice(0, 12)
}

const migratorFiles = ['migrate', 'functions', 'rights'].map((name) =>
  fileURLToPath(import.meta.resolve(`#core/server/database/${name}.ts`)),
)
const jobsVersion = String(createRequire(import.meta.url)('pg-boss/package.json').version)
const PREFIX = `migrated-${engineVersion}-`
const DAY = 24 * 60 * 60 * 1000

async function embedded({ statementLimit }: TestOptions): Promise<TestDatabase> {
  const template = await migratedCluster()
  const database = await openDatabase({ directory: 'memory', template, statementLimit })
  return { database, close: () => database.close() }
}

/** A cluster of the embedded engine to copy, migrated and empty. */
export async function migratedCluster(): Promise<string> {
  const made = await cachedDirectory(PREFIX + fingerprint(), async (directory) => {
    sweepOldTemplates()
    const database = await openDatabase({ directory })
    await makeReady(database)
    await database.close()
  })
  return join(made, 'cluster')
}

function sweepOldTemplates(): void {
  for (const name of readdirSync(cacheDirectory())) {
    const path = join(cacheDirectory(), name)
    if (name.startsWith(PREFIX) && Date.now() - statSync(path).mtimeMs > DAY)
      rmSync(path, { recursive: true, force: true })
  }
}

async function onServer(options: TestOptions): Promise<TestDatabase> {
  const made = (await makePostgresDatabase())!
  const database = await openDatabase({ url: made.url, poolSize: 4, ...options })
  return {
    database,
    close: async () => {
      await database.close()
      await made.drop()
    },
  }
}

/** A migrated, empty database on the PostgreSQL of TEST_DATABASE_URL, by its address; null when the tests run embedded. */
export async function makePostgresDatabase(): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return null
  const template = `pursuit_template_${fingerprint()}`
  const name = `pursuit_test_${randomBytes(6).toString('hex')}`
  await onAdmin(server, async (admin) => {
    await makeTemplate(server, admin, template)
    await admin.query(`create database ${name} template ${template}`)
  })
  const drop = () =>
    onAdmin(server, async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`)))
  return { url: addressOf(server, name), drop }
}

/** Test processes that start together make one template: the others wait for the lock. */
async function makeTemplate(server: string, admin: pg.Client, template: string): Promise<void> {
  await admin.query('select pg_advisory_lock(7251946032)')
  try {
    const found = await admin.query('select from pg_database where datname = $1', [template])
    if (found.rowCount) return
    const making = `${template}_making`
    await admin.query(`drop database if exists ${making} with (force)`)
    await admin.query(`create database ${making}`)
    const database = await openDatabase({ url: addressOf(server, making), poolSize: 2 })
    try {
      await makeReady(database)
    } finally {
      await database.close()
    }
    await admin.query(`alter database ${making} rename to ${template}`)
  } finally {
    await admin.query('select pg_advisory_unlock(7251946032)')
  }
}

async function onAdmin(server: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function addressOf(server: string, name: string): string {
  const address = new URL(server)
  address.pathname = `/${name}`
  return address.href
}
