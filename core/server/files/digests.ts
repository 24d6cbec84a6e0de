// SHA-256 of resumable uploads. Node's hash can't be serialized but is several times faster than one that can, so a
// process that didn't see the whole upload reads it back at the end.
import { createHash, type Hash } from 'node:crypto'
import type { FileStore } from './bucket.ts'

/** Digests in memory. An evicted upload is read again in full. */
const MOST_HELD = 1000

export type Digesting = {
  update: (bytes: Buffer) => void
  /** Confirms stored bytes. A digest of a different number is dropped, because some bytes can be lost. */
  hold: (received: number) => void
}

export type Digests = {
  /** Returns null if the digest of these bytes isn't in memory. */
  goOn: (uploadId: string, received: number) => Digesting | null
  /** Throws if nothing is stored under `key`. */
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
