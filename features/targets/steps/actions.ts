// Verbs of steps and their reminders.
import type { z } from 'zod'
import { stampIn } from '#core/contract/dates.ts'
import { type Context, type DomainEvent, Refusal } from '#core/sync/protocol.ts'
import { change, undoOf, withId } from '../changes.ts'
import { type Reminder, statusTerm, type Target, type Task } from '../contract.ts'
import { stepDone, stepTaken } from '../eventsContract.ts'
import { openTask } from '../facts.ts'
import { RemindInput, routes, TaskInput } from './contract.ts'

export type TakeStepLocal = z.infer<typeof TakeStepLocal>
const TakeStepLocal = withId(TaskInput)

/** 'Done? Take the Next Step', or 'Take A Step' where none is open. */
export const takeStep = change<TakeStepLocal>({
  name: 'takeStep',
  input: TakeStepLocal,
  decide(row, { id: _, ...input }, context) {
    if (row.status !== 'active')
      throw new Refusal('not_allowed_now', `This Target is ${statusTerm[row.status]}: pursue it again to take a step.`)
    const step = newTask(row, input, context)
    const now = stampIn(context.zone, context.now)
    const open = openTask(row)
    const tasks = row.tasks.map((task) =>
      task.id === open?.id ? { ...task, done: 'done' as const, completed: now } : task,
    )
    const events: DomainEvent[] = [stepTaken({ description: step.description, due: step.due })]
    if (open)
      events.unshift(
        stepDone({ description: open.description, due: open.due, user_id: open.user_id, value: row.value }),
      )
    const reminder = reminderFor(step, input.remind, context) ?? row.reminder ?? null
    const next: Target = { ...row, phase: 'pursuing', tasks: [...tasks, step], due: step.due, reminder }
    return { row: { ...next, undo: undoOf(row, next, context) }, events }
  },
  request: ({ id, ...body }) => ({ route: routes.takeStep, body: { tile_id: id, ...body } }),
})

export type RemindLocal = z.infer<typeof RemindLocal>
const RemindLocal = withId(RemindInput)

/** Reminds the person of their open step at a minute, or no longer. Nobody else learns of it: it is no event of the target. */
export const remindMe = change<RemindLocal>({
  name: 'remindMe',
  input: RemindLocal,
  decide(row, { at }, context) {
    if (context.by) throw new Refusal('forbidden', 'A reminder can be set by the person alone.', 403)
    const open = openTask(row)
    if (at === null) return { row: { ...row, reminder: null }, events: [] }
    if (row.status !== 'active' || !open)
      throw new Refusal('not_allowed_now', 'There is no open step to be reminded of: take a step first.')
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
  }
}

/** Who acts for somebody else reminds nobody. */
export const reminderFor = ({ id }: Task, at: string | undefined, { by }: Context): Reminder | null =>
  at && !by ? { task_id: id, at } : null

export function snoozed(row: Target, due: string): Target {
  const open = openTask(row)
  if (!open) throw new Refusal('not_allowed_now', 'There is no open step to snooze: take a step first.')
  return { ...row, due, tasks: row.tasks.map((task) => (task.id === open.id ? { ...task, due } : task)) }
}
