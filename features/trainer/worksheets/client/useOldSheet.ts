import { useRows } from '#core/client/sync.tsx'
import { type WorksheetRow, worksheetAnswers, worksheets } from '../contract.ts'

/**
 * Returns the worksheet that was archived or removed from its lesson, if the person has answers on it or reads a
 * colleague's.
 */
export function useOldSheet(lessonId: string, personId: string): WorksheetRow | undefined {
  const old = useRows(worksheets).find((one) => one.lesson_id === lessonId && one.archived)
  const isAnswered = useRows(worksheetAnswers).some(({ id }) => id === old?.id)
  return isAnswered || personId !== '' ? old : undefined
}
