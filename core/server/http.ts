import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { Refusal } from '#core/contract/errors.ts'
import { parseJson, refusePollutingKeys } from '#core/contract/pollutingKeys.ts'
import { OLDEST_WRAPPER } from '#core/contract/wrapperVersion.ts'
import { refuseUnopenable } from './apiClients.ts'
import { openCallLimits, type Quotas } from './callLimits.ts'
import type { Database } from './database/open.ts'
import { openEvents } from './events.ts'
import { type ExternalApi, serveExternalApis } from './externalApi.ts'
import { healthLook } from './health.ts'
import { answer, type Serving } from './http/answer.ts'
import { clientBeforeBody, sessionBeforeBody } from './http/beforeBody.ts'
import { offerDraining } from './http/draining.ts'
import { answerError, codes } from './http/failures.ts'
import { logOf } from './http/log.ts'
import { contentPolicy, type FramePage, pageVersion, serveClient } from './http/page.ts'
import { answerBroken, limitTimes } from './http/timeLimits.ts'
import { type ListedInstances, onlyInstance, refuseAmbiguousKeys, refuseOthers, withoutHost } from './instances.ts'
import type { Metrics } from './metrics.ts'
import { openApiOf } from './openApi.ts'
import type { Handler } from './routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isForm?: boolean
    /** The body is bytes, which the handler reads itself. */
    isBytes?: boolean
  }
}

export type HttpOptions = {
  database: Database
  served: readonly Handler[]
  externalApis?: readonly ExternalApi[]
  /** Without it, the server provides only the API. */
  clientDirectory?: string
  version: string
  isTrustingProxy?: boolean
  /** App shells whose pages can call the API. */
  wrapperOrigins?: string[]
  logLevel?: string
  /** For tests. */
  logTo?: { write: (line: string) => void }
  answered?: Metrics['answered']
  instances?: ListedInstances
  videoOrigins?: readonly string[]
  /** Other origins whose pages can be framed. */
  frameOrigins?: readonly string[]
  framePages?: readonly FramePage[]
  /** For tests. */
  quotas?: Quotas
  /** For tests. */
  now?: () => Date
  /** Milliseconds to receive a call, between checks, and without data. For tests. */
  timeLimits?: { call: number; checkEvery: number; silence: number }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Fastify has its own `version`. */
    productVersion: string
  }
}

const BODY_LIMIT = 1024 * 1024
/** Bytes, for public calls without their own limit. */
const PUBLIC_BODY_LIMIT = 8 * 1024
const SLOW_CLIENT_MS = 5000
/** Milliseconds for running calls when the server stops. */
const STOP_LIMIT_MS = 8000

/** Throws if a route has no policy, isn't safe to repeat, or is ambiguous. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { instances = onlyInstance() } = options
  refuseAmbiguousKeys(
    instances,
    options.served.map(({ route }) => route.path),
  )
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    logger: options.logLevel ? logOf(options.logLevel, options.logTo) : false,
    requestTimeout: options.timeLimits?.call ?? 60_000,
    http: { connectionsCheckingInterval: options.timeLimits?.checkEvery ?? 30_000 },
    clientErrorHandler: answerBroken,
    trustProxy: options.isTrustingProxy ?? false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    genReqId: () => randomUUID(),
    frameworkErrors: answerError,
    rewriteUrl: ({ url = '/' }) => withoutHost(instances, url),
  })
  app.server.headersTimeout = SLOW_CLIENT_MS
  limitTimes(app, options.timeLimits?.silence)
  // Fastify's plugin would create the headers for each request.
  const protect = helmet({
    contentSecurityPolicy: { directives: contentPolicy() },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: false,
  })
  app.addHook('onRequest', ({ id, raw }, reply, done) => {
    // Identifies the call in a problem report.
    reply.header('x-request-id', id)
    protect(raw, reply.raw, done as () => void)
  })
  const { answered } = options
  if (answered) app.addHook('onResponse', async (request, reply) => answered(request, reply))
  // Only over HTTPS: on plain HTTP a server would lock itself out.
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  })
  await app.register(cors, {
    origin: options.wrapperOrigins ?? [],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'retry-after',
      'content-disposition',
      // PDFs are read in ranges.
      'accept-ranges',
      'content-length',
      'content-range',
      'location',
      'upload-offset',
      'upload-length',
      'upload-expires',
      'tus-resumable',
    ],
    maxAge: 86_400,
    strictPreflight: false,
  })
  app.addHook('onRequest', async ({ query }) => refusePollutingKeys(query))
  // A compressed body's size is unknown until it is unpacked, and our clients send none.
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
      throw new Refusal('unsupported_type', codes[415]![1], 415)
  })
  await app.register(compress, {
    globalDecompression: false,
    threshold: 2048,
    encodings: ['zstd', 'br', 'gzip'],
    zlibOptions: { level: 1 },
    brotliOptions: { params: { 1: 1 } },
  })
  // Routes declare their forms.
  await app.register(multipart, { limits: { files: 0, fileSize: 1, fields: 0, parts: 0 } })
  app.setErrorHandler(answerError)
  refuseOthers(app, instances)
  acceptBodies(app)

  const events = openEvents(options.database, { now: options.now })
  app.decorate('events', events)
  app.decorate('productVersion', options.version)
  offerDraining(app, events)
  // Streams never end by themselves and would block stopping.
  app.addHook('preClose', () => {
    // A call that is still arriving gets no more time than running work.
    setTimeout(() => app.server.closeAllConnections(), STOP_LIMIT_MS).unref()
    return events.close()
  })
  const limits = openCallLimits(options.database, { now: options.now, most: options.quotas })
  app.addHook('onClose', async () => limits.close())
  registerRoutes(app, { ...options, events, limits })
  await serveExternalApis(app, options.externalApis ?? [], options)
  // Describing every route takes a fifth of a start, and few servers need it.
  let description: string | undefined
  app.get('/api/openapi.json', (_, reply) => {
    description ??= JSON.stringify(openApiOf(options.served, options.version))
    return reply.type('application/json').send(description)
  })
  app.get('/meta.json', async (_, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ name: 'Pursuit', version: await pageVersion(options), wrappers_from: OLDEST_WRAPPER }),
  )
  const isWell = healthLook(options.database)
  app.get('/healthz', async (_, reply) => {
    app.refuseWhileDraining()
    await isWell()
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
  await serveClient(app, options.clientDirectory, options)
  return app
}

function formIn(text: string): Record<string, string> {
  const form = Object.fromEntries(new URLSearchParams(text))
  refusePollutingKeys(form)
  return form
}

function acceptBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  // Fastify's own parser accepts dotted keys and a lone `constructor`.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: FastifyRequest, text: string) => {
    try {
      return text === '' ? undefined : parseJson(text)
    } catch (error) {
      throw Object.assign(error as Error, { statusCode: 400 })
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async ({ routeOptions }: FastifyRequest, text: string) => {
      if (routeOptions.config.isForm) return formIn(text)
      throw Object.assign(new Error('This route doesn’t accept forms.'), { statusCode: 415 })
    },
  )
  app.addContentTypeParser(['application/offset+octet-stream', 'message/rfc822'], (request, _, done) =>
    request.routeOptions.config.isBytes
      ? done(null)
      : done(Object.assign(new Error('This route doesn’t accept binary data.'), { statusCode: 415 })),
  )
}

/** A route with its own transactions needs an idempotency key or a reason why not. */
function refuseForgetful({ route, policy, isLong, isOnce, whenRepeated }: Handler) {
  if (!isLong || isOnce || whenRepeated || policy.isPublic || route.method === 'GET' || route.method === 'HEAD') return
  throw new Error(
    `The route ${route.name} is long and a change: serve it by serveOnce, or say what happens when it is repeated.`,
  )
}

function registerRoutes(app: FastifyInstance, options: Serving & Pick<HttpOptions, 'served'>) {
  const byAddress = new Map<string, Handler[]>()
  for (const served of options.served) {
    const { route, policy } = served
    if (!policy?.name) throw new Error(`The route ${route.name} declares no policy.`)
    refuseForgetful(served)
    refuseUnopenable(served)
    if (route.calledBy && !policy.isPublic)
      throw new Error(`The route ${route.name} needs a session: only clients of ours have one.`)
    const address = `${route.method} /api/${route.path}`
    const siblings = byAddress.get(address) ?? []
    if (siblings.some((other) => JSON.stringify(other.route.when) === JSON.stringify(route.when)))
      throw new Error(`Two routes share the address ${address} and nothing tells them apart.`)
    byAddress.set(address, [...siblings, served])
  }
  for (const [address, siblings] of byAddress) {
    const [method, url] = address.split(' ') as [string, string]
    const config = {
      isForm: siblings.some(({ route }) => route.isForm),
      isBytes: siblings.some(({ route }) => route.isBytes),
      seconds: Math.max(0, ...siblings.map(({ route }) => route.limits?.seconds ?? 0)),
    }
    const isPublic = isSame(address, siblings, ({ policy }) => policy.isPublic)
    const isOthers = isSame(address, siblings, ({ route }) => route.calledBy !== undefined)
    const isChange = method !== 'GET' && method !== 'HEAD'
    const hooks = isPublic ? !isOthers && clientBeforeBody : sessionBeforeBody(options, isChange)
    const smallest = isPublic ? PUBLIC_BODY_LIMIT : BODY_LIMIT
    const bodyLimit = Math.max(smallest, ...siblings.map(({ route }) => route.limits?.bodyBytes ?? 0))
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      answer(options, choose(siblings, request), request, reply)
    app.route({ method, url, config, bodyLimit, handler, ...hooks })
  }
}

/** Checks before the body are the same for all routes of an address. */
function isSame(address: string, siblings: readonly Handler[], isSo: (served: Handler) => boolean): boolean {
  const [first, ...others] = siblings.map(isSo)
  if (others.some((other) => other !== first)) throw new Error(`The routes of ${address} don’t have the same policy.`)
  return first!
}

/** Selects the route by its fixed query values. */
function choose(siblings: Handler[], request: FastifyRequest): Handler {
  const query = request.query as Record<string, unknown>
  const names = [...new Set(siblings.flatMap(({ route }) => Object.keys(route.when ?? {})))]
  // One route without fixed values can serve as the default.
  const chosen = siblings.find(({ route }) =>
    route.when
      ? Object.entries(route.when).every(([name, value]) => query[name] === value)
      : !names.some((name) => name in query),
  )
  if (chosen) return chosen
  throw new Refusal(
    'invalid',
    `Unknown: ${names.join(', ')}.`,
    400,
    Object.fromEntries(names.map((name) => [name, 'Unknown value.'])),
  )
}
