// Files instead of a provider. The name is derived from the row, so writing again replaces the file, and a file is
// complete or absent.
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectoryAside } from '../makeDirectory.ts'
import { syncDirectory } from './syncDirectory.ts'

export type OutboxKind = 'mail' | 'sms' | 'push'
export type NamedMessage = { id: string; queuedAt: string }

const ends: Record<OutboxKind, string> = { mail: 'eml', sms: 'json', push: 'json' }

/** Names sort by queue time. */
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

/** Returns null if the file doesn't exist. */
export function readFromOutbox(directory: string, kind: OutboxKind, named: NamedMessage): Promise<Buffer | null> {
  return readFile(pathOf(directory, kind, named)).catch(() => null)
}
