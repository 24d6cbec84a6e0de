// What happens to targets. Any feature may hear of it: see `on` in core/sync/server/reactions.ts.
import { defineEvent } from '#core/sync/protocol.ts'
import type { Status, Target, TargetValue } from './contract.ts'

type Person = { user_id: string; name: string }

/** `undated`: no one knows when it was created. */
export const targetCreated = defineEvent<Target, { company: string; contact: string; undated?: boolean }>(
  'targetCreated',
)
/** `before`: what stood in the fields that changed, `after`: what stands there since. */
export const targetEdited = defineEvent<
  Target,
  { fields: string[]; before: Record<string, unknown>; after: Record<string, unknown> }
>('targetEdited')
export const targetWon = defineEvent<Target, { revenue: number | null }>('targetWon')
export const targetLost = defineEvent<Target, { reason: string }>('targetLost')
export const targetHeld = defineEvent<Target>('targetHeld')
export const targetTrashed = defineEvent<Target, { from: Status }>('targetTrashed')
/** `dropped`: the steps that were open. */
export const targetPursued = defineEvent<Target, { from: Status; dropped: string[] }>('targetPursued')
export const targetDestroyed = defineEvent<Target>('targetDestroyed')
/** Destroyed by the clock, 30 days after it was moved to Recently Deleted. */
export const targetPurged = defineEvent<Target>('targetPurged')

/** `instead`: what an open step said that this one came in place of, without it being done. */
export const stepTaken = defineEvent<
  Target,
  { description: string; due: string | null; help?: string; instead?: string }
>('stepTaken')
/** `user_id`: whose step it was. */
export const stepDone = defineEvent<
  Target,
  /** `help`: of a step that no other line tells of. */
  { description: string; due: string | null; user_id: string; value: TargetValue; help?: string }
>('stepDone')
export const stepSnoozed = defineEvent<Target, { from: string | null; due: string }>('stepSnoozed')
/** `user_id`: whose note it is, who alone is told its words. */
export const noteWritten = defineEvent<Target, { user_id: string; before: string; after: string }>('noteWritten')
/** `key`: of the action that was taken back. */
export const changeUndone = defineEvent<Target, { key: string }>('changeUndone')

export const targetShared = defineEvent<Target, Person>('targetShared')
export const shareAccepted = defineEvent<Target, { user_id: string }>('shareAccepted')
export const shareRejected = defineEvent<Target, { user_id: string }>('shareRejected')
/** `was`: the response until then. */
export const shareRevoked = defineEvent<Target, Person & { was: string; dropped: string[] }>('shareRevoked')
export const askDismissed = defineEvent<Target, { user_id: string; name: string | undefined }>('askDismissed')
/** `user_id`: the new owner; `from`: the old one's name. */
export const targetHandedOver = defineEvent<Target, Person & { from: string; dropped: string[] }>('targetHandedOver')
