import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import type { Database } from './database/open.ts'
import { openEvents } from './events.ts'
import { answer, type Serving } from './http/answer.ts'
import { answerError } from './http/failures.ts'
import { contentPolicy, serveClient, versionOf } from './http/page.ts'
import { openApiOf } from './openApi.ts'
import type { Served } from './routes.ts'

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
    contentSecurityPolicy: { directives: contentPolicy() },
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

function registerRoutes(app: FastifyInstance, options: Serving & Pick<HttpOptions, 'served'>) {
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
