import { hash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, whatever the lengths are. */
export const isSameSecret = (said: string, right: string): boolean =>
  timingSafeEqual(hash('sha256', said, 'buffer'), hash('sha256', right, 'buffer'))
