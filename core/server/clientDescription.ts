import type { FastifyRequest } from 'fastify'
import type { ClientDescription } from './sessions.ts'

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]
// First match wins, because most browsers also name others.
const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
]

export const UNKNOWN_DEVICE = 'Unknown device'

const firstOf = (known: [RegExp, string][], text: string) => known.find(([pattern]) => pattern.test(text))?.[1]

/** Returns a readable origin such as 'Chrome on Windows', with the network address. */
export function describeClient(request: FastifyRequest): ClientDescription {
  const agent = request.headers['user-agent'] ?? ''
  const browser = firstOf(browsers, agent)
  const system = firstOf(systems, agent)
  const device = browser && system ? `${browser} on ${system}` : (browser ?? system ?? UNKNOWN_DEVICE)
  return { device, address: request.ip }
}
