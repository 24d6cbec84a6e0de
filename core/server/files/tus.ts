// Permissions, size, and type of resumable uploads. @tus/server implements the protocol.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { DataStore, ERRORS, Server, Upload as TusUpload } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { forbidden, notFound, Refusal } from '#core/contract/errors.ts'
import type { Database } from '../database/open.ts'
import { withOrg } from '../database/tx.ts'
import { newId } from '../ids.ts'
import { Text } from '../routes.ts'
import type { SignedInSession } from '../sessions.ts'
import { type CopyProgress, type FileStore, PIECE_BYTES, reportIfFull } from './bucket.ts'
import { type FileKind, maxFileSize } from './kinds.ts'
import { openLocks } from './locks.ts'
import { uploadName } from './receive.ts'
import { filesOf } from './store.ts'
import { HEAD_BYTES, mayBe, typeAmong } from './types.ts'
import {
  deleteUpload,
  findUpload,
  insertUpload,
  noUpload,
  removeBytes,
  type StoredUpload,
  saveEnd,
  saveProgress,
  UPLOAD_HOURS,
} from './uploads.ts'

export type TusCall = { database: Database; session: SignedInSession; request: FastifyRequest; now: string }

const PATH = '/api/uploads'
const overtaken = () => new Refusal('overtaken', 'This upload is already running in another window.', 423)
const locks = openLocks(overtaken)

/** Throws a `Refusal`, or returns the protocol's response. */
export async function tus(call: TusCall, id?: string): Promise<Text> {
  const upload = id === undefined ? undefined : await ownUpload(call, id)
  const store = new UploadStore(call, upload)
  let problem: unknown
  const server = new Server({
    path: PATH,
    datastore: store,
    locker: locks,
    lockDrainTimeout: 1000,
    relativeLocation: true,
    namingFunction: () => newId(),
    onResponseError: (_, error) => {
      problem = error
      return error instanceof Error ? { status_code: 500, body: '' } : undefined
    },
  })
  const answer = await server.handleWeb(asWeb(call.request, id))
  drain(call.request.raw)
  // Stopped before it wrote anything, so the client can send the piece again.
  if (problem === ERRORS.ABORTED) throw overtaken()
  if (problem instanceof Error) throw problem
  if (answer.status >= 400) throw refusalOf(answer.status)
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^access-control-|^content-length$/.test(name)),
  )
  return new Text(await answer.text(), headers, answer.status)
}

/** Drops headers that proxies and browsers add. */
function asWeb({ method, headers, raw }: FastifyRequest, id: string | undefined): Request {
  const given = Object.entries(headers).filter(([name]) => /^(tus|upload)-|^content-(type|length)$/.test(name))
  // Readable.toWeb would copy each chunk.
  const body =
    method === 'PATCH' ? { body: ReadableStream.from(raw.iterator({ destroyOnReturn: false })), duplex: 'half' } : {}
  const init = { method, headers: given as [string, string][], ...body }
  return new Request(`http://localhost${PATH}${id ? `/${id}` : ''}`, init as RequestInit)
}

/** Reads at most one rejected piece, so that the client gets the response and can reuse the connection. */
function drain(raw: IncomingMessage): void {
  if (raw.readableEnded || raw.destroyed) return
  let left = 2 * PIECE_BYTES
  for (const event of ['data', 'readable']) raw.removeAllListeners(event)
  raw.on('data', (bytes: Buffer) => {
    left -= bytes.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}

function refusalOf(status: number): Refusal {
  if (status === 404 || status === 410) return noUpload()
  if (status === 409) return new Refusal('other_offset', 'This part is out of order.', 409)
  if (status === 413) return new Refusal('too_large', 'This part exceeds the upload’s declared length.', 413)
  return new Refusal('invalid', 'This isn’t a valid request to continue an upload.', status === 412 ? 412 : 400)
}

/** Throws 404 for another person's upload, an expired one, and one its kind no longer allows. */
async function ownUpload(call: TusCall, id: string): Promise<StoredUpload> {
  const { database, session, now } = call
  return withOrg(
    database,
    session.org.id,
    async (tx) => {
      const upload = await findUpload(tx, { orgId: session.org.id, userId: session.actor.id }, id, now)
      const kind = upload && filesOf(database).kinds.get(upload.kind)
      if (!upload || !(await kind?.mayUpload?.({ tx, session }))) throw noUpload()
      return upload
    },
    { isQuiet: true },
  )
}

/** Store for @tus/server that lives for one call. */
class UploadStore extends DataStore {
  override extensions = ['creation', 'termination', 'expiration']
  #call: TusCall
  #bucket: FileStore
  #upload: StoredUpload | undefined
  constructor(call: TusCall, upload: StoredUpload | undefined) {
    super()
    this.#call = call
    this.#bucket = filesOf(call.database).bucket
    this.#upload = upload
  }

  override async create(asked: TusUpload): Promise<TusUpload> {
    const { database, session } = this.#call
    const { kind: kindName = '', filename = '', filetype = '' } = asked.metadata ?? {}
    const kind = filesOf(database).kinds.get(kindName ?? '')
    const name = uploadName(filename ?? '')
    await withOrg(database, session.org.id, async (tx) => {
      if (!kind?.mayUpload) throw notFound('Unknown file type.')
      if (!(await kind.mayUpload({ tx, session }))) throw forbidden()
      const bytes = refuseSize(kind, asked.size)
      if (filetype && !mayBe(kind.types, filetype)) throw new Refusal('unsupported_type', kind.otherType, 415)
      await insertUpload(
        tx,
        { orgId: session.org.id, userId: session.actor.id },
        { id: asked.id, kind: kind.name, name, bytes },
      )
    })
    return asked
  }

  override async getUpload(id: string): Promise<TusUpload> {
    // Another call can have had the lock since the first read.
    const upload = await ownUpload(this.#call, id)
    this.#upload = upload
    if (upload.received === upload.bytes && !upload.sha256) await this.#finish(upload)
    return new TusUpload({ id, size: upload.bytes, offset: upload.received, creation_date: upload.touched_at })
  }

  override async write(stream: Readable, id: string): Promise<number> {
    const upload = this.#upload
    if (upload?.id !== id) throw noUpload()
    const { database, session, request } = this.#call
    const wanted = checksumOf(request)
    const head = new Head(upload, filesOf(database).kinds.get(upload.kind)!)
    const digest = filesOf(database).digests.goOn(id, upload.received)
    const check = wanted && createHash(wanted.algorithm)
    const key = `${session.org.id}/${id}`
    let from = upload.received
    let to: CopyProgress | undefined
    const save = async () => {
      if (!to || to.received === from) return
      head.end(to.received === upload.bytes)
      const step = { id, from, to, ...head.found }
      if (!(await withOrg(database, session.org.id, (tx) => saveProgress(tx, session.org.id, step), { isQuiet: true })))
        throw overtaken()
      from = to.received
      digest?.hold(from)
    }
    const seen = async function* () {
      for await (const bytes of stream as AsyncIterable<Buffer>) {
        head.see(bytes)
        digest?.update(bytes)
        check?.update(bytes)
        yield bytes
      }
    }
    const { received, progress } = upload
    try {
      // Pieces don't count until their checksum is verified.
      for await (to of this.#bucket.pieces.append(key, { ...progress, received }, seen(), upload.bytes))
        if (!check) await save()
      if (check && !timingSafeEqual(padded(check.digest()), padded(wanted.digest)))
        throw new Refusal('checksum', 'Part of the file arrived damaged. Send it again.', 460)
      await save()
    } catch (error) {
      // The rest of a wrong type would be rejected as well.
      if (error instanceof Refusal && error.status === 415) await this.remove(id)
      throw reportIfFull(error)
    }
    if (from === upload.bytes) await this.#finish({ ...upload, progress: to ?? progress })
    return from
  }

  async #finish({ id, bytes, progress }: StoredUpload): Promise<void> {
    const { database, session } = this.#call
    const key = `${session.org.id}/${id}`
    await this.#bucket.pieces.complete(key, { ...progress, received: 0 })
    const sha256 = await filesOf(database).digests.end(id, key, bytes)
    await withOrg(database, session.org.id, (tx) => saveEnd(tx, session.org.id, id, sha256), { isQuiet: true })
  }

  /** Deletes the row first, so that the cleanup finds bytes that can't be removed now. */
  override async remove(id: string): Promise<void> {
    const { database, session } = this.#call
    const upload = this.#upload
    await withOrg(database, session.org.id, (tx) => deleteUpload(tx, session.org.id, id), { isQuiet: true })
    await removeBytes(this.#bucket, `${session.org.id}/${id}`, upload?.progress ?? {}).catch(() => undefined)
  }

  override getExpiration(): number {
    return UPLOAD_HOURS * 60 * 60 * 1000
  }
}

function refuseSize(kind: FileKind, bytes: number | undefined): number {
  if (bytes === undefined || bytes === 0) throw new Refusal('unsupported_type', 'This file is empty.', 415)
  if (bytes > kind.limit)
    throw new Refusal('too_large', kind.tooLarge ?? `This file is larger than ${maxFileSize(kind.limit)}.`, 413)
  return bytes
}

/** Verifies this call's piece. Source: https://tus.io/protocols/resumable-upload#checksum */
function checksumOf({ headers }: FastifyRequest): { algorithm: 'sha1' | 'sha256'; digest: Buffer } | undefined {
  const given = headers['upload-checksum']
  if (given === undefined) return undefined
  const [, algorithm, digest = ''] = /^(sha1|sha256) ([\w+/]+=*)$/.exec(String(given)) ?? []
  if (!algorithm) throw new Refusal('invalid', 'The checksum must be SHA-1 or SHA-256.', 400)
  return { algorithm: algorithm as 'sha1' | 'sha256', digest: Buffer.from(digest, 'base64') }
}

const padded = (digest: Buffer) => Buffer.concat([digest, Buffer.alloc(64)]).subarray(0, 64)

/** Chunks can be too small to show the type. */
class Head {
  #bytes: Buffer
  #type: StoredUpload['type']
  #kind: FileKind
  constructor({ head, type }: StoredUpload, kind: FileKind) {
    this.#bytes = head ?? Buffer.alloc(0)
    this.#type = type
    this.#kind = kind
  }
  get found() {
    return { type: this.#type, head: this.#type ? null : this.#bytes }
  }
  see(bytes: Buffer): void {
    if (this.#type) return
    this.#bytes = Buffer.concat([this.#bytes, bytes.subarray(0, HEAD_BYTES - this.#bytes.length)])
    this.end(this.#bytes.length >= HEAD_BYTES)
  }
  /** Throws 415 as soon as the type is wrong. */
  end(isAll: boolean): void {
    if (this.#type) return
    const type = typeAmong(this.#kind.types, this.#bytes, isAll)
    if (type === 'other') throw new Refusal('unsupported_type', this.#kind.otherType, 415)
    this.#type = type
  }
}
