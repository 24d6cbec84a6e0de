// Protocols beside /api, such as SCIM: their paths, bodies and failures are as that protocol has them, and whoever calls is let in by its own means.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Refusal, Refusal as Refused } from '#core/contract/errors.ts'
import type { Database } from './database/open.ts'
import { failureOf } from './http/failures.ts'

export type OutsideCall<C> = {
  method: string
  /** Below the prefix: '/Users/1'. */
  path: string
  query: URLSearchParams
  /** What the JSON said; undefined where there was none. */
  body: unknown
  request: FastifyRequest
  database: Database
  now: string
  /** Who calls, as `admit` has answered. */
  caller: C
}
export type OutsideAnswer = { status: number; body?: unknown; headers?: Record<string, string> }

export type Outside<C = unknown> = {
  /** '/scim/v2' */
  prefix: string
  /** Media types of its bodies, the first one that of its answers. All are JSON. */
  types: readonly [string, ...string[]]
  bodyBytes: number
  /** Who calls, asked before anything of the body is read. Throws a Refusal. */
  admit: (call: { request: FastifyRequest; database: Database; now: string }) => Promise<C>
  answer: (call: OutsideCall<C>) => Promise<OutsideAnswer>
  /** A failure in the form of the protocol. */
  refuse: (refusal: Refusal) => OutsideAnswer
}

/** For the list of a feature, which holds protocols of any callers. */
export const defineOutside = <C>(outside: Outside<C>): Outside => outside as unknown as Outside

type Options = { database: Database; now?: (() => Date) | undefined }

export async function serveOutside(app: FastifyInstance, all: readonly Outside[], options: Options): Promise<void> {
  for (const outside of all)
    await app.register(async (scope) => serve(scope, outside, options), { prefix: outside.prefix })
}

function serve(scope: FastifyInstance, outside: Outside, { database, now = () => new Date() }: Options): void {
  const [type] = outside.types
  const callers = new WeakMap<FastifyRequest, unknown>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser([...outside.types], { parseAs: 'string' }, (_, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(text as string))
    } catch {
      done(new Refused('invalid_syntax', 'The body is not JSON.', 400))
    }
  })
  scope.setErrorHandler((error: Error, request, reply) => {
    const refusal = failureOf(error, request)
    const { status, body, headers } = outside.refuse(refusal)
    if (refusal.retryAfter) reply.header('retry-after', String(refusal.retryAfter))
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...headers })
      .type(type)
      .send(JSON.stringify(body))
  })
  scope.addHook('onRequest', async (request) => {
    callers.set(request, await outside.admit({ request, database, now: now().toISOString() }))
  })
  scope.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    bodyLimit: outside.bodyBytes,
    async handler(request, reply) {
      const [path = '', query = ''] = request.url.slice(outside.prefix.length).split('?', 2)
      const { status, body, headers } = await outside.answer({
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
