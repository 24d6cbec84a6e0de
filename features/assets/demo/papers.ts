// The papers that the demo's firm shares: who may open each, and where its text stands.
import { clientPapers } from './clientPapers.ts'
import { growthPapers } from './growthPapers.ts'
import { meetingPapers } from './meetingPapers.ts'

export type DemoAccess = 'everyone' | 'group' | readonly string[]
export type Paper = {
  name: string
  tags: readonly string[]
  /** Everyone, the group that Morgan manages, or people by the first part of their addresses. */
  to: DemoAccess
  /** Days before today on which it was shared. */
  daysAgo: number
  /** '# ' begins a heading, '- ' a point, '---' a page; anything else is a paragraph. */
  text: string
  /** What it said before, where it was replaced. */
  earlier?: string
}

/** Twenty-five. */
export const demoPdfs: readonly Paper[] = [...meetingPapers, ...clientPapers, ...growthPapers]
