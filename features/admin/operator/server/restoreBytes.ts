// Stores the files of a restored firm under the keys in their rows, after verifying size and digest.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { reportIfFull, unreachable } from '#core/server/files/bucket.ts'
import { removeWritten } from '#core/server/files/removeWritten.ts'
import { filesOf } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import { makeDirectoryAside } from '#core/server/makeDirectory.ts'

type Kept = { stored_id: string; bytes: number; sha256: Buffer; type: string }

/** Finds the file by its restored row. */
export async function fileOf(
  database: Database,
  firmId: string,
  { fileId, version }: { fileId: string; version: number | null },
) {
  const { rows } = await withoutRls(database, (tx) =>
    version === null
      ? tx.sql<Kept>`select coalesce(stored_id, id) as stored_id, bytes::float8 as bytes, sha256, type from files where org_id = ${firmId} and id = ${fileId}`
      : tx.sql<Kept>`select stored_id, bytes::float8 as bytes, sha256, type from file_versions where org_id = ${firmId} and file_id = ${fileId} and version = ${version}`,
  )
  return rows[0] ?? null
}

export async function restoreBytes(database: Database, firmId: string, file: Kept, content: Readable): Promise<void> {
  const { bucket, waiting } = filesOf(database)
  await makeDirectoryAside(waiting)
  const written = createWriteStream(join(waiting, newId()))
  const hash = createHash('sha256')
  try {
    await pipeline(
      content,
      async function* (pieces: AsyncIterable<Uint8Array>) {
        for await (const piece of pieces) {
          hash.update(piece)
          yield piece
        }
      },
      written,
    )
    if (!hash.digest().equals(file.sha256)) throw unreachable()
    await bucket.write(`${firmId}/${file.stored_id}`, String(written.path), file)
  } catch (error) {
    throw reportIfFull(error)
  } finally {
    await removeWritten(written)
  }
}
