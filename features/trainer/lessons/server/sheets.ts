import type { Tx } from '#core/server/database/tx.ts'
import { toWorksheetDto, worksheetOf, worksheetsOf } from '../../worksheets/server/reading.ts'
import type { Lesson } from '../contract.ts'

type Sheet = Lesson['worksheet']

/** Returns worksheets with the person's answers, by lesson ID. */
export async function sheetsOf(tx: Tx, userId: string, zone: string): Promise<Map<string, Sheet>> {
  const all = await worksheetsOf(tx, userId)
  return new Map(
    all.filter((one) => !one.is_taken_off).map((one) => [one.worksheet.lesson_id, partOf(toWorksheetDto(one, zone))]),
  )
}

/** Returns '' for a lesson without one. */
export async function sheetOf(tx: Tx, userId: string, zone: string, worksheetId: string | null): Promise<Sheet> {
  const found = worksheetId ? await worksheetOf(tx, userId, worksheetId) : null
  return found ? partOf(toWorksheetDto(found, zone)) : ''
}

const partOf = ({
  complete,
  instructions,
  download,
  questions,
  parameters,
  matrix,
}: ReturnType<typeof toWorksheetDto>): Sheet => ({
  complete,
  instructions,
  download,
  questions,
  parameters,
  matrix: matrix.map(({ name, value, question }) => ({ name, value, question })),
})
