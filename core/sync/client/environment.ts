// Dependencies for a browser, or a test that can kill the engine.
import type { IDBPDatabase, OpenDBCallbacks } from 'idb'
import type { HttpMethod } from '#core/contract/route.ts'
import type { AnyCollection } from '../collection.ts'
import type { Actor, AnyAction } from '../protocol.ts'
import type { LocalSchema } from './localSchema.ts'
import type { Outgoing } from './types.ts'

export type TransportRequest = {
  method: HttpMethod
  /** URL path, such as '/api/…'. */
  address: string
  /** JSON, or undefined for none. */
  body: unknown
  /** Null on reads. */
  key: string | null
  signal: AbortSignal
}
/** `retryAfter` is in seconds. */
export type TransportAnswer = { status: number; body: unknown; retryAfter?: number | undefined }
/** Throws without a complete response: no network, a time limit, half a body. */
export type Transport = { send: (request: TransportRequest) => Promise<TransportAnswer> }

/** Like `navigator.locks`. */
export type Locks = {
  request: (name: string, options: { signal: AbortSignal }, holding: () => Promise<void>) => Promise<unknown>
}
/** Like a BroadcastChannel: reaches the user's other tabs, never the sender. */
export type TabChannel = {
  post: (message: unknown) => void
  listen: (listener: (message: unknown) => void) => void
  close: () => void
}
/** Times are in milliseconds. */
export type Clock = {
  now: () => number
  setTimeout: (work: () => void, ms: number) => unknown
  clearTimeout: (timer: unknown) => void
}

export type Connection = IDBPDatabase<LocalSchema>
export type DatabaseParts = {
  name: string
  open?: (name: string, version: number, callbacks: OpenDBCallbacks<LocalSchema>) => Promise<Connection>
  remove?: (name: string) => Promise<void>
}

export type OutboxEntry = { action: string; input: unknown; v: number }

export type LoadedCollections = { collections: readonly AnyCollection[]; actions: readonly AnyAction[] }

export type EngineOptions = {
  actor: Actor
  zone: string
  /** Collections on this device. Other versions' data of other collections is left alone. */
  collections: readonly AnyCollection[]
  actions: readonly AnyAction[]
  /** Loaded on demand, see `Engine.learn`. */
  later?: () => Promise<LoadedCollections>
  transport: Transport
  database: DatabaseParts
  locks: Locks
  channel: TabChannel
  clock: Clock
  newKey: () => string
  /** Version of the actions. A tab that sees a newer one stops sending. */
  version?: number
  /** Converts an action that an older version queued. */
  migrate?: (queued: OutboxEntry) => { action: string; input: unknown }
  isMobile?: boolean
  /** Only hints. */
  isOnline?: () => boolean
  isVisible?: () => boolean
  /** Calls back on 'online', 'offline', and focus. Returns a function to stop. */
  watch?: (woken: () => void) => () => void
  /** Runs after the current frame is painted, so that sending doesn't delay it. Without it, right away. */
  afterPaint?: (work: () => void) => void
  /** Source of the back-off's jitter. */
  random?: () => number
  onRefused?: (outgoing: Outgoing) => void
  onSignInNeeded?: () => void
  /** The person lost access to a collection. Its rows and all records are deleted. */
  onTakenAway?: () => void
  /** The disk is too full even to send. The engine retries. */
  onFull?: () => void
  /**
   * `lost`: the browser closed it and it can't be reopened. `deleted`: another tab destroyed it. `newer`: another tab
   * runs a newer version.
   */
  onClosed?: (why: 'lost' | 'deleted' | 'newer') => void
}
