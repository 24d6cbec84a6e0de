// Tokens of the links in a digest's email: firm, run, person, and item with a signature, always of the same length. A
// token reveals nothing to people who hold it, and the server stores nothing for it.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#core/server/database/tx.ts'
import { uuidOf } from '#core/server/ids.ts'

export type MailPlace = {
  orgId: string
  runId: string
  userId: string
  /** Position among the digest's items, or one of the three constants below. */
  item: number
}
/** The whole email, to be read in a browser. */
export const WHOLE = 0xffff
/** A preview of the current digest for people who manage it. `runId` is then the digest's id. */
export const PREVIEW = 0xfffd
/** The email's Message-ID, which mail servers return with undeliverable emails. */
export const NAME = 0xfffe

const NAMED = 16 * 3 + 2
const SIGNED = 14

export const mailKeyOf = (tx: Tx, orgId: string): Buffer => tx.services.box.keyFor(`mails of digests of ${orgId}`)

/** Returns 86 base64url characters. */
export function mailTokenOf(key: Buffer, { orgId, runId, userId, item }: MailPlace): string {
  const bytes = Buffer.alloc(NAMED + SIGNED)
  let at = 0
  for (const id of [orgId, runId, userId]) at += bytes.write(id.replaceAll('-', ''), at, 'hex')
  bytes.writeUInt16BE(item, at)
  signatureOf(key, bytes.subarray(0, NAMED)).copy(bytes, NAMED, 0, SIGNED)
  return bytes.toString('base64url')
}

/** Returns the place that the token claims, or null if it has the wrong shape. `isSigned` verifies the claim. */
export function readMailToken(token: string): { place: MailPlace; isSigned: (key: Buffer) => boolean } | null {
  if (!/^[\w-]{86}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const [orgId, runId, userId] = [0, 16, 32].map((at) => uuidOf(bytes.subarray(at, at + 16))) as [
    string,
    string,
    string,
  ]
  return {
    place: { orgId, runId, userId, item: bytes.readUInt16BE(48) },
    isSigned: (key) =>
      timingSafeEqual(signatureOf(key, bytes.subarray(0, NAMED)).subarray(0, SIGNED), bytes.subarray(NAMED)),
  }
}

const signatureOf = (key: Buffer, named: Buffer) => createHmac('sha256', key).update(named).digest()
