import type { z } from 'zod'
import { stampIn } from '#core/contract/dates.ts'
import { localId } from '#core/contract/fields.ts'
import { type Action, type Context, type Decision, defineAction, Refusal } from '#core/sync/protocol.ts'
import { type Target, type TargetTile, targetEndpoints } from './contract.ts'

export const withId = <S extends z.ZodRawShape>(schema: z.ZodObject<S>) => schema.extend({ id: localId })

type Change<I> = Pick<Action<I, Target>, 'name' | 'input' | 'request'> & {
  decide: (row: Target, input: I, context: Context) => Decision<Target>
  confirm?: Action<I, Target>['confirm']
}

/** An action on a target that the person still has access to. Marks it as modified if anything happened. */
export function change<I extends { id: string }>({
  name,
  input,
  decide,
  request,
  confirm,
}: Change<I>): Action<I, Target> {
  return defineAction<I, Target>({
    name,
    collection: targetEndpoints,
    kind: 'change',
    input,
    request,
    rowId: (given) => given.id,
    confirm: confirm ?? ((answer) => answer as TargetTile),
    decide(row, given, context) {
      if (!row) throw new Refusal('not_found', 'No target found with the specific id.', 404)
      if (row.shared === 'pending') throw new Refusal('not_allowed_now', 'Accept the invitation first.')
      const decided = decide(row, given, context)
      if (!decided.row || decided.events.length === 0) return decided
      return { ...decided, row: { ...decided.row, modified: stampIn(context.zone, context.now) } }
    },
  })
}

export function onlyOwner(row: Target, verb: string) {
  if (row.owner_id !== row.user_id) throw new Refusal('forbidden', `Only the owner can ${verb} this Target.`, 403)
}

/** Returns the replaced values, from which `undoChange` restores them. */
export function undoOf(before: Target, after: Target, context: Context): Target['undo'] {
  const { status, phase, completed, deleted, revenue, lostReason, stage = null, staged = null } = before
  const were = before.tasks.filter((task) => after.tasks.find((next) => next.id === task.id)?.done !== task.done)
  const made = after.tasks.filter((task) => !before.tasks.some((old) => old.id === task.id)).map((task) => task.id)
  return {
    key: context.key,
    user_id: context.actor.id,
    status,
    phase,
    completed,
    deleted,
    revenue,
    lostReason,
    stage,
    staged,
    made,
    were,
  }
}
