import type { RawBuilder } from 'kysely'
import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { ActAs } from '#core/server/routes.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { Status, Target } from '../contract.ts'
import type { PastTarget } from '../pastContract.ts'

/** Lets a manager act as a person whose pipeline they can see. */
export const managers = definePort<ActAs>('targets.managers')

/** SQL condition on a person `u`: managed by this manager, in a firm with this org access. */
export const managing = definePort<(managerId: string, access: string) => RawBuilder<boolean>>('targets.managing')

/** Tasks to trigger after a change of a person's name or status, and of a firm's time zone or subscription. */
export const upkeep = { name: 'upkeep' }
export const copies = { name: 'copies' }

type Source = { importId: string; zone: string }
/** `now` is the instant of the import. */
type NewSource = Source & { now: string }
export type PastTargets = {
  /** Saves them and returns their IDs in the given order. */
  save: (tx: Tx, source: NewSource, past: PastTarget[]) => Promise<string[]>
  /** Deletes those that no one has worked on since and returns the IDs of the others. */
  remove: (tx: Tx, source: Source, ids: string[]) => Promise<string[]>
  /** Returns the contacts that sent any of these targets. */
  senders: (tx: Tx, ids: string[]) => Promise<string[]>
  /** Counts the import's targets that still exist. */
  sum: (tx: Tx, importId: string) => Promise<{ label: string; count: number }[]>
  /** Returns the people with a part in any target. */
  peopleWithTargets: (tx: Tx, orgId: string, userIds: string[]) => Promise<string[]>
}
export const pastTargets = definePort<PastTargets>('targets.pastTargets')

export type HandingOver = {
  from: Actor
  /** Admin recorded as the actor. */
  by: Actor
  /** See `Context`. */
  byName: string
  /** New owner for each status. Others stay. */
  plan: Partial<Record<Status, string>>
  /** Starts after this ID, in ID order. */
  after: string
  most: number
  /** Idempotency key of the events added to the targets' history. */
  key: string
  now: string
  zone: string
}

export type OwnershipTransfer = {
  /** Counts owned targets by status without private ones, and private ones separately. */
  countShown: (tx: Tx, userId: string) => Promise<{ targets: Record<string, number>; hidden: number }>
  /** Counts owned targets by status, including private ones. */
  count: (tx: Tx, userId: string) => Promise<Record<string, number>>
  /** Hands over the next batch. `last` is the last ID, or null at the end. Throws a Refusal if a new owner is gone. */
  handOver: (tx: Tx, given: HandingOver) => Promise<{ done: number; last: string | null }>
}
export const leavingTargets = definePort<OwnershipTransfer>('targets.leavingTargets')

type Part = (tx: Tx, after: string, size: number) => Promise<{ done: number; last: string | null }>
/**
 * Rebuilds derived data of a restored firm's targets, in this order and in batches after an ID. The firm is set on
 * `tx`.
 */
export type ImportedTargets = {
  /** Search keys and company counts. Must run exactly once per target. */
  keys: Part
  /** Target views of everyone. */
  copies: Part
  /** Stored days of people, by ID. */
  scores: Part
}
export const rebuildDerivedTargets = definePort<ImportedTargets>('targets.arrivingTargets')

/** A person's current and past targets, for features that derive insights from them. */
export type Pipeline = {
  /** As the person sees them, without deleted ones. */
  targets: Target[]
  /** Colleagues who pursue the same as an open target of the person, without a response yet. */
  overlaps: { target_id: string; name: string }[]
  /** Colleagues who won at the company of a pursued target and aren't on it. */
  acquaintances: { target_id: string; names: string[] }[]
  /** Contacts that sent the person's targets, with the day of the last touch by anyone outside others' private targets. */
  sources: { contact_id: string; name: string; last_touch: string | null }[]
}
export const pipelineAccess = definePort<(tx: Tx, userId: string) => Promise<Pipeline>>('targets.pipelines')
