// How the contents of the demo's Library are written down.
import type { Kind } from '../contract.ts'

/** The practice groups' own words for what the firm sorts by. */
export const tagNames = [
  'Tax',
  'M&A',
  'Private clients',
  'Real estate',
  'Litigation',
  'Employment',
  'Manufacturing',
  'Technology',
  'Finance',
  'Insurance',
  'Energy',
  'Client talks',
] as const

type What =
  /** A PDF: '# ' begins a heading, '- ' a point, '---' a page; anything else is a paragraph. */
  | { text: string }
  /** By the name of its file, without the ending. */
  | { film: string }
  | { recording: string }
  | { url: string }

export type DemoContent = What & {
  name: string
  description: string
  kind: Kind
  tags: readonly (typeof tagNames)[number][]
  /** Days before today on which it was added. */
  daysAgo: number
  /** Of an event: days from today on. */
  inDays?: number
  /** May go outside of the firm. */
  isForClients?: true
  /** Everyone where nothing is said; the group that Morgan manages, or people by the first part of their addresses. */
  to?: 'group' | readonly string[]
}

export type DemoSection = { name: string; contents: readonly DemoContent[] }
