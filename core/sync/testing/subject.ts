// Describes a product to the runs.
import type { EngineOptions, TransportAnswer, TransportRequest } from '../client/environment.ts'
import type { Collection, Row } from '../collection.ts'
import type { Actor, AnyAction } from '../protocol.ts'

export type UserRequest = Omit<TransportRequest, 'signal'>
export type ServerUnderTest = {
  /** Throws only if the server can't be reached. */
  send: (request: UserRequest, device?: number) => Promise<TransportAnswer>
  /** Keys of changes in order, once per time made. */
  applied: () => Promise<readonly string[]>
  /** All stored data of a row with its history, as JSON, '' if deleted. */
  keptOf?: (rowId: string) => Promise<string>
  close?: () => Promise<void>
}
export type Choice = { action: AnyAction; input: unknown }
export type Seen = <R extends Row>(collection: Collection<R>) => readonly R[]
export type RunSubject = Pick<EngineOptions, 'zone' | 'collections' | 'actions'> & {
  actor: Actor
  /** By default the same person. */
  other?: Actor
  openServer: () => Promise<ServerUnderTest>
  /** Typed texts, each of which the server must store once acknowledged. */
  typedIn?: (choice: Choice) => readonly string[]
  /** `temporaryIds` were created on this device. Different `n` give different texts. */
  choose: (seen: Seen, temporaryIds: readonly string[], pick: number, n: number, device: number) => Choice | null
}
