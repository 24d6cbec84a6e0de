// Where bytes lie: a folder, or a store that speaks S3. It knows keys and bytes, no firms and no rows.
import type { Readable } from 'node:stream'
import { Refusal } from '#core/contract/errors.ts'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

export type Stored = { key: string; bytes: number; at: Date }

export type Bucket = {
  /** 'a folder' or 'S3', and where, without secrets: for the people who run it. */
  kind: string
  place: string
  /** All of the file at `path` under the key, or nothing. */
  write: (key: string, path: string, file: { bytes: number; sha256: Buffer; type: string }) => Promise<void>
  /** The bytes, or null where there are none under this key. */
  read: (key: string, range?: ByteRange) => Promise<Readable | null>
  /** Whether or not it was there. */
  remove: (key: string) => Promise<void>
  list: () => AsyncIterable<Stored>
  /** Throws when it can't be used. */
  check: () => Promise<void>
}

/** A key is a firm's id and a file's id. */
export const isKey = (key: string) => /^[\da-f-]{36}\/[\da-f-]{36}$/.test(key)

export const unreachable = () =>
  new Refusal(
    'unavailable',
    'The place where files are kept does not answer. Nothing was changed. Please try again in a little while.',
    503,
    undefined,
    10,
  )

export const noRoom = () =>
  new Refusal(
    'no_room',
    'There is no room left for this file on the server. Nothing was kept. Please tell whoever looks after Pursuit.',
    503,
    undefined,
    60,
  )

const full = new Set(['ENOSPC', 'EDQUOT'])
/** What to tell the person where the disk is full; anything else is thrown as it is. */
export const sayIfFull = (error: unknown): unknown =>
  full.has((error as NodeJS.ErrnoException | null)?.code ?? '') ? noRoom() : error
