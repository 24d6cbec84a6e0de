// Receives uploads in the waiting folder. A rejected file leaves nothing behind.
import { createHash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '#core/contract/errors.ts'
import { jsonIn } from '#core/contract/jsonIn.ts'
import { isPolluting, pollutingKey } from '#core/contract/pollutingKeys.ts'
import type { AnyRoute, Route } from '#core/contract/route.ts'
import { refusalOf } from '../http/input.ts'
import { newId } from '../ids.ts'
import { makeDirectoryAside } from '../makeDirectory.ts'
import { reportIfFull } from './bucket.ts'
import { type FileKind, maxFileSize } from './kinds.ts'
import { removeWritten } from './removeWritten.ts'
import { HEAD_BYTES, type StoredFileType, typeAmong } from './types.ts'

/** A waiting file that nothing refers to yet. */
export type Received = {
  path: string
  name: string
  type: StoredFileType
  bytes: number
  sha256: Buffer
  discard: () => Promise<void>
}

/** Fields parsed by the route's `body`, and files by field name. */
export type MultipartForm<B = unknown> = {
  fields: B
  files: Record<string, Received[]>
  file: Received
}

const FIELD_BYTES = 64 * 1024
const FIELDS = 20
/** Bytes per form field, including its header. */
const FIELD_HEAD = 256

const tooLarge = ({ tooLarge, limit }: FileKind) =>
  new Refusal('too_large', tooLarge ?? `This file is larger than ${maxFileSize(limit)}.`, 413)

/** Throws 400, 413, or 415 with a message and then leaves nothing behind. */
export async function receiveForm<B>(
  waiting: string,
  request: FastifyRequest,
  route: Route<never, never, B, never> | AnyRoute,
  kinds: Record<string, FileKind>,
): Promise<MultipartForm<B>> {
  const asked = Object.entries(route.files ?? {})
  if (!request.isMultipart()) throw new Refusal('unsupported_type', 'Send one file as multipart/form-data.', 415)
  const most = asked.reduce((sum, [, { most = 1 }]) => sum + most, 0)
  // Rejects far larger bodies before reading them.
  const bytes = asked.reduce((sum, [name, { most = 1 }]) => sum + most * kinds[name]!.limit, 0)
  if (Number(request.headers['content-length'] ?? 0) > bytes + FIELD_BYTES + (route.limits?.fields ?? 0) * FIELD_HEAD)
    throw tooLarge(Object.values(kinds).reduce((a, b) => (a.limit > b.limit ? a : b)))
  const limits = {
    files: most,
    fileSize: Math.max(...asked.map(([name]) => kinds[name]!.limit)),
    fields: route.limits?.fields ?? FIELDS,
    fieldSize: FIELD_BYTES,
    parts: most + (route.limits?.fields ?? FIELDS),
  }
  const texts: Record<string, string> = {}
  const files: MultipartForm['files'] = {}
  try {
    for await (const part of request.parts({ limits, throwFileSizeLimit: false } as Parameters<
      typeof request.parts
    >[0])) {
      if (isPolluting(part.fieldname)) throw pollutingKey()
      if (part.type === 'field') texts[part.fieldname] = String(part.value)
      else await readUpload(waiting, part, kinds, files, route)
    }
    for (const [name, { isOptional }] of asked)
      if (!files[name] && !isOptional) throw new Refusal('invalid', 'This request has no file.', 400)
    return { fields: fieldsOf<B>(route, texts), files, file: Object.values(files)[0]?.[0] as Received }
  } catch (error) {
    // Discards the rest, so that the client can read the response.
    request.raw.unpipe()
    request.raw.resume()
    await Promise.all(Object.values(files).flatMap((those) => those.map(({ discard }) => discard())))
    throw error
  }
}

type Shape = { type?: unknown; enum?: unknown[]; anyOf?: Shape[]; properties?: Record<string, Shape> }

/** Parses numbers, booleans, and lists as JSON. Throws 400 with a message per field. */
function fieldsOf<B>({ body }: AnyRoute, texts: Record<string, string>): B {
  if (!body) return {} as B
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape
  const mayBeText = ({ type, enum: words, anyOf }: Shape): boolean =>
    type === 'string' ||
    (type ?? words ?? anyOf) === undefined ||
    !!words?.some((word) => typeof word === 'string') ||
    !!anyOf?.some(mayBeText)
  const meant = Object.entries(withLists(texts, properties)).map(([name, text]) => [
    name,
    typeof text !== 'string' || mayBeText(properties[name] ?? {}) ? text : meantBy(text, properties[name]),
  ])
  const parsed = body.safeParse(Object.fromEntries(meant))
  if (!parsed.success) throw refusalOf(parsed.error, body)
  return parsed.data
}

/** Collects `name[0]`, `name[1]`, … into one list, ordered by index. */
function withLists(
  texts: Record<string, string>,
  properties: Record<string, Shape>,
): Record<string, string | string[]> {
  const lists = new Map<string, [number, string][]>()
  const others: Record<string, string> = {}
  for (const [name, text] of Object.entries(texts)) {
    const [, list = '', at = ''] = /^(\w+)\[(\d{1,6})\]$/.exec(name) ?? []
    if (properties[list]?.type === 'array') lists.set(list, [...(lists.get(list) ?? []), [Number(at), text]])
    else others[name] = text
  }
  const made = [...lists].map(([name, those]) => [name, those.sort(([a], [b]) => a - b).map(([, text]) => text)])
  return { ...others, ...Object.fromEntries(made) }
}

/** An empty text means an empty list. */
const meantBy = (text: string, shape: Shape | undefined) => (text === '' && shape?.type === 'array' ? [] : asJson(text))

function asJson(text: string): unknown {
  const found = jsonIn(text)
  return found === undefined ? text : found
}

async function readUpload(
  waiting: string,
  { fieldname, file, filename }: MultipartFile,
  kinds: Record<string, FileKind>,
  files: MultipartForm['files'],
  { files: asked }: AnyRoute,
): Promise<void> {
  const kind = kinds[fieldname]
  if (!kind || (files[fieldname]?.length ?? 0) >= (asked?.[fieldname]?.most ?? 1))
    throw new Refusal('invalid', 'This form has an unexpected file.', 400)
  const received = await receiveStream(waiting, file, filename, kind)
  if (file.truncated) {
    await received.discard()
    throw tooLarge(kind)
  }
  files[fieldname] = [...(files[fieldname] ?? []), received]
}

/** Throws 413 or 415 with a message. */
export async function receiveStream(waiting: string, from: Readable, name: string, rules: FileKind): Promise<Received> {
  const path = join(waiting, newId())
  let file: WriteStream | undefined
  const discard = async () => {
    if (file) await removeWritten(file)
  }
  const hash = createHash('sha256')
  let bytes = 0
  let head = Buffer.alloc(0)
  let type: StoredFileType | null = null
  const look = (isAll: boolean) => {
    const told = typeAmong(rules.types, head, isAll)
    if (told === 'other')
      throw new Refusal('unsupported_type', bytes === 0 ? 'This file is empty.' : rules.otherType, 415)
    type = told
  }
  try {
    await makeDirectoryAside(waiting)
    file = createWriteStream(path)
    await pipeline(
      from,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          bytes += piece.length
          if (bytes > rules.limit) throw tooLarge(rules)
          hash.update(piece)
          if (type === null) {
            head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)])
            look(head.length >= HEAD_BYTES)
          }
          yield piece
        }
        if (type === null) look(true)
      },
      file,
    )
  } catch (error) {
    await discard()
    throw reportIfFull(error)
  }
  return { path, name: uploadName(name), type: type!, bytes, sha256: hash.digest(), discard }
}

/** Returns the last part of the sender's path. */
export const uploadName = (given: string) =>
  basename(given.replaceAll('\\', '/'))
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}"<>:|?*]/gu, '')
    .trim()
    .slice(-200) || 'file'
