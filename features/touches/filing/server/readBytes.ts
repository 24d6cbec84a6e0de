import type { Readable } from 'node:stream'

/** Bytes of all emails that this process holds while they arrive and wait. More are refused for now. */
const MOST_HELD = 200 * 1024 * 1024
let held = 0

export type ReadEmail = { bytes: Uint8Array; release: () => void } | 'too_large' | 'busy' | 'broken'

/**
 * Reads to the end of the stream, even of a larger email, because its sender only then listens to the answer. Call
 * `release` once the bytes aren't needed.
 */
export function readBytes(stream: Readable, most: number): Promise<ReadEmail> {
  return new Promise((resolve) => {
    let pieces: Buffer[] = []
    let size = 0
    let taken = 0
    let problem: 'too_large' | 'busy' | undefined
    const release = () => {
      held -= taken
      taken = 0
      pieces = []
    }
    const end = (found: ReadEmail) => {
      stream.removeAllListeners('data')
      if (typeof found === 'string') release()
      resolve(found)
    }
    stream.on('data', (piece: Buffer) => {
      size += piece.length
      if (size > most) problem = 'too_large'
      else if (!problem && held + piece.length > MOST_HELD) problem = 'busy'
      if (problem) return release()
      taken += piece.length
      held += piece.length
      pieces.push(piece)
    })
    stream.once('end', () => end(problem ?? { bytes: joined(pieces, size), release }))
    stream.once('error', () => end('broken'))
    stream.once('close', () => end('broken'))
  })
}

/** In memory of its own, which a worker thread can take over. */
function joined(pieces: readonly Buffer[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
