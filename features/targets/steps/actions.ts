import type { z } from 'zod'
import { stampIn } from '#core/contract/dates.ts'
import { type Context, type DomainEvent, Refusal } from '#core/sync/protocol.ts'
import { change, undoOf, withId } from '../changes.ts'
import { type Edit, isPlaceholder, type Reminder, statusTerm, type Target, type Task } from '../contract.ts'
import { editOf, ownChangeAt } from '../editConflicts.ts'
import { stepDone, stepTaken } from '../eventsContract.ts'
import { openTask } from '../facts.ts'
import { DoneInput, RemindInput, routes, TakenInput, type TaskInput } from './contract.ts'

export type TakeStepLocal = z.infer<typeof TakeStepLocal>
const TakeStepLocal = withId(TakenInput)

/**
 * 'Done? Take the Next Step', or 'Take A Step' if none is open. A step from another device that the person hadn't seen
 * is replaced, not completed.
 */
export const setStep = change<TakeStepLocal>({
  name: 'takeStep',
  input: TakeStepLocal,
  decide(row, { id: _, base, ...input }, context) {
    if (row.status !== 'active')
      throw new Refusal('not_allowed_now', `This Target is ${statusTerm[row.status]}. Pursue it again to take a step.`)
    const now = stampIn(context.zone, context.now)
    const open = openTask(row)
    const isUnseen = open !== undefined && base !== undefined && base !== open.description
    const isDone = open !== undefined && !isUnseen && !isPlaceholder(open)
    const tasks = row.tasks
      .filter((task) => task.id !== open?.id || isDone)
      .map((task) => (task.id === open?.id ? { ...task, done: 'done' as const, completed: now } : task))
    const step = { ...newTask(row, input, context), edit: open ? inPlaceOf(open, isUnseen, input, context) : null }
    const first = firstOf(step, input.remind, context)
    const events: DomainEvent[] = [taken({ ...step, due: first.due }, isUnseen ? open : undefined)]
    if (isDone)
      events.unshift(
        stepDone({ description: open.description, due: open.due, user_id: open.user_id, value: row.value }),
      )
    const reminder = first.reminder ?? row.reminder ?? null
    const next: Target = { ...row, phase: 'pursuing', tasks: [...tasks, ...first.tasks], due: first.due, reminder }
    return { row: { ...next, undo: undoOf(row, next, context) }, events }
  },
  request: ({ id, ...body }) => ({ route: routes.takeStep, body: { tile_id: id, ...body } }),
})

export type DoneLocal = z.infer<typeof DoneLocal>
const DoneLocal = withId(DoneInput)

/** Records something done in addition to the open step, which stays open. Counts as a step completed today. */
export const markStep = change<DoneLocal>({
  name: 'noteStep',
  input: DoneLocal,
  decide(row, { id: _, ...input }, context) {
    if (row.status !== 'active')
      throw new Refusal('not_allowed_now', `This Target is ${statusTerm[row.status]}. Pursue it again to take a step.`)
    const now = stampIn(context.zone, context.now)
    const made = newTask(row, { ...input, due: now.slice(0, 10) }, context)
    const step: Task = { ...made, done: 'done', completed: now }
    const next: Target = { ...row, tasks: [...row.tasks, step] }
    const { description, due, user_id, help } = step
    const events = [stepDone({ description, due, user_id, value: row.value, ...(help && { help }) })]
    return { row: { ...next, undo: undoOf(row, next, context) }, events }
  },
  request: ({ id, ...body }) => ({ route: routes.noteStep, params: { id }, body }),
})

export type RemindLocal = z.infer<typeof RemindLocal>
const RemindLocal = withId(RemindInput)

/** Sets or clears the reminder of the person's open step, to the minute. It is private, so the target gets no event. */
export const remindMe = change<RemindLocal>({
  name: 'remindMe',
  input: RemindLocal,
  decide(row, { at }, context) {
    if (context.by) throw new Refusal('forbidden', 'You can set reminders only for yourself.', 403)
    const open = openTask(row)
    if (at === null) return { row: { ...row, reminder: null }, events: [] }
    if (row.status !== 'active' || !open)
      throw new Refusal('not_allowed_now', 'There’s no open step to remind you of. Take a step first.')
    return { row: { ...row, reminder: { task_id: open.id, at } }, events: [] }
  },
  request: ({ id, at }) => ({ route: routes.remind, params: { id }, body: { at } }),
})

export function newTask(row: Pick<Target, 'id'>, { remind: _, ...input }: TaskInput, context: Context): Task {
  const { id: user_id, first_name, last_name } = context.actor
  return {
    id: context.newId(),
    tile_id: row.id,
    user_id,
    first_name,
    last_name,
    ...input,
    done: 'incomplete',
    created: stampIn(context.zone, context.now),
    completed: null,
    edit: null,
  }
}

/** People who act for another person set no reminder. */
const reminderFor = ({ id }: Task, at: string | undefined, { by }: Context): Reminder | null =>
  at && !by ? { task_id: id, at } : null

/**
 * Returns what a step adds to its Target. The placeholder adds nothing, because there is no date or reminder without a
 * step.
 */
export const firstOf = (step: Task, remind: string | undefined, context: Context) =>
  isPlaceholder(step)
    ? { tasks: [], due: null, reminder: null }
    : { tasks: [step], due: step.due, reminder: reminderFor(step, remind, context) }

export const taken = (
  { description, due, help }: Pick<Task, 'description' | 'help'> & { due: string | null },
  instead?: Task,
) => stepTaken({ description, due, ...(help && { help }), ...(instead && { instead: instead.description }) })

/**
 * Returns the next step's conflict: the unseen step it replaced, or the previous step's conflict that the person hasn't
 * reviewed.
 */
function inPlaceOf(open: Task, isUnseen: boolean, next: TaskInput, context: Context): Edit | null {
  const { description, due, help } = open
  if (!isUnseen) return open.edit?.over ? open.edit : null
  const written = { base: null, old: { description, due, help }, next: next.description }
  return editOf(null, written, context, ownChangeAt(context, context.zone, open.created))
}

export function snoozed(
  row: Target,
  { due, base }: { due: string; base: string | null | undefined },
  context: Context,
): Target {
  const open = openTask(row)
  if (!open) throw new Refusal('not_allowed_now', 'There’s no open step to snooze. Take a step first.')
  const edit = editOf(
    open.edit,
    { base, old: row.due, next: due },
    context,
    ownChangeAt(context, context.zone, undefined),
  )
  return { ...row, due, tasks: row.tasks.map((task) => (task.id === open.id ? { ...task, due, edit } : task)) }
}
