// Columns of the board. Pure.
import { abbreviateAmount, worth } from '#core/contract/money.ts'
import { type FirmStage, type Stages, stagePlaces } from '#core/contract/stages.ts'
import type { Target } from '../contract.ts'

export type Lane = {
  /** Null for the Targets in no stage. */
  stage: FirmStage | null
  rows: readonly Target[]
  /** Dollars. Intangible counts 0. */
  sum: number
  /** Number of Targets without an amount. */
  without: number
}

export const laneName = ({ stage }: Lane): string => stage?.name ?? 'No stage'

export const withoutAmount = (count: number): string => `${count.toLocaleString('en-US')} without an amount`

/** Returns '3 Targets, $1.28mm, 2 without an amount'. An empty column has no sum. */
export function laneFigures({ rows, sum, without }: Lane): string {
  const figures = [
    `${rows.length.toLocaleString('en-US')} ${rows.length === 1 ? 'Target' : 'Targets'}`,
    rows.length > 0 && abbreviateAmount(sum),
    without > 0 && withoutAmount(without),
  ]
  return figures.filter(Boolean).join(', ')
}

/**
 * Returns a function that divides Targets, in their order, into no stage and each stage. Unchanged columns are the same
 * objects as the last time, so that only the others are rendered again.
 */
export function makeLanes(): (rows: readonly Target[], stages: Stages) => readonly Lane[] {
  let last: readonly Lane[] = []
  return (rows, stages) => {
    const places = stagePlaces(stages)
    const lanes: (Lane & { rows: Target[] })[] = [null, ...stages.inOrder].map((stage) => {
      return { stage, rows: [], sum: 0, without: 0 }
    })
    for (const row of rows) {
      const lane = lanes[1 + (places.get(row.stage ?? '') ?? -1)]!
      lane.rows.push(row)
      lane.sum += worth(row.projected_revenue)
      if (row.projected_revenue === null) lane.without++
    }
    last = lanes.map((lane, at) => (isSame(last[at], lane) ? last[at]! : lane))
    return last
  }
}

const isSame = (before: Lane | undefined, now: Lane) =>
  before?.stage === now.stage &&
  before.rows.length === now.rows.length &&
  before.rows.every((row, at) => row === now.rows[at])

export const laneOf = (lanes: readonly Lane[], id: string): Lane | undefined =>
  lanes.find(({ rows }) => rows.some((row) => row.id === id))

/** Returns the sentence for screen readers about a Target that moved to this column, with its place and the figures. */
export function saidOfMove(lane: Lane, id: string, name: string): string {
  const at = lane.rows.findIndex((row) => row.id === id)
  const place = `${(at + 1).toLocaleString('en-US')} of ${lane.rows.length.toLocaleString('en-US')}`
  return `${name} moved to ${laneName(lane)}, ${place}. ${laneFigures(lane)}.`
}

/** Returns the column beside the Target's, or null at the edge. */
export function laneBeside(lanes: readonly Lane[], id: string, by: -1 | 1): Lane | null {
  const at = lanes.findIndex(({ rows }) => rows.some((row) => row.id === id))
  return (at < 0 ? null : lanes[at + by]) ?? null
}

type Step = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/** Returns the Target that an arrow key leads to: in its column, or at the same height in the next one with Targets. */
export function besideInBoard(lanes: readonly Lane[], id: string, key: Step): Target | undefined {
  const at = lanes.findIndex(({ rows }) => rows.some((row) => row.id === id))
  if (at < 0) return undefined
  const place = lanes[at]!.rows.findIndex((row) => row.id === id)
  if (key === 'ArrowUp' || key === 'ArrowDown') return lanes[at]!.rows[place + (key === 'ArrowDown' ? 1 : -1)]
  const others = key === 'ArrowRight' ? lanes.slice(at + 1) : lanes.slice(0, at).reverse()
  const rows = others.find((lane) => lane.rows.length > 0)?.rows
  return rows?.[Math.min(place, rows.length - 1)]
}
