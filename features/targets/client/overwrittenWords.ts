// Describes a change that overwrote another one, by the same person on another device or by a colleague.
import { dayIn, dayInSentence } from '#core/contract/dates.ts'
import { type Stages, stageName } from '#core/contract/stages.ts'
import { formatClock } from '#core/contract/times.ts'
import { type EditConflictView, fieldOf, type PlainName, plainFields } from '../contract.ts'
import type { EditConflict } from '../editConflicts.ts'
import { formatFact } from './factLabels.ts'

/** Milliseconds for which a conflict is shown. */
const TELL_MS = 14 * 24 * 60 * 60_000

type Moment = { me: string; zone: string; now: Date }

/**
 * Returns 'You also changed this on another device at 10:42 AM.', or null for old conflicts and people not involved.
 */
export function conflictMessage({ by, name, at, later }: EditConflictView, { me, zone, now }: Moment): string | null {
  if ((by !== me && later.by !== me) || now.getTime() - Date.parse(later.at) > TELL_MS) return null
  const when = (instant: string | null) =>
    instant && ` ${dayIn(zone, instant) === dayIn(zone, now) ? 'at' : 'on'} ${formatClock(zone, instant, now)}`
  if (by === '') return 'This was also changed on another device.'
  if (by === me && later.by === me) return `You also changed this on another device${when(at) ?? ''}.`
  return by === me ? `${later.name} also changed this${when(later.at)}.` : `${name} also changed this${when(at) ?? ''}.`
}

/** Returns 'Objective', 'Your Note', 'Step' or 'Due date'. */
export function fieldNamed(field: string): string {
  if (field === 'note') return 'Your Note'
  if (field === 'step') return 'Step'
  if (field === 'due') return 'Due date'
  if (field === 'stage') return 'Stage'
  return Object.hasOwn(plainFields, field) ? fieldOf(field as PlainName).label : field
}

/** Formats the earlier value for people. `today` is the firm's day. */
export function formatEarlier({ field, over: { value } }: EditConflict, today: string, stages: Stages): string {
  if (field === 'stage') return stageName(stages, value as string | null) ?? 'No stage'
  if (field !== 'step') return formatFact(field, value)
  const {
    description = '',
    due = '',
    help = '',
  } = (value ?? {}) as { description?: string; due?: string; help?: string }
  return [due ? `${description}, due ${dayInSentence(due, today)}` : description, help].filter(Boolean).join('\n')
}

export const keyOfOver = (id: string, { field, over }: EditConflict) => `${id} ${field} ${over.later.at}`
