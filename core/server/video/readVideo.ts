// Reads a video in a separate process that gets only the bytes it requests.

import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { uploadUnfinished } from '#core/contract/phrases.ts'
import { type FactsOrReason, type VideoFacts, videoMessages } from '#core/contract/videoFacts.ts'
import type { Database } from '../database/open.ts'
import { withOrg } from '../database/tx.ts'
import type { ByteRange } from '../files/bucket.ts'
import type { FileKind } from '../files/kinds.ts'
import { filesOf, type Placed } from '../files/store.ts'
import { findUpload } from '../files/uploads.ts'
import type { SignedInSession } from '../sessions.ts'
import { limitConcurrency, runInSubprocess, unfitFile } from '../subprocess.ts'
import { READ_BYTES, VIDEO_MEMORY_BYTES, VIDEO_SECONDS } from './limits.ts'
import type { Begin, VideoReaderInput } from './reader.ts'

const program = join(import.meta.dirname, 'reader.ts')
/** Maximum bytes per request. Reading tables never needs more. */
const MOST_AT_ONCE = 64 * 1024 * 1024

/** Tests set smaller limits. */
export type VideoRange = { seconds?: number; memoryBytes?: number; readBytes?: number }

type Source = { orgId: string; bytes: number; read: (range: ByteRange) => Promise<Readable | null> }

const inTurn = limitConcurrency()

/**
 * Throws 415 for other files, and 400 with a message for a video that is unplayable, damaged, or too expensive to read.
 */
export async function readVideo(source: Source, within: VideoRange = {}): Promise<VideoFacts> {
  const { seconds = VIDEO_SECONDS, memoryBytes = VIDEO_MEMORY_BYTES, readBytes = READ_BYTES } = within
  let left = readBytes
  const answered = await inTurn(source.orgId, () =>
    runInSubprocess<VideoReaderInput | FactsOrReason, FactsOrReason>({
      ...{ program, seconds, memoryBytes, first: { begin: true, bytes: source.bytes } satisfies Begin },
      hear: (message, child) => {
        if (!('ask' in message)) return message
        left -= message.end - message.start
        if (left < 0 || message.end - message.start > MOST_AT_ONCE) return { unfit: 'time' }
        return give(child, source, message)
      },
    }),
  )
  if ('unfit' in answered) throw unfitFile(answered.unfit, videoMessages)
  return answered.facts
}

/**
 * Reads a finished upload before `attachVideo` consumes it. Null if missing: a repeat gets the stored response, others
 * fail in `attachVideo`. Throws as `readVideo` does, and 409 for an incomplete upload.
 */
export async function readUploadedVideo(
  { database, session, now }: { database: Database; session: SignedInSession; now: string },
  kind: FileKind,
  uploadId: string,
): Promise<VideoFacts | null> {
  const whose = { orgId: session.org.id, userId: session.actor.id }
  const upload = await withOrg(database, whose.orgId, (tx) => findUpload(tx, whose, uploadId, now), { isQuiet: true })
  if (!upload || upload.kind !== kind.name) return null
  if (!upload.sha256) throw new Refusal('unfinished', uploadUnfinished, 409)
  return readPlacedVideo(database, whose.orgId, upload)
}

/** Throws as `readVideo` does. */
export const readPlacedVideo = (database: Database, orgId: string, { id, bytes }: Pick<Placed, 'id' | 'bytes'>) =>
  readVideo({ orgId, bytes, read: (range) => filesOf(database).read(orgId, id, range) })

async function give(child: ChildProcess, { read }: Source, { ask, start, end }: VideoReaderInput): Promise<undefined> {
  const body = await read({ start, end: end - 1 })
  if (!body) throw notFound('This file is missing from the file store. Contact your administrator.')
  const bytes = await buffer(body)
  if (child.connected) child.send({ ask, bytes }, () => undefined)
}
