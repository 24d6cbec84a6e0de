// Forward-only migrations, `database/migrations/NNNN_name.sql`, each in one transaction in numeric order, followed by
// functions and grants.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { StartupError } from '#core/server/startupError.ts'
import { applyFunctions, FUNCTIONS_TABLE, readFunctions } from './functions.ts'
import type { Database } from './open.ts'
import { mendRights, readRights } from './rights.ts'
import { APP_ROLE } from './tenant.ts'
import { type Tx, withoutRls } from './tx.ts'

export class MigrationRefused extends StartupError {}

export type Migration = { name: string; text: string; checksum: string }

export const MIGRATIONS = fileURLToPath(new URL('../../../database/migrations/', import.meta.url))

/** Creates the database of version 1.0.0. Earlier versions had a migration for each step. */
const BASELINE = '0128_baseline.sql'
/** The last of those. A database that has it is what the baseline creates. */
const LAST_BEFORE_BASELINE = '0128_standard_names.sql'

/** An arbitrary number that no other lock uses. */
export const MIGRATION_LOCK = 7_251_946_031

export function readMigrations(directory = MIGRATIONS): Migration[] {
  if (!existsSync(directory)) return []
  const names = readdirSync(directory).filter((name) => /^\d{4}_\w+\.sql$/.test(name))
  return names.sort().map((name, index) => {
    if (name.slice(0, 4) === names[index + 1]?.slice(0, 4))
      throw new MigrationRefused(`Two migrations have the number ${name.slice(0, 4)}.`)
    // Line endings differ between machines, but the applied text must not.
    const text = readFileSync(`${directory}/${name}`, 'utf8').replaceAll('\r\n', '\n')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Applies migrations and functions, repairs grants, and returns the applied migrations. Concurrent processes take
 * turns. Throws `MigrationRefused` if the applied state doesn't match the files.
 */
export async function migrate(
  database: Database,
  migrations = readMigrations(),
  functions = readFunctions(),
  rights = readRights(),
): Promise<string[]> {
  return database.withoutLimit(async () => {
    const direct = pastPooler(database)
    await withoutRls(direct, prepare).catch((error) => refuseUnfit(direct, error))
    const before = await withoutRls(direct, async (tx) => {
      await startTurn(tx)
      await adoptBaseline(tx, migrations)
      return refuseNewer(tx, migrations)
    })
    const applied: string[] = []
    // One query for all applied migrations, because every start checks them.
    for (const migration of migrations.filter(({ name, checksum }) => before.get(name) !== checksum))
      if (await withoutRls(direct, (tx) => apply(tx, migration))) applied.push(migration.name)
    await withoutRls(direct, async (tx) => {
      await startTurn(tx)
      await applyFunctions(tx, functions, functionsOf(migrations))
      await mendRights(tx, rights)
      await database.dialect.afterMigrations?.(tx)
    }).catch((error) => refuseUnfit(direct, error))
    return applied
  })
}

/** `missing` are not applied, `newer` are unknown to this version. Throws 42P01 if none was ever applied. */
export async function compareMigrations(database: Database) {
  const known = readMigrations().map(({ name }) => name)
  const { rows } = await withoutRls(database, (tx) => tx.sql<{ name: string }>`select name from schema_migrations`)
  const applied = new Set(rows.map(({ name }) => name))
  return {
    known,
    missing: known.filter((name) => !applied.has(name)),
    newer: [...applied].filter((name) => !known.includes(name)),
  }
}

/** A pooler can limit how long a statement takes. */
const pastPooler = (database: Database): Database => ({ ...database, pool: database.sessions })

/** Explains how to fix the role or database. */
async function refuseUnfit(database: Database, error: { code?: string; message: string }): Promise<never> {
  if (error.code === '25006')
    throw new MigrationRefused(
      'This database is read-only: it’s a standby, or set to read-only. Set DATABASE_URL to the primary.',
    )
  if (error.code === '53100')
    throw new MigrationRefused('The database’s disk is full. Free up space and restart Pursuit. No saved data is lost.')
  if (error.code !== '42501') throw error
  const { rows } = await database.pool.query<{ me: string; place: string; hasRole: boolean }>(
    `select quote_ident(current_user) as me, quote_ident(current_database()) as place,
      exists (select 1 from pg_roles where rolname = '${APP_ROLE}') as "hasRole"`,
  )
  const { me, place, hasRole } = rows[0]!
  const roles = [...(hasRole ? [] : [`create role ${APP_ROLE} nologin`]), `grant ${APP_ROLE} to ${me}`]
  const run = /role/.test(error.message)
    ? roles
    : [`alter database ${place} owner to ${me}`, `alter schema public owner to ${me}`]
  const why = /owner/.test(error.message)
    ? `Another role owns its tables. Restore it as ${me} (pg_restore --no-owner --role=${me}), or use the owner’s DATABASE_URL.`
    : `As a PostgreSQL administrator, run: ${run.join('; ')};`
  throw new MigrationRefused(
    `The database role ${me} isn’t allowed to set up this database (${error.message}). ${why} Then restart Pursuit.`,
  )
}

/** Migrations created functions before functions had files. */
const functionsOf = (migrations: Migration[]) =>
  migrations.flatMap(({ text }) =>
    [...text.matchAll(/create (?:or replace )?function (\w+)/g)].map(([, name]) => name!),
  )

async function startTurn(tx: Tx): Promise<void> {
  await tx.run(sql.raw(`set local statement_timeout = 0; select pg_advisory_xact_lock(${MIGRATION_LOCK})`))
}

/** Grants new tables from the start, so that a migration can revoke a privilege, as for an append-only log. */
async function prepare(tx: Tx): Promise<void> {
  await startTurn(tx)
  await tx.run(
    sql.raw(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now());
    ${FUNCTIONS_TABLE};
    do $$ begin
      if not exists (select 1 from pg_roles where rolname = '${APP_ROLE}') then
        begin
          create role ${APP_ROLE} nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
        exception when duplicate_object or unique_violation then null; -- another database of the same server was quicker
        end;
      end if;
      -- From PostgreSQL 16 on, who made a role is its member, and may still not act as it.
      if not pg_has_role(current_user, '${APP_ROLE}', case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then
        execute format('grant ${APP_ROLE} to %I', current_user);
      end if;
    end $$;
    revoke all on schema_migrations, sql_functions from ${APP_ROLE};
    grant usage on schema public to ${APP_ROLE};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${APP_ROLE};
    alter default privileges in schema public grant usage, select on sequences to ${APP_ROLE}`),
  )
}

/** Takes over a database of the version before 1.0.0. Refuses older ones. */
async function adoptBaseline(tx: Tx, migrations: Migration[]): Promise<void> {
  const { rows } = await tx.sql<{ name: string }>`
    select name from schema_migrations where name <= ${LAST_BEFORE_BASELINE} and name <> ${BASELINE} order by name`
  const baseline = migrations.find(({ name }) => name === BASELINE)
  const last = rows.at(-1)
  if (!last || !baseline) return
  if (last.name !== LAST_BEFORE_BASELINE)
    throw new MigrationRefused(
      `This database is from a version before 1.0.0, with the migration ${last.name}. Start the last version 0.1, which has the migration ${LAST_BEFORE_BASELINE}, on it once. Then start this version. Nothing was changed.`,
    )
  await tx.sql`delete from schema_migrations where name <= ${LAST_BEFORE_BASELINE}`
  await tx.sql`insert into schema_migrations (name, checksum) values (${baseline.name}, ${baseline.checksum})`
}

/** Returns whether this call applied it. */
async function apply(tx: Tx, { name, text, checksum }: Migration): Promise<boolean> {
  await startTurn(tx)
  const before = await tx.sql<{ checksum: string }>`select checksum from schema_migrations where name = ${name}`
  const known = before.rows[0]
  if (known && known.checksum !== checksum)
    throw new MigrationRefused(
      `The migration ${name} was changed after it was applied to this database. Restore the original file, and put the change in a new migration.`,
    )
  if (known) return false
  const later = await tx.sql<{ name: string }>`select name from schema_migrations where name > ${name} limit 1`
  if (later.rows[0])
    throw new MigrationRefused(
      `The migration ${name} comes before ${later.rows[0].name}, which this database already has. Give it a higher number.`,
    )
  await tx.database.dialect.applyScript(tx, text)
  await tx.sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`
  return true
}

/** Returns checksums by migration. Throws if the database is newer. */
async function refuseNewer(tx: Tx, migrations: Migration[]): Promise<Map<string, string>> {
  const names = new Set(migrations.map((migration) => migration.name))
  const stored = await tx.sql<{
    name: string
    checksum: string
  }>`select name, checksum from schema_migrations order by name`
  const unknown = stored.rows.find((row) => !names.has(row.name))
  if (unknown)
    throw new MigrationRefused(
      `This database has the migration ${unknown.name}, which this version of Pursuit doesn’t know. A newer version has used it. Install that version or a later one.`,
    )
  return new Map(stored.rows.map(({ name, checksum }) => [name, checksum]))
}
