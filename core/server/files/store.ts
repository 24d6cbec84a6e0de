// The one door to files. A file is there when its row is: its bytes come before the row and go after it, so that whatever
// stops in between leaves nothing but bytes that nobody can ask for, which the sweep removes.
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Route } from '#core/contract/route.ts'
import { type Tx, withOrg } from '../database/firm.ts'
import type { Database } from '../database/open.ts'
import { newId } from '../ids.ts'
import { makeDirectoryAside } from '../makeDirectory.ts'
import type { TransactionContext } from '../serveOnce.ts'
import { type ByteRange, type FileStore, reportIfFull } from './bucket.ts'
import { type Digests, openDigests } from './digests.ts'
import type { FileKind } from './kinds.ts'
import type { Received } from './receive.ts'
import { type MultipartForm, receiveForm } from './receive.ts'
import { deleteFile, insertFile, replaceFile } from './rows.ts'
import type { StoredFileType } from './types.ts'
import { attachUpload } from './uploads.ts'

/** Bytes in their place that no row speaks of yet. */
export type Placed = { id: string; kind: string; name: string; type: StoredFileType; bytes: number; sha256: Buffer }

/** What a transaction may do to files besides its own rows. */
export type FileChanges = {
  tx: Tx
  /** Makes placed bytes a file of the firm. */
  keep: (placed: Placed, madeBy: string | null) => Promise<void>
  /** A finished upload of this person as placed bytes. Throws 404 for any other, also when it was taken before. */
  take: (kind: FileKind, userId: string, uploadId: string) => Promise<Placed>
  /** Gives a file other bytes under the address that it has. Its kind says how many of the earlier ones are kept. */
  replace: (fileId: string, placed: Placed, madeBy: string | null) => Promise<void>
  /** Ends a file of the firm. What refers to it must have let go of it. */
  drop: (fileId: string) => Promise<void>
}

export type Files = {
  bucket: FileStore
  digests: Digests
  kinds: ReadonlyMap<string, FileKind>
  /** Uploads lie here while they are looked at. */
  waiting: string
  /** Takes the form of a request: what `route` says that it holds. Throws a sentence for what the kinds refuse. */
  receive: <P, Q, B, A>(
    request: FastifyRequest,
    route: Route<P, Q, B, A>,
    kinds: Record<string, FileKind>,
  ) => Promise<MultipartForm<B>>
  /** Puts bytes where they will stay. Without a `change` that keeps them they are swept away after a day. */
  place: (orgId: string, kind: FileKind, file: Received | MadeHere) => Promise<Placed>
  /**
   * One transaction of the firm: rows and files change together, or not at all. `placed` is removed again where the work fails or
   * does not keep it. The work may run again after a conflict: it must do nothing but SQL on `tx` and what is in Change.
   */
  change: <T>(orgId: string, placed: Placed[], work: (change: FileChanges) => Promise<T>) => Promise<T>
  /** Bytes of the firm by the id that they lie under, which is the file's own unless it was replaced; null where they are not to be found. */
  read: (orgId: string, storedId: string, range?: ByteRange) => Promise<Readable | null>
}

/** Bytes that were made by the server itself, small enough to be held. */
export type MadeHere = { content: Buffer; name: string; type: StoredFileType }

export function openFiles(
  database: Database,
  bucket: FileStore,
  waiting: string,
  kinds: readonly FileKind[] = [],
): Files {
  const removeQuietly = (orgId: string, ids: Iterable<string>) =>
    // What can't be removed now is found by the sweep.
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

/** Of each open database, its files: calls and jobs are given the database alone. */
const opened = new WeakMap<Database, Files>()

/** Undefined where no store was opened for it. */
export const openedFiles = (database: Database): Files | undefined => opened.get(database)

export function filesOf(database: Database): Files {
  const files = opened.get(database)
  if (!files) throw new Error('No file store was opened for this database.')
  return files
}

/** The transaction of a change that keeps a file: what was placed before it is the firm's with its commit. For `within` of `serveOnce`. */
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
