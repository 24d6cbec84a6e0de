// Writes a compressed tar archive to this machine's disk, entry by entry.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { removeWritten } from '#core/server/files/removeWritten.ts'
import { newId } from '#core/server/ids.ts'
import { makeDirectoryAside } from '#core/server/makeDirectory.ts'

export type Archive = {
  /** `bytes` must be the exact size of the content. */
  add: (name: string, bytes: number, content: Readable, at: Date) => Promise<void>
  addText: (name: string, text: string, at: Date) => Promise<void>
  /** Finishes the archive and returns its path, size, and digest. Nothing can be added afterwards. */
  finish: () => Promise<{ path: string; bytes: number; sha256: Buffer }>
  /** Deletes the archive from the disk. */
  discard: () => Promise<void>
}

/** Throws the disk's errors. A daily job empties `folder`, so it removes files that a killed process left. */
export async function openArchive(folder: string): Promise<Archive> {
  await makeDirectoryAside(folder)
  const path = join(folder, newId())
  const { readable, controller } = createTarPacker()
  const file = createWriteStream(path)
  const hash = createHash('sha256')
  const written = pipeline(
    Readable.fromWeb(readable as never),
    createGzip({ level: 6 }),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece)
        yield piece
      }
    },
    file,
  )
  // The next call to `add` or `finish` throws the error.
  written.catch(() => undefined)
  const add = async (name: string, bytes: number, content: Readable, at: Date) => {
    const entry = controller.add({ name, size: bytes, mtime: at, mode: 0o644, type: 'file' })
    await Promise.race([Readable.toWeb(content).pipeTo(entry as never), written.then(() => undefined)])
  }
  return {
    add,
    async addText(name, text, at) {
      const bytes = Buffer.from(text)
      await add(name, bytes.length, Readable.from([bytes]), at)
    },
    async finish() {
      controller.finalize()
      await written
      const { size } = await stat(path)
      return { path, bytes: size, sha256: hash.digest() }
    },
    async discard() {
      controller.error(new Error('The archive is no longer needed.'))
      await written.catch(() => undefined)
      await removeWritten(file)
    },
  }
}

export type ArchiveLines = {
  add: (lines: readonly string[]) => Promise<void>
  /** Reads all lines, once. */
  read: () => Promise<{ bytes: number; content: Readable }>
  discard: () => Promise<void>
}

/** Buffers lines on the disk until their total size is known. */
export async function openLines(folder: string): Promise<ArchiveLines> {
  await makeDirectoryAside(folder)
  const path = join(folder, newId())
  await (await open(path, 'w')).close()
  return {
    add: (lines) => appendFile(path, lines.map((line) => `${line}\n`).join('')),
    read: async () => ({ bytes: (await stat(path)).size, content: createReadStream(path) }),
    discard: () => rm(path, { force: true }),
  }
}
