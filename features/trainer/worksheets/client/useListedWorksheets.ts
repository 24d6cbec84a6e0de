import { useRows } from '#core/client/sync.tsx'
import { type AnswersRow, type WorksheetRow, worksheetAnswers, worksheets } from '../contract.ts'

/** Those that are there, and those that were and have answers of the person; in the order of their lessons, answers by worksheet. */
export function useListedWorksheets(): { all: readonly WorksheetRow[]; answers: ReadonlyMap<string, AnswersRow> } {
  const answers = new Map(useRows(worksheetAnswers).map((row) => [row.id, row]))
  const all = useRows(worksheets)
    .filter(({ id, archived }) => !archived || answers.has(id))
    .sort((a, b) => a.position - b.position || a.number - b.number)
  return { all, answers }
}
