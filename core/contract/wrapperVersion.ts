// A wrapper's client can be older or newer than the firm's server.

/** Oldest supported wrapper. Older ones ask for an update. Raise it when a call they need changes. */
export const OLDEST_WRAPPER = '0.1.0'
/** Oldest supported server. Raise it when the client needs a newer call. */
export const OLDEST_SERVER = '0.1.0'

const numbersOf = (version: string) => version.split(/[+-]/)[0]!.split('.').map(Number)

/** Compares two versions like '1.2.3' or '1.2.3+abc'. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  const place = [0, 1, 2].find((at) => (a[at] || 0) !== (b[at] || 0))
  return place !== undefined && (a[place] || 0) < (b[place] || 0)
}
