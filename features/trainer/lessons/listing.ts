// How the list of lessons is cut, counted, searched and shortened. Pure.
import type { Lesson } from './contract.ts'

/** What of a lesson the list goes by, with the words of its transcript where they may be read. */
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

/** How many lessons each filter keeps, of all of them. */
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

/** 'Show All Lessons', with '(Reset)' while a filter is active. */
export const showAllLabel = (isActive: boolean) => (isActive ? 'Show All Lessons (Reset)' : 'Show All Lessons')

/** Whether every word of the search stands in the title, the description or the transcript, whatever its case. */
export function matchesLessonSearch(lesson: Listed, search: string): boolean {
  const inIt = [lesson.title, lesson.description, lesson.transcript].join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => inIt.includes(word))
}

/** Whether the transcript alone has it. */
export const isOnlySaid = (lesson: Listed, search: string): boolean =>
  !matchesLessonSearch({ ...lesson, transcript: '' }, search)

const CARD_CHARACTERS = 30

/** A card's description: the first 30 characters as people count them, and whether there is more to show. */
export function truncateLessonText(description: string): { text: string; hasMore: boolean } {
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(description)]
  if (characters.length <= CARD_CHARACTERS) return { text: description, hasMore: false }
  const text = characters.slice(0, CARD_CHARACTERS).map(({ segment }) => segment)
  return { text: text.join(''), hasMore: true }
}
