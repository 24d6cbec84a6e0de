// Labels and options of sort and filter, in display order.

import { quietLabel } from '#features/touches/lastTouchContract.ts'
import { Bucket, TargetValue, Type, typeTerm, valueTerm } from '../../contract.ts'
import type { Direction, ListSort } from '../order.ts'
import type { ListQuery } from './listing.ts'

export const sortWords: Record<ListSort, string> = {
  due: 'Due Date',
  company: 'Company',
  contact: 'Contact',
  value: 'Value',
  revenue: 'Revenue',
  created: 'Created',
  touch: 'Last Touch',
}
export const bucketLabels: Record<Bucket, string> = { overdue: 'Overdue', soon: 'Due Soon', later: 'Due Later' }
const nameWords = { asc: 'A to Z', desc: 'Z to A' }
const directionOf: Record<ListSort, Record<Direction, string>> = {
  due: { desc: 'Most urgent first', asc: 'Least urgent first' },
  company: nameWords,
  contact: nameWords,
  value: { desc: 'Highest first', asc: 'Lowest first' },
  revenue: { desc: 'Largest first', asc: 'Smallest first' },
  created: { desc: 'Newest first', asc: 'Oldest first' },
  touch: { desc: 'Most recent first', asc: 'Longest ago first' },
}
export const directionLabels = (sort: ListSort, dir: Direction): string => directionOf[sort][dir]
export const turned = (dir: Direction): Direction => (dir === 'asc' ? 'desc' : 'asc')

export const filterOptions = {
  bucket: Bucket.options.map((option) => ({ option, label: bucketLabels[option] })),
  value: TargetValue.options.toReversed().map((option) => ({ option, label: valueTerm[option] })),
  type: Type.options.map((option) => ({ option, label: typeTerm[option] })),
  quiet: [{ option: '30', label: quietLabel }],
} as const
export type FilterKind = keyof typeof filterOptions

/** Returns the filter with the option added, or removed if it was set. */
export const toggled = <K extends FilterKind>(query: ListQuery, kind: K, option: string): Pick<ListQuery, K> => {
  const chosen = query[kind] as readonly string[]
  const next = chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]
  return { [kind]: next } as unknown as Pick<ListQuery, K>
}
