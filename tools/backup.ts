// `npm run backup -- FILE.tar.gz` saves this installation's database, files, and key in one archive. The server can be
// running.
import { type Dirent, existsSync, readFileSync } from 'node:fs'
import { copyFile, cp, link, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { BACKED_UP } from '#core/server/checks/serverChecks.ts'
import { type Config, readConfig } from '#core/server/config.ts'
import { DirectoryInUse, lockDirectory } from '#core/server/database/embedded/lock.ts'
import { whilePaused } from '#core/server/database/embedded/pause.ts'
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
  pack,
  runCommand,
  runPostgresProgram,
  writeNote,
} from './archive.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

export async function backUp(config: Config, given: string): Promise<string> {
  const file = resolve(given)
  if (existsSync(file)) throw new StartupError(`${file} already exists. Choose another name, or remove it.`)
  if (!existsSync(dirname(file))) throw new StartupError(`The folder ${dirname(file)} doesn’t exist.`)
  const key = keyOf(config)
  const folder = await mkdtemp(join(dirname(file), '.pursuit-backup-'))
  try {
    // Files are stored before their rows and deleted after them, so copying before and after the dump finds every
    // referenced file.
    await copyFiles(config, folder)
    const url = directUrlOf(config)
    if (url) await dump(url, config, folder)
    else await copyEmbedded(config, folder)
    if (key === 'included') await copyFile(secretFile(config.directory), join(folder, keyFile))
    const note: BackupNote = {
      made: new Date().toISOString(),
      version,
      database: config.databaseUrl ? 'postgres' : 'embedded',
      files: bucketOf(config) ?? 'included',
      key,
    }
    writeNote(folder, note)
    pack(folder, `${file}.part`)
    await rename(`${file}.part`, file)
    await recordBackup(config)
    return `Backed up to ${file}. ${outside(note)}`.trim()
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(`${file}.part`, { force: true })
  }
}

/** For the health check. The backup is valid even if this fails. */
async function recordBackup(config: Config): Promise<void> {
  const url = directUrlOf(config)
  const noted = url
    ? runPostgresProgram('psql', url, ['--quiet', '--command', 'update installation set backed_up_at = now()'])
    : writeFile(join(config.directory, BACKED_UP), '')
  await noted.catch(() => undefined)
}

function outside({ files, key }: BackupNote): string {
  const parts = [
    files === 'included'
      ? ''
      : `The files are stored in ${files} and aren’t in this backup. Keep that bucket’s versions, or a copy of the bucket.`,
    key === 'included'
      ? 'This backup contains the encryption key. Store it where only you can read it.'
      : 'The encryption key is PURSUIT_SECRET and isn’t in this backup. Keep it too.',
  ]
  return parts.filter(Boolean).join(' ')
}

function keyOf({ secret, directory }: Config): BackupNote['key'] {
  if (secret) return 'PURSUIT_SECRET'
  if (existsSync(secretFile(directory))) return 'included'
  throw new StartupError(
    `${secretFile(directory)} doesn’t exist, and PURSUIT_SECRET isn’t set. Use the same PURSUIT_DATA and settings as the server.`,
  )
}

async function dump(url: string, config: Config, folder: string): Promise<void> {
  await runPostgresProgram('pg_dump', url, ['--format=custom', '--no-comments', '--file', join(folder, databaseDump)])
  await copyFiles(config, folder)
}

async function copyEmbedded(config: Config, folder: string): Promise<void> {
  const database = join(config.directory, databaseFolder)
  if (!existsSync(join(database, 'cluster')))
    throw new StartupError(`There’s no database in ${config.directory}. Set PURSUIT_DATA to the server’s folder.`)
  const copy = async () => {
    for (const name of ['engine.json', 'cluster'])
      await cp(join(database, name), join(folder, databaseFolder, name), { recursive: true })
    await copyFiles(config, folder)
  }
  if (await whilePaused(config.directory, copy)) return
  await rm(join(folder, databaseFolder), { recursive: true, force: true })
  const unlock = lockForCopy(database)
  try {
    await copy()
  } finally {
    unlock()
  }
}

function lockForCopy(database: string): () => void {
  try {
    return lockDirectory(database)
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    throw new StartupError(
      'Pursuit is using this data directory and couldn’t be paused. Stop it, run the command again, and start it.',
    )
  }
}

/** Copies missing files. Stored files never change, so a hard link is enough. */
async function copyFiles(config: Config, folder: string): Promise<void> {
  if (config.files) return
  const kept = join(config.directory, filesFolder, 'kept')
  const entries: Dirent[] = existsSync(kept) ? await readdir(kept, { recursive: true, withFileTypes: true }) : []
  for (const entry of entries.filter((one) => one.isFile())) {
    const from = join(entry.parentPath, entry.name)
    const to = join(folder, filesFolder, 'kept', from.slice(kept.length + 1))
    await mkdir(dirname(to), { recursive: true })
    const isGrowing = entry.name.includes('.')
    try {
      await (isGrowing ? copyFile(from, to) : link(from, to))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Copied the first time, or deleted with its row in the meantime.
      if (code === 'EEXIST' || code === 'ENOENT') continue
      await copyFile(from, to)
    }
  }
}

if (import.meta.main) await runCommand(() => backUp(readConfig(process.env), namedFile('backup')))
