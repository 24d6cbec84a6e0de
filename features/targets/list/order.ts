// In which order targets stand in a list: the same rule on the device and where the API is asked for an order.
import type { Status, Target, Value } from '../contract.ts'
import type { Direction, Sort } from './contract.ts'

/** The direction a sort starts with: dates by urgency, names from A to Z, what is worth most or is newest first. */
export const firstDirection: Record<Sort, Direction> = {
  due: 'desc',
  company: 'asc',
  contact: 'asc',
  value: 'desc',
  revenue: 'desc',
  created: 'desc',
}

/** Of a target as one person sees it, on the device or as it is sent. */
export type Ordered = Pick<
  Target,
  | 'id'
  | 'company'
  | 'contact'
  | 'due'
  | 'value'
  | 'projected_revenue'
  | 'revenue'
  | 'created'
  | 'modified'
  | 'completed'
  | 'deleted'
>
type Comparison = (a: Ordered, b: Ordered) => number

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** The day a list is sorted by: due dates while they matter, otherwise when the target came to its end. */
const dayOf: Record<Status, (row: Ordered) => string | null> = {
  active: (row) => row.due,
  archived: (row) => row.due,
  completed: (row) => row.completed,
  lost: (row) => row.modified,
  deleted: (row) => row.deleted,
}

const rank: Record<Value, number> = { L: 0, M: 1, H: 2 }

/** What was won, or what is expected where nothing was. Intangible counts as won but adds 0, so it stands below every figure. */
const revenueOf = ({ revenue, projected_revenue }: Ordered): number | null => revenue ?? projected_revenue

/** What is missing stands last in both directions; what is alike, by urgency where that says more than its id. */
export function orderOf(status: Status, sort: Sort, dir: Direction): Comparison {
  const turn = dir === 'desc' ? -1 : 1
  switch (sort) {
    case 'due':
      return inTurn(byDay(status, dir), byId)
    case 'company':
    case 'contact':
      return inTurn((a, b) => emptyLast(a[sort], b[sort], (x, y) => turn * collator.compare(x, y)), byId)
    case 'value':
      return inTurn((a, b) => turn * (rank[a.value] - rank[b.value]), byDay(status, 'desc'), byId)
    case 'revenue':
      return inTurn(
        (a, b) => noneLast(revenueOf(a), revenueOf(b), (x, y) => turn * (x - y)),
        byDay(status, 'desc'),
        byId,
      )
    case 'created':
      return inTurn((a, b) => emptyLast(a.created, b.created, (x, y) => (x < y ? -turn : x > y ? turn : 0)), byId)
  }
}

const inTurn =
  (...comparisons: Comparison[]): Comparison =>
  (a, b) => {
    for (const compare of comparisons) {
      const order = compare(a, b)
      if (order !== 0) return order
    }
    return 0
  }

const byId: Comparison = (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** The most urgent is the earliest day still to come, but the latest of those gone by. */
function byDay(status: Status, dir: Direction): Comparison {
  const isAhead = status === 'active' || status === 'archived'
  const turn = (dir === 'desc') === isAhead ? 1 : -1
  const day = dayOf[status]
  return (a, b) => emptyLast(day(a), day(b), (x, y) => (x < y ? -turn : x > y ? turn : 0))
}

function emptyLast(a: string | null, b: string | null, compare: (a: string, b: string) => number): number {
  if (a && b) return compare(a, b)
  return a ? -1 : b ? 1 : 0
}

function noneLast(a: number | null, b: number | null, compare: (a: number, b: number) => number): number {
  if (a !== null && b !== null) return compare(a, b)
  return a !== null ? -1 : b !== null ? 1 : 0
}
