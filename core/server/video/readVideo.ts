// A video that somebody sent -> what it is, told by its bytes. Read in a process of its own, which gets only the bytes that it asks for.
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { type FactsOrReason, type Reason, sentences, type VideoFacts } from '#core/contract/videoFacts.ts'
import { inFirm } from '../database/firm.ts'
import type { Database } from '../database/open.ts'
import type { ByteRange } from '../files/bucket.ts'
import type { FileKind } from '../files/kinds.ts'
import { filesOf, type Placed } from '../files/store.ts'
import { findUpload } from '../files/uploads.ts'
import type { SignedIn } from '../sessions.ts'
import { MEMORY_BYTES, READ_BYTES, SECONDS } from './limits.ts'
import type { Asked, Begin } from './reader.ts'

const program = join(import.meta.dirname, 'reader.ts')
const root = resolve(import.meta.dirname, '../../..')
/** At the same time: each may take a core and the memory that it is allowed. */
const LANES = 2
const MB = 1024 * 1024
/** How often its memory is looked at. */
const LOOK_MS = 100
/** Of one question: what asks for more is not reading tables. */
const MOST_AT_ONCE = 64 * MB

/** Limits for one reading; tests make them small. */
export type Within = { seconds?: number; memoryBytes?: number; readBytes?: number }

type Source = { bytes: number; read: (range: ByteRange) => Promise<Readable | null> }

const waiting: (() => void)[] = []
let busy = 0

/** Throws 415 for what is no video, 400 with a sentence for one that no browser plays, that is damaged, or that takes too much to read. */
export async function readVideo(source: Source, within: Within = {}): Promise<VideoFacts> {
  if (busy >= LANES) await new Promise<void>((go) => waiting.push(go))
  else busy++
  try {
    const answered = await readApart(source, within)
    if ('unfit' in answered) throw unfit(answered.unfit)
    return answered.facts
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}

/**
 * Of a finished upload of this person, before the change that takes it by `takeVideo`. Null for one that is gone: whoever asks a second
 * time gets the first answer, and anybody else is told by the taking. Throws as readVideo; 409 for one that is not complete.
 */
export async function readUploadedVideo(
  { database, session, now }: { database: Database; session: SignedIn; now: string },
  kind: FileKind,
  uploadId: string,
): Promise<VideoFacts | null> {
  const whose = { orgId: session.org.id, userId: session.actor.id }
  const upload = await inFirm(database, whose.orgId, (tx) => findUpload(tx, whose, uploadId, now), { isQuiet: true })
  if (!upload || upload.kind !== kind.name) return null
  if (!upload.sha256) throw new Refusal('unfinished', 'This upload is not complete yet.', 409)
  return readPlacedVideo(database, whose.orgId, upload)
}

/** Of bytes that are in their place. Throws as readVideo. */
export const readPlacedVideo = (database: Database, orgId: string, { id, bytes }: Pick<Placed, 'id' | 'bytes'>) =>
  readVideo({ bytes, read: (range) => filesOf(database).read(orgId, id, range) })

const unfit = (reason: Reason) =>
  new Refusal(reason === 'other' ? 'unsupported_type' : 'unfit_file', sentences[reason], reason === 'other' ? 415 : 400)

function readApart(source: Source, within: Within): Promise<FactsOrReason> {
  const { seconds = SECONDS, memoryBytes = MEMORY_BYTES, readBytes = READ_BYTES } = within
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: [
      '--permission',
      `--allow-fs-read=${root}`,
      `--max-old-space-size=${Math.round(memoryBytes / MB / 2)}`,
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
    ],
  })
  return new Promise<FactsOrReason>((done, fail) => {
    const stop = () => {
      clearTimeout(tooLate)
      clearInterval(look)
      child.removeAllListeners()
      child.on('error', () => undefined)
      child.kill('SIGKILL')
    }
    const end = (answered: FactsOrReason) => {
      stop()
      done(answered)
    }
    const tooLate = setTimeout(() => end({ unfit: 'time' }), seconds * 1000)
    const look = setInterval(async () => {
      if ((await memoryOf(child.pid)) > memoryBytes) end({ unfit: 'memory' })
    }, LOOK_MS)
    let left = readBytes
    child.on('message', (message: Asked | FactsOrReason) => {
      if (!('ask' in message)) return end(message)
      left -= message.end - message.start
      if (left < 0 || message.end - message.start > MOST_AT_ONCE) return end({ unfit: 'time' })
      give(child, source, message).catch((error: unknown) => {
        stop()
        fail(error)
      })
    })
    // It ends by a signal of its own when its heap is full.
    child.once('exit', (code) => end({ unfit: code === 1 ? 'broken' : 'memory' }))
    child.once('error', () => end({ unfit: 'broken' }))
    child.send({ begin: true, bytes: source.bytes } satisfies Begin, (error) => error && end({ unfit: 'memory' }))
  })
}

async function give(child: ChildProcess, { read }: Source, { ask, start, end }: Asked): Promise<void> {
  const body = await read({ start, end: end - 1 })
  if (!body) throw notFound('This file could not be found where it is kept. Please tell your administrator.')
  const bytes = await buffer(body)
  if (child.connected) child.send({ ask, bytes }, () => undefined)
}

/** Bytes that a process has in memory; 0 where the system does not say so in a file. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? 0) * 1024
}
