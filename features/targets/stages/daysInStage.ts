import { daysBetween } from '#core/contract/dates.ts'
import type { Target } from '../contract.ts'

type Staged = Pick<Target, 'stage' | 'staged'>

/** Returns the whole days since the Target moved to its stage. Null without a stage or a known day. */
export const daysInStage = ({ stage, staged }: Staged, today: string): number | null =>
  stage && staged ? Math.max(0, daysBetween(staged.slice(0, 10), today)) : null

/** Times the firm's median after which a Target is stuck in its stage. */
const STUCK = 2

/** `medians` are the firm's days by stage. */
export const isStuckInStage = (target: Staged, today: string, medians: ReadonlyMap<string, number>): boolean => {
  const [days, median] = [daysInStage(target, today), medians.get(target.stage ?? '')]
  return days !== null && median !== undefined && days > STUCK * median
}

/** Formats 'since today', '1 day', and '12 days'. */
export function daysIn(target: Staged, today: string): string | null {
  const days = daysInStage(target, today)
  if (days === null) return null
  return days === 0 ? 'since today' : `${days} ${days === 1 ? 'day' : 'days'}`
}
