// Notifications about Library items.
import { defineNotice } from '#core/contract/notice.ts'

export const contentReview = defineNotice({
  kind: 'contents_review',
  label: 'Reviews of content',
  why: 'A Library item you own is due for review.',
  switches: { email: 'Content reviews by email', push: 'Reviews of content by push' },
  leaves: 'bundled',
  level: 'asks',
  title: 'Review',
  button: 'Open the item',
  several: (count) => `${count} items to review`,
})
