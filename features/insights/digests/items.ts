// Which items a digest holds, and which of them a person gets: no item twice in a digest, and none twice to a person.

/** What an item is, over all runs of a digest: a content of the library, or a link. */
export const keyOfContent = (id: string) => `content:${id.toLowerCase()}`
export const keyOfLink = (url: string) => `link:${url.trim().replace(/#.*$/, '').replace(/\/$/, '')}`

/** The first that stands in the list a second time; null where none does. */
export function firstTwice(keys: readonly string[]): string | null {
  const seen = new Set<string>()
  for (const key of keys) {
    if (seen.has(key)) return key
    seen.add(key)
  }
  return null
}

/** From 0 up to 1, as the caller's source of chance gives them. */
export type Chance = () => number

export function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  const left = [...list]
  return Array.from({ length: left.length }, () => left.splice(Math.floor(chance() * left.length), 1)[0]!)
}

type Choice = {
  /** The author's favorites. */
  favourites: readonly string[]
  /** Those that some digest has sent before. */
  sentBefore: ReadonlySet<string>
  /** Those that stand in the digest anyway. */
  taken: ReadonlySet<string>
  most: number
  chance: Chance
}

/** Up to `most` favorites: those that were never sent first, then the others, each in a random order. */
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

/** Why a firm's digest did not go, or not to everybody. */
export const subscriptionEnded = {
  run: 'Not sent, and paused: your firm’s subscription to Insights has ended',
  mail: 'Not sent: your firm’s subscription to Insights has ended.',
} as const

type Given = {
  /** Of the run, in its order. */
  keys: readonly string[]
  /** Those that the person may open now. */
  openable: ReadonlySet<string>
  /** Those that went to the person in an earlier run of this digest, or may have. */
  had: ReadonlySet<string>
}

/** The places in `keys` of what a person gets, or why it is nothing. */
export function itemsFor({ keys, openable, had }: Given): { places: number[] } | { reason: string } {
  const mayOpen = keys.flatMap((key, place) => (openable.has(key) ? [place] : []))
  if (mayOpen.length === 0) return { reason: skippedItems.nothingToOpen }
  const places = mayOpen.filter((place) => !had.has(keys[place]!))
  return places.length === 0 ? { reason: skippedItems.nothingNew } : { places }
}
