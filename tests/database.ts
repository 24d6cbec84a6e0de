// Gives each test file its own migrated database: a copied cluster, or one on the PostgreSQL of TEST_DATABASE_URL.
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { CLUSTER_SETTINGS } from '#core/server/database/citus/distribute.ts'
import { cacheDirectory, cachedDirectory, engineVersion } from '#core/server/database/embedded/template.ts'
import { readFunctions } from '#core/server/database/functions.ts'
import { migrate, readMigrations } from '#core/server/database/migrate.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { APP_ROLE } from '#core/server/database/tenant.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { distributeAt } from '#tools/distribute.ts'

/** See openDatabase. */
export type TestOptions = { poolSize?: number; statementLimit?: number }
export type TestDatabase = { database: Database; close(): Promise<void> }

/** Returns a migrated database without rows. `close` removes it. */
export async function testDatabase(options: TestOptions = {}): Promise<TestDatabase> {
  return process.env.TEST_DATABASE_URL ? onServer(options) : embedded(options)
}

/** Migrates a database and creates the job tables, which takes a second. */
async function makeReady(database: Database): Promise<void> {
  // Applies only the permissions from migrations and functions, so that tests can compare them with the declared list.
  await migrate(database, readMigrations(), readFunctions(), new Map())
  const jobs = await startJobs(database, [])
  await jobs.stop()
}

/** Returns a hash of everything a migrated cluster depends on. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of migratorFiles) hash.update(readFileSync(file))
  hash.update(jobsVersion)
  for (const { name, checksum } of [...readMigrations(), ...readFunctions()]) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex').slice(0, 12)
}

const migratorFiles = [
  ...[
    'migrate',
    'functions',
    'rights',
    'citus/distribute',
    'citus/distribution',
    'citus/planning',
    'citus/scripts',
    'citus/vendorCopies',
  ].map((name) => `#core/server/database/${name}.ts`),
].map((path) => fileURLToPath(import.meta.resolve(path)))
const jobsVersion = String(createRequire(import.meta.url)('pg-boss/package.json').version)
const PREFIX = `migrated-${engineVersion}-`
const DAY = 24 * 60 * 60 * 1000

async function embedded({ statementLimit }: TestOptions): Promise<TestDatabase> {
  const template = await migratedCluster()
  const database = await openDatabase({ directory: 'memory', template, statementLimit })
  return { database, close: () => database.close() }
}

/** Returns a migrated, empty cluster of the embedded engine to copy. */
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

/** Creates a migrated, empty database on the PostgreSQL of TEST_DATABASE_URL. Returns null without one. */
export async function makePostgresDatabase(): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return null
  const template = `pursuit_template_${fingerprint()}`
  const name = `pursuit_test_${randomBytes(6).toString('hex')}`
  const nodes = await nodesOf(server)
  await onAdmin(server, (admin) => makeTemplate(nodes, admin, template))
  await onEach(nodes, (admin) => admin.query(`create database ${name} template ${template}`))
  if (isCluster(nodes)) await setOnEach(nodes, name)
  return { url: addressOf(server, name), drop: () => dropOnEach(nodes, name) }
}

/** Creates a migrated database on every node of PURSUIT_TEST_DATABASE, with undistributed tables. */
export async function makeUndistributed(): Promise<{ url: string; drop: () => Promise<void> }> {
  const nodes = await nodesOf(process.env.PURSUIT_TEST_DATABASE!)
  const name = `pursuit_test_${randomBytes(6).toString('hex')}`
  await onEach(nodes, (node) => node.query(`create database ${name}`))
  await joinNodes(nodes, name)
  const url = addressOf(nodes[0]!, name)
  const database = await openDatabase({ url, poolSize: 2 })
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
  return { url, drop: () => dropOnEach(nodes, name) }
}

export async function isOnCluster(): Promise<boolean> {
  const server = process.env.PURSUIT_TEST_DATABASE
  return server !== undefined && isCluster(await nodesOf(server))
}

/** Test processes that start together create one template. The others wait for the lock. */
async function makeTemplate(nodes: string[], admin: pg.Client, template: string): Promise<void> {
  await admin.query('select pg_advisory_lock(7251946032)')
  try {
    const found = await admin.query('select from pg_database where datname = $1', [template])
    if (found.rowCount) return
    const making = `${template}_making`
    await onEach(nodes, async (node) => {
      await node.query(`drop database if exists ${making} with (force)`)
      await node.query(`create database ${making}`)
    })
    const url = addressOf(nodes[0]!, making)
    if (isCluster(nodes)) await joinNodes(nodes, making)
    const database = await openDatabase({ url, poolSize: 2 })
    try {
      await makeReady(database)
    } finally {
      await database.close()
    }
    if (isCluster(nodes)) {
      await distributeAt(url)
      await closeOnEach(nodes, making)
    }
    // Renames the coordinator's database last, because it marks completion.
    const rename = (node: pg.Client) => node.query(`alter database ${making} rename to ${template}`)
    await onEach(nodes.slice(1), rename)
    await onEach(nodes.slice(0, 1), rename)
  } finally {
    await admin.query('select pg_advisory_unlock(7251946032)')
  }
}

/** Returns the coordinator, which `server` names, and its workers, or any other PostgreSQL alone. */
async function nodesOf(server: string): Promise<string[]> {
  const workers: string[] = []
  await onAdmin(server, async (admin) => {
    const { rowCount } = await admin.query(`select from pg_extension where extname = 'citus'`)
    if (!rowCount) return
    const { rows } = await admin.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and isactive order by nodeid`,
    )
    workers.push(
      ...rows.map(({ host, port }) => Object.assign(new URL(server), { hostname: host, port: String(port) }).href),
    )
  })
  return [server, ...workers]
}

const isCluster = (nodes: string[]) => nodes.length > 1

async function onEach(nodes: string[], work: (node: pg.Client) => Promise<unknown>): Promise<void> {
  await Promise.all(nodes.map((node) => onAdmin(node, work)))
}

/** Citus background processes can reconnect between their termination and the removal. */
const dropOnEach = (nodes: string[], name: string) =>
  onEach(nodes, async (node) => {
    for (let tries = 1; ; tries++)
      try {
        await node.query(`drop database if exists ${name} with (force)`)
        return
      } catch (error) {
        if (tries === 5 || !isCluster(nodes)) throw error
      }
  })

/**
 * Smallest number of shards that places firms on both of two nodes. Each shard is a table to create and copy per
 * database.
 */
const SHARDS = 4

/** Joins databases of the same name on all nodes, registered at the coordinator's. */
async function joinNodes(nodes: string[], name: string): Promise<void> {
  await onEach(
    nodes.map((node) => addressOf(node, name)),
    (node) => node.query('create extension citus'),
  )
  const [coordinator, ...workers] = nodes.map((node) => new URL(node))
  await onAdmin(addressOf(nodes[0]!, name), async (admin) => {
    await admin.query('select citus_set_coordinator_host($1, $2)', [coordinator!.hostname, Number(coordinator!.port)])
    await admin.query(`alter database ${name} set citus.shard_count = ${SHARDS}`)
    // A joining node receives the coordinator's current roles. Other test files keep connecting with this role.
    await admin.query(`do $$ begin
      if exists (select 1 from pg_roles where rolname = '${APP_ROLE}') then
        set local citus.enable_alter_role_propagation = off;
        alter role ${APP_ROLE} login;
      end if;
    end $$`)
    for (const { hostname, port } of workers)
      await admin.query('select citus_add_node($1, $2)', [hostname, Number(port)])
  })
}

/** The maintenance daemon must not be connected while the database is copied. */
const closeOnEach = (nodes: string[], name: string) =>
  onEach(nodes, async (node) => {
    await node.query(`alter database ${name} with allow_connections false`)
    await node.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  })

/** A copy doesn't inherit the settings of its template. */
const setOnEach = (nodes: string[], name: string) =>
  onEach(nodes, async (node) => {
    for (const [setting, value] of Object.entries(CLUSTER_SETTINGS))
      await node.query(`alter database ${name} set ${setting} = ${value}`)
  })

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
