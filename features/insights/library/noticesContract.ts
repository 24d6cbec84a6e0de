// What people are told about contents.
import { defineNotice } from '#core/contract/notice.ts'

export const contentReview = defineNotice({
  kind: 'contents_review',
  label: 'Reviews of content',
  why: 'A content of the Library that you look after is due for review.',
  switches: { email: 'Reviews of content by e-mail', push: 'Reviews of content by push' },
  leaves: 'bundled',
  level: 'asks',
  title: 'Review',
  button: 'Open the content',
  several: (count) => `${count} contents to review`,
})
