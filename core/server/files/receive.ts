// An upload -> a file in the waiting folder whose size, digest and type are known. A file that is refused leaves nothing behind.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { newId } from '../ids.ts'
import { sayIfFull } from './bucket.ts'
import { type FileType, HEAD_BYTES, typeOf } from './types.ts'

export type Rules = {
  /** The most bytes it may have. */
  limit: number
  types: readonly FileType[]
  /** What to say of a file that is none of these. */
  otherType: string
}

/** A file that waits: nothing refers to it yet. `discard` ends that. */
export type Received = {
  path: string
  name: string
  type: FileType
  bytes: number
  sha256: Buffer
  discard: () => Promise<void>
}

const FORM_BYTES = 64 * 1024

const tooLarge = (limit: number) =>
  new Refusal('too_large', `This file is larger than ${Math.floor(limit / 1024 / 1024)} MB.`, 413)

/** Takes the one file of a form; throws 400, 413 or 415 with a sentence. */
export async function receiveUpload(waiting: string, request: FastifyRequest, rules: Rules): Promise<Received> {
  if (!request.isMultipart()) throw new Refusal('unsupported_type', 'Please send one file as multipart/form-data.', 415)
  // Anything far beyond is refused before it is read.
  if (Number(request.headers['content-length'] ?? 0) > rules.limit + FORM_BYTES) throw tooLarge(rules.limit)
  const file = await request.file({ throwFileSizeLimit: false, limits: { fileSize: rules.limit } })
  if (!file) throw new Refusal('invalid', 'There is no file in this request.', 400)
  const received = await receiveStream(waiting, file.file, file.filename, rules)
  if (!file.file.truncated) return received
  await received.discard()
  throw tooLarge(rules.limit)
}

/** Writes a stream down as it comes; throws 413 or 415 with a sentence. */
export async function receiveStream(waiting: string, from: Readable, name: string, rules: Rules): Promise<Received> {
  const path = join(waiting, newId())
  const discard = () => rm(path, { force: true })
  const hash = createHash('sha256')
  let bytes = 0
  let head = Buffer.alloc(0)
  let type: FileType | null = null
  const look = (isAll: boolean) => {
    type = typeOf(head)
    if ((type && rules.types.includes(type)) || (!isAll && type === null)) return
    throw new Refusal('unsupported_type', bytes === 0 ? 'This file is empty.' : rules.otherType, 415)
  }
  try {
    await mkdir(waiting, { recursive: true })
    await pipeline(
      from,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          bytes += piece.length
          if (bytes > rules.limit) throw tooLarge(rules.limit)
          hash.update(piece)
          if (type === null) {
            head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)])
            look(head.length >= HEAD_BYTES)
          }
          yield piece
        }
        if (type === null) look(true)
      },
      createWriteStream(path),
    )
  } catch (error) {
    await discard()
    throw sayIfFull(error)
  }
  return { path, name: nameOf(name), type: type!, bytes, sha256: hash.digest(), discard }
}

/** The last part of whatever path the sender's computer gave. */
const nameOf = (given: string) =>
  basename(given.replaceAll('\\', '/'))
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}"<>:|?*]/gu, '')
    .trim()
    .slice(-200) || 'file'
