// The SHA-256 of uploads that come in pieces, while this process takes them. Node's own can't be written down, but is several times
// faster than one that can: a process that did not see an upload from its first byte on reads the whole back at the end.
import { createHash, type Hash } from 'node:crypto'
import type { FileStore } from './bucket.ts'

/** Uploads whose digests are held at once. Of one that is forgotten the whole is read again. */
const MOST_HELD = 1000

/** Goes on with an upload. */
export type Digesting = {
  update: (bytes: Buffer) => void
  /** So many bytes of it are safe. Nothing is held where others were seen: those that came may not have been kept. */
  hold: (received: number) => void
}

export type Digests = {
  /** Behind the first `received` bytes; null where these were not held. */
  goOn: (uploadId: string, received: number) => Digesting | null
  /** Of all of an upload, which lies under `key` by now. Throws where nothing lies there. */
  end: (uploadId: string, key: string, bytes: number) => Promise<Buffer>
}

export function openDigests(bucket: FileStore): Digests {
  const all = new Map<string, { received: number; hash: Hash }>()
  const held = (uploadId: string, received: number): Hash | null => {
    const found = all.get(uploadId)
    if (found?.received === received) return found.hash.copy()
    return received === 0 ? createHash('sha256') : null
  }
  const hold = (uploadId: string, received: number, hash: Hash) => {
    all.delete(uploadId)
    all.set(uploadId, { received, hash })
    if (all.size > MOST_HELD) for (const oldest of all.keys()) return void all.delete(oldest)
  }
  return {
    goOn(uploadId, from) {
      const hash = held(uploadId, from)
      let seen = from
      return (
        hash && {
          update(bytes) {
            hash.update(bytes)
            seen += bytes.length
          },
          hold: (received) => void (received === seen && hold(uploadId, received, hash.copy())),
        }
      )
    },
    async end(uploadId, key, bytes) {
      const seen = held(uploadId, bytes)
      all.delete(uploadId)
      if (seen) return seen.digest()
      const hash = createHash('sha256')
      const whole = await bucket.read(key)
      if (!whole) throw new Error(`Nothing lies under ${key}, which came as an upload.`)
      for await (const part of whole) hash.update(part as Buffer)
      return hash.digest()
    },
  }
}
