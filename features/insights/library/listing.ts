// How contents are listed: which kinds have an address of their own, what fits what is looked for. Pure.
import { foldCase } from '#core/contract/foldCase.ts'
import { type Kind, type LibraryItem, limits } from './contract.ts'

/** The addresses below /insights of the specification, with what they show and how it is called. */
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
/** However it is typed: 'faqs' is FAQs. Null for what is none. */
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

/** On a card. Source: the specification, section 5. */
export const truncateItemText = (text: string): string =>
  text.length > limits.card ? `${text.slice(0, limits.card).trimEnd()}…` : text

/** Every word of what is looked for is in the name, the description or the tags. */
export function matchesItemSearch({ name, description, tag_names }: LibraryItem, search: string): boolean {
  const all = foldCase(`${name} ${description} ${tag_names}`)
  return foldCase(search)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** It has one of the tags; with none, everything has. */
export const hasTag = ({ tags_id }: LibraryItem, tags: ReadonlySet<string>): boolean =>
  tags.size === 0 || tags_id.some((id) => tags.has(id))

/** How long or how many: what stands on its picture. */
export function measureOf({ duration, pages, blog_url }: Pick<LibraryItem, 'duration' | 'pages' | 'blog_url'>): string {
  if (duration !== '') return duration
  if (pages > 0) return `${pages} ${pages === 1 ? 'page' : 'pages'}`
  return blog_url === '' ? '' : hostOf(blog_url)
}

export const hostOf = (address: string): string => /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(address)?.[1] ?? ''
