// Filters, counts, searches, and shortens the lesson list. Pure.
import type { Lesson } from './contract.ts'

/** Fields that the list uses. The transcript is '' if the firm can't read it. */
export type Listed = Pick<Lesson, 'title' | 'description' | 'watched'> & { worksheet: unknown; transcript: string }

export const filters = {
  not_started: { label: 'Not Started', keeps: ({ watched }: Listed) => watched.seconds === 0 },
  started: {
    label: 'Started (Not Completed)',
    keeps: ({ watched }: Listed) => watched.seconds > 0 && watched.done === 'no',
  },
  completed: { label: 'Completed', keeps: ({ watched }: Listed) => watched.done === 'yes' },
  worksheet: { label: 'Worksheet', keeps: ({ worksheet }: Listed) => worksheet !== '' },
  no_worksheet: { label: 'No Worksheet', keeps: ({ worksheet }: Listed) => worksheet === '' },
} as const
export type FilterName = keyof typeof filters

/** Returns the number of lessons per filter. */
export function countsOf(lessons: readonly Listed[]): Record<FilterName, number> {
  const count = (name: FilterName) => lessons.filter(filters[name].keeps).length
  return {
    not_started: count('not_started'),
    started: count('started'),
    completed: count('completed'),
    worksheet: count('worksheet'),
    no_worksheet: count('no_worksheet'),
  }
}

/** Returns 'Show All Lessons', with '(Reset)' while a filter is active. */
export const showAllLabel = (isActive: boolean) => (isActive ? 'Show All Lessons (Reset)' : 'Show All Lessons')

/** Returns whether the title, description, or transcript contains every search word, ignoring case. */
export function matchesLessonSearch(lesson: Listed, search: string): boolean {
  const inIt = [lesson.title, lesson.description, lesson.transcript].join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => inIt.includes(word))
}

/** Returns whether only the transcript matches. */
export const isOnlySaid = (lesson: Listed, search: string): boolean =>
  !matchesLessonSearch({ ...lesson, transcript: '' }, search)

const CARD_CHARACTERS = 30

/** Returns the first 30 characters as people count them, and whether there are more. */
export function truncateLessonText(description: string): { text: string; hasMore: boolean } {
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(description)]
  if (characters.length <= CARD_CHARACTERS) return { text: description, hasMore: false }
  const text = characters.slice(0, CARD_CHARACTERS).map(({ segment }) => segment)
  return { text: text.join(''), hasMore: true }
}
