// Worksheets of the demo: the vendor's, and people's answers.
import { addDays } from '#core/contract/dates.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { DemoFirm, DemoSetting } from '#core/server/demo/demo.ts'
import { type Random, randomOf } from '#core/server/demo/random.ts'
import { newId } from '#core/server/ids.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { act } from '#core/sync/server/actions.ts'
import { commentSheet, fillCells } from '../../worksheets/actions.ts'
import { cellName } from '../../worksheets/cells.ts'
import type { WorksheetRow } from '../../worksheets/contract.ts'
import { saveWorksheet } from '../../worksheets/server/editing.ts'
import { worksheetsOf } from '../../worksheets/server/reading.ts'
import { answersStore } from '../../worksheets/server/store.ts'
import { answersOfPeople, type DemoAnswers, firstRows } from '../answers.ts'
import { curriculum } from '../curriculum.ts'

/** Separate random seed, so answers don't change who watched what. */
const SEED = 20_641
/** Probability that another person has started a worksheet. */
const BEGUN = 0.35

/** `lessonIds` is keyed by lesson number. */
export async function publishWorksheets(tx: Tx, lessonIds: ReadonlyMap<number, string>): Promise<void> {
  const headsOf = (texts: readonly string[]) => texts.map((text) => ({ text }))
  for (const { lesson, instructions, questions, parameters } of curriculum.worksheets)
    await saveWorksheet(tx, lessonIds.get(lesson)!, {
      instructions,
      questions: headsOf(questions),
      parameters: headsOf(parameters),
    })
}

/** Adds answers for the people of the firm set on `tx`. */
export async function fillWorksheets(tx: Tx, { people }: DemoFirm, setting: DemoSetting): Promise<void> {
  const random = randomOf(SEED)
  const first = people.values().next().value
  if (!first) return
  const sheets = new Map((await worksheetsOf(tx, first.id)).map(({ worksheet }) => [worksheet.title, worksheet]))
  for (const [email, actor] of people)
    for (const answers of answersOfPeople[email] ?? someAnswers(random))
      await answer(tx, { sheet: sheets.get(answers.lesson)!, answers, actor, people }, setting, random)
}

function someAnswers(random: Random): DemoAnswers[] {
  return firstRows.flatMap(({ lesson, rows }) => {
    const [row, daysAgo, isBegun] = [random.pick(rows), random.int(5, 300), random.chance(BEGUN)]
    return isBegun ? [{ lesson, daysAgo, rows: [row] }] : []
  })
}

type Written = { sheet: WorksheetRow; answers: DemoAnswers; actor: Actor; people: DemoFirm['people'] }

/** Uses the same actions as a person, earliest first. */
async function answer(tx: Tx, { sheet, answers, actor, people }: Written, setting: DemoSetting, random: Random) {
  const { calendar, zone } = setting
  const cell = (row: number, column: number) => cellName(sheet.parameters[row]!, sheet.questions[column]!)
  const context = (by: Actor, daysAgo: number) => {
    const day = calendar.workdayUpTo(addDays(calendar.today, -daysAgo))
    return { actor: by, zone, now: calendar.during(day, random), key: newId(), newId }
  }
  const store = answersStore(actor.id, newId())
  const { id, version } = sheet
  const write = (daysAgo: number, cells: { name: string; value: string }[]) =>
    act(tx, store, fillCells, { id, version, cells }, context(actor, daysAgo))
  const { rows, earlier, comments = [], daysAgo } = answers
  if (earlier) await write(earlier.daysAgo, [{ name: cell(earlier.row, earlier.column), value: earlier.value }])
  const cells = rows.flatMap((row, at) => row.map((value, column) => ({ name: cell(at, column), value })))
  await write(
    daysAgo,
    cells.filter(({ value }) => value !== ''),
  )
  for (const { by, row, column, text, isReturn = false, daysAgo } of comments) {
    const said = { id, version, user_id: actor.id, text, name: cell(row, column), return: isReturn }
    await act(tx, store, commentSheet, said, context(people.get(by)!, daysAgo))
  }
}
