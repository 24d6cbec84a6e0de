import { statfsSync } from 'node:fs'

/** The database's largest allocation: one WAL segment. */
const LEAST = 16 * 1024 * 1024

/** Returns whether the disk has too little space to continue. */
export function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < LEAST
  } catch {
    return false
  }
}
