// Webhook events on targets. Pure.
import { fullNameOf } from '#core/contract/names.ts'
import type { AnyEventKind, Context, DomainEvent } from '#core/sync/protocol.ts'
import type { Target } from '../contract.ts'
import * as happened from '../eventsContract.ts'
import type { FirmTarget } from './contract.ts'
import { firmTargetOf } from './firmTarget.ts'

export const publicEvents = [
  { name: 'target.created', label: 'Created' },
  { name: 'target.changed', label: 'Changed' },
  { name: 'target.won', label: 'Won' },
  { name: 'target.lost', label: 'Lost' },
  { name: 'target.moved', label: 'Moved to a stage' },
  { name: 'target.shared', label: 'Shared with a colleague' },
  { name: 'target.step_done', label: 'Step done' },
  { name: 'target.removed', label: 'Permanently deleted, or made private' },
] as const
type PublicEventName = (typeof publicEvents)[number]['name']

/** Events that aren't listed here are never sent out. Notes belong to their authors. */
const names: [AnyEventKind<Target>, PublicEventName][] = [
  [happened.targetCreated, 'target.created'],
  [happened.targetWon, 'target.won'],
  [happened.targetLost, 'target.lost'],
  [happened.shareAccepted, 'target.shared'],
  [happened.targetMoved, 'target.moved'],
  [happened.stepDone, 'target.step_done'],
  [happened.targetEdited, 'target.changed'],
  [happened.targetHeld, 'target.changed'],
  [happened.targetTrashed, 'target.changed'],
  [happened.targetPursued, 'target.changed'],
  [happened.stepTaken, 'target.changed'],
  [happened.stepSnoozed, 'target.changed'],
  [happened.changeUndone, 'target.changed'],
  [happened.targetShared, 'target.changed'],
  [happened.shareRejected, 'target.changed'],
  [happened.shareRevoked, 'target.changed'],
  [happened.targetHandedOver, 'target.changed'],
  [happened.targetDestroyed, 'target.removed'],
  [happened.targetPurged, 'target.removed'],
]
const nameOf = new Map(names.map(([{ kind }, name]) => [kind, name]))
export const heard = names.map(([kind]) => kind)

type Happened = {
  before: Target | null
  after: Target | null
  events: DomainEvent[]
  context: Context
  isHistory?: true
}
type PublicEventData = {
  type: PublicEventName
  timestamp: string
  data: { target: FirmTarget | { id: string }; by: { user_id: string; name: string } }
}

/** Each kind once per change. Of private targets, only that one seen before is gone. */
export function publicEventsOf({ before, after, events, context, isHistory }: Happened): PublicEventData[] {
  const wasSeen = before !== null && !before.private
  const isSeen = after !== null && !after.private
  if (isHistory || (!wasSeen && !isSeen)) return []
  const doer = context.by ?? context.actor
  const told = { timestamp: context.now, by: { user_id: doer.id, name: fullNameOf(doer) } }
  const say = (type: PublicEventName, target: FirmTarget | { id: string }): PublicEventData => {
    return { type, timestamp: told.timestamp, data: { target, by: told.by } }
  }
  if (!isSeen) return [say('target.removed', { id: before!.id })]
  const target = firmTargetOf(after)
  const types = new Set(events.flatMap(({ kind }) => nameOf.get(kind) ?? []))
  // An event with a specific name isn't also sent as a change.
  if (types.size > 1) types.delete('target.changed')
  return [...types].map((type) => say(type, target))
}
