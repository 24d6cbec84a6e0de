// The words of sort and filter, and the options in the order they are offered.
import { Bucket, Type, typeTerm, Value, valueTerm } from '../../contract.ts'
import type { Direction, ListQuery, Sort } from './listing.ts'

export const sortWords: Record<Sort, string> = { due: 'Due Date', company: 'Company', contact: 'Contact' }
export const bucketWords: Record<Bucket, string> = { overdue: 'Overdue', soon: 'Due Soon', later: 'Due Later' }
export const directionWords = (sort: Sort, dir: Direction): string => {
  if (sort === 'due') return dir === 'desc' ? 'Most urgent first' : 'Least urgent first'
  return dir === 'asc' ? 'A to Z' : 'Z to A'
}
export const turned = (dir: Direction): Direction => (dir === 'asc' ? 'desc' : 'asc')

export const filterOptions = {
  bucket: Bucket.options.map((option) => ({ option, label: bucketWords[option] })),
  value: Value.options.toReversed().map((option) => ({ option, label: valueTerm[option] })),
  type: Type.options.map((option) => ({ option, label: typeTerm[option] })),
} as const
export type FilterKind = keyof typeof filterOptions

/** The filter with the option put in, or taken out where it was in. */
export const toggled = <K extends FilterKind>(query: ListQuery, kind: K, option: string): Pick<ListQuery, K> => {
  const chosen = query[kind] as readonly string[]
  const next = chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]
  return { [kind]: next } as unknown as Pick<ListQuery, K>
}
