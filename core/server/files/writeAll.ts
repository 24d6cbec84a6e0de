import type { FileHandle } from 'node:fs/promises'

/** A disk can accept fewer bytes than given. Without `at`, appends. */
export async function writeAll(file: FileHandle, bytes: Buffer, at?: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at === undefined ? null : at + done)
    done += bytesWritten
  }
}
