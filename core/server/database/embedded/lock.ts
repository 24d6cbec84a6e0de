// Two processes on one data directory destroy it. SQLite's file lock keeps the second out, and ends with its process.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '#core/server/cannotStart.ts'

export class DirectoryInUse extends CannotStart {}

/** Released locks are closed by hand; the others must not be collected as garbage, which would release them too. */
const held = new Set<DatabaseSync>()

/** Returns what gives the directory back. Throws DirectoryInUse when another Pursuit has it. */
export function lockDirectory(directory: string): () => void {
  const ownerFile = join(directory, 'in-use.txt')
  const lock = new DatabaseSync(join(directory, 'in-use.lock'))
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!/locked|busy/i.test(String(error))) throw error
    throw new DirectoryInUse(
      `This data directory is in use by another Pursuit (${ownerOf(ownerFile)}): ${directory}. Stop that one first, or give this one a directory of its own.`,
    )
  }
  held.add(lock)
  writeFileSync(ownerFile, `process ${process.pid}, since ${new Date().toISOString()}`)
  return () => {
    if (!held.delete(lock)) return
    rmSync(ownerFile, { force: true })
    lock.close()
  }
}

function ownerOf(file: string): string {
  try {
    return readFileSync(file, 'utf8') || 'starting just now'
  } catch {
    return 'starting just now'
  }
}
