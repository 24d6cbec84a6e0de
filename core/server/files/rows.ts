// Bytes without a row don't count as a file.

import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { Tx } from '../database/tx.ts'
import type { StoredFileType } from './types.ts'

export type NewFile = { id: string; kind: string; name: string; type: StoredFileType; bytes: number; sha256: Buffer }

export async function insertFile(
  tx: Tx,
  orgId: string,
  { id, kind, name, type, bytes, sha256 }: NewFile,
  madeBy: string | null,
  isForAll = false,
): Promise<void> {
  await tx.sql`insert into files (org_id, id, kind, name, type, bytes, sha256, made_by, is_for_all)
    values (${orgId}, ${id}, ${kind}, ${name}, ${type}, ${bytes}, ${sha256}, ${madeBy}, ${isForAll})`
}

type Replacing = {
  fileId: string
  placed: NewFile
  madeBy: string | null
  earlier: number
}

/** Returns the stored IDs that no version uses anymore. */
export async function replaceFile(
  tx: Tx,
  orgId: string,
  { fileId, placed: { id, kind, name, type, bytes, sha256 }, madeBy, earlier }: Replacing,
): Promise<string[]> {
  const { rows } = await tx.sql<{ version: number }>`
    select version from files where org_id = ${orgId} and id = ${fileId} and kind = ${kind} for update`
  if (!rows[0]) throw notFound(cannotFind('file'))
  await tx.sql`
    insert into file_versions (org_id, file_id, version, stored_id, name, type, bytes, sha256, made_by, created_at)
    select org_id, id, version, coalesce(stored_id, id), name, type, bytes, sha256, made_by, created_at from files
    where org_id = ${orgId} and id = ${fileId} returning 1`
  await tx.sql`
    update files set version = version + 1, stored_id = ${id}, name = ${name}, type = ${type}, bytes = ${bytes}, sha256 = ${sha256},
      made_by = ${madeBy}, created_at = now(), missing_at = null
    where org_id = ${orgId} and id = ${fileId}`
  const gone = await tx.sql<{ stored_id: string }>`
    delete from file_versions where org_id = ${orgId} and file_id = ${fileId} and version <= ${rows[0].version - earlier}
    returning stored_id`
  return gone.rows.map(({ stored_id }) => stored_id)
}

/** Returns its stored IDs, including those of its versions. */
export async function deleteFile(tx: Tx, orgId: string, fileId: string): Promise<string[]> {
  const versions = await tx.sql<{ stored_id: string }>`
    delete from file_versions where org_id = ${orgId} and file_id = ${fileId} returning stored_id`
  const file = await tx.sql<{ stored_id: string }>`
    delete from files where org_id = ${orgId} and id = ${fileId} returning coalesce(stored_id, id) as stored_id`
  return [...versions.rows, ...file.rows].map(({ stored_id }) => stored_id)
}
