// Lessons as the person sees them, joined on this device.
import { useMemo } from 'react'
import { useRows } from '#core/client/sync.tsx'
import {
  type AssignmentRow,
  type LessonRow,
  lessonAssignments,
  lessonProgress,
  lessons,
  transcripts,
  type Watched,
} from '../contract.ts'
import { watchedOf } from '../watched.ts'

export type ShownLesson = LessonRow & {
  watched: Watched
  /** Of all lessons the one that was watched last. */
  isLatest: boolean
  assigned: Pick<AssignmentRow, 'by' | 'due'> | null
  /** '' where the firm may not read it. */
  transcript: string
}

/** In the curriculum's order. */
export function useLessons(zone: string): readonly ShownLesson[] {
  const [rows, progress, assigned, spoken] = [
    useRows(lessons),
    useRows(lessonProgress),
    useRows(lessonAssignments),
    useRows(transcripts),
  ]
  return useMemo(() => {
    const played = new Map(progress.map((row) => [row.id, row]))
    const texts = new Map(spoken.map((row) => [row.id, row.text]))
    const shown = rows.map((lesson) => ({
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
  }, [rows, progress, assigned, spoken, zone])
}

/** The assignment that is due first, of the lesson or of its category. */
function nearest(assigned: readonly AssignmentRow[], { id, category }: LessonRow): AssignmentRow | null {
  const mine = assigned.filter((one) => one.lesson === id || one.category === category)
  const due = (one: AssignmentRow) => one.due ?? '9999'
  return mine.toSorted((a, b) => due(a).localeCompare(due(b)))[0] ?? null
}
