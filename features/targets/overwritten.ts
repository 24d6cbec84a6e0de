// What a target says of changes that wrote over others: see overwriting.ts.
import type { Over, Target } from './contract.ts'
import { openTask, ownNote } from './facts.ts'

/** What was written over on a target: in which field ('step' and 'due' of the open step, 'note' of the person's own note), and by whom. */
export type Overwritten = { field: string; over: Over }

export function overwrittenIn(target: Pick<Target, 'edits' | 'tasks' | 'notes' | 'user_id'>): Overwritten[] {
  const step = openTask(target)?.edit?.over
  const note = ownNote(target)?.edit?.over
  const fields = Object.entries(target.edits ?? {}).flatMap(([field, { over }]) => (over ? [{ field, over }] : []))
  return [
    ...(note ? [{ field: 'note', over: note }] : []),
    ...(step ? [{ field: typeof step.value === 'string' ? 'due' : 'step', over: step }] : []),
    ...fields,
  ]
}
