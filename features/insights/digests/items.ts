// Chooses the items of a digest and of each recipient. No item occurs twice in a digest or reaches a person twice.

/** Identifies an item over all runs of a digest: a Library item or a link. */
export const keyOfContent = (id: string) => `content:${id.toLowerCase()}`
export const keyOfLink = (url: string) => `link:${url.trim().replace(/#.*$/, '').replace(/\/$/, '')}`

/** Returns the first duplicate key, or null if there is none. */
export function firstTwice(keys: readonly string[]): string | null {
  const seen = new Set<string>()
  for (const key of keys) {
    if (seen.has(key)) return key
    seen.add(key)
  }
  return null
}

/** Returns a random number from 0 up to, but not including, 1. */
export type Chance = () => number

export function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  const left = [...list]
  return Array.from({ length: left.length }, () => left.splice(Math.floor(chance() * left.length), 1)[0]!)
}

type Choice = {
  favourites: readonly string[]
  /** Favorites that some digest has sent before. */
  sentBefore: ReadonlySet<string>
  /** Favorites already in the digest. */
  taken: ReadonlySet<string>
  most: number
  chance: Chance
}

/** Returns up to `most` favorites: first those never sent, then the others, each in random order. */
export function autoPopulated({ favourites, sentBefore, taken, most, chance }: Choice): string[] {
  const free = [...new Set(favourites)].filter((id) => !taken.has(id))
  const fresh = shuffled(
    free.filter((id) => !sentBefore.has(id)),
    chance,
  )
  const others = shuffled(
    free.filter((id) => sentBefore.has(id)),
    chance,
  )
  return [...fresh, ...others].slice(0, most)
}

export const skippedItems = {
  byAuthor: 'Left out of this digest.',
  nothingNew: 'Nothing new for them.',
  nothingToOpen: 'No items they can open.',
  deactivated: 'No longer active.',
  noAddress: 'No email address.',
  unsubscribed: 'Has unsubscribed.',
  suppressed: 'Emails to this address bounced.',
  noInsights: 'Doesn’t have Insights.',
} as const

/** Reasons why a firm's digest wasn't sent, or not to everyone. */
export const subscriptionEnded = {
  run: 'Not sent, and paused: your firm’s subscription to Insights has ended',
  mail: 'Not sent: your firm’s subscription to Insights has ended.',
} as const

type Given = {
  /** Keys of the run's items, in order. */
  keys: readonly string[]
  /** Keys that the person can open now. */
  openable: ReadonlySet<string>
  /** Keys that reached the person in an earlier run of this digest, or might have. */
  had: ReadonlySet<string>
}

/** Returns the positions in `keys` that a person gets, or the reason why there are none. */
export function itemsFor({ keys, openable, had }: Given): { places: number[] } | { reason: string } {
  const mayOpen = keys.flatMap((key, place) => (openable.has(key) ? [place] : []))
  if (mayOpen.length === 0) return { reason: skippedItems.nothingToOpen }
  const places = mayOpen.filter((place) => !had.has(keys[place]!))
  return places.length === 0 ? { reason: skippedItems.nothingNew } : { places }
}
