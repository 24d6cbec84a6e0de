// Values of a worksheet's cells. Pure, and shared by the device and the server.
import { Refusal } from '#core/contract/errors.ts'
import type { Answer, AnswersRow, Sheet, WorksheetHead, WorksheetRow, WorksheetText } from './contract.ts'

/** Returns a cell's permanent name: the keys of its row and its column. */
export const cellName = (parameter: Pick<WorksheetHead, 'key'>, question: Pick<WorksheetHead, 'key'>) =>
  `${parameter.key}.${question.key}`

export type WorksheetCell = { name: string; parameter: WorksheetHead; question: WorksheetHead }
/** Returns all cells, row by row. */
export const cellsOf = ({ questions, parameters }: Pick<Sheet, 'questions' | 'parameters'>): WorksheetCell[] =>
  parameters.flatMap((parameter) =>
    questions.map((question) => ({ name: cellName(parameter, question), parameter, question })),
  )

/** Returns this or an earlier version; undefined if it never existed. */
export const cellVersion = (worksheet: Pick<WorksheetRow, 'earlier'> & Sheet, version: number): Sheet | undefined =>
  version === worksheet.version ? worksheet : worksheet.earlier.find((one) => one.version === version)

/** Returns the values of a version by cell name. */
export const valuesIn = (answers: Pick<AnswersRow, 'cells'> | undefined, version: number): Map<string, Answer> =>
  new Map(answers?.cells.flatMap((cell) => (cell.version === version ? [[cell.name, cell]] : [])))

export type Filled = { answered: number; of: number; state: 'none' | 'started' | 'complete'; last: string | null }
/** Returns how much of a version is answered, and the instant of the last answer. */
export function filledCells(sheet: Sheet, answers: Pick<AnswersRow, 'cells'> | undefined): Filled {
  const values = valuesIn(answers, sheet.version)
  const cells = cellsOf(sheet)
  const answered = cells.filter(({ name }) => (values.get(name)?.value ?? '') !== '').length
  const last = [...values.values()].reduce<string | null>((a, { at }) => (a === null || at > a ? at : a), null)
  return {
    answered,
    of: cells.length,
    state: answered === 0 ? 'none' : answered === cells.length ? 'complete' : 'started',
    last,
  }
}

/**
 * Returns the cell in which to start a question: its first empty one, or else its first. Returns undefined for an
 * unknown question.
 */
export function beginningOf(
  sheet: Sheet,
  answers: Pick<AnswersRow, 'cells'> | undefined,
  question: string,
): string | undefined {
  const values = valuesIn(answers, sheet.version)
  const cells = cellsOf(sheet).filter((cell) => cell.question.key === question)
  return (cells.find(({ name }) => !values.get(name)?.value) ?? cells[0])?.name
}

/** Returns the latest answers of earlier versions for cells that are empty in this one. */
export function copiesFor(worksheet: WorksheetRow, answers: AnswersRow | undefined): { name: string; value: string }[] {
  const now = valuesIn(answers, worksheet.version)
  const before = worksheet.earlier.map(({ version }) => valuesIn(answers, version)).reverse()
  return cellsOf(worksheet).flatMap(({ name }) => {
    if (now.get(name)?.value) return []
    const value = before.map((values) => values.get(name)?.value).find(Boolean)
    return value ? [{ name, value }] : []
  })
}

/** A value that this screen has written, and the one that it replaced. */
export type Own = { value: string; over: string }

/** Returns cells whose new value this screen didn't write, so it comes from another device or tab. */
export function changedElsewhere(
  before: ReadonlyMap<string, Answer>,
  after: ReadonlyMap<string, Answer>,
  own: ReadonlyMap<string, Own>,
): { name: string; value: string }[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const value = after.get(name)?.value ?? ''
    const mine = own.get(name)
    // A rejected or undone change restores the previous value.
    if (value === (before.get(name)?.value ?? '') || value === mine?.value || value === mine?.over) return []
    return [{ name, value }]
  })
}

/** Throws if one of these isn't a cell of the version. */
export function refuseForeign(sheet: Sheet | undefined, cells: readonly { name: string }[]): Sheet {
  if (!sheet) throw new Refusal('invalid', 'This version of the worksheet doesn’t exist.', 400)
  const known = new Set(cellsOf(sheet).map(({ name }) => name))
  const foreign = cells.find(({ name }) => !known.has(name))
  if (foreign) {
    const message = 'Unknown worksheet cell.'
    throw new Refusal('invalid', message, 400, { [foreign.name]: message })
  }
  return sheet
}

/**
 * Assigns a key to each heading. Unchanged ones keep theirs, and new ones continue the numbering of all versions, so no
 * answer matches a wrong heading. `ever` lists all versions, oldest first.
 */
export function keyed(
  given: WorksheetText,
  ever: readonly Pick<Sheet, 'questions' | 'parameters'>[],
): Pick<Sheet, 'instructions' | 'questions' | 'parameters'> {
  return {
    instructions: given.instructions,
    questions: keyedHeads(
      'q',
      given.questions,
      ever.map(({ questions }) => questions),
    ),
    parameters: keyedHeads(
      'p',
      given.parameters,
      ever.map(({ parameters }) => parameters),
    ),
  }
}

function keyedHeads(
  letter: 'p' | 'q',
  given: WorksheetText['questions'],
  ever: readonly (readonly WorksheetHead[])[],
): WorksheetHead[] {
  const known = new Set(ever.flat().map(({ key }) => key))
  const named = new Set(given.flatMap(({ key }) => key ?? []))
  const free = (ever.at(-1) ?? []).filter(({ key }) => !named.has(key))
  const used = new Set<string>()
  let last = Math.max(0, ...[...known].map((key) => Number(key.slice(1))))
  return given.map(({ key, text }) => {
    const same = free.find((one) => one.text === text && !used.has(one.key))?.key
    const mine = key !== undefined && known.has(key) && !used.has(key) ? key : undefined
    const own = mine ?? same ?? `${letter}${++last}`
    used.add(own)
    return { key: own, text }
  })
}
