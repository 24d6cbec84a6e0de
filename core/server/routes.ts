import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyRoute, Route } from '#core/contract/route.ts'
import type { Context } from '#core/sync/protocol.ts'
import type { Tx } from './database/firm.ts'
import type { Database } from './database/open.ts'
import type { EventListener } from './events.ts'
import type { Principal, SignedInSession } from './sessions.ts'

/** Text that is JSON already: sent as it is. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A file for the person, in pieces that are made while it is sent. */
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

/** The reply becomes a stream of this person's events, and stays open. */
export class EventStream {
  readonly listener: EventListener
  constructor(listener: EventListener) {
    this.listener = listener
  }
}

/** An answer that is not JSON, with headers of its own; short enough to be made at once. */
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

/** An answer of bytes as they come from where they are kept, with headers of its own. */
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

/** Who may make a call. Every route declares one; the server does not start with a route that declares none. */
export type Policy = {
  name: string
  isPublic: boolean
  allows: (session: SignedInSession) => boolean
  /** The person alone, never somebody who works as them. */
  isOwn?: true
  /** Also in a session that is good for setting up a second factor alone. */
  isForEnrolling?: true
}

export const anyone: Policy = { name: 'everyone', isPublic: true, allows: () => true }
export const signedIn: Policy = { name: 'signedIn', isPublic: false, allows: () => true }
/** The vendor's own people. Source: RULINGS, section 1. */
export const operator: Policy = {
  name: 'operator',
  isPublic: false,
  allows: ({ actor }) => actor.role === 'operator',
}
export const firmAdmin: Policy = { name: 'firmAdmin', isPublic: false, allows: ({ actor }) => actor.role === 'admin' }
/** A firm's own programs alone: no person sees the firm's targets as a whole. */
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
/** For what is the person's own: credentials, secrets, devices, their whole record. Nobody does it in their name. */
export const notWhileSwitched = (policy: Policy): Policy => ({
  ...policy,
  name: `${policy.name}, not while switched`,
  isOwn: true,
})

/** For what somebody needs who has to set up a second factor before anything else. */
export const alsoEnrolling = (policy: Policy): Policy => ({
  ...policy,
  name: `${policy.name}, also while enrolling`,
  isForEnrolling: true,
})

export type Call<P, Q, B> = {
  params: P
  query: Q
  body: B
  /** The caller's firm is set on it: rows of other firms do not exist here. Not there for public calls. */
  tx: Tx
  session: SignedInSession
  /** For actions: who, when, in which zone, with which key. */
  context: Context
  database: Database
  /** What the server's clock said when the call came; an instant. */
  now: string
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Lets a manager make a call as the person named by `X-Proxy-For`, `userid` or `proxyUser`. Answers that person as an actor, or
 * throws 403 or 404. A call that declares none cannot be made for others.
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
  /** The call opens its own transactions: uploads, and work that outlives the answer. `tx` is for the session alone. */
  isLong?: boolean
  /** A long change that the door makes happen once, see `serveOnce`. */
  isOnce?: boolean
  /** Of a long change that is not: why asking for it twice does no harm. */
  whenRepeated?: string
  /** A read that sends all its statements (`send`) before it waits for any: the commit goes right behind them. */
  isAtOnce?: boolean
  /** A read at once whose statements go right behind the session's question. See `serveEarly`. */
  isEarly?: boolean
  proxy?: ActAs
}

/** Ties a route of a contract to who may call it and what it does. */
export function defineHandler<P, Q, B, A>(
  route: Route<P, Q, B, A>,
  policy: Policy,
  run: (call: Call<P, Q, B>) => Promise<A | RawJson | Download | EventStream | Text | ResponseBytes | undefined>,
  options: Pick<Handler, 'isLong' | 'whenRepeated' | 'isAtOnce' | 'proxy'> = {},
): Handler {
  return { route, policy, run, ...options }
}

type EarlyCall<P, Q, B> = Pick<Call<P, Q, B>, 'params' | 'query' | 'tx'> & {
  asker: Principal
  session: SignedInSession | Promise<SignedInSession>
}

/**
 * As `serve`, for a read that needs not know who asks: its SQL says `asker`. It runs while the session is still being looked up, and may
 * wait for it after it has sent its statements.
 */
export function definePipelinedRead<P, Q, B, A>(
  route: Route<P, Q, B, A>,
  policy: Policy,
  run: (call: EarlyCall<P, Q, B>) => Promise<A | RawJson>,
  options: Pick<Handler, 'proxy'> = {},
): Handler {
  return { route, policy, run: run as Handler['run'], isEarly: true, ...options }
}
