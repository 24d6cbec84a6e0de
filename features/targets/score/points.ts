// The score: its points, limits, and rules. `event_half_points`, `is_late`, and `score_of` in `database/functions/` are the
// same rules, and a property test compares them. Source: RULINGS, section 4, 'Score'.
import { dayIn } from '#core/contract/dates.ts'

/** Number of days in a score, including the requested one. */
export const SCORE_DAYS = 30
export const points = { step: { L: 3, M: 4, H: 5 }, created: 2, won: 10, overdue: -2 } as const
/** Number of a person's creations per week that count, starting on Monday. */
export const MOST_CREATED = 5

/** `at`: instant. `due`: day, or null for a step without one. `value` is missing in events without one. */
export type ScoredEvent = { kind: string; value: string | null; due: string | null; at: string }

/** Whether a step was done after its due day in the firm's time zone. */
export const isDoneLate = ({ at, due }: Pick<ScoredEvent, 'at' | 'due'>, zone: string): boolean =>
  due !== null && dayIn(zone, at) > due

/**
 * Twice the points of an event, so that half a step is an integer. The caller checks that a win is the Target's first,
 * and counts creations, whose number per week is limited.
 */
export function halfPointsOf(event: ScoredEvent, zone: string): number {
  const { kind, value, due } = event
  if (kind === 'targetWon') return 2 * points.won
  if (kind !== 'stepDone' || due === null) return 0
  const worth = value === 'L' || value === 'M' ? points.step[value] : points.step.H
  return isDoneLate(event, zone) ? worth : 2 * worth
}

/** The score of a sum of half points and a number of overdue Targets. */
export const scoreOf = (halfPoints: number, overdue: number): number =>
  Math.round(Math.min(100, Math.max(0, halfPoints / 2 + overdue * points.overdue)))
