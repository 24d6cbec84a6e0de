// Tracks where another device played a lesson while its page is open here. Pure.

/** A position in the person's progress. `at` is null if nothing was played. */
export type PlaybackPosition = { at: string | null; second: number }

/**
 * `mine` is the last position known here, from the start or this page's reports. `other` is a later one from another
 * device.
 */
export type DevicePosition = { mine: PlaybackPosition; other: PlaybackPosition | null }

export const seenFirst = (place: PlaybackPosition): DevicePosition => ({ mine: place, other: null })

/**
 * Applies progress from this page's reports or a sync. `told` is the last second that this page reported; null for
 * none. Returns the same object if nothing is new.
 */
export function seenNow(seen: DevicePosition, place: PlaybackPosition, told: number | null): DevicePosition {
  const { mine, other } = seen
  if (place.at === null || isSame(place, other) || isSame(place, mine)) return seen
  // The server can have assigned its own instant to this page's report.
  if (place.second === told) return { mine: place, other }
  return isLater(place, mine) ? { mine, other: place } : seen
}

/** Keeps the position here. */
export const stayed = (seen: DevicePosition): DevicePosition => {
  const { mine, other } = seen
  if (!other) return seen
  return seenFirst(isLater(other, mine) ? other : mine)
}

const isLater = (one: PlaybackPosition, other: PlaybackPosition) => (one.at ?? '') > (other.at ?? '')
const isSame = (one: PlaybackPosition, other: PlaybackPosition | null) =>
  one.at === other?.at && one.second === other.second
