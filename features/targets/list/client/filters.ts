// Labels and options of sort and filter, in display order.

import type { Stages } from '#core/contract/stages.ts'
import { quietLabel } from '#features/touches/lastTouchContract.ts'
import { Bucket, TargetValue, Type, typeTerm, valueTerm } from '../../contract.ts'
import { closeLabels, closeOptions } from '../../stages/closeOptions.ts'
import type { Direction, ListSort } from '../order.ts'
import { type FilterKind, type ListQuery, NO_STAGE } from './listing.ts'

export const sortWords: Record<ListSort, string> = {
  due: 'Due Date',
  company: 'Company',
  contact: 'Contact',
  value: 'Value',
  revenue: 'Revenue',
  created: 'Created',
  touch: 'Last Touch',
  stage: 'Stage',
  close: 'Expected Close',
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
  stage: { asc: 'First stage first', desc: 'Last stage first' },
  close: { asc: 'Soonest first', desc: 'Latest first' },
}
export const directionLabels = (sort: ListSort, dir: Direction): string => directionOf[sort][dir]
export const turned = (dir: Direction): Direction => (dir === 'asc' ? 'desc' : 'asc')

export const filterOptions = {
  bucket: Bucket.options.map((option) => ({ option, label: bucketLabels[option] })),
  value: TargetValue.options.toReversed().map((option) => ({ option, label: valueTerm[option] })),
  type: Type.options.map((option) => ({ option, label: typeTerm[option] })),
  quiet: [{ option: '30', label: quietLabel }],
  close: closeOptions.map((option) => ({ option, label: closeLabels[option] })),
} as const

type Option = { option: string; label: string }
export type FilterGroup = { kind: Exclude<FilterKind, 'bucket'>; label: string; options: readonly Option[] }

/** Returns the filters that aren't buttons of their own. `stages` is null for a firm without stages. */
export const groupsOf = (stages: Stages | null): FilterGroup[] => [
  ...(stages
    ? ([
        { kind: 'stage', label: 'Stage', options: stageOptions(stages) },
        { kind: 'close', label: 'Expected close', options: filterOptions.close },
      ] as const)
    : []),
  { kind: 'value', label: 'Value', options: filterOptions.value },
  { kind: 'type', label: 'Type', options: filterOptions.type },
  { kind: 'quiet', label: 'Last touch', options: filterOptions.quiet },
]

const stageOptions = ({ inOrder }: Stages): Option[] => [
  ...inOrder.map(({ id, name }) => ({ option: id, label: name })),
  { option: NO_STAGE, label: 'No stage' },
]

/** Returns the filter with the option added, or removed if it was set. */
export const toggled = <K extends FilterKind>(query: ListQuery, kind: K, option: string): Pick<ListQuery, K> => {
  const chosen = query[kind] as readonly string[]
  const next = chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]
  return { [kind]: next } as unknown as Pick<ListQuery, K>
}
