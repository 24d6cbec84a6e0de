// The SHA-256 of uploads that come in pieces, while this process takes them. Node's own can't be written down, but is several times
// faster than one that can: a process that did not see an upload from its first byte on reads the whole back at the end.
import { createHash, type Hash } from 'node:crypto'
import type { Bucket } from './bucket.ts'

/** Uploads whose digests are held at once. Of one that is forgotten the whole is read again. */
const MOST_HELD = 1000

type Held = { received: number; hash: Hash }

export type Digests = {
  /** Of the first `received` bytes of an upload, to go on with; null where they were not held. */
  take: (uploadId: string, received: number) => Hash | null
  hold: (uploadId: string, held: Held) => void
  /** Of all of an upload, which lies under `key` by now. Throws where nothing lies there. */
  end: (uploadId: string, key: string, bytes: number) => Promise<Buffer>
}

export function openDigests(bucket: Bucket): Digests {
  const all = new Map<string, Held>()
  const take: Digests['take'] = (uploadId, received) => {
    const held = all.get(uploadId)
    if (held?.received === received) return held.hash.copy()
    return received === 0 ? createHash('sha256') : null
  }
  return {
    take,
    hold(uploadId, held) {
      all.delete(uploadId)
      all.set(uploadId, held)
      if (all.size > MOST_HELD) for (const oldest of all.keys()) return void all.delete(oldest)
    },
    async end(uploadId, key, bytes) {
      const seen = take(uploadId, bytes)
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
