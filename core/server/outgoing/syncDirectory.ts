import { open } from 'node:fs/promises'

/** Makes the disk keep the names in a directory. Systems that can't (Windows) keep them by themselves. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => null)
  await directory?.sync().catch(() => {})
  await directory?.close()
}
