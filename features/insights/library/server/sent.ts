// Receives the files of a request, checks their types, and stores sanitized versions. Runs before any transaction.

import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '#core/contract/errors.ts'
import { uploadUnfinished } from '#core/contract/phrases.ts'
import type { Route } from '#core/contract/route.ts'
import type { VideoFacts } from '#core/contract/videoFacts.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { type FileKind, maxFileSize } from '#core/server/files/kinds.ts'
import type { Received } from '#core/server/files/receive.ts'
import { type FileChanges, type Files, filesOf, type Placed } from '#core/server/files/store.ts'
import type { StoredFileType } from '#core/server/files/types.ts'
import { findUpload, noUpload } from '#core/server/files/uploads.ts'
import { storeSanitized } from '#core/server/pdf/sanitizedFile.ts'
import type { ReadPdf } from '#core/server/pdf/sanitizePdf.ts'
import { reencodeImage } from '#core/server/pictures.ts'
import type { Call } from '#core/server/routes.ts'
import { readPlacedVideo, readVideo } from '#core/server/video/readVideo.ts'
import { fileLimits, type LibraryItem } from '../contract.ts'
import { kindsFor } from './policies.ts'

/**
 * A received file. Sanitized versions are already stored. Files stored unchanged from a chunked upload are attached in
 * the change.
 */
export type SentFile = {
  type: StoredFileType
  name: string
  placed: Placed | null
  video: VideoFacts | null
  pages: number
  texts: string[]
  /** For cards and emails: page 1 of a PDF, or a smaller version of an image. */
  picture: Placed | null
}
export type ReceivedUpload<I> = {
  fields: I
  file: SentFile | null
  thumbnail: Placed | null
  /** The request's content, to detect a repeated request. */
  said: unknown
}

/** Longest side, in pixels. */
const SIDES = { file: 2400, thumbnail: 1280 } as const
const plain = { placed: null, video: null, pages: 0, texts: [], picture: null }

type Fields = { upload_id?: string | undefined; thumbnail_upload_id?: string | undefined }
/** The source of the bytes: a file in the form or a complete chunked upload. */
type Source = { name: string; type: StoredFileType; bytes: number; whole: () => Promise<Buffer> }

/**
 * Throws a message for a rejected file. A missing upload counts as no file: the change reports it, unless the request
 * was already done.
 */
export async function receivedItem<P, Q, I extends Fields>(
  call: Call<P, Q, I>,
  route: Route<P, Q, I, LibraryItem>,
  readPdf: ReadPdf,
): Promise<ReceivedUpload<I>> {
  const { request, database, session } = call
  const files = filesOf(database)
  const kinds = kindsFor(session)
  const making: Making = { files, orgId: session.org.id, kinds, readPdf }
  const { fields, files: given } = await files.receive(request, route, kinds)
  const [file, picture] = [given.file?.[0], given.thumbnail?.[0]]
  const said = [fields, ...[file, picture].map((one) => one?.sha256.toString('hex'))]
  try {
    const made = file ? await fromForm(making, file) : await fromPieces(call, making, fields.upload_id)
    const thumbnail = picture
      ? await drawn(files, session.org.id, kinds.thumbnail, sourceOf(picture), SIDES.thumbnail)
      : await pictureFromPieces(call, kinds.thumbnail, fields.thumbnail_upload_id)
    return { fields, file: made, thumbnail, said }
  } finally {
    await file?.discard()
    await picture?.discard()
  }
}

const sourceOf = ({ path, name, type, bytes }: Received): Source => ({ name, type, bytes, whole: () => readFile(path) })

type Making = { files: Files; orgId: string; kinds: ReturnType<typeof kindsFor>; readPdf: ReadPdf }

async function fromForm(making: Making, file: Received): Promise<SentFile> {
  const { files, orgId, kinds } = making
  const { name, type, path, bytes } = file
  const made = await madeOf(making, sourceOf(file))
  if (made) return made
  const read = async ({ start, end }: { start: number; end: number }) => createReadStream(path, { start, end })
  const video = type === 'video/mp4' ? await readVideo({ orgId, bytes, read }) : null
  return { ...plain, type, name, video, placed: await files.place(orgId, kinds.file, file) }
}

async function fromPieces(
  call: Call<unknown, unknown, unknown>,
  making: Making,
  uploadId: string | undefined,
): Promise<SentFile | null> {
  const { database, session } = call
  const upload = await whole(call, making.kinds.file, uploadId)
  if (!upload) return null
  const made = await madeOf(making, upload)
  if (made) return made
  const { id, name, type, bytes } = upload
  const video = type === 'video/mp4' ? await readPlacedVideo(database, session.org.id, { id, bytes }) : null
  return { ...plain, type, name, video }
}

/** Re-encodes a PDF or an image. Returns null for files that are stored unchanged. */
async function madeOf({ files, orgId, kinds, readPdf }: Making, source: Source): Promise<SentFile | null> {
  const { type, name } = source
  if (type === 'application/pdf') {
    refuseLarge(source, fileLimits.pdf)
    const sent = { kinds: { pdf: kinds.file, picture: kinds.thumbnail }, name, bytes: await source.whole(), readPdf }
    const { placed, thumbnail, texts, pages } = await storeSanitized(files, orgId, sent)
    return { ...plain, type, name, placed, texts, pages, picture: thumbnail }
  }
  if (type.startsWith('image/')) {
    const placed = await drawn(files, orgId, kinds.file, source, SIDES.file)
    return {
      ...plain,
      type,
      name,
      placed,
      picture: await drawn(files, orgId, kinds.thumbnail, source, SIDES.thumbnail),
    }
  }
  if (type.startsWith('audio/')) refuseLarge(source, fileLimits.audio)
  return null
}

async function drawn(files: Files, orgId: string, kind: FileKind, source: Source, side: number): Promise<Placed> {
  refuseLarge(source, fileLimits.picture)
  const { type, name } = source
  return files.place(
    orgId,
    kind,
    await reencodeImage(
      { orgId, content: await source.whole(), type, name },
      { side, as: 'webp', purpose: 'a picture here' },
    ),
  )
}

const refuseLarge = ({ bytes }: Source, most: number) => {
  if (bytes > most) throw new Refusal('too_large', `This file is larger than ${maxFileSize(most)}.`, 413)
}

async function pictureFromPieces(
  call: Call<unknown, unknown, unknown>,
  kind: FileKind,
  uploadId: string | undefined,
): Promise<Placed | null> {
  const upload = await whole(call, kind, uploadId)
  return upload && drawn(filesOf(call.database), call.session.org.id, kind, upload, SIDES.thumbnail)
}

async function whole(
  { database, session, now }: Call<unknown, unknown, unknown>,
  kind: FileKind,
  uploadId: string | undefined,
): Promise<(Source & { id: string }) | null> {
  if (uploadId === undefined) return null
  const whose = { orgId: session.org.id, userId: session.actor.id }
  const upload = await withOrg(database, whose.orgId, (tx) => findUpload(tx, whose, uploadId, now), { isQuiet: true })
  if (!upload || upload.kind !== kind.name) return null
  const { id, name, type, bytes, sha256 } = upload
  if (!sha256 || !type) throw new Refusal('unfinished', uploadUnfinished, 409)
  const read = async () => {
    const body = await filesOf(database).read(whose.orgId, id)
    if (!body) throw noUpload()
    return buffer(body)
  }
  return { id, name, type, bytes, whole: read }
}

/** All that `receivedItem` has put in its place. */
export const placedBy = ({ file, thumbnail }: Pick<ReceivedUpload<unknown>, 'file' | 'thumbnail'>): Placed[] =>
  [file?.placed, file?.picture, thumbnail].filter((one) => one !== null && one !== undefined)

/**
 * Attaches the received file inside the change, including a chunked upload. Throws 404 if the upload no longer exists.
 */
export async function takenFrom(
  { take, keep, drop }: Pick<FileChanges, 'take' | 'keep' | 'drop'>,
  { kind, userId }: { kind: FileKind; userId: string },
  made: Placed | null,
  uploadId: string | undefined,
): Promise<Placed | null> {
  if (uploadId === undefined) return made
  const raw = await take(kind, userId, uploadId)
  if (!made) return raw
  // Keeps the sanitized version and deletes the original upload.
  await keep(raw, userId)
  await drop(raw.id)
  return made
}
