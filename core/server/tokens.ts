import { hash, randomBytes } from 'node:crypto'
import { uuidOf } from './ids.ts'

/** The firm's ID, which selects the rows under row-level security, and 32 random bytes. */
export const newToken = (orgId: string) => tokenFrom(orgId, randomBytes(32))

/** `secret` is 32 unguessable bytes. */
export function tokenFrom(orgId: string, secret: Buffer): { token: string; hash: Buffer } {
  const bytes = Buffer.concat([Buffer.from(orgId.replaceAll('-', ''), 'hex'), secret])
  return { token: bytes.toString('base64url'), hash: hashOf(bytes) }
}

/** Returns null for a malformed token. */
export function readToken(token: string): { orgId: string; hash: Buffer } | null {
  if (!/^[\w-]{64}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  return { orgId: uuidOf(bytes.subarray(0, 16)), hash: hashOf(bytes) }
}

const hashOf = (bytes: Buffer) => hash('sha256', bytes, 'buffer')
