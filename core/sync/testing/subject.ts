// What the generated runs need to know of a product: its rows, its actions, what a person could do, and a server that does it.
import type { EngineOptions, TransportAnswer, TransportRequest } from '../client/parts.ts'
import type { Collection, Row } from '../collection.ts'
import type { Actor, AnyAction } from '../protocol.ts'

export type UserRequest = Omit<TransportRequest, 'signal'>
/** A server with the rows of whoever uses the devices. */
export type ServerUnderTest = {
  /** What the server answers to a request of this device's user; throws only when it can't be reached. */
  send: (request: UserRequest, device?: number) => Promise<TransportAnswer>
  /** The keys of the changes it made, in order, once for each time it made them. */
  applied: () => Promise<readonly string[]>
  /** All that it keeps of a row, its history too, as JSON; '' of what is gone. */
  keptOf?: (rowId: string) => Promise<string>
  close?: () => Promise<void>
}
export type Choice = { action: AnyAction; input: unknown }
/** What the person sees of a collection. */
export type Seen = <R extends Row>(collection: Collection<R>) => readonly R[]
export type RunSubject = Pick<EngineOptions, 'zone' | 'collections' | 'actions'> & {
  actor: Actor
  /** Who uses the second device; without it, the same person. */
  other?: Actor
  openServer: () => Promise<ServerUnderTest>
  /** The texts that the person typed with an action: once it is acknowledged, the server keeps each of them. */
  typedIn?: (choice: Choice) => readonly string[]
  /** Something a person could do who sees these rows; `temporaryIds` were given on this device. Different `n` give different texts. */
  choose: (seen: Seen, temporaryIds: readonly string[], pick: number, n: number, device: number) => Choice | null
}
