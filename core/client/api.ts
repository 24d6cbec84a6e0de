// The only way for screens to call the server, typed by the contracts.
import { type ErrorBody, errorMessages } from '#core/contract/errors.ts'
import { type AnyRoute, addressOf, type Route } from '#core/contract/route.ts'
import { device } from './device.ts'
import { nativeShell } from './nativeShell.ts'
import { isPresent } from './presence.ts'
import { onServer, siteHost } from './serverAddress.ts'
import { session } from './session.ts'

/**
 * A call that the server rejected, that didn't reach it (`status` 0), or that timed out (504). `message` is for the
 * person.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string>
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.errors = body.errors ?? {}
  }
  get isOffline() {
    return this.status === 0
  }
}

type Given<P, Q, B> = (unknown extends P ? { params?: undefined } : { params: P }) &
  (unknown extends Q ? { query?: undefined } : { query?: Q }) &
  (unknown extends B ? { body?: undefined } : undefined extends B ? { body?: B } : { body: B })

export type CallOptions = {
  /** Idempotency key. The default is a new one. */
  key?: string
  /** The person on whose pipeline a manager acts. */
  proxyFor?: string
  signal?: AbortSignal
  /** Replaces the session's token. */
  token?: string
  /** Completes even if the page closes, unless the body is too large. */
  outlivesPage?: boolean
}

const TIME_LIMIT_MS = 30_000
const LONG_LIMIT_MS = 300_000
/** In characters. Browsers allow 64 kB. Source: the Fetch standard, "HTTP-network-or-cache fetch". */
const MOST_OUTLIVING = 20_000

/** Resolves to the response (undefined for 204). Throws ApiError on failure, or the abort reason of `signal`. */
export async function call<P, Q, B, A>(
  route: Route<P, Q, B, A>,
  input: Given<P, Q, B>,
  options: CallOptions = {},
): Promise<A> {
  const given = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
  const token = options.token ?? session.get()?.token
  const { signal } = options
  const limit = AbortSignal.timeout(route.makesFile ? LONG_LIMIT_MS : TIME_LIMIT_MS)
  // A response can also break off after its headers.
  const reach = <T>(work: Promise<T>) =>
    work.catch((thrown: unknown) => {
      if (signal?.aborted) throw thrown
      throw limit.aborted
        ? new ApiError(504, { message: errorMessages.sync, code: 'timeout' })
        : new ApiError(0, { message: errorMessages.network, code: 'network' })
    })
  const body = given.body === undefined ? undefined : JSON.stringify(given.body)
  const answer = await reach(
    fetch(onServer(addressOf(route as AnyRoute, given)), {
      method: route.method,
      headers: headersOf(route.method, token, options, body !== undefined),
      body,
      keepalive: options.outlivesPage && (body ?? '').length < MOST_OUTLIVING,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      cache: 'no-store',
    }),
  )
  if (answer.ok) {
    const said = answer.status === 204 ? undefined : await reach(answer.json())
    return (nativeShell?.received?.(said) ?? said) as A
  }
  // A wrong password on the account form is also a 401, and doesn't concern the session.
  const refused = await refusalOf(answer)
  if (answer.status === 401 && token && Object.keys(refused.errors).length === 0) session.markDead(token, refused.code)
  throw refused
}

/** Source: RULINGS, section 2. */
export function headersOf(
  method: string,
  token: string | undefined,
  options: Pick<CallOptions, 'key' | 'proxyFor'> = {},
  hasBody = false,
) {
  const headers: Record<string, string> = { 'X-Client': device.kind, 'X-Instance': siteHost() }
  const switched = session.get()?.Switch
  // Sessions expire when the person is idle, even if the page keeps calling.
  if (!isPresent()) headers['X-Present'] = '0'
  if (token) headers.Authorization = `Bearer ${token}`
  if (switched) headers['X-Switched-From'] = switched.user_id
  if (options.proxyFor) headers['X-Proxy-For'] = options.proxyFor
  if (method !== 'GET') headers['Idempotency-Key'] = options.key ?? newKey()
  if (hasBody) headers['Content-Type'] = 'application/json'
  return headers
}

export const problemOf = (thrown: unknown): string =>
  thrown instanceof ApiError ? thrown.message : errorMessages.generic

async function refusalOf(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => null)) as Partial<ErrorBody> | null
  const message = body?.message ?? (answer.status >= 500 ? errorMessages.sync : errorMessages.generic)
  return new ApiError(answer.status, { message, code: body?.code ?? `http_${answer.status}`, errors: body?.errors })
}

/** `crypto.randomUUID` is missing on plain-http addresses. */
export function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(30)), (byte) => (byte & 15).toString(16))
  // Version 4, and the variant of RFC 9562.
  return digits.join('').replace(/^(.{8})(.{4})(.{3})(.{3})/, '$1-$2-4$3-8$4-')
}
