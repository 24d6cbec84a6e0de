// Events of targets. Any feature can listen, see `on` in core/sync/server/reactions.ts.
import { defineEvent } from '#core/sync/protocol.ts'
import type { ContactDetails } from '#features/contacts/contract.ts'
import type { Status, Target, TargetValue } from './contract.ts'

type Person = { user_id: string; name: string }

/** `undated` means that the creation date is unknown. */
export const targetCreated = defineEvent<Target, { company: string; contact: string; undated?: boolean }>(
  'targetCreated',
)
/** `before` holds the old values of the changed fields, `after` the new ones. */
export const targetEdited = defineEvent<
  Target,
  { fields: string[]; before: Record<string, unknown>; after: Record<string, unknown> }
>('targetEdited')
export const targetWon = defineEvent<Target, { revenue: number | null }>('targetWon')
export const targetLost = defineEvent<Target, { reason: string }>('targetLost')
export const targetHeld = defineEvent<Target>('targetHeld')
/** IDs of stages, null for none. */
export const targetMoved = defineEvent<Target, { from: string | null; to: string | null }>('targetMoved')
export const targetTrashed = defineEvent<Target, { from: Status }>('targetTrashed')
/** `dropped` holds the steps that were open. */
export const targetPursued = defineEvent<Target, { from: Status; dropped: string[] }>('targetPursued')
export const targetDestroyed = defineEvent<Target>('targetDestroyed')
/** Destroyed automatically, 30 days after it moved to Recently Deleted. */
export const targetPurged = defineEvent<Target>('targetPurged')

/** `instead` is the text of an open step that this one replaced without completing it. */
export const stepTaken = defineEvent<
  Target,
  { description: string; due: string | null; help?: string; instead?: string }
>('stepTaken')
/** `user_id` is the step's owner. */
export const stepDone = defineEvent<
  Target,
  /** `help` is set for a step that no other event describes. */
  { description: string; due: string | null; user_id: string; value: TargetValue; help?: string }
>('stepDone')
export const stepSnoozed = defineEvent<Target, { from: string | null; due: string }>('stepSnoozed')
/** `user_id` is the note's author, the only one who gets its text. */
export const noteWritten = defineEvent<Target, { user_id: string; before: string; after: string }>('noteWritten')
/** `key` is the idempotency key of the undone action. */
export const changeUndone = defineEvent<Target, { key: string }>('changeUndone')

/** `contact` holds what was typed of a new one. */
export const contactAdded = defineEvent<
  Target,
  { contact_id: string; name: string; role: string; contact?: ContactDetails }
>('contactAdded')
export const contactRemoved = defineEvent<Target, { contact_id: string; name: string; role: string }>('contactRemoved')
/** `from` is the previous role. */
export const contactRoleChanged = defineEvent<Target, { contact_id: string; name: string; role: string; from: string }>(
  'contactRoleChanged',
)
/** `from` is the name of the previous first contact. */
export const firstContactChanged = defineEvent<Target, { contact_id: string; name: string; from: string }>(
  'firstContactChanged',
)

export const targetShared = defineEvent<Target, Person>('targetShared')
export const shareAccepted = defineEvent<Target, { user_id: string }>('shareAccepted')
export const shareRejected = defineEvent<Target, { user_id: string }>('shareRejected')
/** `was` is the previous response. */
export const shareRevoked = defineEvent<Target, Person & { was: string; dropped: string[] }>('shareRevoked')
export const askDismissed = defineEvent<Target, { user_id: string; name: string | undefined }>('askDismissed')
/** `user_id` is the new owner, `from` the previous one's name. */
export const targetHandedOver = defineEvent<Target, Person & { from: string; dropped: string[] }>('targetHandedOver')
