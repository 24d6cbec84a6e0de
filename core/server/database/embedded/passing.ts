// Temporary database directories, in memory if there is room.
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'pursuit-passing-'
const ROOM = 2 ** 30
const passing = new Set<string>()

export function passingDirectory(): string {
  const place = roomiestDisk()
  if (passing.size === 0) {
    process.once('exit', removeAll)
    sweep(place)
  }
  const directory = mkdtempSync(join(place, `${PREFIX}${process.pid}-`))
  passing.add(directory)
  return directory
}

export function removePassing(directory: string): void {
  passing.delete(directory)
  rmSync(directory, { recursive: true, force: true })
  if (passing.size === 0) process.off('exit', removeAll)
}

function removeAll(): void {
  for (const directory of [...passing]) removePassing(directory)
}

/** Returns the in-memory folder if it has more than 1 GB free. */
export function roomiestDisk(): string {
  const memory = '/dev/shm'
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > ROOM ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Removes directories of killed processes. */
function sweep(place: string): void {
  for (const name of readdirSync(place)) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0
    if (owner > 0 && !isAlive(owner)) rmSync(join(place, name), { recursive: true, force: true })
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
