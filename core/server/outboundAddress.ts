// Requests to addresses that people enter, which must not be internal. The IP address is checked while connecting, so
// DNS rebinding can't reach anything internal.
import { type LookupAddress, lookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as safeRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { StartupError } from './startupError.ts'

/** Hosts that can be internal: 'id.firm.example' over https on any port, 'http://localhost:4100' exactly. */
export type AllowedHosts = readonly string[]

/** Reads comma-separated hosts or origins. `name` is the variable that the person set. */
export function readAllowedHosts(text = '', name = 'PURSUIT_OUTBOUND_ALLOWLIST'): AllowedHosts {
  return text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
    .map((entry) => {
      if (/^[a-z0-9.-]+$/.test(entry)) return entry
      if (URL.canParse(entry) && new URL(entry).origin === entry) return entry
      throw new StartupError(
        `${name} contains “${entry}”. Each entry must be a host such as id.firm.example or an origin such as http://localhost:4100.`,
      )
    })
}

/** A blocked address or failed response, with our message for an administrator. */
export class OutboundError extends Error {
  readonly why: 'refused' | 'unreachable' | 'slow' | 'large'
  constructor(why: OutboundError['why'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutboundError'
    this.why = why
  }
}

const INSIDE = 'This address points inside the server’s own network, so Pursuit won’t call it.'

/** Returns null if the address is allowed. IP addresses are only known while connecting: see `outboundLookup`. */
export function addressProblem(address: string | URL, allowed: AllowedHosts): string | null {
  if (!URL.canParse(String(address))) return 'This isn’t a valid URL.'
  const url = new URL(address)
  if (url.username || url.password) return 'The URL can’t include a username or password.'
  if (isAllowedAddress(url, allowed)) return null
  if (url.protocol !== 'https:') return 'The URL must start with https://.'
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(literal) && !isPublic(literal) ? INSIDE : null
}

/** Excludes loopback, private, link-local, shared, multicast, documentation, and translated addresses. */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GIVEN_OUT))
}

/** The allocated part of IPv6. Other ranges can embed an IPv4 address, such as ::7f00:1. */
const GIVEN_OUT = ipaddr.parseCIDR('2000::/3')

export const isAllowedAddress = (url: URL, allowed: AllowedHosts) =>
  allowed.includes(url.origin) || (url.protocol === 'https:' && allowed.includes(url.hostname))

/** Fails if any of a name's addresses is internal. */
export const outboundLookup: LookupFunction = (host, options, answer) =>
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return answer(error, '', 0)
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address)))
      return answer(new OutboundError('refused', INSIDE), '', 0)
    if (options.all) return answer(null, addresses)
    answer(null, addresses[0]!.address, addresses[0]!.family)
  })

export type OutboundLimits = { allowed: AllowedHosts; milliseconds: number; bytes: number }
export type OutboundRequest = {
  method?: string
  headers?: Record<string, string>
  /** A stream is read once and ends with the request. */
  body?: string | Uint8Array | Readable
}

/** Works like `fetch`, with limits on time and size. Doesn't follow redirects. Throws `OutboundError`. */
export async function outboundFetch(
  address: string | URL,
  { method = 'GET', headers = {}, body }: OutboundRequest,
  { allowed, milliseconds, bytes }: OutboundLimits,
): Promise<Response> {
  const problem = addressProblem(address, allowed)
  if (problem) throw new OutboundError('refused', problem)
  const url = new URL(address)
  const limit = AbortSignal.timeout(milliseconds)
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(outboundErrorOf(error, limit, url))
    const send = url.protocol === 'https:' ? safeRequest : plainRequest
    // Connections opened without the check must never be reused.
    const options = { method, headers, agent: false as const, signal: limit }
    const request = send(
      url,
      isAllowedAddress(url, allowed) ? options : { ...options, lookup: outboundLookup },
      (answer) => {
        const pieces: Buffer[] = []
        let size = 0
        answer.on('error', fail)
        answer.on('data', (piece: Buffer) => {
          size += piece.length
          pieces.push(piece)
          if (size > bytes)
            answer.destroy(new OutboundError('large', `The response from ${url.host} was larger than ${bytes} bytes.`))
        })
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          if (status < 200 || status > 599) return fail(new Error(`status ${status}`))
          const isBare = status === 204 || status === 205 || status === 304
          resolve(new Response(isBare ? null : Buffer.concat(pieces), { status, headers: textsOf(answer.headers) }))
        })
      },
    )
    request.on('error', fail)
    if (body instanceof Readable) pipeline(body, request, (error) => error && fail(error))
    else request.end(body)
  })
}

const textsOf = (headers: Record<string, string | string[] | undefined>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  )

function outboundErrorOf(error: unknown, limit: AbortSignal, { host }: URL): OutboundError {
  if (error instanceof OutboundError) return error
  if (limit.aborted) return new OutboundError('slow', `${host} took too long to respond.`, error)
  return new OutboundError('unreachable', `${host} can’t be reached.`, error)
}
