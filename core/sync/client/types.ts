// Public types of the offline engine. Its parts and the screens share them.
import type { ErrorBody } from '#core/contract/errors.ts'
import type { Collection } from '../collection.ts'
import type { Action, Actor, Row } from '../protocol.ts'

/** Worst first: refusal needs attention, session expired, offline, pending, saved. */
export type SyncState = 'attention' | 'signin' | 'offline' | 'waiting' | 'saved'

export type Outgoing = {
  seq: number
  key: string
  collection: string
  /** The action's name and the person's input. */
  action: string
  input: unknown
  /** The ID (temporary until confirmed) and the row when the person acted. */
  rowId: string
  row: Row | null
  /** ISO instant of the person's action. */
  at: string
  state: 'waiting' | 'sending' | 'refused' | 'parked'
  attempts: number
  /** Why it was refused or parked. */
  problem?: ErrorBody
}

export type DispatchResult = {
  key: string
  /** ID of the row, temporary for a create. */
  id: string
  /** Resolves when stored on this device. Rejects after restoring the view if that fails. */
  saved: Promise<void>
  /** Resolves to whether the server made a change sent directly and never stored. A failure has already been shown. */
  answered?: Promise<boolean>
}

/** Confirmed rows with queued actions replayed on top. */
export type CollectionRows<R extends Row = Row> = {
  get: (id: string) => R | undefined
  /** Maps a temporary ID to the real one, for components that still hold it. */
  resolve: (id: string) => string
  /** Returns the same array until a row changes. */
  all: () => readonly R[]
  subscribe: (listener: () => void) => () => void
  subscribeRow: (id: string, listener: () => void) => () => void
  /** Whether this device has the whole collection, however old. Otherwise missing rows can exist. */
  isKept: () => boolean
}

export type Engine = {
  actor: Actor
  /** Throws for an unknown collection. */
  of: <R extends Row>(collection: Collection<R>) => CollectionRows<R>
  /** Decides on this device and paints right away. Throws the rule's Refusal. */
  act: <I, R extends Row>(action: Action<I, R>, input: NoInfer<I>) => DispatchResult
  /** Removes an action and a create's dependents from the outbox. Returns false if it no longer waits. */
  takeBack: (key: string) => Promise<boolean>
  /** Deletes a refused or parked action. */
  dismiss: (key: string) => Promise<void>
  /** Retries a refused or parked action under a new key, with new input if given. */
  retry: (key: string, input?: unknown) => Promise<void>
  outbox: { list: () => readonly Outgoing[]; subscribe: (listener: () => void) => () => void }
  status: {
    get: () => {
      state: SyncState
      waiting: number
      /** Number not on disk yet, which closing the page would lose. */
      unkept: number
      attention: number
      offlineSince: string | null
      lastSync: string | null
      isLoaded: boolean
    }
    subscribe: (listener: () => void) => () => void
  }
  /**
   * Loads `later` once, then sends its pending actions. Resolves when the rows are there. Can be retried after a
   * failure.
   */
  learn: () => Promise<true>
  /** Fetches changes from the server. Also resolves when offline. */
  pull: () => Promise<void>
  /** Sends now, regardless of the back-off. */
  flush: () => Promise<void>
  /** Reads a small record such as 'user', 'idhud', 'logo', or 'timeline:<id>', with its time. */
  readRecord: <T>(name: string) => Promise<{ value: T; at: string } | undefined>
  /** `among` keeps only the newest `keep` records whose names begin with `of`. */
  writeRecord: (name: string, value: unknown, among?: Among) => Promise<void>
  /** Resumes with a new token after the person signs in again in place. */
  resume: () => void
  /** Stops sending and listening. Pending changes stay. */
  close: () => Promise<void>
  /**
   * Closes and deletes all but pending changes and typed text, to which it adds `drafts`. Returns the number of pending
   * changes of all tabs.
   */
  lockAway: (drafts?: readonly StoredDraft[]) => Promise<number>
  /** Call it only if the outbox is empty or the person agreed. */
  destroy: () => Promise<void>
}

/** Content of an open form when the session ended. */
export type StoredDraft = {
  name: string
  value: unknown
  at: string
  /** The person was notified that it is stored. */
  isTold?: boolean
}

export type SyncStatus = ReturnType<Engine['status']['get']>

/** Keeps the newest `keep` records whose names begin with `of`. */
export type Among = { of: string; keep: number }
