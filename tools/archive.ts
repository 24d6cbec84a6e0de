// A backup is one compressed archive with the database, the firms' files, the encryption key for secrets, and metadata.
import { execFile, spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '#core/server/config.ts'
import { addressesOf } from '#core/server/database/postgres/primary.ts'
import { StartupError } from '#core/server/startupError.ts'

export type BackupNote = {
  made: string
  /** Version of Pursuit that created it. */
  version: string
  database: 'embedded' | 'postgres'
  /** In the backup, or in the bucket where they stay. */
  files: 'included' | `s3://${string}`
  /** In the backup, or set by the operator. */
  key: 'included' | 'PURSUIT_SECRET'
}

export const databaseFolder = 'database'
export const databaseDump = 'database.dump'
export const filesFolder = 'files'
export const keyFile = 'secret.key'
const recordFile = 'backup.json'

const run = promisify(execFile)

export const writeNote = (folder: string, note: BackupNote): void =>
  writeFileSync(join(folder, recordFile), `${JSON.stringify(note, null, 2)}\n`)

export function readNote(folder: string, file: string): BackupNote {
  try {
    return JSON.parse(readFileSync(join(folder, recordFile), 'utf8')) as BackupNote
  } catch {
    throw new StartupError(`${file} isn’t a Pursuit backup.`)
  }
}

export const pack = (folder: string, file: string): void => tar(['-czf', file, '-C', folder, '.'])
export const unpack = (file: string, folder: string): void => tar(['-xzf', file, '-C', folder])

function tar(args: string[]): void {
  const { error, status, stderr } = spawnSync('tar', args, { encoding: 'utf8' })
  if (error) throw new StartupError('tar isn’t installed. Install it and run the command again.')
  if (status !== 0) throw new StartupError(`Couldn’t read or write the archive: ${stderr.trim()}`)
}

/** Finds the newest program on the path or in Debian's folder. It also reads older servers. */
export async function runPostgresProgram(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  url: string,
  args: string[],
): Promise<void> {
  const [first = url, ...others] = addressesOf(url)
  const password = decodeURIComponent(new URL(first).password)
  // Other people on the machine can read a command's arguments, but not its environment.
  const address = url.replace(/^([a-z]+:\/\/[^@/:]*):[^@/]*@/, '$1@')
  // Selects the primary of several hosts.
  const which = others.length > 0 && { PGTARGETSESSIONATTRS: 'read-write' }
  const env = { ...process.env, ...which, ...(password && { PGPASSWORD: password }) }
  try {
    await run(postgresProgram(name), [...args, '--dbname', address], { env, maxBuffer: Number.POSITIVE_INFINITY })
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string }
    if (code === 'ENOENT')
      throw new StartupError(
        `${name} isn’t installed. Install the PostgreSQL client programs (Debian: apt-get install postgresql-client), in the server’s version or later, and run the command again.`,
      )
    throw new StartupError(`${name} failed: ${(stderr ?? String(error)).trim()}`)
  }
}

function postgresProgram(name: string): string {
  const version = (path: string) => Number(path.match(/(\d+)\/bin\//)?.[1])
  const newest = globSync(`/usr/lib/postgresql/*/bin/${name}`).sort((a, b) => version(b) - version(a))[0]
  return newest ?? name
}

/** Bypasses the pooler, because these programs need a session. */
export const directUrlOf = ({ databaseUrl, databaseDirectUrl }: Config): string | undefined =>
  databaseDirectUrl ?? databaseUrl

export const bucketOf = ({ files }: Config): `s3://${string}` | null =>
  files ? `s3://${files.bucket}/${files.prefix}` : null

/** Throws a sentence if there is no file. */
export function namedFile(command: string, args = process.argv.slice(2)): string {
  const [file, ...more] = args
  if (!file || more.length) throw new StartupError(`Name the file: npm run ${command} -- FILE.tar.gz`)
  return file
}

/** Prints the result, or a sentence about the failure. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  // The output contains secrets, so only its owner can read it.
  process.umask(0o077)
  try {
    console.log(await work())
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error)
    process.exitCode = 1
  }
}
