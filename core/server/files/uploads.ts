// Uploads in pieces: a row says how much has come, so that any process goes on where another one stopped, and whose it is.
import { sql } from 'kysely'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Tx } from '../database/firm.ts'
import type { CopyProgress, FileStore } from './bucket.ts'
import type { FileKind } from './kinds.ts'
import type { Placed } from './store.ts'
import type { StoredFileType } from './types.ts'

/** After so long without a piece an upload is over; so is one that has all its pieces and became nothing. */
export const UPLOAD_HOURS = 24
/** That a person may have begun at once: announcing one costs a row. */
const MOST_BEGUN = 50

export type StoredUpload = {
  id: string
  kind: string
  name: string
  bytes: number
  received: number
  progress: Omit<CopyProgress, 'received'>
  type: StoredFileType | null
  head: Buffer | null
  sha256: Buffer | null
  touched_at: string
}

type UploadOwner = { orgId: string; userId: string }

export const noUpload = () => notFound('This upload has expired. Send the file again.')

// `digest` is written by former versions, which may run beside this one: it can be dropped when none does any more.
const columns = sql`id, kind, name, bytes::float8 as bytes, received::float8 as received, progress, type, head, sha256, touched_at`

export async function insertUpload(
  tx: Tx,
  { orgId, userId }: UploadOwner,
  { id, kind, name, bytes }: Pick<StoredUpload, 'id' | 'kind' | 'name' | 'bytes'>,
): Promise<void> {
  const { rows } = await sql<{ begun: number }>`
    select count(*)::int as begun from uploads where org_id = ${orgId} and user_id = ${userId}`.execute(tx)
  if (rows[0]!.begun >= MOST_BEGUN)
    throw new Refusal('too_many', 'Too many open uploads. Finish or cancel some of them.', 429, undefined, 60)
  await sql`insert into uploads (org_id, id, user_id, kind, name, bytes)
    values (${orgId}, ${id}, ${userId}, ${kind}, ${name}, ${bytes})`.execute(tx)
}

/** Of this person, and not over; undefined for any other. */
export async function findUpload(
  tx: Tx,
  { orgId, userId }: UploadOwner,
  id: string,
  now: string,
): Promise<StoredUpload | undefined> {
  const { rows } = await sql<StoredUpload>`
    select ${columns} from uploads where org_id = ${orgId} and user_id = ${userId} and id = ${id}
      and touched_at > ${now}::timestamptz - make_interval(hours => ${UPLOAD_HOURS})`.execute(tx)
  return rows[0]
}

type Step = Pick<StoredUpload, 'type' | 'head'> & { id: string; from: number; to: CopyProgress }

/** False where another writer was quicker: nothing of this one counts. */
export async function saveProgress(tx: Tx, orgId: string, { id, from, to, type, head }: Step): Promise<boolean> {
  const { received, ...progress } = to
  const { rows } = await sql`
    update uploads set received = ${received}, progress = ${JSON.stringify(progress)}::jsonb, type = ${type}, head = ${head},
      touched_at = now()
    where org_id = ${orgId} and id = ${id} and received = ${from} and sha256 is null returning id`.execute(tx)
  return rows.length > 0
}

export async function saveEnd(tx: Tx, orgId: string, id: string, sha256: Buffer): Promise<void> {
  await sql`update uploads set sha256 = ${sha256}, head = null where org_id = ${orgId} and id = ${id}`.execute(tx)
}

export async function deleteUpload(tx: Tx, orgId: string, id: string): Promise<void> {
  await sql`delete from uploads where org_id = ${orgId} and id = ${id}`.execute(tx)
}

type Taking = UploadOwner & { kind: FileKind; uploadId: string }

/**
 * In the transaction of the change that it is for: a finished upload of this person, of this kind, as placed bytes; `keep` makes them a
 * file. It is taken once: throws 404 the second time, for another's and for one of another kind, and 409 for one that is not complete.
 */
export async function attachUpload(tx: Tx, { kind, orgId, userId, uploadId }: Taking): Promise<Placed> {
  const { rows } = await sql<StoredUpload>`
    delete from uploads where org_id = ${orgId} and user_id = ${userId} and id = ${uploadId} and kind = ${kind.name}
    returning ${columns}`.execute(tx)
  const upload = rows[0]
  if (!upload) throw noUpload()
  const { id, name, type, bytes, sha256 } = upload
  if (!sha256 || !type) throw new Refusal('unfinished', 'This upload is not complete yet.', 409)
  return { id, kind: kind.name, name, type, bytes, sha256 }
}

/** Whatever there is of an upload: pieces, and the whole where it was put together. */
export async function removeBytes(
  bucket: FileStore,
  key: string,
  progress: Omit<CopyProgress, 'received'>,
): Promise<void> {
  await bucket.pieces.abort(key, { ...progress, received: 0 })
  await bucket.remove(key)
}
