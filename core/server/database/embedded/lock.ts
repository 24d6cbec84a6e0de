// Two processes on one data directory destroy it. SQLite's file lock keeps the second out and ends with its process.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '#core/server/startupError.ts'

export class DirectoryInUse extends StartupError {}

/** Open locks stay referenced, because garbage collection would release them. */
const held = new Set<DatabaseSync>()

/** Returns a function that releases the directory. Throws `DirectoryInUse`. */
export function lockDirectory(directory: string): () => void {
  const ownerFile = join(directory, 'in-use.txt')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(directory, 'in-use.lock'))
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock?.close()
    if (!/locked|busy/i.test(String(error))) throw noLockIn(directory, error as Error)
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

/** Distinguishes a folder that accepts no files from one that supports no locks. */
function noLockIn(directory: string, error: Error): Error {
  const trial = join(directory, `trial.${process.pid}`)
  try {
    writeFileSync(trial, 'so that a full disk says so')
  } catch (why) {
    return why as Error
  } finally {
    rmSync(trial, { force: true })
  }
  return new StartupError(
    `Pursuit can’t lock ${join(directory, 'in-use.lock')} (${error.message}). Without the lock, a second Pursuit could destroy the data. Remove whatever blocks the file, or choose a folder on a local disk with PURSUIT_DATA=…`,
  )
}

function ownerOf(file: string): string {
  try {
    return readFileSync(file, 'utf8') || 'starting just now'
  } catch {
    return 'starting just now'
  }
}
