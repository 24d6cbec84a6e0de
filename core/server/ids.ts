import { randomBytes } from 'node:crypto'

let lastMs = 0
let sequence = 0

/** Sorts before every ID, as the start of an iteration. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** UUIDv7 (RFC 9562), sortable even within one millisecond of a process. */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    sequence = randomBytes(2).readUInt16BE() & 0x7ff
  } else if (++sequence > 0xfff) {
    lastMs++
    sequence = 0
  }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return uuidOf(bytes)
}

export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
