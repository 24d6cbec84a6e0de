// The layout of a data directory: <directory>/cluster is PostgreSQL's, engine.json says what wrote it, in-use.lock guards it.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '#core/server/cannotStart.ts'
import { copyCluster, emptyCluster, enginePostgres, engineVersion } from './template.ts'

export class WrongEngine extends CannotStart {}

const minorOf = (version: string) => version.split('.').slice(0, 2).join('.')

/**
 * Makes the cluster on the first start (from `template`, or empty), checks it on later ones. The caller holds the lock.
 * Throws WrongEngine when the directory was written by an engine that this one can't read.
 */
export async function prepareCluster(directory: string, isDurable: boolean, template?: string): Promise<string> {
  const cluster = join(directory, 'cluster')
  const note = join(directory, 'engine.json')
  if (existsSync(cluster)) {
    const postgres = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
    const wrote: string | undefined = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')).pglite : undefined
    if (postgres !== enginePostgres || !wrote || minorOf(wrote) !== minorOf(engineVersion))
      throw new WrongEngine(
        `The data directory ${directory} was written by embedded database engine ${wrote ?? 'of unknown version'} (PostgreSQL ${postgres}); ` +
          `this Pursuit has ${engineVersion} (PostgreSQL ${enginePostgres}), which can't read it. ` +
          'Start the Pursuit that wrote it, move its data to a PostgreSQL server, and give this one its address; nothing was changed.',
      )
    return cluster
  }
  const making = join(directory, 'cluster.new')
  rmSync(making, { recursive: true, force: true })
  copyCluster(template ?? (await emptyCluster()), making)
  writeFileSync(note, `${JSON.stringify({ pglite: engineVersion })}\n`)
  if (isDurable) await syncAll(making)
  renameSync(making, cluster)
  if (isDurable) await Promise.all([syncOne(note), syncOne(directory)])
  return cluster
}

export function makeDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
}

/** All at once: the disk then writes its journal a few times instead of once a file. */
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
  // Windows can't open a directory, and keeps its entries without being told.
  if (isDirectory && process.platform === 'win32') return
  const handle = await open(path, isDirectory ? 'r' : 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
