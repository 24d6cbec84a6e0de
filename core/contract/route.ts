import type { z } from 'zod'
import type { ApiScope } from './apiScope.ts'

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Defines an API call for the server, the client, and the OpenAPI description. Its name can never change. Each call
 * sends `X-Client`, and a signed-in person's change an `Idempotency-Key`. Changes open to anyone, such as a login, need
 * none, because keys are stored per person.
 */
export type Route<P = unknown, Q = unknown, B = unknown, A = unknown> = {
  name: string
  method: HttpMethod
  /** Path below `/api/`, as specified. `:id` marks a parameter. */
  path: string
  summary: string
  params?: z.ZodType<P>
  query?: z.ZodType<Q>
  body?: z.ZodType<B>
  /** Without it, returns 204 and no body. */
  answer?: z.ZodType<A>
  /** Distinguishes calls with the same method and path, e.g. `{ action: 'complete' }`. */
  when?: Record<string, string>
  /** Accepts an HTML form in addition to JSON. */
  isForm?: true
  /** Files of a multipart form, by field. `body` holds the other fields. The server checks the file types. */
  files?: Record<string, UploadField>
  /** The handler reads the raw bytes. */
  isBytes?: true
  /** Type of the raw bytes, if not that of an upload's piece. */
  bytesType?: 'message/rfc822'
  /** 1 MB and 60 seconds by default. */
  limits?: {
    bodyBytes?: number
    seconds?: number /** Most fields of a form, 20 by default. A list takes one field per value, `name[i]`. */
    fields?: number
  }
  /** Generates a file: clients wait five minutes instead of 30 seconds. */
  makesFile?: true
  /** Streams server-sent events with `answer` as data. */
  isStream?: true
  /** The response contains a secret. The server stores it encrypted for repeated requests. */
  hasSecret?: true
  /** Called without a session by other clients, which send neither `X-Client` nor `Idempotency-Key`. */
  calledBy?: 'browsers, by URL' | 'email clients' | 'email gateways' | 'calendar clients' | 'SSO providers'
  /** API tokens with this scope can call it. Without one, none can. */
  scope?: ApiScope
  /** Replaces generated examples that the API would refuse. */
  example?: { params?: object; query?: object; body?: object }
}

export type UploadField = { /** Most files, 1 by default. */ most?: number; isOptional?: true }

export const defineRoute = <P, Q, B, A>(route: Route<P, Q, B, A>): Route<P, Q, B, A> => route

// biome-ignore lint/suspicious/noExplicitAny: a list of routes holds every shape
export type AnyRoute = Route<any, any, any, any>
export type RouteResponse<R> = R extends Route<infer _P, infer _Q, infer _B, infer A> ? A : never

export type RouteInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Returns the path with parameters, `when`, and query. */
export function addressOf(route: AnyRoute, input: Pick<RouteInput, 'params' | 'query'>): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const given = Object.entries({ ...route.when, ...input.query }).filter(([, value]) => value !== undefined)
  const query = given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return `/api/${path}${query.length ? `?${query.join('&')}` : ''}`
}
