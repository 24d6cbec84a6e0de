// Joins the curriculum with the person's own data. Pure.
import type { AssignmentRow, LessonProgressRow, LessonRow, TranscriptRow, Watched } from './contract.ts'
import { watchedOf } from './watched.ts'

export type ShownLesson = LessonRow & {
  watched: Watched
  /** Whether it is the lesson that was watched last. */
  isLatest: boolean
  assigned: Pick<AssignmentRow, 'by' | 'due'> | null
  /** '' if the firm can't read it. */
  transcript: string
}

export type OfflineLesson = {
  lessons: readonly LessonRow[]
  progress: readonly LessonProgressRow[]
  assigned: readonly AssignmentRow[]
  transcripts: readonly TranscriptRow[]
}

/** Returns the lessons in the curriculum's order. Data of missing lessons is ignored. */
export function shownLessons({ lessons, progress, assigned, transcripts }: OfflineLesson, zone: string): ShownLesson[] {
  const played = new Map(progress.map((row) => [row.id, row]))
  const texts = new Map(transcripts.map((row) => [row.id, row.text]))
  const shown = lessons.map((lesson) => ({
    ...lesson,
    watched: watchedOf(played.get(lesson.id), lesson.seconds, zone),
    isLatest: false,
    assigned: nearest(assigned, lesson),
    transcript: texts.get(lesson.id) ?? '',
  }))
  const latest = shown.reduce<ShownLesson | null>(
    (last, one) => ((one.watched.at ?? '') > (last?.watched.at ?? '') ? one : last),
    null,
  )
  return shown
    .map((lesson) => ({ ...lesson, isLatest: lesson.id === latest?.id }))
    .sort(
      (a, b) =>
        a.category_position - b.category_position ||
        a.category.localeCompare(b.category) ||
        a.position - b.position ||
        a.number - b.number,
    )
}

/** Returns the assignment due first, of the lesson or its category. */
function nearest(assigned: readonly AssignmentRow[], { id, category }: LessonRow): AssignmentRow | null {
  const mine = assigned.filter((one) => one.lesson === id || one.category === category)
  const due = (one: AssignmentRow) => one.due ?? '9999'
  return mine.toSorted((a, b) => due(a).localeCompare(due(b)))[0] ?? null
}
