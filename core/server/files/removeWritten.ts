import type { WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'

/** Closes the file first, because one that is still opening would reappear. */
export async function removeWritten(file: WriteStream): Promise<void> {
  if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve).destroy())
  await rm(file.path, { force: true })
}
