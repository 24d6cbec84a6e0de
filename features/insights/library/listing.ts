// Listing of Library items: the kinds with their own URL, and matching of searches. Pure.
import { foldCase } from '#core/contract/foldCase.ts'
import { type Kind, type LibraryItem, limits } from './contract.ts'

/** The specification's paths below /insights, with the kind that each shows and its label. */
export const kindAddresses = {
  documents: { kind: 'document', label: 'Documents' },
  podcasts: { kind: 'podcast', label: 'Podcasts' },
  events: { kind: 'event', label: 'Events' },
  guides: { kind: 'guide', label: 'Guides' },
  whitepapers: { kind: 'whitepaper', label: 'Whitepapers' },
  FAQs: { kind: 'FAQ', label: 'FAQs' },
  videos: { kind: 'video', label: 'Videos' },
} as const satisfies Record<string, { kind: Kind; label: string }>
export type KindAddress = keyof typeof kindAddresses
export const isKindAddress = (given: string): given is KindAddress => Object.hasOwn(kindAddresses, given)
/** Ignores case: 'faqs' is FAQs. Returns null for an unknown kind. */
export const kindAddressOf = (given: string): KindAddress | null =>
  Object.keys(kindAddresses)
    .filter(isKindAddress)
    .find((address) => address.toLowerCase() === given.toLowerCase()) ?? null

export const kindLabels: Record<Kind, string> = {
  document: 'Document',
  podcast: 'Podcast',
  event: 'Event',
  guide: 'Guide',
  whitepaper: 'Whitepaper',
  FAQ: 'FAQ',
  video: 'Video',
}

/** Shortens a description for a card. Source: the specification, section 5. */
export const truncateItemText = (text: string): string =>
  text.length > limits.card ? `${text.slice(0, limits.card).trimEnd()}…` : text

/** Returns whether every search word occurs in the name, the description, or the tags. */
export function matchesItemSearch({ name, description, tag_names }: LibraryItem, search: string): boolean {
  const all = foldCase(`${name} ${description} ${tag_names}`)
  return foldCase(search)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** Returns whether the item has one of the tags. Without tags, every item matches. */
export const hasTag = ({ tags_id }: LibraryItem, tags: ReadonlySet<string>): boolean =>
  tags.size === 0 || tags_id.some((id) => tags.has(id))

/** Formats the duration, page count, or host that is shown on the thumbnail. */
export function measureOf({ duration, pages, blog_url }: Pick<LibraryItem, 'duration' | 'pages' | 'blog_url'>): string {
  if (duration !== '') return duration
  if (pages > 0) return `${pages} ${pages === 1 ? 'page' : 'pages'}`
  return blog_url === '' ? '' : hostOf(blog_url)
}

export const hostOf = (address: string): string => /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(address)?.[1] ?? ''
