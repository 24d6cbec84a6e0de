import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import files from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal, sentences } from '#core/contract/errors.ts'
import type { AnyRoute } from '#core/contract/route.ts'
import type { Context } from '#core/sync/protocol.ts'
import { claim, type FirstAnswer, fingerprintOf, type Stamped, settle, settleRefusal } from '#core/sync/server/door.ts'
import { isUnavailable } from './database/failures.ts'
import { inFirm, type Tx } from './database/firm.ts'
import type { Database } from './database/open.ts'
import { type Events, type Listener, movedIn, openEvents } from './events.ts'
import { newId } from './ids.ts'
import { openApiOf } from './openApi.ts'
import { Download, EventStream, RawJson, type Served, Text } from './routes.ts'
import { askerOf, caller, findSession, noSession, noteUse, type SignedIn } from './sessions.ts'
import { readToken } from './tokens.ts'

export type HttpOptions = {
  database: Database
  served: Served[]
  /** The built client; without it only the API answers. */
  clientDirectory?: string
  version: string
  isTrustingProxy?: boolean
  logLevel?: string
  /** The server's clock, for tests. */
  now?: () => Date
}

const BODY_LIMIT = 1024 * 1024
/** The largest upload. A larger one is refused while it arrives. */
export const UPLOAD_LIMIT = 50 * 1024 * 1024
const SLOW_CLIENT_MS = 5000

/** The HTTP server of the whole product. Throws when a route declares no policy or two routes can't be told apart. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    logger: options.logLevel ? { level: options.logLevel, redact: ['req.headers.authorization'] } : false,
    requestTimeout: 60_000,
    trustProxy: options.isTrustingProxy ?? false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    genReqId: () => randomUUID(),
    frameworkErrors: answerError,
  })
  app.server.headersTimeout = SLOW_CLIENT_MS
  await app.register(helmet, {
    contentSecurityPolicy: { directives: policyOfContent },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: false,
  })
  await app.register(compress, {
    threshold: 2048,
    encodings: ['zstd', 'br', 'gzip'],
    zlibOptions: { level: 1 },
    brotliOptions: { params: { 1: 1 } },
  })
  await app.register(multipart, {
    limits: { files: 1, fileSize: UPLOAD_LIMIT, fields: 20, fieldSize: 64 * 1024, parts: 25 },
  })
  app.setErrorHandler(answerError)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    text === '' ? done(null, undefined) : parseJson(request, text as string, done),
  )

  const events = openEvents(options.database, { now: options.now })
  app.decorate('events', events)
  // Streams never end by themselves: without this, stopping would wait for them.
  app.addHook('preClose', () => events.close())
  registerRoutes(app, { ...options, events })
  const description = JSON.stringify(
    openApiOf(
      options.served.map(({ route }) => route),
      options.version,
    ),
  )
  app.get('/api/openapi.json', (_, reply) => reply.type('application/json').send(description))
  app.get('/meta.json', async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ version: await versionOf(options) }),
  )
  app.get('/healthz', async (_, reply) => {
    await options.database.check()
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
  await serveClient(app, options.clientDirectory)
  return app
}

/** Styles: Mantine writes its variables into a style element. */
const policyOfContent = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  upgradeInsecureRequests: null,
}

type Serving = HttpOptions & { events: Events }

function registerRoutes(app: FastifyInstance, options: Serving) {
  const byAddress = new Map<string, Served[]>()
  for (const served of options.served) {
    const { route, policy } = served
    if (!policy?.name) throw new Error(`The route ${route.name} declares no policy.`)
    const address = `${route.method} /api/${route.path}`
    const siblings = byAddress.get(address) ?? []
    if (
      siblings.some(
        (other) => !route.when || !other.route.when || JSON.stringify(other.route.when) === JSON.stringify(route.when),
      )
    )
      throw new Error(`Two routes share the address ${address} and nothing tells them apart.`)
    byAddress.set(address, [...siblings, served])
  }
  for (const [address, siblings] of byAddress) {
    const [method, url] = address.split(' ') as [string, string]
    app.route({ method, url, handler: (request, reply) => answer(options, choose(siblings, request), request, reply) })
  }
}

/** Routes that share an address are told apart by their fixed query values. */
function choose(siblings: Served[], request: FastifyRequest): Served {
  const query = request.query as Record<string, unknown>
  const chosen = siblings.find(({ route }) =>
    Object.entries(route.when ?? {}).every(([name, value]) => query[name] === value),
  )
  if (chosen) return chosen
  const names = [...new Set(siblings.flatMap(({ route }) => Object.keys(route.when ?? {})))]
  throw new Refusal(
    'invalid',
    `Unknown ${names.join(', ')}.`,
    400,
    Object.fromEntries(names.map((name) => [name, 'This is not one of the known values.'])),
  )
}

async function answer(options: Serving, served: Served, request: FastifyRequest, reply: FastifyReply) {
  const { status, text, file, listener, headers } = served.policy.isPublic
    ? await answerPublic(options, served, request, reply)
    : await answerSignedIn(options, served, request, reply)
  reply.code(status).header('cache-control', 'no-store')
  if (listener) return options.events.open(listener, reply)
  if (headers) return reply.headers(headers).send(text)
  if (file)
    return reply
      .type(file.type)
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(Readable.from(file.pieces))
  return text === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(text)
}

async function answerPublic(
  options: HttpOptions,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answered> {
  const input = parse(served.route, request)
  const call = { ...input, database: options.database, request, reply } as AnyCall
  return textOf(await served.run(call))
}

type AnyCall = Parameters<Served['run']>[0]

async function answerSignedIn(
  options: Serving,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answered> {
  const { database } = options
  const token = readToken(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
  if (!token) throw noSession()
  const isChange = served.route.method !== 'GET'
  const given = isChange ? keyOf(request) : undefined
  const key = given ?? randomUUID()
  const now = (options.now?.() ?? new Date()).toISOString()
  let stamped: Stamped | undefined
  let moved: Promise<string> | undefined
  let call: AnyCall | undefined
  let idle: SignedIn | undefined
  const personId = personOf(request)

  const inTransaction = async (tx: Tx): Promise<{ answer: Answered | Promise<Answered> }> => {
    moved = undefined
    // Sent together: whose session it is, and what can be asked or claimed before that is known.
    const finding = findSession(tx, token.hash, now).then((session) => {
      if (session.isIdle) idle = session
      refuseUnallowed(served, session)
      return session
    })
    if (served.isEarly && personId === undefined) return { answer: answerEarly(finding, served, request, tx) }
    const stamp = given &&
      !served.isLong && {
        orgId: token.orgId,
        key,
        fingerprint: fingerprintOf(
          request.method,
          personId ? `${request.url} for ${personId}` : request.url,
          request.body,
        ),
      }
    const claiming = stamp ? claim(tx, { ...stamp, userId: caller.id }) : undefined
    claiming?.catch(() => {})
    const session = await finding
    const input =
      served.isLong && request.isMultipart()
        ? parse({ ...served.route, body: undefined }, request)
        : parse(served.route, request)
    const context = await contextFor(served, tx, session, personId, { now, zone: session.org.zone, key, newId })
    call = { ...input, tx, session, context, asker: askerOf(context), database, request, reply }
    if (served.isLong) return { answer: { status: 0, text: '' } }
    if (!stamp) {
      const answer = served.run(call).then(textOf)
      answer.catch(() => {})
      if (served.isAtOnce) return { answer }
      const first = await answer
      if (isChange) moved = movedIn(tx)
      return { answer: first }
    }
    stamped = { ...stamp, userId: session.actor.id }
    const first = await claiming
    if (first) return { answer: first }
    const answer = textOf(await served.run(call))
    moved = settle(tx, stamped, answer)
    // If it fails, so does the transaction.
    moved.catch(() => {})
    return { answer }
  }

  try {
    const { answer } = await inFirm(database, token.orgId, inTransaction)
    if (moved) options.events.tell(token.orgId, await moved)
    const answered = served.isLong && call ? textOf(await served.run(call)) : await answer
    // What its own transactions moved is not known here, but for what matters most: it may have ended sessions of the caller.
    if (served.isLong && call && isChange) options.events.tell(token.orgId, `${call.session.actor.id}:ended`)
    const unnoted = idle
    if (unnoted) await inFirm(database, token.orgId, async (tx) => noteUse(tx, unnoted))
    return answered
  } catch (error) {
    if (!(error instanceof Refusal) || !stamped || error.code === 'key_reused') throw error
    const refused = { status: error.status, text: JSON.stringify(error.body()) }
    const kept = stamped
    await inFirm(database, token.orgId, (tx) => settleRefusal(tx, kept, refused))
    return refused
  }
}

/** Nothing is waited for before the commit: session, question and commit go out as one packet, and what they are worth is judged afterwards. */
function answerEarly(finding: Promise<SignedIn>, served: Served, request: FastifyRequest, tx: Tx): Promise<Answered> {
  const run = async () => textOf(await served.run({ ...parse(served.route, request), tx, asker: caller } as AnyCall))
  const running = run()
  running.catch(() => {})
  const answer = finding.then(() => running)
  answer.catch(() => {})
  return answer
}

function refuseUnallowed(served: Served, session: SignedIn): void {
  if (!served.policy.allows(session)) throw new Refusal('forbidden', 'You are not allowed to do this.', 403)
}

/** Whose pipeline a manager asks for. Source: RULINGS, section 2, and the specification, section 7. */
function personOf(request: FastifyRequest): string | undefined {
  const query = request.query as Record<string, unknown>
  const named = request.headers['x-proxy-for'] ?? query.userid ?? query.proxyUser
  return typeof named === 'string' && named !== '' ? named : undefined
}

/** Who acts: the caller, or the person for whom the caller may. */
async function contextFor(
  { proxy }: Served,
  tx: Tx,
  session: SignedIn,
  personId: string | undefined,
  given: Omit<Context, 'actor' | 'by'>,
): Promise<Context> {
  if (personId === undefined || personId === session.actor.id) return { ...given, actor: session.actor }
  if (!proxy) throw new Refusal('forbidden', 'This cannot be done for somebody else.', 403)
  return { ...given, actor: await proxy(tx, session, personId, given.now), by: session.actor }
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  const parsed = z.guid().safeParse(key)
  if (!parsed.success) throw new Refusal('invalid', 'The Idempotency-Key must be a UUID.', 400)
  return parsed.data
}

/** A file is made anew each time it is asked for: it is never kept as a first answer. */
type Answered = FirstAnswer & { file?: Download; listener?: Listener; headers?: Record<string, string> }

function textOf(result: unknown): Answered {
  if (result instanceof Download) return { status: 200, text: '', file: result }
  if (result instanceof EventStream) return { status: 200, text: '', listener: result.listener }
  if (result instanceof Text) return result
  if (result === undefined) return { status: 204, text: '' }
  return { status: 200, text: result instanceof RawJson ? result.text : JSON.stringify(result) }
}

const none = z.strictObject({})

function parse(route: AnyRoute, request: FastifyRequest) {
  const query = Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).filter(([name]) => !(route.when && name in route.when)),
  )
  return {
    params: parsePart(route.params ?? none, request.params ?? {}, route.params !== undefined),
    query: parsePart(route.query ?? none, query),
    body:
      route.method === 'GET' || route.method === 'DELETE'
        ? undefined
        : parsePart(route.body ?? none.optional(), request.body === null ? undefined : request.body),
  }
}

function parsePart(schema: z.ZodType, value: unknown, isAddress = false): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (isAddress) throw new Refusal('not_found', 'This could not be found.', 404)
  throw refusalOf(parsed.error)
}

/** The error form of RULINGS, section 2: a sentence, and one message per field. */
export function refusalOf(error: z.ZodError): Refusal {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) errors[[...issue.path, key].join('.')] ??= 'This field cannot be set.'
    else errors[issue.path.join('.') || 'body'] ??= issue.message
  }
  return new Refusal('invalid', 'Some fields need another look.', 400, errors)
}

const codes: Record<number, [string, string]> = {
  400: ['invalid', 'This request could not be read.'],
  404: ['not_found', 'This could not be found.'],
  413: ['too_large', 'This is too large.'],
  415: ['unsupported_type', 'This kind of content is not accepted here.'],
  429: ['too_many', 'Too many tries. Please wait a little.'],
}

function answerError(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    if (error.retryAfter) reply.header('retry-after', String(error.retryAfter))
    return reply.code(error.status).send(error.body())
  }
  if (error instanceof z.ZodError) return reply.code(400).send(refusalOf(error).body())
  if (isUnavailable(error))
    return reply.code(503).header('retry-after', '5').send({ message: sentences.unavailable, code: 'unavailable' })
  const status = error.statusCode ?? 500
  const known = codes[status]
  if (known) return reply.code(status).send({ message: known[1], code: known[0] })
  if (status >= 400 && status < 500) return reply.code(400).send({ message: codes[400]![1], code: 'invalid' })
  request.log.error(error)
  return reply.code(500).send({ message: sentences.generic, code: 'failed' })
}

/** The built client's own version, read each time: a new build may be put in its place while the server runs. */
async function versionOf({ clientDirectory, version }: HttpOptions): Promise<string> {
  if (!clientDirectory) return version
  const text = await readFile(join(clientDirectory, 'version.json'), 'utf8').catch(() => null)
  return text === null ? version : (JSON.parse(text) as { version: string }).version
}

/** Files of the built client; any other path is a screen of the app and gets its page. */
async function serveClient(app: FastifyInstance, directory: string | undefined) {
  const hasClient = directory !== undefined && existsSync(directory)
  if (hasClient) {
    await app.register(files, {
      root: directory,
      index: ['index.html'],
      preCompressed: true,
      setHeaders: (reply, path) =>
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      hasClient &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/')
    if (isScreen) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return reply.code(404).send({ message: codes[404]![1], code: 'not_found' })
  })
}
