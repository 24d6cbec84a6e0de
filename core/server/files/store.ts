// The one door to files. A file is there when its row is: its bytes come before the row and go after it, so that whatever
// stops in between leaves nothing but bytes that nobody can ask for, which the sweep removes.
import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { inFirm, type Tx } from '../database/firm.ts'
import type { Database } from '../database/open.ts'
import { newId } from '../ids.ts'
import { type Bucket, type ByteRange, sayIfFull } from './bucket.ts'
import { type Received, type Rules, receiveUpload } from './receive.ts'
import type { FileType } from './types.ts'

/** Bytes in their place that no row speaks of yet. */
export type Placed = { id: string; kind: string; name: string; type: FileType; bytes: number; sha256: Buffer }

/** What a transaction may do to files besides its own rows. */
export type Change = {
  tx: Tx
  /** Makes placed bytes a file of the firm. */
  keep: (placed: Placed, madeBy: string | null) => Promise<void>
  /** Ends a file of the firm. What refers to it must have let go of it. */
  drop: (fileId: string) => Promise<void>
}

export type Files = {
  bucket: Bucket
  /** Uploads lie here while they are looked at. */
  waiting: string
  /** Takes the upload of a request; throws a sentence for what the rules refuse. */
  receive: (request: FastifyRequest, rules: Rules) => Promise<Received>
  /** Puts bytes where they will stay. Without a `change` that keeps them they are swept away after a day. */
  place: (orgId: string, kind: string, file: Received | MadeHere) => Promise<Placed>
  /**
   * One transaction of the firm: rows and files change together, or not at all. `placed` is removed again where the work fails or
   * does not keep it. The work may run again after a conflict: it must do nothing but SQL on `tx`, `keep` and `drop`.
   */
  change: <T>(orgId: string, placed: Placed[], work: (change: Change) => Promise<T>) => Promise<T>
  /** The bytes of a file of the firm, or null where they are not to be found. */
  read: (orgId: string, fileId: string, range?: ByteRange) => Promise<Readable | null>
}

/** Bytes that were made by the server itself, small enough to be held. */
export type MadeHere = { content: Buffer; name: string; type: FileType }

export function openFiles(database: Database, bucket: Bucket, waiting: string): Files {
  const removeQuietly = (orgId: string, ids: Iterable<string>) =>
    // What can't be removed now is found by the sweep.
    Promise.all([...ids].map((id) => bucket.remove(`${orgId}/${id}`).catch(() => undefined)))

  const files: Files = {
    bucket,
    waiting,
    receive: (request, rules) => receiveUpload(waiting, request, rules),
    async place(orgId, kind, given) {
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
        return await inFirm(database, orgId, (tx) => {
          kept = new Set()
          dropped = new Set()
          return work({
            tx,
            async keep({ id, kind, name, type, bytes, sha256 }, madeBy) {
              kept.add(id)
              await sql`insert into files (org_id, id, kind, name, type, bytes, sha256, made_by)
                values (${orgId}, ${id}, ${kind}, ${name}, ${type}, ${bytes}, ${sha256}, ${madeBy})`.execute(tx)
            },
            async drop(fileId) {
              dropped.add(fileId)
              await sql`delete from files where org_id = ${orgId} and id = ${fileId}`.execute(tx)
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
    read: (orgId, fileId, range) => bucket.read(`${orgId}/${fileId}`, range),
  }
  opened.set(database, files)
  return files
}

/** Of each open database, its files: calls and jobs are given the database alone. */
const opened = new WeakMap<Database, Files>()

export function filesOf(database: Database): Files {
  const files = opened.get(database)
  if (!files) throw new Error('No file store was opened for this database.')
  return files
}

async function writeDown(waiting: string, { content, name, type }: MadeHere): Promise<Received> {
  const path = join(waiting, newId())
  const discard = () => rm(path, { force: true })
  try {
    await mkdir(waiting, { recursive: true })
    await writeFile(path, content)
  } catch (error) {
    await discard()
    throw sayIfFull(error)
  }
  const sha256 = createHash('sha256').update(content).digest()
  return { path, name, type, bytes: content.length, sha256, discard }
}
