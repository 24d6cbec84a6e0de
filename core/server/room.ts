// Room on a disk.
import { statfsSync } from 'node:fs'

/** As much as the database asks for at once: a segment of its log. */
const LEAST = 16 * 1024 * 1024

/** Too little is left on the disk of this folder to go on. */
export function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < LEAST
  } catch {
    return false
  }
}
