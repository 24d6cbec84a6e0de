import { createReadStream } from 'node:fs'
import { access, constants, copyFile, type FileHandle, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectoryAside } from '../makeDirectory.ts'
import { type FileStore, isKey, PART, PIECE_BYTES, type Pieces, reportIfFull, withoutPart } from './bucket.ts'
import { writeAll } from './writeAll.ts'

/** One folder per firm. A file gets its name only when all bytes are on the disk. */
export function folderBucket(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!isKey(withoutPart(key))) throw new Error(`Not a file’s key: ${key}`)
    return join(folder, ...key.split('/'))
  }
  return {
    kind: 'folder',
    place: folder,
    async write(key, from) {
      const to = pathOf(key)
      const part = to + PART
      try {
        await makeDirectoryAside(dirname(to))
        await moveOrCopy(from, part)
        await flush(part)
        await rename(part, to)
        await flush(dirname(to))
      } catch (error) {
        await rm(part, { force: true })
        throw reportIfFull(error)
      }
    },
    pieces: piecesIn(pathOf),
    async read(key, range) {
      const path = pathOf(key)
      if (!(await stat(path).catch(() => null))?.isFile()) return null
      return createReadStream(path, { ...range, highWaterMark: READ_BYTES })
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list() {
      for (const firm of await namesIn(folder))
        for (const name of await namesIn(join(folder, firm))) {
          const found = await stat(join(folder, firm, name)).catch(() => null)
          if (found?.isFile()) yield { key: `${firm}/${name}`, bytes: found.size, at: found.mtime }
        }
    },
    async check() {
      await makeDirectoryAside(folder)
      await access(folder, constants.W_OK)
    },
  }
}

/** Larger reads than Node's default of 64 kB. */
const READ_BYTES = 256 * 1024

function piecesIn(pathOf: (key: string) => string): Pieces {
  return {
    async *append(key, { received }, from) {
      const path = pathOf(key) + PART
      await makeDirectoryAside(dirname(path))
      const file = await open(path, received === 0 ? 'w' : 'r+')
      try {
        await file.truncate(received)
        yield* grow(file, received, from)
      } finally {
        await file.close()
      }
    },
    async complete(key) {
      const path = pathOf(key)
      try {
        await rename(path + PART, path)
      } catch (error) {
        // A killed process had already done it.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !(await stat(path).catch(() => null))) throw error
      }
      await flush(dirname(path))
    },
    abort: (key) => rm(pathOf(key) + PART, { force: true }),
  }
}

async function* grow(file: FileHandle, received: number, from: AsyncIterable<Buffer>) {
  let at = received
  let safe = received
  let writing: { bytes: Buffer; done: Promise<void> } | null = null
  const written = async () => {
    if (!writing) return
    const { bytes, done } = writing
    writing = null
    await done
    at += bytes.length
  }
  const save = async () => {
    await file.datasync()
    safe = at
    return { received: at }
  }
  try {
    for await (const bytes of from) {
      // Writes while the next bytes are read and hashed.
      await written()
      writing = { bytes, done: writeAll(file, bytes, at) }
      writing.done.catch(() => {})
      if (at + bytes.length - safe < PIECE_BYTES) continue
      await written()
      yield await save()
    }
    await written()
  } catch (error) {
    await written().catch(() => {})
    if (at > safe) yield await save()
    throw reportIfFull(error)
  }
  if (at > safe) yield await save()
}

/** Moves a file, or copies it between two disks. */
async function moveOrCopy(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to)
  }
}

/** Makes the data survive a power cut. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(folder)) names.push(name)
  } catch (error) {
    // The folder never existed or is empty now.
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return names
}
