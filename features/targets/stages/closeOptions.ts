// Groups of expected closes for filters. Pure.
import { addMonths, quarterOf } from '#core/contract/dates.ts'
import { type ExpectedClose, isPassed, monthOfClose } from '#core/contract/stages.ts'

export const closeOptions = ['passed', 'quarter', 'next', 'later', 'none'] as const
export type CloseOption = (typeof closeOptions)[number]
export const closeLabels: Record<CloseOption, string> = {
  passed: 'Passed',
  quarter: 'This quarter',
  next: 'Next quarter',
  later: 'Later',
  none: 'No date',
}

/** Returns a function that groups closes as of today. It remembers them, because many Targets share one. */
export function closeGroups(today: string): (close: ExpectedClose | null | undefined) => CloseOption {
  const quarter = quarterOf(monthOfClose(today))
  const next = addMonths(quarter, 3)
  const known = new Map<string, CloseOption>()
  return (close) => {
    if (!close) return 'none'
    let option = known.get(close)
    if (option === undefined) {
      const of = quarterOf(monthOfClose(close))
      option = isPassed(close, today) ? 'passed' : of === quarter ? 'quarter' : of === next ? 'next' : 'later'
      known.set(close, option)
    }
    return option
  }
}
