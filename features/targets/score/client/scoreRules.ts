import type { ScorePart } from '../contract.ts'

/** The rule of each line of the score. Source: RULINGS, section 4. */
export const scoreRules: Record<ScorePart['kind'], { label: string; rule: string }> = {
  steps: { label: 'Steps completed on time', rule: '3, 4 or 5 points each, for Low, Medium or High value' },
  late_steps: { label: 'Steps completed late', rule: 'Half of that' },
  created: { label: 'Targets created', rule: '2 points each, at most 5 a week' },
  won: { label: 'Targets won', rule: '10 points each' },
  overdue: { label: 'Targets overdue today', rule: 'minus 2 points each' },
}

/** '+4', '−2' with a real minus sign, '0'. */
export const signedPoints = (points: number): string => (points > 0 ? `+${points}` : String(points).replace('-', '−'))

/** Adds up the lines. The score itself is clamped to 0 to 100. */
export const sumOfParts = (parts: readonly ScorePart[]): number => parts.reduce((sum, { points }) => sum + points, 0)
