// When a token is asked for again: early enough that the next one is there before it ends.
import { REFRESH_MS } from '../contract.ts'

/** So long before the end, where the token lasts that long. */
const MARGIN_MS = 60_000
/** However short it lasts, so long passes between two askings. */
export const LEAST_MS = 5_000

/** Milliseconds from when it was given until it is asked for again. `lasts`: as the answer says, in seconds. */
export function refreshAfter(lasts: number): number {
  const life = lasts * 1000
  return Math.max(LEAST_MS, Math.min(REFRESH_MS, life - Math.min(MARGIN_MS, life / 5)))
}
