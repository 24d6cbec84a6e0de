// Combines the server's last figures with the pending actions of this device.
import { addDays, mondayOf } from '#core/contract/dates.ts'
import { worth } from '#core/contract/money.ts'
import type { Outgoing } from '#core/sync/client/types.ts'
import { isPlaceholder, type Target } from '../../contract.ts'
import { openTask } from '../../facts.ts'
import type { Hud } from '../hudContract.ts'

/** Figures of the summary, each with a breakdown. */
export type SummaryFigure = 'score' | 'steps' | 'won' | 'projected'

/** Amount an action adds to this week's steps and this year's won revenue (dollars) and won targets. */
export type Gain = { steps: number; revenue: number; won: number }
export const noGain: Gain = { steps: 0, revenue: 0, won: 0 }

/** Predicts the server's change for this action. `row` is the target when the person acted. */
export function gainOf({ action, input, row }: Pick<Outgoing, 'action' | 'input' | 'row'>): Gain {
  const target = row as Target | null
  if (!target) return noGain
  const isWin = action === 'completeTarget'
  const open = (isWin || action === 'takeStep') && openTask(target)
  const steps = action === 'noteStep' || (open && !isPlaceholder(open)) ? 1 : 0
  const won = isWin && target.owner_id === target.user_id ? 1 : 0
  return { steps, revenue: won && worth((input as { revenue: number }).revenue), won }
}

export const sumOf = (gains: Iterable<Gain>): Gain => {
  let sum = noGain
  for (const { steps, revenue, won } of gains)
    sum = { steps: sum.steps + steps, revenue: sum.revenue + revenue, won: sum.won + won }
  return sum
}

type Projected = Hud['revenue']['you']['projected']['active']
export type RevenueLine = Projected & { status: 'active' | 'archived' | 'completed' | 'lost' }

/** Returns projected revenue by status. Pursuing and On Hold are counted on the device, so they are always current. */
export function revenueLines(hud: Hud, rows: readonly Target[]): RevenueLine[] {
  const { completed, lost } = hud.revenue.you.projected
  return [
    { status: 'active', ...projectedOf(rows, 'active') },
    { status: 'archived', ...projectedOf(rows, 'archived') },
    { status: 'completed', ...completed },
    { status: 'lost', ...lost },
  ]
}

/** Sums dollars, targets, and targets with an amount. A shared target counts for its owner. */
export function projectedOf(rows: readonly Target[], status: 'active' | 'archived'): Projected {
  const sum = { amount: 0, count: 0, named: 0 }
  for (const row of rows) {
    if (row.status !== status || row.owner_id !== row.user_id) continue
    sum.count++
    const amount = worth(row.projected_revenue)
    sum.amount += amount
    if (amount > 0) sum.named++
  }
  return sum
}

/** Returns steps per day, with pending ones counted today. */
export function withGain(days: readonly number[], steps: number, today: string): number[] {
  const monday = mondayOf(today)
  return days.map((n, i) => (addDays(monday, i) === today ? n + steps : n))
}
