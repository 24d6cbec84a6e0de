import { daysBetween, formatDay } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import {
  type Bucket,
  type Note,
  type Reminder,
  statusTerm,
  type Target,
  type TargetTile,
  type Task,
  typeTerm,
  valueTerm,
} from './contract.ts'

/** Overdue before today, soon up to 7 days ahead, later after that or without a date. Source: RULINGS, section 3. */
export function bucketOf(target: Pick<Target, 'status' | 'due'>, today: string): Bucket | null {
  if (target.status !== 'active') return null
  if (target.due === null) return 'later'
  const ahead = daysBetween(today, target.due)
  return ahead < 0 ? 'overdue' : ahead <= 7 ? 'soon' : 'later'
}

export const tileOf = (target: Target, today: string): TargetTile => ({
  ...target,
  typeterm: typeTerm[target.type],
  valueterm: valueTerm[target.value],
  statusterm: statusTerm[target.status],
  bucket: bucketOf(target, today),
  completed_formatted: target.completed ? formatDay(target.completed.slice(0, 10)) : '',
  projected_revenue_formatted: formatAmount(target.projected_revenue),
  revenue_formatted: formatAmount(target.revenue),
})

export const openTask = (target: Pick<Target, 'tasks' | 'user_id'>): Task | undefined =>
  target.tasks.find((task) => task.done === 'incomplete' && task.user_id === target.user_id)

/** Returns whether the target was pursued again and this person hasn't chosen a step since. */
export const asksForStep = (target: Pick<Target, 'phase' | 'tasks' | 'user_id'>): boolean =>
  target.phase === 'reactivated' && !openTask(target)

/** Returns this person's reminder, or null once the step is done or the target closed. Undo restores it. */
export function reminderOf(target: Pick<Target, 'reminder' | 'tasks' | 'user_id' | 'status'>): Reminder | null {
  if (!target.reminder || target.status !== 'active') return null
  return target.reminder.task_id === openTask(target)?.id ? target.reminder : null
}

export const ownNote = (target: Pick<Target, 'notes' | 'user_id'>): Note | undefined =>
  target.notes.find((note) => note.user_id === target.user_id)

/** The person owns the target or has accepted to share it. */
export const isJoined = ({ shared }: Pick<Target, 'shared'>): boolean => shared === 'no' || shared === 'accepted'
