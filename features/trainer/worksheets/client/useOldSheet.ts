import { useRows } from '#core/client/sync.tsx'
import { type WorksheetRow, worksheetAnswers, worksheets } from '../contract.ts'

/** The worksheet of a lesson that is archived or has it no more, where the person has answers on it or reads those of a colleague. */
export function useOldSheet(lessonId: string, personId: string): WorksheetRow | undefined {
  const old = useRows(worksheets).find((one) => one.lesson_id === lessonId && one.archived)
  const isAnswered = useRows(worksheetAnswers).some(({ id }) => id === old?.id)
  return isAnswered || personId !== '' ? old : undefined
}
