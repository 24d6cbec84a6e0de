import { createReadStream } from 'node:fs'
import { access, constants, copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Bucket, type ByteRange, isKey, sayIfFull } from './bucket.ts'

/** Files in a folder, one folder for each firm. A file has its name only when all of its bytes are on the disk. */
export function folderBucket(folder: string): Bucket {
  const pathOf = (key: string) => {
    if (!isKey(key)) throw new Error(`Not a file's key: ${key}`)
    return join(folder, ...key.split('/'))
  }
  return {
    kind: 'folder',
    place: folder,
    async write(key, from) {
      const to = pathOf(key)
      const part = `${to}.part`
      try {
        await mkdir(dirname(to), { recursive: true })
        await moveOrCopy(from, part)
        await flush(part)
        await rename(part, to)
        await flush(dirname(to))
      } catch (error) {
        await rm(part, { force: true })
        throw sayIfFull(error)
      }
    },
    async read(key, range) {
      const path = pathOf(key)
      if (!(await stat(path).catch(() => null))?.isFile()) return null
      return createReadStream(path, rangeOf(range))
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
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    },
  }
}

const rangeOf = (range: ByteRange | undefined) => (range ? { start: range.start, end: range.end } : {})

/** A move costs nothing; between two disks it is a copy. */
async function moveOrCopy(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to)
  }
}

/** Down to the disk: a power cut after this loses nothing of it. */
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
    // Nothing was ever kept here, or the last file of it has just gone.
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return names
}
