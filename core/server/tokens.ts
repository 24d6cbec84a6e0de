import { hash, randomBytes } from 'node:crypto'
import { uuidOf } from './ids.ts'

/** A session token: the firm's id, so that its rows can be found behind the firm's lock, and 32 random bytes. */
export const newToken = (orgId: string) => tokenFrom(orgId, randomBytes(32))

/** As `newToken`, of 32 bytes that nobody can guess. */
export function tokenFrom(orgId: string, secret: Buffer): { token: string; hash: Buffer } {
  const bytes = Buffer.concat([Buffer.from(orgId.replaceAll('-', ''), 'hex'), secret])
  return { token: bytes.toString('base64url'), hash: hashOf(bytes) }
}

/** The firm and the hash to look up, or null when it never was a token. */
export function readToken(token: string): { orgId: string; hash: Buffer } | null {
  if (!/^[\w-]{64}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  return { orgId: uuidOf(bytes.subarray(0, 16)), hash: hashOf(bytes) }
}

const hashOf = (bytes: Buffer) => hash('sha256', bytes, 'buffer')
