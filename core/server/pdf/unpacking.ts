// A first look at the raw bytes of a PDF, before any parser unpacks a stream of it.
import { inflateSync } from 'node:zlib'
import { ALL_BYTES, MOST_OBJECTS, STREAM_BYTES, Unfit } from './limits.ts'

const DICTIONARY = 400
/** Streams packed more than once are looked into so deep. */
const LAYERS = 3

/** Throws `Unfit` where the file says that it has more objects, or its streams unpack to more, than is taken on. */
export function checkUnpacking(bytes: Buffer): void {
  if (countOf(bytes, ' obj') > MOST_OBJECTS) throw new Unfit('objects')
  let all = 0
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at + 6)) {
    const before = bytes.subarray(Math.max(0, at - DICTIONARY), at).toString('latin1')
    if (before.endsWith('end')) continue
    const from = at + (bytes[at + 6] === 0x0d ? 8 : 7)
    const contained = /\/N\s+(\d+)/.exec(before)
    if (/\/ObjStm\b/.test(before) && Number(contained?.[1] ?? 0) > MOST_OBJECTS) throw new Unfit('objects')
    all += unpackedSize(bytes.subarray(from), LAYERS)
    if (all > ALL_BYTES) throw new Unfit('unpacked')
  }
}

function unpackedSize(packed: Buffer, layers: number): number {
  // What zlib packed begins so; its check of the first two bytes is a multiple of 31.
  if (packed.length < 2 || (packed[0]! & 0x0f) !== 8 || packed.readUInt16BE(0) % 31 !== 0) return 0
  try {
    const unpacked = inflateSync(packed, { maxOutputLength: STREAM_BYTES })
    return unpacked.length + (layers > 1 ? unpackedSize(unpacked, layers - 1) : 0)
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new Unfit('unpacked')
    // Damaged or cut short: whoever reads it says so.
    return 0
  }
}

function countOf(bytes: Buffer, word: string): number {
  let count = 0
  for (let at = bytes.indexOf(word); at !== -1 && count <= MOST_OBJECTS; at = bytes.indexOf(word, at + word.length))
    count++
  return count
}
