// Order of targets in a list, the same on the device and in the API. Pure.
import type { Status, Target } from '../contract.ts'

const plainSorts = ['due', 'company', 'contact', 'value', 'revenue', 'created', 'touch'] as const
/** For firms with stages. Their order is known to devices only. */
const outlookSorts = ['stage', 'close'] as const
export const listSorts = [...plainSorts, ...outlookSorts] as const
export type ListSort = (typeof listSorts)[number]
export const apiSorts = [...plainSorts, 'close'] as const
export const sortsOf = (hasStages: boolean): readonly ListSort[] => (hasStages ? listSorts : plainSorts)
export const directions = ['asc', 'desc'] as const
export type Direction = (typeof directions)[number]

/**
 * Returns a sort's first direction: names from A to Z, dates by urgency, the soonest close, the first stage, and the
 * largest or newest first.
 */
export const firstDirection = (sort: ListSort): Direction =>
  isName(sort) || sort === 'stage' || sort === 'close' ? 'asc' : 'desc'

const isName = (sort: ListSort) => sort === 'company' || sort === 'contact'

export type Ordered = Pick<
  Target,
  | 'id'
  | 'undated'
  | 'value'
  | 'projected_revenue'
  | 'revenue'
  | 'created'
  | 'last_touch'
  | 'stage'
  | 'expected_close'
  | Day
  | 'company'
  | 'contact'
>
type Day = 'due' | 'completed' | 'modified' | 'deleted'
type Comparison = (a: Ordered, b: Ordered) => number

/** Places of stages by ID, see `stagePlaces`. */
type Places = ReadonlyMap<string, number>

/** Missing values come last in both directions. Equal ones are sorted by urgency. */
export function listOrder(status: Status, sort: ListSort, dir: Direction, places?: Places): Comparison {
  const first = comparing(status, sort, dir, places)
  const next = areOftenEqual.has(sort) ? comparing(status, 'due', 'desc') : first
  return (a, b) => first(a, b) || next(a, b) || (a.id < b.id ? -1 : Number(a.id > b.id))
}

const areOftenEqual: ReadonlySet<ListSort> = new Set(['value', 'revenue', 'stage', 'close'])

/** Date that a list is sorted by: the due date if it matters, otherwise when the target ended. */
const dayOf: Record<Status, Day> = {
  active: 'due',
  archived: 'due',
  completed: 'completed',
  lost: 'modified',
  deleted: 'deleted',
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function comparing(status: Status, sort: ListSort, dir: Direction, places?: Places): Comparison {
  const keyOf = (row: Ordered) => {
    if (sort === 'created' && row.undated) return null
    if (sort === 'value') return 'LMH'.indexOf(row.value)
    // Returns the won revenue, otherwise the expected one. Intangible counts as won but adds 0, so it is below every
    // figure.
    if (sort === 'revenue') return row.revenue ?? row.projected_revenue
    if (sort === 'touch') return row.last_touch || null
    if (sort === 'close') return row.expected_close || null
    if (sort === 'stage') return places?.get(row.stage ?? '') ?? null
    return row[sort === 'due' ? dayOf[status] : sort] || null
  }
  // The most urgent is the earliest future day, but the latest past day.
  const isAhead = sort === 'due' && dayOf[status] === 'due'
  const turn = (dir === 'desc') === isAhead ? 1 : -1
  return (a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return turn * (isName(sort) ? collator.compare(x as string, y as string) : x < y ? -1 : Number(x > y))
  }
}
