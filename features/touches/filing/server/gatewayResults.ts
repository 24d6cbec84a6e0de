// Reads the Authentication-Results (RFC 8601) of a gateway that the firm trusts. A sender can write the same header, so
// only the topmost one with the gateway's name counts: the gateway adds its own above what arrived.
import { domainOfAddress } from '../../mail/addresses.ts'
import { isAligned } from './alignment.ts'

/** Bytes of headers that are searched. */
const HEADER_BYTES = 128_000

export function isVerifiedByGateway(bytes: Uint8Array, gateway: string, fromDomain: string): boolean {
  const results = topmostResults(bytes, gateway)
  return results.some(({ method, result, properties }) => {
    if (result !== 'pass') return false
    const property = (name: string) => properties.get(name) ?? ''
    if (method === 'dmarc') return property('header.from') === fromDomain
    if (method === 'dkim') return isAligned(fromDomain, property('header.d') || domainIn(property('header.i')))
    return method === 'spf' && isAligned(fromDomain, domainIn(property('smtp.mailfrom')))
  })
}

/** Accepts an address, '@domain', or a domain. */
const domainIn = (text: string) => (text.includes('@') ? domainOfAddress(text) : text)

type MethodResult = { method: string; result: string; properties: Map<string, string> }

function topmostResults(bytes: Uint8Array, gateway: string): MethodResult[] {
  for (const field of headerFields(bytes)) {
    const [, name = '', value = ''] = /^([\w-]+)[ \t]*:(.*)$/s.exec(field) ?? []
    if (name.toLowerCase() !== 'authentication-results') continue
    const [head = '', ...results] = withoutComments(value).split(';')
    const [id = ''] = head.trim().split(/\s+/)
    if (unquoted(id).toLowerCase() === gateway) return results.flatMap(readResult)
  }
  return []
}

/** Unfolded header fields, from the top. */
function headerFields(bytes: Uint8Array): string[] {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_BYTES)).toString('latin1')
  const end = start.search(/\r?\n\r?\n/)
  return start
    .slice(0, end === -1 ? undefined : end)
    .replace(/\r?\n(?=[ \t])/g, ' ')
    .split(/\r?\n/)
}

/** Comments nest, and neither comments nor quoted text can contain a method. Semicolons in quoted text are dropped. */
function withoutComments(text: string): string {
  let kept = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (letter === '\\') {
      at++
      continue
    }
    if (depth === 0 && letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === '(') depth++
    else if (!isQuoted && letter === ')' && depth > 0) depth--
    else if (depth === 0 && !(isQuoted && /[;=\s]/.test(letter))) kept += letter
  }
  return isQuoted || depth > 0 ? '' : kept
}

function readResult(text: string): MethodResult[] {
  const [first = '', ...rest] = text
    .trim()
    .replace(/\s*=\s*/g, '=')
    .split(/\s+/)
  const [, method, result] = /^([a-z][\w-]*)(?:\/\d+)?=([a-z]+)$/i.exec(first) ?? []
  if (!method || !result) return []
  const properties = new Map<string, string>()
  for (const one of rest) {
    const [, name, value] = /^([a-z]+\.[\w-]+)=(.+)$/i.exec(one) ?? []
    // The first one counts. A second one could be part of a value that the sender chose.
    if (name && value && !properties.has(name.toLowerCase())) properties.set(name.toLowerCase(), value.toLowerCase())
  }
  return [{ method: method.toLowerCase(), result: result.toLowerCase(), properties }]
}

const unquoted = (text: string) => text.replace(/^"|"$/g, '')
