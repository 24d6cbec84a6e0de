// Calls a server in the same process, without HTTP over a socket.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'

export type Reply<T = Record<string, unknown>> = {
  status: number
  body: T
  headers: Record<string, unknown>
  text: string
}
export type CallApi = <T = Record<string, unknown>>(
  route: AnyRoute,
  input?: RouteInput & { key?: string },
) => Promise<Reply<T>>

/** Headers that our clients send. Reads ignore the idempotency key. */
export const clientHeaders = (token?: string) => ({
  'x-client': 'web',
  'idempotency-key': randomUUID(),
  ...(token && { authorization: `Bearer ${token}` }),
})

/** Adds our clients' headers where missing. `noHeaders` leaves them out. */
export function asClient(http: FastifyInstance): FastifyInstance {
  const inject = http.inject.bind(http)
  const injected = (given: InjectOptions | string) => {
    const options = typeof given === 'string' ? { url: given } : given
    const all = Object.entries({ ...clientHeaders(), ...options.headers })
    return inject({ ...options, headers: Object.fromEntries(all.filter(([, value]) => value !== undefined)) })
  }
  return Object.assign(http, { inject: injected as FastifyInstance['inject'] })
}

/** For callers that aren't our clients, such as an email client. */
export const noHeaders = { 'x-client': undefined, 'idempotency-key': undefined }

/** A stream never ends, so its beginning is the response. */
async function beginningOf(http: FastifyInstance, url: string, token: string): Promise<Reply<never>> {
  const response = await http.inject({
    method: 'GET',
    url,
    headers: clientHeaders(token),
    payloadAsStream: true,
  })
  const pieces = response.stream()
  const text = await new Promise<string>((resolve, reject) => {
    pieces.once('data', (piece) => resolve(String(piece)))
    pieces.once('end', () => resolve(''))
    pieces.once('error', reject)
  })
  pieces.destroy()
  return { status: response.statusCode, text, body: {} as never, headers: response.headers }
}

/** Each change gets its own idempotency key unless one is given. */
export const callerOf =
  (http: FastifyInstance, token: string): CallApi =>
  async <T>(route: AnyRoute, input: RouteInput & { key?: string } = {}) => {
    if (route.isStream) return beginningOf(http, addressOf(route, input), token)
    const response = await http.inject({
      method: route.method,
      url: addressOf(route, input),
      headers: { ...clientHeaders(token), ...(input.key && { 'idempotency-key': input.key }) },
      ...(input.body !== undefined && { payload: input.body as object }),
    })
    // A file's body is its text.
    const isJson = String(response.headers['content-type']).includes('json')
    const body = (isJson && response.body !== '' ? response.json() : {}) as T
    return { status: response.statusCode, text: response.body, body, headers: response.headers }
  }
