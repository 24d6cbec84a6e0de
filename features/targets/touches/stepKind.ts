// Recognizes when a touch can have been a target's open step. Pure.
import { addDays, instantOf } from '#core/contract/dates.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import type { Touch, TouchKind } from '#features/touches/contract.ts'
import type { Target, Task } from '../contract.ts'

const words: Record<Exclude<TouchKind, 'other'>, readonly string[]> = {
  call: ['call', 'phone', 'ring', 'talk', 'speak'],
  email: ['email', 'e-mail', 'mail', 'send', 'write', 'forward', 'reply'],
  meeting: ['meet', 'meeting', 'lunch', 'coffee', 'dinner', 'breakfast', 'visit'],
}

/** The first word that says it counts: 'Call Anjali about lunch' is a call. */
export function stepKind(description: string): TouchKind | null {
  for (const word of foldCase(description).split(/[^\p{L}-]+/u))
    for (const [kind, its] of Object.entries(words)) if (its.includes(word)) return kind as TouchKind
  return null
}

/** Days before the due date from which a touch counts. Source: issue 37, item 12. */
const AHEAD_DAYS = 3

/** Returns the person's latest touch that can have been the step: of the same kind, since it was set, and near its date. */
export function touchForStep(
  target: Pick<Target, 'id' | 'user_id'>,
  step: Pick<Task, 'description' | 'due' | 'created'>,
  touches: readonly Touch[],
  zone: string,
): Touch | undefined {
  const kind = stepKind(step.description)
  if (!kind) return undefined
  const since = instantOf(zone, step.created)
  return touches
    .filter((touch) => touch.target_id === target.id && touch.user_id === target.user_id && touch.kind === kind)
    .filter(
      ({ at, day, answered }) => !answered && at > since && (step.due === '' || day >= addDays(step.due, -AHEAD_DAYS)),
    )
    .sort((a, b) => (a.at < b.at ? 1 : -1))[0]
}
