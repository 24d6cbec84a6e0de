// What links of a digest's mail are known by: firm, run, person and item with a signature over them, in a text that is always as long.
// Whoever has one is told nothing by it, and nothing is kept for it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { attached } from '#core/server/database/attached.ts'
import { uuidOf } from '#core/server/ids.ts'

export type MailPlace = {
  orgId: string
  runId: string
  userId: string
  /** Its place among the digest's items; or one of the three below. */
  item: number
}
/** The whole mail, to be read in a browser. */
export const WHOLE = 0xffff
/** A digest as it would go now, to be looked at by whoever looks after it: `runId` is the digest's. */
export const PREVIEW = 0xfffd
/** The mail's own name, which mail servers send back with what they could not deliver. */
export const NAME = 0xfffe

const NAMED = 16 * 3 + 2
const SIGNED = 14

/** In a transaction of the firm. */
export const mailKeyOf = (orgId: string): Buffer => attached().box.keyFor(`mails of digests of ${orgId}`)

/** 86 signs of base64url. */
export function mailTokenOf(key: Buffer, { orgId, runId, userId, item }: MailPlace): string {
  const bytes = Buffer.alloc(NAMED + SIGNED)
  let at = 0
  for (const id of [orgId, runId, userId]) at += bytes.write(id.replaceAll('-', ''), at, 'hex')
  bytes.writeUInt16BE(item, at)
  signatureOf(key, bytes.subarray(0, NAMED)).copy(bytes, NAMED, 0, SIGNED)
  return bytes.toString('base64url')
}

/** Whose it says that it is; null when it never was one. `isSigned` tells whether that is true. */
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
