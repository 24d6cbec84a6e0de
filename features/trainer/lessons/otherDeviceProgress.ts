// Where a lesson was last played elsewhere while its page is open here. Pure.

/** As the person's progress says it: `at` is null where nothing was ever played. */
export type PlaybackPosition = { at: string | null; second: number }

/** `mine`: the last place that is known here, from the start of the page or by its own reports. `other`: a later one, of another device. */
export type DevicePosition = { mine: PlaybackPosition; other: PlaybackPosition | null }

export const seenFirst = (place: PlaybackPosition): DevicePosition => ({ mine: place, other: null })

/** After progress came from this page's reports or by a sync. `told`: the second that this page has reported last; null for none. The very same where nothing is new. */
export function seenNow(seen: DevicePosition, place: PlaybackPosition, told: number | null): DevicePosition {
  const { mine, other } = seen
  if (place.at === null || isSame(place, other) || isSame(place, mine)) return seen
  // The server may have put its own instant to what was reported here.
  if (place.second === told) return { mine: place, other }
  return isLater(place, mine) ? { mine, other: place } : seen
}

/** The person stays here. */
export const stayed = (seen: DevicePosition): DevicePosition => {
  const { mine, other } = seen
  if (!other) return seen
  return seenFirst(isLater(other, mine) ? other : mine)
}

const isLater = (one: PlaybackPosition, other: PlaybackPosition) => (one.at ?? '') > (other.at ?? '')
const isSame = (one: PlaybackPosition, other: PlaybackPosition | null) =>
  one.at === other?.at && one.second === other.second
