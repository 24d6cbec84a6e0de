// Layout of a data directory: `<directory>/cluster` is PostgreSQL's, `engine.json` names the engine that wrote it,
// `in-use.lock` guards it.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '#core/server/startupError.ts'
import { copyCluster, emptyCluster, enginePostgres, engineVersion } from './template.ts'

export class WrongEngine extends StartupError {}

export class DamagedDatabase extends StartupError {
  constructor(directory: string, reason = '') {
    super(
      `Can’t open the database in ${directory}: files are damaged or missing${reason && ` (${reason})`}. Move the folder away and restore a backup (npm run restore -- FILE). Nothing was changed.`,
    )
  }
}

const minorOf = (version: string) => version.split('.').slice(0, 2).join('.')

/**
 * Creates the cluster on the first start, from `template` or empty. The caller holds the lock. Throws `WrongEngine` for
 * an incompatible directory.
 */
export async function prepareCluster(directory: string, isDurable: boolean, template?: string): Promise<string> {
  const cluster = join(directory, 'cluster')
  const note = join(directory, 'engine.json')
  if (existsSync(cluster)) {
    const postgres = textOf(join(cluster, 'PG_VERSION'))?.trim()
    const wrote = noteOf(note)
    if (postgres === undefined || wrote === null) throw new DamagedDatabase(directory)
    if (postgres !== enginePostgres || !wrote || minorOf(wrote.pglite) !== minorOf(engineVersion))
      throw new WrongEngine(
        `The data directory ${directory} was written by embedded database engine ${wrote?.pglite ?? 'of unknown version'} (PostgreSQL ${postgres}); ` +
          `this Pursuit has ${engineVersion} (PostgreSQL ${enginePostgres}), which can’t read it. ` +
          'Start the Pursuit version that wrote it, move its data to a PostgreSQL server, and point this version to that server. Nothing was changed.',
      )
    return cluster
  }
  if (noteOf(note)?.isUsed) throw new DamagedDatabase(directory)
  const making = join(directory, 'cluster.new')
  rmSync(making, { recursive: true, force: true })
  copyCluster(template ?? (await emptyCluster()), making)
  writeFileSync(note, `${JSON.stringify({ pglite: engineVersion })}\n`)
  if (isDurable) await syncAll(making)
  renameSync(making, cluster)
  if (isDurable) await Promise.all([syncOne(note), syncOne(directory)])
  return cluster
}

/** After this, a missing cluster means data loss, not a first start. */
export function recordClusterUse(directory: string): void {
  const note = join(directory, 'engine.json')
  const wrote = noteOf(note)
  if (!wrote || wrote.isUsed) return
  writeFileSync(`${note}.new`, `${JSON.stringify({ ...wrote, isUsed: true })}\n`)
  renameSync(`${note}.new`, note)
}

type Note = { pglite: string; isUsed?: boolean }

/** Returns undefined if missing and null if unreadable. */
function noteOf(file: string): Note | null | undefined {
  const text = textOf(file)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Note
  } catch {
    return null
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Syncs all files together, so the disk writes its journal a few times, not once per file. */
async function syncAll(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  const lane = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncOne(path)
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  await syncOne(directory)
}

async function syncOne(path: string): Promise<void> {
  const isDirectory = (await stat(path)).isDirectory()
  // Windows can't open a directory and persists its entries without a sync.
  if (isDirectory && process.platform === 'win32') return
  const handle = await open(path, isDirectory ? 'r' : 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
