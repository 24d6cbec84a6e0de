import type { z } from 'zod'
import type { ApiScope } from './apiScope.ts'

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the API, said once: the server registers and validates from it, the client calls through it,
 * and the OpenAPI description is made from it. A route's name is for ever. Each call brings `X-Client`, and a change of somebody signed in
 * an `Idempotency-Key`; a change that anybody may make, as a login, needs no key, since keys are kept per person.
 */
export type Route<P = unknown, Q = unknown, B = unknown, A = unknown> = {
  name: string
  method: HttpMethod
  /** Below `/api/`, as the specification spells it; `:id` marks a parameter. */
  path: string
  summary: string
  params?: z.ZodType<P>
  query?: z.ZodType<Q>
  body?: z.ZodType<B>
  /** No schema: the call answers 204 without a body. */
  answer?: z.ZodType<A>
  /** Query values that tell calls apart which share method and path, e.g. `{ action: 'complete' }`. */
  when?: Record<string, string>
  /** A page's form may send the body, besides JSON. */
  isForm?: true
  /** Files of a form (multipart), by the names of their fields; `body` is then what its other fields say. What files may be, their kinds say on the server. */
  files?: Record<string, UploadField>
  /** The body is bytes, which the call reads by itself. */
  isBytes?: true
  /** How much, and for how long, a call may send: otherwise 1 MB and 60 seconds. */
  limits?: {
    bodyBytes?: number
    seconds?: number /** Of a form, 20 by default: a list is a field for each of its values, `name[i]`. */
    fields?: number
  }
  /** The answer is a file that is made for it: our clients wait five minutes, for anything else 30 seconds. */
  makesFile?: true
  /** The answer is a stream of server-sent events, each with `answer` as its words. */
  isStream?: true
  /** The answer to a change says a secret: it is kept sealed for whoever sends the same again. */
  hasSecret?: true
  /** Of a call that needs no session: its callers are no client of ours, and send neither `X-Client` nor `Idempotency-Key`. */
  calledBy?: 'browsers, by URL' | 'email clients' | 'calendar clients' | 'SSO providers'
  /** A firm's own programs may make the call too, with a token of this scope. Without it no token opens it. */
  scope?: ApiScope
  /** What the description shows of fields where what follows from the schemas would be refused. */
  example?: { params?: object; query?: object }
}

export type UploadField = { /** 1 by default. */ most?: number; isOptional?: true }

export const defineRoute = <P, Q, B, A>(route: Route<P, Q, B, A>): Route<P, Q, B, A> => route

// biome-ignore lint/suspicious/noExplicitAny: a list of routes holds every shape
export type AnyRoute = Route<any, any, any, any>
export type RouteResponse<R> = R extends Route<infer _P, infer _Q, infer _B, infer A> ? A : never

export type RouteInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** The address of a call below the site's root: parameters filled in, `when` and query appended. */
export function addressOf(route: AnyRoute, input: Pick<RouteInput, 'params' | 'query'>): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const given = Object.entries({ ...route.when, ...input.query }).filter(([, value]) => value !== undefined)
  const query = given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return `/api/${path}${query.length ? `?${query.join('&')}` : ''}`
}
