// Calls to a server without a network.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
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

/** A stream never ends by itself: its beginning is its answer here. */
async function beginningOf(http: FastifyInstance, url: string, token: string): Promise<Reply<never>> {
  const response = await http.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, 'x-client': 'web' },
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

/** Calls as somebody with a browser does; each change has a key of its own unless one is given. */
export const callerOf =
  (http: FastifyInstance, token: string): CallApi =>
  async <T>(route: AnyRoute, input: RouteInput & { key?: string } = {}) => {
    if (route.isStream) return beginningOf(http, addressOf(route, input), token)
    const response = await http.inject({
      method: route.method,
      url: addressOf(route, input),
      headers: {
        authorization: `Bearer ${token}`,
        'x-client': 'web',
        ...(route.method !== 'GET' && { 'idempotency-key': input.key ?? randomUUID() }),
      },
      ...(input.body !== undefined && { payload: input.body as object }),
    })
    // A file is its text.
    const isJson = String(response.headers['content-type']).includes('json')
    const body = (isJson && response.body !== '' ? response.json() : {}) as T
    return { status: response.statusCode, text: response.body, body, headers: response.headers }
  }
