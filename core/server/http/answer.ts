// Runs one call: session, policy, input, transaction, and stored response.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { forbidden, Refusal } from '#core/contract/errors.ts'
import type { Context } from '#core/sync/protocol.ts'
import {
  fingerprintOf,
  type IdempotentRequest,
  reserveKey,
  type StoredResponse,
  settle,
  storeRejection,
} from '#core/sync/server/idempotency.ts'
import { apiClientContext, findProgram, refuseClosed } from '../apiClients.ts'
import { audit } from '../audit.ts'
import { type Tx, withOrg } from '../database/tx.ts'
import type { Events } from '../events.ts'
import { newId } from '../ids.ts'
import { Download, type EventListener, EventStream, type Handler, RawJson, ResponseBytes, Text } from '../routes.ts'
import {
  claimedPrincipal,
  findSession,
  noSession,
  principalOf,
  type SignedInSession,
  touchSession,
} from '../sessions.ts'
import { type CallToken, type Checking, tokenOf } from './beforeBody.ts'
import { parse } from './input.ts'
import { idempotencyKeyOf } from './requiredHeaders.ts'

export type Serving = Checking & { events: Events }

export async function answer(options: Serving, served: Handler, request: FastifyRequest, reply: FastifyReply) {
  const { status, text, file, listener, headers, bytes } = served.policy.isPublic
    ? await answerPublic(options, served, request, reply)
    : await answerSignedIn(options, served, request, reply)
  reply.code(status).header('cache-control', 'no-store')
  if (listener) return options.events.open(listener, reply)
  if (bytes !== undefined) return reply.headers(headers ?? {}).send(bytes ?? '')
  if (headers) return reply.headers(headers).send(text)
  if (file)
    return reply
      .type(file.type)
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(Readable.from(file.pieces))
  return text === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(bodyOf(text, options))
}

/** Characters from which a response is sent as bytes with the embedded database. */
const LONG_TEXT = 8192

/**
 * Node copies a text behind the headers, at two bytes per character if it has a curly quote. Bytes need less memory, and
 * up to a quarter more processor time.
 */
const bodyOf = (text: string, { database }: Serving) =>
  text.length < LONG_TEXT || database.kind !== 'embedded' ? text : Buffer.from(text)

async function answerPublic(
  options: Serving,
  served: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answered> {
  const input = parse(served.route, request)
  const now = (options.now?.() ?? new Date()).toISOString()
  const call = { ...input, database: options.database, now, request, reply } as AnyCall
  return textOf(await served.run(call))
}

type AnyCall = Parameters<Handler['run']>[0]

/** The caller claims a session that isn't checked yet. */
type Asked = {
  options: Serving
  served: Handler
  request: FastifyRequest
  reply: FastifyReply
  token: CallToken
  /** Idempotency-Key, random for a read. */
  key: string
  now: string
  /** Person on whose behalf a manager calls. */
  personId: string | undefined
  /** Its use is recorded after the response. */
  idle?: SignedInSession
}

async function answerSignedIn(
  options: Serving,
  served: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answered> {
  const token = tokenOf(request)
  const key = isRead(served) ? randomUUID() : idempotencyKeyOf(request)
  const now = (options.now?.() ?? new Date()).toISOString()
  const asked: Asked = { options, served, request, reply, token, key, now, personId: personOf(request) }
  const answered = await modeOf(asked)(asked)
  const { idle } = asked
  if (idle) await inTurn(asked, async (tx) => touchSession(tx, idle, request.ip))
  return answered
}

function modeOf({ served, personId, token }: Asked): (asked: Asked) => Promise<Answered> {
  if (served.isEarly && personId === undefined && !token.isProgram) return answerEarly
  if (served.isLong) return answerLong
  return isRead(served) ? answerRead : answerOnce
}

const inTurn = <T>({ options, token }: Asked, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withOrg(options.database, token.orgId, work, { isQuiet: true })

/** Rejects callers who can't make the call. */
async function findIn(asked: Asked, tx: Tx): Promise<SignedInSession> {
  if (asked.token.isProgram) return findProgramIn(asked, tx)
  const session = await findSession(tx, asked.token.hash, asked.now)
  // An unattended page still polls, which isn't use of the session.
  if (session.isIdle && asked.request.headers['x-present'] !== '0') asked.idle = session
  refuseAnother(session, asked.request)
  refuseUnallowed(asked.served, session)
  return session
}

async function findProgramIn({ options, served, token, now, reply }: Asked, tx: Tx): Promise<SignedInSession> {
  const session = await findProgram(tx, token.hash, now)
  options.limits.know(token.hash, { orgId: session.org.id, id: session.sessionId }, reply)
  refuseClosed(served, session.program)
  refuseUnallowed(served, session)
  return session
}

async function callOf(asked: Asked, tx: Tx, session: SignedInSession): Promise<AnyCall> {
  const { served, request, reply, personId, key, now, options } = asked
  const input = parse(served.route, request)
  const byName = session.by?.name ?? session.program?.name
  const context = await contextFor(served, tx, session, personId, {
    ...{ now, zone: session.org.zone, key, newId },
    ...(byName && { byName }),
  })
  return {
    ...input,
    tx,
    session,
    context,
    asker: principalOf(context),
    database: options.database,
    now,
    request,
    reply,
  }
}

async function answerRead(asked: Asked): Promise<Answered> {
  const { served } = asked
  const { answer } = await inTurn(asked, async (tx): Promise<{ answer: Answered | Promise<Answered> }> => {
    const call = await callOf(asked, tx, await findIn(asked, tx))
    const answer = served.run(call).then(textOf)
    answer.catch(() => {})
    return { answer: served.isAtOnce ? answer : await answer }
  })
  return answer
}

/** Reserves the key, makes the change, and stores the response in one transaction. */
async function answerOnce(asked: Asked): Promise<Answered> {
  const { options, served, request, token, personId } = asked
  const address = personId ? `${request.url} for ${personId}` : request.url
  const fingerprint = fingerprintOf(request.method, address, request.body)
  const stamp = { orgId: token.orgId, key: asked.key, fingerprint, hasSecret: served.route.hasSecret }
  let stamped: IdempotentRequest | undefined
  try {
    return await withOrg(options.database, token.orgId, async (tx): Promise<Answered> => {
      // Sends the session lookup and the key reservation together.
      const finding = findIn(asked, tx)
      const claiming = reserveKey(tx, { ...stamp, userId: claimedPrincipal(token, asked.now).id })
      claiming.catch(() => {})
      const session = await finding
      const call = await callOf(asked, tx, session)
      stamped = { ...stamp, userId: session.actor.id, byUserId: session.by?.id }
      const first = await claiming
      if (first) return first
      const made = textOf(await served.run(call))
      await markImpersonation(tx, call, served)
      settle(tx, stamped, made)
      return made
    })
  } catch (error) {
    if (!(error instanceof Refusal) || !stamped || error.code === 'key_reused') throw error
    const refused = { status: error.status, text: JSON.stringify(error.body()) }
    const kept = stamped
    await inTurn(asked, (tx) => storeRejection(tx, kept, refused))
    return refused
  }
}

const isRead = ({ route }: Handler) => route.method === 'GET' || route.method === 'HEAD'

/** Work with its own transactions. Impersonated changes are recorded in another one. */
async function answerLong(asked: Asked): Promise<Answered> {
  const { served } = asked
  const call = await inTurn(asked, async (tx) => callOf(asked, tx, await findIn(asked, tx)))
  const answered = textOf(await served.run(call))
  // The entry for an upload's start covers its pieces.
  if (!isRead(served) && !served.route.isBytes && call.session.by)
    await inTurn(asked, (tx) => markImpersonation(tx, call, served))
  return answered
}

/** Sends session lookup, query, and commit as one packet and checks them afterwards. */
async function answerEarly(asked: Asked): Promise<Answered> {
  const { served, request } = asked
  let finding: Promise<SignedInSession> | undefined
  try {
    const { answer } = await inTurn(asked, async (tx) => {
      const session = findIn(asked, tx)
      finding = session
      const asker = claimedPrincipal(asked.token, asked.now)
      const { now } = asked
      const run = async () =>
        textOf(await served.run({ ...parse(served.route, request), tx, asker, session, now } as unknown as AnyCall))
      const running = run()
      running.catch(() => {})
      const answer = session.then(() => running)
      answer.catch(() => {})
      return { answer }
    })
    return await answer
  } catch (error) {
    // Without a session, statements can fail for that reason alone. The caller gets 401, not 500.
    await finding
    throw error
  }
}

/** Keeps calls for the person's own session and impersonated ones apart. The client then requests a new session. */
function refuseAnother({ by }: SignedInSession, request: FastifyRequest): void {
  const from = request.headers['x-switched-from']
  if (from !== undefined && from !== '' && from !== by?.id) throw noSession()
}

function refuseUnallowed(served: Handler, session: SignedInSession): void {
  if (served.policy.isOwn && session.by)
    throw new Refusal('switched', 'You can’t do this while you’re working as someone else.', 403)
  if (session.isEnrolling && !served.policy.isForEnrolling)
    throw new Refusal('enrol_first', 'Set up two-factor authentication first.', 403)
  if (!served.policy.allows(session)) throw forbidden()
}

/** Every impersonated change goes into the firm's audit log with both names. Source: RULINGS, section 5. */
async function markImpersonation(tx: Tx, { session, params, request }: AnyCall, { route }: Handler): Promise<void> {
  if (!session.by) return
  const { data: id } = z.guid().safeParse((params as { id?: unknown }).id)
  const subject = { name: route.summary, ...(id && { id }) }
  await audit(tx, session, { action: 'switch.acted', subject, details: { call: route.name }, address: request.ip })
}

/** Source: RULINGS, section 2, and the specification, section 7. */
function personOf(request: FastifyRequest): string | undefined {
  const query = request.query as Record<string, unknown>
  const named = request.headers['x-proxy-for'] ?? query.userid ?? query.proxyUser
  return typeof named === 'string' && named !== '' ? named : undefined
}

/** The caller, or the person on whose behalf the caller can act. */
async function contextFor(
  served: Handler,
  tx: Tx,
  session: SignedInSession,
  personId: string | undefined,
  given: Omit<Context, 'actor' | 'by'>,
): Promise<Context> {
  if (session.program) return apiClientContext(tx, session, personId, served, given)
  if (personId === undefined || personId === session.actor.id) return { ...given, actor: session.actor }
  if (!served.proxy) throw new Refusal('forbidden', 'You can’t do this for someone else.', 403)
  return { ...given, actor: await served.proxy(tx, session, personId, given.now, isRead(served)), by: session.actor }
}

/** Downloads are never stored as a response. */
type Answered = StoredResponse & {
  file?: Download
  listener?: EventListener
  headers?: Record<string, string>
  bytes?: Readable | null
}

function textOf(result: unknown): Answered {
  if (result instanceof Download) return { status: 200, text: '', file: result }
  if (result instanceof EventStream) return { status: 200, text: '', listener: result.listener }
  if (result instanceof Text) return result
  if (result instanceof ResponseBytes)
    return { status: result.status, text: '', headers: result.headers, bytes: result.body }
  if (result === undefined) return { status: 204, text: '' }
  return { status: 200, text: result instanceof RawJson ? result.text : JSON.stringify(result) }
}
