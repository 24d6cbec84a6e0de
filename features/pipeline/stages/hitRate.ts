// How often Targets of a stage were won. Pure.

/** Closed Targets from which a share says something. Source: with fewer, it can be off by 17 points either way. */
export const LEAST_CLOSED = 30

/** All in percent, rounded. */
export type HitRate = { won: number; from: number; to: number }

/** Standard deviations that hold 95 of 100 values of a normal distribution. */
const Z = 1.959964

/**
 * Returns the share that was won, and the range that holds the true one 95 times in 100. Null below `LEAST_CLOSED`.
 * Source: E. B. Wilson, 'Probable inference, the law of succession, and statistical inference', 1927.
 */
export function hitRate(won: number, closed: number): HitRate | null {
  if (closed < LEAST_CLOSED) return null
  const share = won / closed
  const square = (Z * Z) / closed
  const middle = share + square / 2
  const reach = Z * Math.sqrt((share * (1 - share)) / closed + square / (4 * closed))
  const percent = (part: number) => Math.round((100 * part) / (1 + square))
  return { won: Math.round(100 * share), from: percent(middle - reach), to: percent(middle + reach) }
}
