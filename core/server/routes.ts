import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyRoute, Route } from '#core/contract/route.ts'
import type { Context } from '#core/sync/protocol.ts'
import type { Database } from './database/open.ts'
import type { Tx } from './database/tx.ts'
import type { Principal, SignedInSession } from './sessions.ts'

/** Text that is already JSON and is sent unchanged. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A download, generated while it is sent. */
export class Download {
  readonly name: string
  readonly type: string
  readonly pieces: AsyncIterable<string | Uint8Array>
  constructor(name: string, type: string, pieces: AsyncIterable<string | Uint8Array>) {
    this.name = name
    this.type = type
    this.pieces = pieces
  }
}

/** `by` is the impersonator's session, with which the stream ends. */
export type EventListener = { orgId: string; userId: string; tokenHash: Buffer; by?: { orgId: string; id: string } }

/** The reply becomes an event stream and stays open. */
export class EventStream {
  readonly listener: EventListener
  constructor(listener: EventListener) {
    this.listener = listener
  }
}

/** A short response other than JSON, with its own headers. */
export class Text {
  readonly text: string
  readonly headers: Record<string, string>
  readonly status: number
  constructor(text: string, headers: Record<string, string>, status = 200) {
    this.text = text
    this.headers = headers
    this.status = status
  }
}

/** A response of stored bytes, with its own headers. */
export class ResponseBytes {
  readonly body: Readable | null
  readonly headers: Record<string, string>
  readonly status: number
  constructor(body: Readable | null, headers: Record<string, string>, status = 200) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

/** The server doesn't start with a route that has no policy. */
export type Policy = {
  name: string
  isPublic: boolean
  allows: (session: SignedInSession) => boolean
  /** Excludes impersonators. */
  isOwn?: true
  /** Also allowed while setting up a second factor. */
  isForEnrolling?: true
}

export const anyone: Policy = { name: 'everyone', isPublic: true, allows: () => true }
export const signedIn: Policy = { name: 'signedIn', isPublic: false, allows: () => true }
/** Vendor staff. Source: RULINGS, section 1. */
export const operator: Policy = {
  name: 'operator',
  isPublic: false,
  allows: ({ actor }) => actor.role === 'operator',
}
export const firmAdmin: Policy = { name: 'firmAdmin', isPublic: false, allows: ({ actor }) => actor.role === 'admin' }
/** No person can see all of the firm's targets. */
export const apiClients: Policy = {
  name: 'programs',
  isPublic: false,
  allows: ({ program }) => program !== undefined,
}
export const allOf = (a: Policy, b: Policy): Policy => ({
  name: `${a.name} and ${b.name}`,
  isPublic: false,
  allows: (session) => a.allows(session) && b.allows(session),
  ...((a.isOwn || b.isOwn) && { isOwn: true }),
})
/** Excludes impersonators from credentials, secrets, devices, and data exports. */
export const notWhileSwitched = (policy: Policy): Policy => ({
  ...policy,
  name: `${policy.name}, not while switched`,
  isOwn: true,
})

/** For people who must set up a second factor first. */
export const alsoEnrolling = (policy: Policy): Policy => ({
  ...policy,
  name: `${policy.name}, also while enrolling`,
  isForEnrolling: true,
})

export type Call<P, Q, B> = {
  params: P
  query: Q
  body: B
  /** Restricted to the caller's firm by row-level security. Missing in public calls. */
  tx: Tx
  session: SignedInSession
  /** Actor, time, time zone, and idempotency key. */
  context: Context
  database: Database
  /** Arrival of the call, by the server's clock. */
  now: string
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Lets a manager act as the person in `X-Proxy-For`, `userid`, or `proxyUser`. Throws 403 or 404. Without it, calls
 * can't be made for others.
 */
export type ActAs = (
  tx: Tx,
  session: SignedInSession,
  personId: string,
  now: string,
  isReading?: boolean,
) => Promise<Context['actor']>

export type Handler = {
  route: AnyRoute
  policy: Policy
  // biome-ignore lint/suspicious/noExplicitAny: `serve` has tied the shapes together
  run: (call: Call<any, any, any> & { asker: Principal }) => Promise<unknown>
  /** Opens its own transactions, so `tx` is only for the session. */
  isLong?: boolean
  /** Runs once per idempotency key. See `defineIdempotentHandler`. */
  isOnce?: boolean
  /** Why repeating it without a key is safe. */
  whenRepeated?: string
  /** Sends all statements (`send`) before it awaits any, so that the commit follows right behind. */
  isAtOnce?: boolean
  /** Sends statements right behind the session lookup. See `definePipelinedRead`. */
  isEarly?: boolean
  proxy?: ActAs
}

export function defineHandler<P, Q, B, A>(
  route: Route<P, Q, B, A>,
  policy: Policy,
  run: (call: Call<P, Q, B>) => Promise<A | RawJson | Download | EventStream | Text | ResponseBytes | undefined>,
  options: Pick<Handler, 'isLong' | 'whenRepeated' | 'isAtOnce' | 'proxy'> = {},
): Handler {
  return { route, policy, run, ...options }
}

type EarlyCall<P, Q, B> = Pick<Call<P, Q, B>, 'params' | 'query' | 'tx' | 'now'> & {
  asker: Principal
  session: SignedInSession | Promise<SignedInSession>
}

/**
 * For a read whose SQL refers to the caller through `asker`. It runs during the session lookup and can await it after
 * sending its statements.
 */
export function definePipelinedRead<P, Q, B, A>(
  route: Route<P, Q, B, A>,
  policy: Policy,
  run: (call: EarlyCall<P, Q, B>) => Promise<A | RawJson>,
  options: Pick<Handler, 'proxy'> = {},
): Handler {
  return { route, policy, run: run as Handler['run'], isEarly: true, ...options }
}
