// Holds the owner and the received bytes, so that any process can continue the upload.

import { sql } from 'kysely'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { uploadUnfinished } from '#core/contract/phrases.ts'
import type { Tx } from '../database/tx.ts'
import type { CopyProgress, FileStore } from './bucket.ts'
import type { FileKind } from './kinds.ts'
import type { NewFile } from './rows.ts'
import type { StoredFileType } from './types.ts'

/** Expiry without a new piece, even for complete uploads that never became a file. */
export const UPLOAD_HOURS = 24
/** Per person, since each upload costs a row. */
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

// Older versions in parallel write `digest`. Drop it when none do anymore.
const columns = sql`id, kind, name, bytes::float8 as bytes, received::float8 as received, progress, type, head, sha256, touched_at`

export async function insertUpload(
  tx: Tx,
  { orgId, userId }: UploadOwner,
  { id, kind, name, bytes }: Pick<StoredUpload, 'id' | 'kind' | 'name' | 'bytes'>,
): Promise<void> {
  const { rows } = await tx.sql<{ begun: number }>`
    select count(*)::int as begun from uploads where org_id = ${orgId} and user_id = ${userId}`
  if (rows[0]!.begun >= MOST_BEGUN)
    throw new Refusal('too_many', 'Too many open uploads. Finish or cancel some of them.', 429, undefined, 60)
  await tx.sql`insert into uploads (org_id, id, user_id, kind, name, bytes)
    values (${orgId}, ${id}, ${userId}, ${kind}, ${name}, ${bytes})`
}

/** Returns undefined for other people's and expired uploads. */
export async function findUpload(
  tx: Tx,
  { orgId, userId }: UploadOwner,
  id: string,
  now: string,
): Promise<StoredUpload | undefined> {
  const { rows } = await tx.sql<StoredUpload>`
    select ${columns} from uploads where org_id = ${orgId} and user_id = ${userId} and id = ${id}
      and touched_at > ${now}::timestamptz - make_interval(hours => ${UPLOAD_HOURS})`
  return rows[0]
}

type Step = Pick<StoredUpload, 'type' | 'head'> & { id: string; from: number; to: CopyProgress }

/** Returns false if another writer was faster, so nothing of this call counts. */
export async function saveProgress(tx: Tx, orgId: string, { id, from, to, type, head }: Step): Promise<boolean> {
  const { received, ...progress } = to
  const { rows } = await tx.sql`
    update uploads set received = ${received}, progress = ${JSON.stringify(progress)}::jsonb, type = ${type}, head = ${head},
      touched_at = now()
    where org_id = ${orgId} and id = ${id} and received = ${from} and sha256 is null returning id`
  return rows.length > 0
}

export async function saveEnd(tx: Tx, orgId: string, id: string, sha256: Buffer): Promise<void> {
  await tx.sql`update uploads set sha256 = ${sha256}, head = null where org_id = ${orgId} and id = ${id}`
}

export async function deleteUpload(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.sql`delete from uploads where org_id = ${orgId} and id = ${id}`
}

type Taking = UploadOwner & { kind: FileKind; uploadId: string }

/**
 * Consumes the person's finished upload within its change. `keep` turns it into a file. Throws 404 if it was consumed
 * or has another owner or kind, and 409 if it is incomplete.
 */
export async function attachUpload(tx: Tx, { kind, orgId, userId, uploadId }: Taking): Promise<NewFile> {
  const { rows } = await tx.sql<StoredUpload>`
    delete from uploads where org_id = ${orgId} and user_id = ${userId} and id = ${uploadId} and kind = ${kind.name}
    returning ${columns}`
  const upload = rows[0]
  if (!upload) throw noUpload()
  const { id, name, type, bytes, sha256 } = upload
  if (!sha256 || !type) throw new Refusal('unfinished', uploadUnfinished, 409)
  return { id, kind: kind.name, name, type, bytes, sha256 }
}

/** Removes pieces and the assembled file. */
export async function removeBytes(
  bucket: FileStore,
  key: string,
  progress: Omit<CopyProgress, 'received'>,
): Promise<void> {
  await bucket.pieces.abort(key, { ...progress, received: 0 })
  await bucket.remove(key)
}
