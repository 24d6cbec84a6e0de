// Where bytes lie: a folder, or a store that speaks S3. It knows keys and bytes, no firms and no rows.
import type { Readable } from 'node:stream'
import { Refusal } from '#core/contract/errors.ts'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

export type Stored = { key: string; bytes: number; at: Date }

/** Bytes of an upload that are safe where they lie; what else is in it is the store's own, and kept for it as JSON. */
export type CopyProgress = {
  received: number
  /** Of S3: which multipart upload, its parts so far, and how many bytes wait to become one. */
  token?: string
  parts?: string[]
  rest?: number
}

/**
 * Uploads that come in pieces, over days and through any process. One of them is written by one writer at a time; what was written behind
 * the progress that was kept is written over.
 */
export type Pieces = {
  /** Writes behind `progress` and says each time how much is safe by now. What came before a source failed is safe too. */
  append: (
    key: string,
    progress: CopyProgress,
    from: AsyncIterable<Buffer>,
    total: number,
  ) => AsyncGenerator<CopyProgress>
  /** All of it has come: puts it under its key. Also when that was done before. */
  complete: (key: string, progress: CopyProgress) => Promise<void>
  /** Nothing of it stays. */
  abort: (key: string, progress: CopyProgress) => Promise<void>
  /** Where a store keeps what it has begun: those that were begun before, for the sweep. */
  begun?: () => AsyncIterable<{ key: string; token: string; at: Date }>
}

export type FileStore = {
  /** 'a folder' or 'S3', and where, without secrets: for the people who run it. */
  kind: string
  place: string
  /** All of the file at `path` under the key, or nothing. */
  write: (key: string, path: string, file: { bytes: number; sha256: Buffer; type: string }) => Promise<void>
  /** The bytes, or null where there are none under this key. */
  read: (key: string, range?: ByteRange) => Promise<Readable | null>
  /** Whether or not it was there. */
  remove: (key: string) => Promise<void>
  pieces: Pieces
  list: () => AsyncIterable<Stored>
  /** Throws when it can't be used. */
  check: () => Promise<void>
}

/** A key is a firm's id and a file's id. */
export const isKey = (key: string) => /^[\da-f-]{36}\/[\da-f-]{36}$/.test(key)

/** What of an upload waits beside its key until all of it is there. */
export const PART = '.part'
export const withoutPart = (key: string) => (key.endsWith(PART) ? key.slice(0, -PART.length) : key)

/** Bytes after which an upload's progress is kept: no less may be a part of S3's, but for the last. */
export const PIECE_BYTES = 8 * 1024 * 1024

export const unreachable = () =>
  new Refusal(
    'unavailable',
    'The file store isn’t responding. Nothing was changed. Try again in a little while.',
    503,
    undefined,
    10,
  )

export const noDiskSpace = () =>
  new Refusal(
    'no_room',
    'The server is out of space for this file. Nothing was saved. Contact your Pursuit administrator.',
    503,
    undefined,
    60,
  )

const full = new Set(['ENOSPC', 'EDQUOT'])
/** What to tell the person where the disk is full; anything else is thrown as it is. */
export const reportIfFull = (error: unknown): unknown =>
  full.has((error as NodeJS.ErrnoException | null)?.code ?? '') ? noDiskSpace() : error
