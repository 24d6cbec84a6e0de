// Types for client and server. Pure: no DOM, no Node, no clock, no random.
import type { z } from 'zod'
import type { AnyRoute, RouteInput } from '#core/contract/route.ts'
import type { Collection, Row } from './collection.ts'

export { Refusal } from '#core/contract/errors.ts'
export type { Row } from './collection.ts'

/** Taken from the session or token, never from the request's body. */
export type Actor = { id: string; first_name: string; last_name: string; role: 'member' | 'admin' | 'operator' }

/** All that a decision can use in addition to row and input. */
export type Context = {
  actor: Actor
  /** Acts in the actor's place, such as a manager on a member's pipeline. Recorded as the author. */
  by?: Actor
  /** Name shown next to the actor's in the history: who is working as them, or the API client. Set on the server. */
  byName?: string
  /** ISO instant: on the device when the person acted, on the server when it decides. */
  now: string
  zone: string
  /** The same on device and server. */
  key: string
  /** Real IDs on the server, temporary ones on the device. */
  newId: () => string
}

/** Past tense. Stored in the timeline and passed to other features' reactions. */
export type DomainEvent = { kind: string; data?: Record<string, unknown> }

/** Calling it with data creates an event. */
export type EventKind<R extends Row = Row, D = unknown> = ((...data: D extends undefined ? [] : [D]) => DomainEvent) & {
  kind: string
  /** Returns whether an event is of this kind, and narrows its data. */
  is: (event: DomainEvent) => event is DomainEvent & { data: D }
  /** Only a type, never set. */
  row?: R
}
/** Common part of event kinds. */
export type AnyEventKind<R extends Row> = { kind: string; is: (event: DomainEvent) => boolean; row?: R }
/** Timelines store its name, so it can never change. */
export function defineEvent<R extends Row, D extends Record<string, unknown> | undefined = undefined>(
  kind: string,
): EventKind<R, D> {
  const happened = (data?: D): DomainEvent => (data === undefined ? { kind } : { kind, data })
  const is = (event: DomainEvent): event is DomainEvent & { data: D } => event.kind === kind
  return Object.assign(happened, { kind, is }) as EventKind<R, D>
}
/** `row: null` means that the row is deleted. */
export type Decision<R extends Row> = { row: R | null; events: DomainEvent[] }

/**
 * `decide` runs on the device to show the result right away, and again on the server, which is authoritative. It throws
 * a Refusal. An action's name can never change, because devices can hold a queue for weeks.
 */
export type Action<I = unknown, R extends Row = Row> = {
  name: string
  /** It never touches other collections. */
  collection: Collection<R>
  /** `each` is decided on every row that the actor has. */
  kind: 'create' | 'change' | 'each'
  /** Not listed as pending, and dropped if its row no longer exists. Otherwise like any other, even when refused. */
  isQuiet?: true
  input: z.ZodType<I>
  /**
   * Merges consecutive actions on a row, unless the earlier can have reached the server. The result must have the same
   * effect. Without it, each is sent separately.
   */
  joined?: (earlier: I, later: I) => I
  rowId: (input: I) => string
  decide: (row: R | null, input: I, context: Context) => Decision<R>
  /** The specification's call. `confirmed` is the last row from the server, if any. */
  request: (input: I, confirmed: R | null) => { route: AnyRoute } & RouteInput
  /** Returns the row in the response. */
  confirm: (answer: unknown, confirmed: R | null) => R | null
}

// biome-ignore lint/suspicious/noExplicitAny: a list of actions holds every input and row
export type AnyAction = Action<any, any>
export const defineAction = <I, R extends Row>(action: Action<I, R>): Action<I, R> => action

/** IDs that exist only on this device until the server responds. */
export const TEMPORARY = 'tmp:'
export const isTemporary = (id: string) => id.startsWith(TEMPORARY)
export const temporaryId = (key: string, index = 0) =>
  index === 0 ? `${TEMPORARY}${key}` : `${TEMPORARY}${key}:${index}`
