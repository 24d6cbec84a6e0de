import { formatDay } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import { CameFrom, nameOfSource } from '#core/contract/referrals.ts'
import { ExpectedClose, formatClose } from '#core/contract/stages.ts'
import { TargetValue, Type, typeTerm, valueTerm } from '../contract.ts'

/** Formats a field for people: an amount in dollars, a choice by its term, '' for an empty one. */
export function formatFact(name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (name === 'private') return value === true ? 'Only you can see it' : 'Not private'
  if (name === 'chance') return `${String(value)}%`
  if (typeof value === 'number') return formatAmount(value)
  if (name === 'came_from') return nameOfSource(CameFrom.parse(value))
  const words = String(value)
  if (name === 'expected_close') return ExpectedClose.safeParse(words).success ? formatClose(words) : words
  if (name === 'due') return formatDay(words)
  if (name === 'value') return valueTerm[TargetValue.safeParse(words).data ?? 'M']
  if (name === 'type') return typeTerm[Type.safeParse(words).data ?? 'prospect']
  return words
}
