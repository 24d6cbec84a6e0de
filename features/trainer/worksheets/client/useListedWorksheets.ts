import { useRows } from '#core/client/sync.tsx'
import { type AnswersRow, type WorksheetRow, worksheetAnswers, worksheets } from '../contract.ts'

/**
 * Returns current worksheets and former ones with the person's answers, ordered by lesson, and the answers by
 * worksheet.
 */
export function useListedWorksheets(): { all: readonly WorksheetRow[]; answers: ReadonlyMap<string, AnswersRow> } {
  const answers = new Map(useRows(worksheetAnswers).map((row) => [row.id, row]))
  const all = useRows(worksheets)
    .filter(({ id, archived }) => !archived || answers.has(id))
    .sort((a, b) => a.position - b.position || a.number - b.number)
  return { all, answers }
}
