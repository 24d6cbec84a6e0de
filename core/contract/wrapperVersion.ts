// Wrappers bring a client along that may be older or newer than the firm's server.

/** The oldest wrapper that this server still answers: an older one says that it has to be updated. Raised where a call changes that it needs. */
export const OLDEST_WRAPPER = '0.1.0'
/** The oldest server that this client can talk to. Raised where it needs a call that older ones don't have. */
export const OLDEST_SERVER = '0.1.0'

const numbersOf = (version: string) => version.split(/[+-]/)[0]!.split('.').map(Number)

/** Of two versions like '1.2.3' or '1.2.3+abc'. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  const place = [0, 1, 2].find((at) => (a[at] || 0) !== (b[at] || 0))
  return place !== undefined && (a[place] || 0) < (b[place] || 0)
}
