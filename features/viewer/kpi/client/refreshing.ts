// Computes when to refresh a token, so that the next one arrives before it expires.
import { REFRESH_MS } from '../contract.ts'

/** Margin before expiry, if the token lasts long enough. */
const MARGIN_MS = 60_000
/** Minimum pause between two requests, however short the token's life. */
export const LEAST_MS = 5_000

/** Returns the milliseconds from issue to refresh. `lasts` is the token's lifetime from the response, in seconds. */
export function refreshAfter(lasts: number): number {
  const life = lasts * 1000
  return Math.max(LEAST_MS, Math.min(REFRESH_MS, life - Math.min(MARGIN_MS, life / 5)))
}
