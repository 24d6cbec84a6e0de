import type { Readable } from 'node:stream'

/** Bytes of all emails that this process holds while they arrive and wait. More are refused for now. */
const MOST_HELD = 200 * 1024 * 1024
const BLOCK = 256 * 1024
/** Pieces in which one email arrives. Each takes time, and no real email has as many lines that start with a dot. */
export const MOST_PIECES = 500_000
let held = 0

/** `pieces` have memory of their own, which a worker thread can take over. */
export type ReadEmail = { pieces: Uint8Array[]; release: () => void } | 'too_large' | 'too_many' | 'busy' | 'broken'

/**
 * Reads to the end of the stream, even of a larger email, because its sender only then listens to the answer. Call
 * `release` once the bytes aren't needed. 'too_many' is known before the end, so that the caller hangs up.
 */
export function readBytes(stream: Readable, most: number, mostPieces = MOST_PIECES): Promise<ReadEmail> {
  return new Promise((resolve) => {
    const blocks = new Blocks()
    let size = 0
    let count = 0
    let problem: 'too_large' | 'busy' | undefined
    stream.on('data', (piece: Buffer) => {
      if (++count > mostPieces) return end('too_many')
      size += piece.length
      if (size > most) problem = 'too_large'
      else if (!problem && !blocks.add(piece)) problem = 'busy'
      if (problem) blocks.release()
    })
    const end = (found: ReadEmail) => {
      stream.removeAllListeners('data')
      if (typeof found === 'string') blocks.release()
      resolve(found)
    }
    stream.once('end', () => end(problem ?? { pieces: blocks.filled(), release: () => blocks.release() }))
    stream.once('error', () => end('broken'))
    stream.once('close', () => end('broken'))
  })
}

/** Copies what arrives, because an email of short lines arrives in millions of pieces, each larger than its bytes. */
class Blocks {
  #blocks: Uint8Array[] = []
  #free = 0
  #held = 0

  /** Returns false if this process holds too much. */
  add(piece: Uint8Array): boolean {
    for (let at = 0; at < piece.length; ) {
      if (this.#free === 0) {
        if (held + BLOCK > MOST_HELD) return false
        held += BLOCK
        this.#held += BLOCK
        this.#blocks.push(new Uint8Array(BLOCK))
        this.#free = BLOCK
      }
      const part = piece.subarray(at, at + this.#free)
      this.#blocks.at(-1)!.set(part, BLOCK - this.#free)
      this.#free -= part.length
      at += part.length
    }
    return true
  }

  filled(): Uint8Array[] {
    const last = this.#blocks.length - 1
    return this.#blocks.map((block, at) => (at === last ? block.subarray(0, BLOCK - this.#free) : block))
  }

  release(): void {
    held -= this.#held
    this.#held = 0
    this.#blocks = []
    this.#free = 0
  }
}
