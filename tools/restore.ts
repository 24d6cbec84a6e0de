// `npm run restore -- FILE.tar.gz` restores a backup into an empty installation, set in the environment as for the
// server. Then run `npm start`.
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '#core/server/config.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { makeDirectory } from '#core/server/makeDirectory.ts'
import { secretFile } from '#core/server/secretBox.ts'
import { StartupError } from '#core/server/startupError.ts'
import {
  type BackupNote,
  bucketOf,
  databaseDump,
  databaseFolder,
  directUrlOf,
  filesFolder,
  keyFile,
  namedFile,
  readNote,
  runCommand,
  runPostgresProgram,
  unpack,
} from './archive.ts'

export async function restore(config: Config, given: string): Promise<string> {
  const file = resolve(given)
  if (!existsSync(file)) throw new StartupError(`The file ${file} doesn’t exist.`)
  makeDirectory(config.directory)
  const folder = await mkdtemp(join(config.directory, '.restoring-'))
  try {
    unpack(file, folder)
    const note = readNote(folder, file)
    await refuseUnlike(note, config)
    await refuseFull(config)
    await putKey(note, folder, config)
    const files = join(folder, filesFolder)
    if (existsSync(files)) await cp(files, join(config.directory, filesFolder), { recursive: true })
    // The database comes last, so that its presence means that the rest is complete.
    const url = directUrlOf(config)
    if (url) {
      const args = [
        '--no-owner',
        '--no-privileges',
        '--exit-on-error',
        '--single-transaction',
        join(folder, databaseDump),
      ]
      await runPostgresProgram('pg_restore', url, args)
    } else await rename(join(folder, databaseFolder), join(config.directory, databaseFolder))
    return `Restored the backup of ${note.made}. Start Pursuit with the same settings: npm start`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function refuseUnlike(note: BackupNote, config: Config): Promise<void> {
  if (note.database === 'postgres' && !config.databaseUrl)
    throw new StartupError(
      'This backup is from a PostgreSQL server. Set DATABASE_URL to an empty database. Use createdb to create one.',
    )
  if (note.database === 'embedded' && config.databaseUrl)
    throw new StartupError(
      'This backup is from the embedded database. Unset DATABASE_URL, and set PURSUIT_DATA to an empty folder.',
    )
  const bucket = bucketOf(config)
  if (note.files !== 'included' && !bucket)
    throw new StartupError(
      `This backup’s files are in ${note.files}. Set PURSUIT_FILES to that bucket or a copy of it.`,
    )
  if (note.files === 'included' && bucket)
    throw new StartupError(
      `This backup contains its files, but PURSUIT_FILES is set to ${bucket}. Unset PURSUIT_FILES.`,
    )
  if (note.key === 'PURSUIT_SECRET' && !config.secret)
    throw new StartupError(
      'This backup needs the PURSUIT_SECRET of its installation. Set PURSUIT_SECRET to that value.',
    )
}

async function refuseFull(config: Config): Promise<void> {
  const url = directUrlOf(config)
  if (!url) {
    const place = join(config.directory, databaseFolder)
    if (existsSync(place))
      throw new StartupError(
        `There’s already a database in ${config.directory}. Choose an empty folder with PURSUIT_DATA=…`,
      )
    return
  }
  const database = await openDatabase({ url, poolSize: 1 })
  try {
    const { rows } = await database.pool.query<{ tables: number }>(
      `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    if (rows[0]!.tables > 0)
      throw new StartupError('The database at DATABASE_URL isn’t empty. Use createdb to create an empty one.')
  } finally {
    await database.close()
  }
}

async function putKey(note: BackupNote, folder: string, { directory }: Config): Promise<void> {
  if (note.key !== 'included') return
  const place = secretFile(directory)
  const isThere = existsSync(place)
  if (isThere && (await readFile(place, 'utf8')).trim() !== (await readFile(join(folder, keyFile), 'utf8')).trim())
    throw new StartupError(
      `${place} differs from the backup’s key. Move it away, or choose an empty folder with PURSUIT_DATA=…`,
    )
  if (!isThere) await cp(join(folder, keyFile), place)
}

if (import.meta.main) await runCommand(() => restore(readConfig(process.env), namedFile('restore')))
