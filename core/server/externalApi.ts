// APIs outside `/api` that follow a standard, such as SCIM, and authenticate their own callers.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { parseJson } from '#core/contract/pollutingKeys.ts'
import type { Database } from './database/open.ts'
import { failureOf } from './http/failures.ts'

export type ExternalCall<C> = {
  method: string
  /** Path below the prefix: '/Users/1'. */
  path: string
  query: URLSearchParams
  /** Undefined without a body. */
  body: unknown
  request: FastifyRequest
  database: Database
  now: string
  caller: C
}
export type ExternalAnswer = { status: number; body?: unknown; headers?: Record<string, string> }

export type ExternalApi<C = unknown> = {
  /** '/scim/v2' */
  prefix: string
  /** JSON media types. Responses use the first. */
  types: readonly [string, ...string[]]
  bodyBytes: number
  /** Runs before any of the body is read. Throws a `Refusal`. */
  admit: (call: { request: FastifyRequest; database: Database; now: string }) => Promise<C>
  answer: (call: ExternalCall<C>) => Promise<ExternalAnswer>
  refuse: (refusal: Refusal) => ExternalAnswer
}

/** Erases the caller's type for a feature's list. */
export const defineExternalApi = <C>(api: ExternalApi<C>): ExternalApi => api as unknown as ExternalApi

type Options = { database: Database; now?: (() => Date) | undefined }

export async function serveExternalApis(
  app: FastifyInstance,
  all: readonly ExternalApi[],
  options: Options,
): Promise<void> {
  for (const api of all) await app.register(async (scope) => serve(scope, api, options), { prefix: api.prefix })
}

function serve(scope: FastifyInstance, api: ExternalApi, { database, now = () => new Date() }: Options): void {
  const [type] = api.types
  const callers = new WeakMap<FastifyRequest, unknown>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser([...api.types], { parseAs: 'string' }, (_, text, done) => {
    try {
      done(null, text === '' ? undefined : parseJson(text as string))
    } catch (error) {
      done(error instanceof Refusal ? error : new Refusal('invalid_syntax', 'The body isn’t JSON.', 400))
    }
  })
  scope.setErrorHandler((error: Error, request, reply) => {
    const refusal = failureOf(error, request)
    const { status, body, headers } = api.refuse(refusal)
    if (refusal.retryAfter) reply.header('retry-after', String(refusal.retryAfter))
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...headers })
      .type(type)
      .send(JSON.stringify(body))
  })
  scope.addHook('onRequest', async (request) => {
    callers.set(request, await api.admit({ request, database, now: now().toISOString() }))
  })
  scope.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    bodyLimit: api.bodyBytes,
    async handler(request, reply) {
      const [path = '', query = ''] = request.url.slice(api.prefix.length).split('?', 2)
      const { status, body, headers } = await api.answer({
        method: request.method,
        path,
        query: new URLSearchParams(query),
        body: request.body,
        request,
        database,
        now: now().toISOString(),
        caller: callers.get(request),
      })
      reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
      return body === undefined ? reply.send() : reply.type(type).send(JSON.stringify(body))
    },
  })
}
