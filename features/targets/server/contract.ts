// What the Tracker offers to other features of the server.

import type { RawBuilder } from 'kysely'
import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/firm.ts'
import type { ActAs } from '#core/server/routes.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { Status, Target } from '../contract.ts'
import type { PastTarget } from '../pastContract.ts'

/** Lets a manager act as a person whose pipeline they may see. */
export const managers = definePort<ActAs>('targets.managers')

/** SQL over a person `u`: whether they are managed by this one, in a firm with this org access. */
export const managing = definePort<(managerId: string, access: string) => RawBuilder<boolean>>('targets.managing')

/** Work to be woken after a change of a person's name, or of whether they are here, and after one of the firm's time zone or subscription. */
export const upkeep = { name: 'upkeep' }
export const copies = { name: 'copies' }

type Source = { importId: string; zone: string }
/** Targets that come from elsewhere with their history. */
export type PastTargets = {
  /** Saves them; returns their ids in the order given. */
  save: (tx: Tx, source: Source, past: PastTarget[]) => Promise<string[]>
  /** Removes those that nobody has worked on since; returns the ids of the others. */
  remove: (tx: Tx, source: Source, ids: string[]) => Promise<string[]>
  /** Figures of what an import has made and is still here. */
  sum: (tx: Tx, importId: string) => Promise<{ label: string; count: number }[]>
  /** Which of these people have a part in any target. */
  peopleWithTargets: (tx: Tx, orgId: string, userIds: string[]) => Promise<string[]>
}
export const pastTargets = definePort<PastTargets>('targets.pastTargets')

export type HandingOver = {
  from: Actor
  /** The administrator, who is recorded as the doer. */
  by: Actor
  /** The new owner of each status; the others stay. */
  plan: Partial<Record<Status, string>>
  /** Targets are taken in the order of their ids, beginning after this one. */
  after: string
  most: number
  /** The key of the events that this leaves in the targets' history. */
  key: string
  now: string
  zone: string
}

/** The targets of a person who leaves. */
export type OwnershipTransfer = {
  /** How many the person owns, by status, without private ones, and how many private ones. */
  countShown: (tx: Tx, userId: string) => Promise<{ targets: Record<string, number>; hidden: number }>
  /** How many the person owns, by status, private ones included. */
  count: (tx: Tx, userId: string) => Promise<Record<string, number>>
  /** Hands over the next few; `last` is the id of the last one, null when there are no more. Throws a Refusal when a new owner is gone. */
  handOver: (tx: Tx, given: HandingOver) => Promise<{ done: number; last: string | null }>
}
export const leavingTargets = definePort<OwnershipTransfer>('targets.leavingTargets')

type Part = (tx: Tx, after: string, size: number) => Promise<{ done: number; last: string | null }>
/** What is made of a firm's targets, of one that came from elsewhere: in this order, each batch behind an id. The firm is set on `tx`. */
export type ImportedTargets = {
  /** What they are found by, and how many name each company. Each exactly once. */
  keys: Part
  /** Everybody's copies. */
  copies: Part
  /** The days of people, by their ids. */
  scores: Part
}
export const rebuildDerivedTargets = definePort<ImportedTargets>('targets.arrivingTargets')

/** What a person pursues and has pursued, for who looks for something to tell them about it. */
export type Pipeline = {
  /** As the person sees them; none that is in the trash. */
  targets: Target[]
  /** Colleagues who pursue the same as an open target of the person, who has said nothing to it yet. */
  overlaps: { target_id: string; name: string }[]
  /** Colleagues who have won at the company of a target that the person pursues, and are not on it. */
  acquaintances: { target_id: string; names: string[] }[]
}
export const pipelineAccess = definePort<(tx: Tx, userId: string) => Promise<Pipeline>>('targets.pipelines')
