import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder for this user alone, and those that it lies in. Throws what the system says.
 * Node's own `recursive` goes round for ever below places, as /proc, that say of each new name that it isn't there.
 */
export function makeDirectory(directory: string): void {
  if (isDirectory(directory)) return
  const parent = dirname(directory)
  if (parent !== directory) makeDirectory(parent)
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process was quicker.
    if (!isDirectory(directory)) throw error
  }
}

/** The same while calls are answered: a slow disk holds up nobody else. Rejects with what the system says. */
export async function makeDirectoryAside(directory: string): Promise<void> {
  if (await wasMade(directory)) return
  const parent = dirname(directory)
  if (parent !== directory) await makeDirectoryAside(parent)
  try {
    await mkdir(directory, { mode: 0o700 })
  } catch (error) {
    if (!(await wasMade(directory))) throw error
  }
}

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** A path through a file, or one that may not be looked at, is no folder: making it says why. */
const wasMade = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
