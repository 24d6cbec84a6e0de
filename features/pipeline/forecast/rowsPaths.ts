// Which rows a figure of the forecast stands for, as the parameter `which` of the report on them. Pure.
import { ExpectedClose } from '#core/contract/stages.ts'
import { reportOf } from '#features/targets/reports/reportPathsContract.ts'
import { whichOfQuarter } from './figuresContract.ts'
import { isOtherRow } from './periods.ts'

export const figures = ['won', 'agreed', 'weighted', 'open'] as const
export type Figure = (typeof figures)[number]
export const terms = ['opening', 'new', 'grown', 'shrunk', 'slipped', 'lost', 'won', 'closing'] as const
export type Term = (typeof terms)[number]

export const quarterParts = ['expected', 'won', 'weighted', 'open'] as const
export type QuarterPart = (typeof quarterParts)[number]

/** `row` and `month` are keys of rows, `quarter` is its first month. */
export type Which =
  | { kind: 'figure'; row: string; figure: Figure }
  | { kind: 'expected'; month: string }
  | { kind: 'quarter'; quarter: string; part: QuarterPart }
  | { kind: 'change'; of: 'this' | 'next'; term: Term }

const isMonth = (text: string) => text.length === 7 && ExpectedClose.safeParse(text).success
const oneOf = <T extends string>(all: readonly T[], given: string | undefined): T | undefined =>
  all.find((one) => one === given)

export const writeWhich = (which: Which): string =>
  which.kind === 'figure'
    ? `${which.row}.${which.figure}`
    : which.kind === 'expected'
      ? `${which.month}.expected`
      : which.kind === 'quarter'
        ? whichOfQuarter(which.quarter, which.part)
        : `change.${which.of}.${which.term}`

/** Returns null for anything that `writeWhich` doesn't write. */
export function readWhich(text: string | undefined): Which | null {
  const [first = '', second = '', third] = (text ?? '').split('.')
  if (first === 'quarter') {
    const part = oneOf(quarterParts, third)
    return isMonth(second) && part ? { kind: 'quarter', quarter: second, part } : null
  }
  if (first === 'change') {
    const [of, term] = [oneOf(['this', 'next'] as const, second), oneOf(terms, third)]
    return of && term ? { kind: 'change', of, term } : null
  }
  if (third !== undefined || !(isMonth(first) || isOtherRow(first))) return null
  if (second === 'expected') return isMonth(first) ? { kind: 'expected', month: first } : null
  const figure = oneOf(figures, second)
  // Nothing is won without a date.
  return figure && !(figure === 'won' && isOtherRow(first)) ? { kind: 'figure', row: first, figure } : null
}

type Scope = { key: 'org' | 'group' | 'user'; id: string }

/** Returns the URL of the rows of a figure. `from` is the report that they lead back to, or another place. */
export const rowsPath = (scope: Scope, which: Which, from: 'forecast' | 'summary' = 'forecast'): string =>
  reportOf('forecast-rows', scope, undefined, { which: writeWhich(which), from })
