// The local outbox: files in the data directory instead of a provider. What a file is called follows from its row, so that
// writing it again is the same file, and a file is there whole or not at all.
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectoryAside } from '../makeDirectory.ts'
import { syncDirectory } from './syncDirectory.ts'

export type OutboxKind = 'mail' | 'sms' | 'push'
export type NamedMessage = { id: string; queuedAt: string }

const ends: Record<OutboxKind, string> = { mail: 'eml', sms: 'json', push: 'json' }

/** In the order of their names, files are in the order in which they were queued. */
const pathOf = (directory: string, kind: OutboxKind, { id, queuedAt }: NamedMessage) =>
  join(directory, kind, `${new Date(queuedAt).toISOString().replaceAll(':', '-')}-${id}.${ends[kind]}`)

export async function writeToOutbox(directory: string, kind: OutboxKind, named: NamedMessage, bytes: Buffer | string) {
  const path = pathOf(directory, kind, named)
  await makeDirectoryAside(join(directory, kind))
  const unfinished = `${path}.part`
  try {
    const file = await open(unfinished, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
  await syncDirectory(join(directory, kind))
}

/** Null when it is not there. */
export function readFromOutbox(directory: string, kind: OutboxKind, named: NamedMessage): Promise<Buffer | null> {
  return readFile(pathOf(directory, kind, named)).catch(() => null)
}
