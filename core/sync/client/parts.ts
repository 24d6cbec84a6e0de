// What the engine is given from outside, so that it runs in a browser and in a test that can kill it.
import type { IDBPDatabase, OpenDBCallbacks } from 'idb'
import type { HttpMethod } from '#core/contract/route.ts'
import type { AnyCollection } from '../collection.ts'
import type { Actor, AnyAction } from '../protocol.ts'
import type { Outgoing } from './engine.ts'
import type { LocalSchema } from './localSchema.ts'

export type TransportRequest = {
  method: HttpMethod
  /** Below the site's root: '/api/…'. */
  address: string
  /** JSON, or undefined for none. */
  body: unknown
  /** The idempotency key; null on reads. */
  key: string | null
  signal: AbortSignal
}
/** `retryAfter` in seconds. */
export type TransportAnswer = { status: number; body: unknown; retryAfter?: number | undefined }
/** Throws when no whole answer came: no network, a time limit, half a body. */
export type Transport = { send: (request: TransportRequest) => Promise<TransportAnswer> }

/** As `navigator.locks`. */
export type Locks = {
  request: (name: string, options: { signal: AbortSignal }, holding: () => Promise<void>) => Promise<unknown>
}
/** As a BroadcastChannel: reaches the other tabs of this user on this device, never the sender itself. */
export type TabChannel = {
  post: (message: unknown) => void
  listen: (listener: (message: unknown) => void) => void
  close: () => void
}
/** Milliseconds. */
export type Clock = {
  now: () => number
  setTimeout: (work: () => void, ms: number) => unknown
  clearTimeout: (timer: unknown) => void
}

export type Connection = IDBPDatabase<LocalSchema>
/** Opens and deletes databases as idb does. */
export type DatabaseParts = {
  name: string
  open?: (name: string, version: number, callbacks: OpenDBCallbacks<LocalSchema>) => Promise<Connection>
  remove?: (name: string) => Promise<void>
}

export type OutboxEntry = { action: string; input: unknown; v: number }

export type LoadedCollections = { collections: readonly AnyCollection[]; actions: readonly AnyAction[] }

export type EngineOptions = {
  actor: Actor
  /** The firm's time zone. */
  zone: string
  /** The kinds of rows that are kept on this device. What a newer or older version queued or sent of others is left alone. */
  collections: readonly AnyCollection[]
  actions: readonly AnyAction[]
  /** Kinds of rows and actions that nobody needs before something has asked for them: see `Engine.learn`. */
  later?: () => Promise<LoadedCollections>
  transport: Transport
  database: DatabaseParts
  locks: Locks
  channel: TabChannel
  clock: Clock
  newKey: () => string
  /** The version of the product's actions. A tab that meets a newer one stops sending. */
  version?: number
  /** Brings what an older version queued to the present shape. */
  migrate?: (queued: OutboxEntry) => { action: string; input: unknown }
  isMobile?: boolean
  /** Hints only. */
  isOnline?: () => boolean
  isVisible?: () => boolean
  /** Calls back on 'online', 'offline' and focus; returns how to stop that. */
  watch?: (woken: () => void) => () => void
  /** Does it once the frame that is being made has been painted: sending must not hold up what the person waits to see. At once without it. */
  afterPaint?: (work: () => void) => void
  /** For the jitter of the back-off. */
  random?: () => number
  onRefused?: (outgoing: Outgoing) => void
  onSignInNeeded?: () => void
  /** The person may not see a collection any more that this device had: its rows are gone, and all records with them. */
  onTakenAway?: () => void
  /** The disk is so full that what waits can't be sent either; it is tried again and again. */
  onFull?: () => void
  /** `lost`: the browser closed the database and it can't be opened again. `deleted`: another tab destroyed it. `newer`: another tab runs a newer version. */
  onClosed?: (why: 'lost' | 'deleted' | 'newer') => void
}
