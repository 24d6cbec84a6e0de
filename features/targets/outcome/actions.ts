// Actions that close, hold, and resume a target. `allowed` defines the valid transitions.
import { z } from 'zod'
import { addDays, dayIn, stampIn } from '#core/contract/dates.ts'
import type { AnyRoute } from '#core/contract/route.ts'
import { type Action, type Context, type DomainEvent, Refusal } from '#core/sync/protocol.ts'
import { change, undoOf, withId } from '../changes.ts'
import {
  DEFAULT_DUE_DAYS,
  DEFAULT_STEP,
  isPlaceholder,
  type Status,
  statusTerm,
  type Target,
  type Task,
} from '../contract.ts'
import { changeUndone, stepDone, targetHeld, targetLost, targetPursued, targetWon } from '../eventsContract.ts'
import { openTask } from '../facts.ts'
import { newTask, taken } from '../steps/actions.ts'
import { CompleteInput, LoseInput, routes, UndoInput } from './contract.ts'

/** Valid status transitions of each action. Source: the specification, section 4, and RULINGS. */
export const allowed = {
  complete: { from: ['active'], to: 'completed' },
  lost: { from: ['active'], to: 'lost' },
  archive: { from: ['active'], to: 'archived' },
  delete: { from: ['active', 'archived', 'completed', 'lost'], to: 'deleted' },
  work: { from: ['archived', 'deleted', 'completed', 'lost'], to: 'active' },
  destroy: { from: ['deleted'], to: null },
} as const satisfies Record<string, { from: Status[]; to: Status | null }>

export type StatusAction = keyof typeof allowed

export const isAllowedOutcome = (action: StatusAction, status: Status): boolean =>
  (allowed[action].from as readonly Status[]).includes(status)

export const completeTarget = statusChange(
  'completeTarget',
  'complete',
  routes.complete,
  withId(CompleteInput),
  (row, { revenue }, context) => {
    const now = stampIn(context.zone, context.now)
    const kept = row.tasks.filter((task) => task.done === 'done' || !isPlaceholder(task))
    const tasks = kept.map((task) => (task.done === 'done' ? task : { ...task, done: 'done' as const, completed: now }))
    const closed = kept.filter((task) => task.done === 'incomplete')
    return {
      row: { ...row, status: 'completed', phase: 'pursuing', completed: now, revenue, tasks, due: null },
      events: [
        ...closed.map((task) =>
          stepDone({ description: task.description, due: task.due, user_id: task.user_id, value: row.value }),
        ),
        targetWon({ revenue }),
      ],
    }
  },
)

export const loseTarget = statusChange(
  'loseTarget',
  'lost',
  routes.lose,
  withId(LoseInput),
  (row, { lost_reason }) => ({
    row: { ...row, status: 'lost', lostReason: lost_reason },
    events: [targetLost({ reason: lost_reason })],
  }),
)

export const archiveTarget = statusChange(
  'archiveTarget',
  'archive',
  routes.archive,
  withId(z.strictObject({})),
  (row) => ({
    row: { ...row, status: 'archived' },
    events: [targetHeld()],
  }),
)

/**
 * Implements 'Pursue this Target'. A won target gets the default phase and a new due date, any other asks for a new
 * step. Other people's steps remain.
 */
export const pursueTarget = statusChange(
  'pursueTarget',
  'work',
  routes.work,
  withId(z.strictObject({})),
  (row, _, context) => {
    const again: Target = {
      ...row,
      status: 'active',
      completed: null,
      deleted: null,
      revenue: null,
      lostReason: '',
      // The days in its stage begin again.
      staged: row.stage ? stampIn(context.zone, context.now) : null,
    }
    const isDropped = (task: Task) => task.done === 'incomplete' && task.user_id === row.user_id
    const wasWon = row.status === 'completed' || (row.status === 'deleted' && row.completed !== null)
    const events: DomainEvent[] = [
      targetPursued({
        from: row.status,
        dropped: row.tasks.filter(isDropped).map((task) => task.description),
      }),
    ]
    const kept = row.tasks.filter((task) => !isDropped(task))
    if (!wasWon) return { row: { ...again, phase: 'reactivated', tasks: kept, due: null }, events }
    const step = newTask(
      row,
      { description: DEFAULT_STEP, due: addDays(dayIn(context.zone, context.now), DEFAULT_DUE_DAYS), help: '' },
      context,
    )
    return {
      row: { ...again, phase: 'pursuing', tasks: [...kept, step], due: step.due },
      events: [...events, taken(step)],
    }
  },
)

export type UndoLocal = z.infer<typeof UndoLocal>
const UndoLocal = withId(UndoInput)

/** Undoes the last status change or step by the same person, unless something has replaced it. */
export const undoChange = change<UndoLocal>({
  name: 'undoChange',
  input: UndoLocal,
  decide(row, { key }) {
    const undo = row.undo
    if (!undo || undo.key !== key || undo.user_id !== row.user_id)
      throw new Refusal('not_allowed_now', 'This Target has changed since then, so we couldn’t undo that.')
    const { made, were, key: _, user_id: __, ...facts } = undo
    const untouched = row.tasks.filter(
      (task) => !made.includes(task.id) && !were.some((before) => before.id === task.id),
    )
    const tasks = [...untouched, ...were].sort((a, b) => (a.created < b.created ? -1 : a.created > b.created ? 1 : 0))
    const back: Target = { ...row, ...facts, tasks, undo: null }
    return { row: { ...back, due: openTask(back)?.due ?? null }, events: [changeUndone({ key })] }
  },
  request: ({ id, key }) => ({ route: routes.undo, params: { id }, body: { key } }),
})

export function statusChange<I extends { id: string }>(
  name: string,
  action: StatusAction,
  route: AnyRoute,
  input: z.ZodType<I>,
  decide: (row: Target, input: I, context: Context) => { row: Target; events: DomainEvent[] },
): Action<I, Target> {
  return change<I>({
    name,
    input,
    decide(row, given, context) {
      refuseUnless(row, action)
      const decided = decide(row, given, context)
      return { ...decided, row: { ...decided.row, undo: undoOf(row, decided.row, context) } }
    },
    request: ({ id, ...body }) => ({ route, params: { id }, body }),
  })
}

export function refuseUnless(row: Target, action: StatusAction) {
  if (!isAllowedOutcome(action, row.status))
    throw new Refusal('not_allowed_now', `This Target is already ${statusTerm[row.status]}.`)
}
