// Format of the items in the demo's Library.
import type { Kind } from '../contract.ts'

/** Tags in the practice groups' own terms. */
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
  /** A PDF: '# ' starts a heading, '- ' a bullet, '---' a page. Anything else is a paragraph. */
  | { text: string }
  /** File name without the extension. */
  | { film: string }
  | { recording: string }
  | { url: string }

export type DemoContent = What & {
  name: string
  description: string
  kind: Kind
  tags: readonly (typeof tagNames)[number][]
  /** Days from the day it was added to today. */
  daysAgo: number
  /** Days from today to the event. */
  inDays?: number
  /** Can be shared outside the firm. */
  isForClients?: true
  /**
   * Left out for everyone. Otherwise the group that Morgan manages, or people by the local part of their email
   * addresses.
   */
  to?: 'group' | readonly string[]
}

export type DemoSection = { name: string; contents: readonly DemoContent[] }
