// Joins lessons with the person's own data on this device.
import { useMemo } from 'react'
import { useRows } from '#core/client/sync.tsx'
import {
  lessonAssignments,
  lessonProgress,
  lessons as lessonsKept,
  transcripts as transcriptsKept,
} from '../contract.ts'
import { type ShownLesson, shownLessons } from '../shown.ts'

/** Returns the lessons in the curriculum's order. */
export function useLessons(zone: string): readonly ShownLesson[] {
  const lessons = useRows(lessonsKept)
  const progress = useRows(lessonProgress)
  const assigned = useRows(lessonAssignments)
  const transcripts = useRows(transcriptsKept)
  return useMemo(
    () => shownLessons({ lessons, progress, assigned, transcripts }, zone),
    [lessons, progress, assigned, transcripts, zone],
  )
}
