import type { WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'

/** Takes away a file however far its writing has come. Closes it first: one that is still being opened would be there again. */
export async function removeWritten(file: WriteStream): Promise<void> {
  if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve).destroy())
  await rm(file.path, { force: true })
}
