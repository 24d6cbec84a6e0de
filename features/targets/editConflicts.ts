// Concurrent changes of one field by two people or devices: the later one wins, and the overwritten value is stored
// with it.
import { instantOf } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { Context } from '#core/sync/protocol.ts'
import { isSameFact } from './cameFrom/isSameFact.ts'
import type { Edit, EditConflictView, Target } from './contract.ts'
import { openTask, ownNote } from './facts.ts'

/** `base`: the value when the person started, undefined if unknown. `old`: the current one. */
type Written = { base: unknown; old: unknown; next: unknown }

/**
 * Returns the field's new last change. `before` is the previous one. If it is unknown, `whose` wrote the current value.
 */
export function editOf(
  before: Edit | null | undefined,
  { base, old, next }: Written,
  { actor, by, now }: Context,
  whose: Pick<EditConflictView, 'by' | 'name' | 'at'> = { by: '', name: '', at: null },
): Edit {
  const doer = by ?? actor
  const mine = { by: doer.id, name: fullNameOf(doer), at: now }
  const isUnseen = base !== undefined && !isSameFact(base, old)
  const { by: earlier, name, at } = before ?? whose
  const over: EditConflictView | undefined = isUnseen
    ? { value: old, by: earlier, name, at, later: mine }
    : before?.over && !isSameFact(before.over.value, next)
      ? before.over
      : undefined
  return { ...mine, ...(over && { over }) }
}

/** Attributes a value to the person whose view this is, at a time in the firm's zone. */
export const ownChangeAt = ({ actor }: Context, zone: string, stamp: string | undefined) => ({
  by: actor.id,
  name: fullNameOf(actor),
  at: stamp === undefined ? null : instantOf(zone, stamp),
})

/** `field` is 'step' or 'due' of the open step, or 'note' of one's own note. */
export type EditConflict = { field: string; over: EditConflictView }

export function editConflictsIn(target: Pick<Target, 'edits' | 'tasks' | 'notes' | 'user_id'>): EditConflict[] {
  const step = openTask(target)?.edit?.over
  const note = ownNote(target)?.edit?.over
  const fields = Object.entries(target.edits ?? {}).flatMap(([field, { over }]) => (over ? [{ field, over }] : []))
  return [
    ...(note ? [{ field: 'note', over: note }] : []),
    ...(step ? [{ field: typeof step.value === 'string' ? 'due' : 'step', over: step }] : []),
    ...fields,
  ]
}
