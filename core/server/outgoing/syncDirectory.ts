import { open } from 'node:fs/promises'

/** Windows persists names without a sync. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => null)
  await directory?.sync().catch(() => {})
  await directory?.close()
}
