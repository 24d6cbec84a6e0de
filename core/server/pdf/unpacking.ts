// Runs before any parser decompresses a stream.
import { inflateSync } from 'node:zlib'
import { ALL_BYTES, InvalidPdf, MOST_OBJECTS, STREAM_BYTES, TIGHT, TIGHT_BYTES } from './limits.ts'

const DICTIONARY = 400
/** Levels of repeated compression that are checked. */
const LAYERS = 3

/** Throws `InvalidPdf` for too many declared objects or unpacked bytes. */
export function checkUnpacking(bytes: Buffer): void {
  if (countOf(bytes, ' obj') > MOST_OBJECTS) throw new InvalidPdf('objects')
  let all = 0
  let tight = 0
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at + 6)) {
    const before = bytes.subarray(Math.max(0, at - DICTIONARY), at).toString('latin1')
    if (before.endsWith('end')) continue
    const from = at + (bytes[at + 6] === 0x0d ? 8 : 7)
    const contained = /\/N\s+(\d+)/.exec(before)
    if (/\/ObjStm\b/.test(before) && Number(contained?.[1] ?? 0) > MOST_OBJECTS) throw new InvalidPdf('objects')
    const { packed, size } = unpackedSize(bytes.subarray(from), LAYERS)
    all += size
    if (size > packed * TIGHT) tight += size
    if (all > ALL_BYTES || tight > TIGHT_BYTES) throw new InvalidPdf('unpacked')
  }
}

/** `packed` is the number of compressed bytes. */
function unpackedSize(bytes: Buffer, layers: number): { packed: number; size: number } {
  const none = { packed: 0, size: 0 }
  // The first two bytes of zlib data are a multiple of 31.
  if (bytes.length < 2 || (bytes[0]! & 0x0f) !== 8 || bytes.readUInt16BE(0) % 31 !== 0) return none
  try {
    const { buffer: unpacked, engine } = inflateSync(bytes, {
      maxOutputLength: STREAM_BYTES,
      info: true,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
    const inner = layers > 1 ? unpackedSize(unpacked, layers - 1).size : 0
    return { packed: engine.bytesWritten, size: unpacked.length + inner }
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new InvalidPdf('unpacked')
    // The parser reports damaged data.
    return none
  }
}

function countOf(bytes: Buffer, word: string): number {
  let count = 0
  for (let at = bytes.indexOf(word); at !== -1 && count <= MOST_OBJECTS; at = bytes.indexOf(word, at + word.length))
    count++
  return count
}
