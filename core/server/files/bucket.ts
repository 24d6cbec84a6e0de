// Byte storage in a folder or an S3-compatible store, without firms or rows.
import type { Readable } from 'node:stream'
import { Refusal } from '#core/contract/errors.ts'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

export type Stored = { key: string; bytes: number; at: Date }

/** Bytes that are safely stored. The other fields belong to the store and are saved as JSON. */
export type CopyProgress = {
  received: number
  /** S3: the multipart upload, its parts, and the bytes waiting for the next part. */
  token?: string
  parts?: string[]
  rest?: number
}

/**
 * Resumable uploads across days and processes. Each has one writer at a time, and bytes beyond the saved progress are
 * overwritten.
 */
export type Pieces = {
  /** Yields the number of stored bytes, which includes those received before a failure. */
  append: (
    key: string,
    progress: CopyProgress,
    from: AsyncIterable<Buffer>,
    total: number,
  ) => AsyncGenerator<CopyProgress>
  /** Moves it to its key. Safe to repeat. */
  complete: (key: string, progress: CopyProgress) => Promise<void>
  abort: (key: string, progress: CopyProgress) => Promise<void>
  /** Unfinished uploads for the cleanup, in stores that track them. */
  begun?: () => AsyncIterable<{ key: string; token: string; at: Date }>
}

export type FileStore = {
  /** 'a folder' or 'S3', and where, without secrets, for operators. */
  kind: string
  place: string
  /** Stores the whole file or nothing. */
  write: (key: string, path: string, file: { bytes: number; sha256: Buffer; type: string }) => Promise<void>
  /** Returns null if there are none. */
  read: (key: string, range?: ByteRange) => Promise<Readable | null>
  /** Succeeds even if the key doesn't exist. */
  remove: (key: string) => Promise<void>
  pieces: Pieces
  list: () => AsyncIterable<Stored>
  /** Throws if the store can't be used. */
  check: () => Promise<void>
}

/** A firm's ID and a file's ID. */
export const isKey = (key: string) => /^[\da-f-]{36}\/[\da-f-]{36}$/.test(key)

/** Suffix of an incomplete upload. */
export const PART = '.part'
export const withoutPart = (key: string) => (key.endsWith(PART) ? key.slice(0, -PART.length) : key)

/** Bytes between two saves of the progress. Only the last S3 part can be smaller. */
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
/** Replaces a full disk's error with a message. */
export const reportIfFull = (error: unknown): unknown =>
  full.has((error as NodeJS.ErrnoException | null)?.code ?? '') ? noDiskSpace() : error
