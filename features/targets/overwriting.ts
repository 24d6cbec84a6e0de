// Two people, or one on two devices, change one field: the later wins, and what it wrote over unseen is kept beside it.
import { instantOf } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { Context } from '#core/sync/protocol.ts'
import type { Edit, EditConflictView, Target } from './contract.ts'
import { openTask, ownNote } from './facts.ts'

/** `base`: what the person had before them when they began, undefined where that is not known. `old`: what stands there now. */
type Written = { base: unknown; old: unknown; next: unknown }

/** The field's last change from now on. `before`: the one until now; where it isn't known, `whose` wrote what stands there. */
export function editOf(
  before: Edit | null | undefined,
  { base, old, next }: Written,
  { actor, by, now }: Context,
  whose: Pick<EditConflictView, 'by' | 'name' | 'at'> = { by: '', name: '', at: null },
): Edit {
  const doer = by ?? actor
  const mine = { by: doer.id, name: fullNameOf(doer), at: now }
  const isUnseen = base !== undefined && base !== old
  const { by: earlier, name, at } = before ?? whose
  const over: EditConflictView | undefined = isUnseen
    ? { value: old, by: earlier, name, at, later: mine }
    : before?.over && before.over.value !== next
      ? before.over
      : undefined
  return { ...mine, ...(over && { over }) }
}

/** What was written by the person whose view this is, at a time on the firm's clocks. */
export const ownChangeAt = ({ actor }: Context, zone: string, stamp: string | undefined) => ({
  by: actor.id,
  name: fullNameOf(actor),
  at: stamp === undefined ? null : instantOf(zone, stamp),
})

/** What was written over on a target: in which field ('step' and 'due' of the open step, 'note' of the person's own note), and by whom. */
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
