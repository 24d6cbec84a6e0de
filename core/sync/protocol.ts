// The words both ends of the wire use. Pure: no DOM, no Node, no clock, no random.
import type { z } from 'zod'
import type { AnyRoute, RouteInput } from '#core/contract/route.ts'
import type { Collection, Row } from './collection.ts'

export { Refusal } from '#core/contract/errors.ts'
export type { Row } from './collection.ts'

/** Who acts. The device knows it from its session, the server from the token: never from the request's body. */
export type Actor = { id: string; first_name: string; last_name: string; role: 'member' | 'admin' | 'operator' }

/** All that a decision may know besides the row and the input. */
export type Context = {
  actor: Actor
  /** Who does it in the actor's place, where that's another: a manager on somebody's pipeline. Recorded as the doer. */
  by?: Actor
  /** ISO instant: the device's clock when the person acted, the server's when it decides. */
  now: string
  /** The firm's time zone. */
  zone: string
  /** The idempotency key of this action: one per action a person took, on both ends the same. */
  key: string
  /** Ids for what the decision makes: real ones on the server, temporary ones on the device. */
  newId: () => string
}

/** Past tense: what happened. Stored in the timeline and handed to the reactions of other features. */
export type DomainEvent = { kind: string; data?: Record<string, unknown> }

/** A kind of event of rows R. Called with what is to be known of one, it is one that happened. */
export type EventKind<R extends Row = Row, D = unknown> = ((...data: D extends undefined ? [] : [D]) => DomainEvent) & {
  kind: string
  /** Whether an event is of this kind; its data is typed then. */
  is: (event: DomainEvent) => event is DomainEvent & { data: D }
  /** The rows that it happens to. For types alone. */
  row?: R
}
/** What kinds of events of the same rows have in common. */
export type AnyEventKind<R extends Row> = { kind: string; is: (event: DomainEvent) => boolean; row?: R }
/** Says an event once, in a feature's contract. Its name is for ever: timelines keep it. */
export function defineEvent<R extends Row, D extends Record<string, unknown> | undefined = undefined>(
  kind: string,
): EventKind<R, D> {
  const happened = (data?: D): DomainEvent => (data === undefined ? { kind } : { kind, data })
  const is = (event: DomainEvent): event is DomainEvent & { data: D } => event.kind === kind
  return Object.assign(happened, { kind, is }) as EventKind<R, D>
}
/** `row: null` means that it is gone. */
export type Decision<R extends Row> = { row: R | null; events: DomainEvent[] }

/**
 * Something a person can do. `decide` runs on the device to show the result at once, and again on the server,
 * with authority. It throws a Refusal when a rule says no. An action's name is for ever: a device may hold a queue for weeks.
 */
export type Action<I = unknown, R extends Row = Row> = {
  name: string
  /** What it is about: rows of other collections are never touched by it. */
  collection: Collection<R>
  /** `create` makes a row, `change` alters one, `each` is decided on every row of the collection that the actor has. */
  kind: 'create' | 'change' | 'each'
  /**
   * Nobody waits for it to be saved: it is not told among what waits, and forgotten where the server no longer finds what it is about.
   * It is sent, kept and tried again as any other, and told when it is refused.
   */
  isQuiet?: true
  input: z.ZodType<I>
  /**
   * The input that stands for two of these on one row, one right behind the other: the later joins the one that waits, as long as no
   * server can have heard of that. Deciding it once must leave the row as deciding both does. Without it each goes by itself.
   */
  joined?: (earlier: I, later: I) => I
  /** Which row a `change` is about. */
  rowId: (input: I) => string
  decide: (row: R | null, input: I, context: Context) => Decision<R>
  /** The specification's call for it. `confirmed` is the last row the server sent, if any. */
  request: (input: I, confirmed: R | null) => { route: AnyRoute } & RouteInput
  /** The row that the server's answer stands for. */
  confirm: (answer: unknown, confirmed: R | null) => R | null
}

// biome-ignore lint/suspicious/noExplicitAny: a list of actions holds every input and row
export type AnyAction = Action<any, any>
export const defineAction = <I, R extends Row>(action: Action<I, R>): Action<I, R> => action

/** Ids that exist on this device alone, until the server's answer replaces them. */
export const TEMPORARY = 'tmp:'
export const isTemporary = (id: string) => id.startsWith(TEMPORARY)
export const temporaryId = (key: string, index = 0) =>
  index === 0 ? `${TEMPORARY}${key}` : `${TEMPORARY}${key}:${index}`
