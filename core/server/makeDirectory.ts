import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * For this user only. Throws the system's error. Node's `recursive` loops forever in places such as /proc, which report
 * every new name as missing.
 */
export function makeDirectory(directory: string): void {
  if (isDirectory(directory)) return
  const parent = dirname(directory)
  if (parent !== directory) makeDirectory(parent)
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if (!isDirectory(directory)) throw error
  }
}

/** Works asynchronously, so that a slow disk blocks no one else. */
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

/** Creating a path through a file, or an unreadable one, yields the reason. */
const wasMade = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
