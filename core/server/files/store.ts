// All access to files. Bytes are written before their row and removed after it, so an interruption leaves only
// unreachable bytes for the cleanup.
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Route } from '#core/contract/route.ts'
import type { Database } from '../database/open.ts'
import { type Tx, withOrg } from '../database/tx.ts'
import { newId } from '../ids.ts'
import { makeDirectoryAside } from '../makeDirectory.ts'
import type { TransactionContext } from '../serveOnce.ts'
import { type ByteRange, type FileStore, reportIfFull } from './bucket.ts'
import { type Digests, openDigests } from './digests.ts'
import type { FileKind } from './kinds.ts'
import type { Received } from './receive.ts'
import { type MultipartForm, receiveForm } from './receive.ts'
import { deleteFile, insertFile, type NewFile, replaceFile } from './rows.ts'
import type { StoredFileType } from './types.ts'
import { attachUpload } from './uploads.ts'

/** No row refers to these bytes yet. */
export type Placed = NewFile

/** File operations available in a transaction. */
export type FileChanges = {
  tx: Tx
  keep: (placed: Placed, madeBy: string | null) => Promise<void>
  /** Consumes the person's finished upload. Throws 404 for any other and for a consumed one. */
  take: (kind: FileKind, userId: string, uploadId: string) => Promise<Placed>
  /** Replaces the bytes and keeps the ID. The kind sets how many versions are stored. */
  replace: (fileId: string, placed: Placed, madeBy: string | null) => Promise<void>
  /** No row can still refer to it. */
  drop: (fileId: string) => Promise<void>
}

export type Files = {
  bucket: FileStore
  digests: Digests
  kinds: ReadonlyMap<string, FileKind>
  /** Folder for unchecked uploads. */
  waiting: string
  /** Throws a message if a file breaks the rules of its kind. */
  receive: <P, Q, B, A>(
    request: FastifyRequest,
    route: Route<P, Q, B, A>,
    kinds: Record<string, FileKind>,
  ) => Promise<MultipartForm<B>>
  /** The cleanup removes the bytes after a day unless a `change` keeps them. */
  place: (orgId: string, kind: FileKind, file: Received | MadeHere) => Promise<Placed>
  /**
   * Rows and files change together or not at all, and unused `placed` bytes are removed. The work can run again after a
   * conflict, so it must only use SQL on `tx` and `FileChanges`.
   */
  change: <T>(orgId: string, placed: Placed[], work: (change: FileChanges) => Promise<T>) => Promise<T>
  /** The stored ID differs from the file's ID only after a replacement. Returns null for missing bytes. */
  read: (orgId: string, storedId: string, range?: ByteRange) => Promise<Readable | null>
}

/** Server-generated content that is small enough for memory. */
export type MadeHere = { content: Buffer; name: string; type: StoredFileType }

export function openFiles(
  database: Database,
  bucket: FileStore,
  waiting: string,
  kinds: readonly FileKind[] = [],
): Files {
  const removeQuietly = (orgId: string, ids: Iterable<string>) =>
    // The cleanup finds the rest.
    Promise.all([...ids].map((id) => bucket.remove(`${orgId}/${id}`).catch(() => undefined)))
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))

  const files: Files = {
    bucket,
    digests: openDigests(bucket),
    kinds: byName,
    waiting,
    receive: (request, route, kinds) => receiveForm(waiting, request, route, kinds),
    async place(orgId, { name: kind }, given) {
      const id = newId()
      const { path, name, type, bytes, sha256, discard } = 'path' in given ? given : await writeDown(waiting, given)
      try {
        await bucket.write(`${orgId}/${id}`, path, { bytes, sha256, type })
      } finally {
        await discard()
      }
      return { id, kind, name, type, bytes, sha256 }
    },
    async change(orgId, placed, work) {
      let kept = new Set<string>()
      let dropped = new Set<string>()
      try {
        return await withOrg(database, orgId, (tx) => {
          kept = new Set()
          dropped = new Set()
          return work({
            tx,
            async keep(one, madeBy) {
              kept.add(one.id)
              await insertFile(tx, orgId, one, madeBy, byName.get(one.kind)?.isForAll)
            },
            take: (kind, userId, uploadId) => attachUpload(tx, { kind, orgId, userId, uploadId }),
            async replace(fileId, one, madeBy) {
              kept.add(one.id)
              const earlier = byName.get(one.kind)?.versions
              if (earlier === undefined) throw new Error(`A file of the kind ${one.kind} can’t be replaced.`)
              for (const id of await replaceFile(tx, orgId, { fileId, placed: one, madeBy, earlier })) dropped.add(id)
            },
            async drop(fileId) {
              for (const id of await deleteFile(tx, orgId, fileId)) dropped.add(id)
            },
          })
        })
      } catch (error) {
        kept = new Set()
        dropped = new Set()
        throw error
      } finally {
        await removeQuietly(orgId, [...dropped, ...placed.map(({ id }) => id).filter((id) => !kept.has(id))])
      }
    },
    read: (orgId, storedId, range) => bucket.read(`${orgId}/${storedId}`, range),
  }
  opened.set(database, files)
  return files
}

/** By database, because calls and jobs receive only that. */
const opened = new WeakMap<Database, Files>()

export const openedFiles = (database: Database): Files | undefined => opened.get(database)

export function filesOf(database: Database): Files {
  const files = opened.get(database)
  if (!files) throw new Error('No file store was opened for this database.')
  return files
}

/** `placed` becomes the firm's file with the commit. For `within` of `serveOnce`. */
export const inFiles: TransactionContext<{ placed: Placed } | undefined, FileChanges> = (
  { database, session },
  made,
  work,
) => filesOf(database).change(session.org.id, made ? [made.placed] : [], (held) => work(held.tx, held))

async function writeDown(waiting: string, { content, name, type }: MadeHere): Promise<Received> {
  const path = join(waiting, newId())
  const discard = () => rm(path, { force: true })
  try {
    await makeDirectoryAside(waiting)
    await writeFile(path, content)
  } catch (error) {
    await discard()
    throw reportIfFull(error)
  }
  const sha256 = createHash('sha256').update(content).digest()
  return { path, name, type, bytes: content.length, sha256, discard }
}
