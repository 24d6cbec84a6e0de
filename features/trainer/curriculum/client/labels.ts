import { durationOf } from '#core/contract/playing.ts'
import type { ListedLesson, State } from '../contract.ts'

export const lessonStateLabels: Record<State, string> = { draft: 'Draft', published: 'Published', archived: 'Archived' }

export const countedThings = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** Formats facts such as '01:30 · Transcript · Worksheet'. */
export const describeLesson = ({ seconds, has_transcript, has_worksheet }: ListedLesson): string =>
  [seconds > 0 ? durationOf(seconds) : 'No video', has_transcript && 'Transcript', has_worksheet && 'Worksheet']
    .filter(Boolean)
    .join(' · ')

export const lessonPath = (id: string) => `/admin/curriculum/${id}`
