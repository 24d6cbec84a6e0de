// Deletes a firm on its scheduled day: all its rows in reference order, and its files. The remaining report has no
// personal data.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { filesOf } from '#core/server/files/store.ts'
import { removeBytes } from '#core/server/files/uploads.ts'
import { type Batch, defineTask } from '#core/server/work/work.ts'
import { DELETE_DAYS } from '../contract.ts'
import { endExportsOf } from './exportFirms.ts'
import { tablesInOrder } from './firmTables.ts'

const Input = z.object({ orgId: id })

export const deleteFirmsTask = defineTask<z.infer<typeof Input>>({
  name: 'deleteFirms',
  input: Input,
  key: ({ orgId }) => orgId,
  isForClosed: true,
  sizes: { first: 100, most: 2000 },
  due: async (database) =>
    (
      await withoutRls(
        database,
        (tx) => tx.sql<{ orgId: string }>`select id as "orgId" from orgs where deletes_at <= now()`,
      )
    ).rows,
  async begin(database, { orgId }) {
    const tables = await withoutRls(database, tablesInOrder)
    return { next: (size) => nextPart(database, orgId, tables, size) }
  },
})

export type DeletedBytes = { key: string; progress: object | null }

/**
 * Deletes the next rows of the first table that has any. Triggers can add rows to an earlier table, so each batch
 * starts from the first.
 */
async function nextPart(database: Database, orgId: string, tables: string[], size: number): Promise<Batch> {
  const part = await withoutRls(database, async (tx) => {
    if (!(await beginIn(tx, orgId))) return { done: 0, isLeft: false, bytes: [] }
    for (const table of tables) {
      const bytes: DeletedBytes[] = []
      const done = await removeSome(tx, orgId, table, size, bytes)
      if (done > 0) return { done, isLeft: true, bytes }
    }
    await finish(tx, orgId)
    return { done: 1, isLeft: false, bytes: [] }
  })
  await removeAllBytes(database, part.bytes)
  return { done: part.done, isLeft: part.isLeft }
}

/**
 * Returns false if the firm is no longer scheduled for deletion, or is gone. The deletion can't be undone after the
 * first batch.
 */
async function beginIn(tx: Tx, orgId: string): Promise<boolean> {
  const { rows } = await tx.sql`
    update orgs set logo_id = null where id = ${orgId} and deletes_at <= now() returning id`
  if (rows.length === 0) return false
  await tx.setOrg(orgId)
  await tx.sql`insert into deleted_firms (firm_id, name, asked_at)
    select id, name, deletes_at - make_interval(days => ${DELETE_DAYS}) from orgs where id = ${orgId} on conflict do nothing`
  return true
}

async function removeSome(tx: Tx, orgId: string, table: string, size: number, bytes: DeletedBytes[]): Promise<number> {
  const { done, files, sum } = await removeRows(tx, orgId, table, size, bytes)
  if (done > 0)
    await tx.sql`update deleted_firms set files = files + ${files}, bytes = bytes + ${sum},
      removed = jsonb_set(removed, array[${table}::text], to_jsonb(coalesce((removed->>${table})::int, 0) + ${done}::int)) where firm_id = ${orgId}`
  return done
}

/** Deletes some rows of a table. `bytes` receives the keys of their files. */
export async function removeRows(tx: Tx, orgId: string, table: string, size: number, bytes: DeletedBytes[]) {
  const some = sql`delete from ${sql.table(table)} t where t.org_id = ${orgId} and t.ctid = any(array(
    select s.ctid from ${sql.table(table)} s where s.org_id = ${orgId} limit ${size}))`
  const { rows, affected: done } = await tx.sql<{
    stored_id: string
    bytes: number
    progress?: object
  }>`${some} ${returned[table] ?? sql``}`
  if (!(table in returned)) return { done, files: 0, sum: 0 }
  bytes.push(...rows.map(({ stored_id, progress }) => ({ key: `${orgId}/${stored_id}`, progress: progress ?? null })))
  return { done, files: done, sum: rows.reduce((all, row) => all + Number(row.bytes), 0) }
}

/** The daily sweep deletes the rest, since no row refers to it anymore. */
export async function removeAllBytes(database: Database, bytes: readonly DeletedBytes[]): Promise<void> {
  const { bucket } = filesOf(database)
  for (const { key, progress } of bytes)
    await (progress ? removeBytes(bucket, key, progress) : bucket.remove(key)).catch(() => undefined)
}

/** Tables whose rows refer to stored bytes. */
const returned: Record<string, RawBuilder<unknown>> = {
  files: sql`returning coalesce(t.stored_id, t.id) as stored_id, t.bytes`,
  file_versions: sql`returning t.stored_id, t.bytes`,
  uploads: sql`returning t.id as stored_id, t.received as bytes, t.progress`,
}

async function finish(tx: Tx, orgId: string): Promise<void> {
  await tx.sql`delete from jobs.job where (data->>'orgId' = ${orgId} or data->>'org_id' = ${orgId}) and state <> 'active'`
  await endExportsOf(tx, orgId)
  const { rows } = await tx.sql<{ name: string }>`delete from orgs where id = ${orgId} returning name`
  const gone = await tx.sql<{ removed: object; files: number }>`
    update deleted_firms set finished_at = now() where firm_id = ${orgId} returning removed, files`
  const vendor = await tx.sql<{
    org_id: string
  }>`select org_id from users where role = 'operator' order by id limit 1`
  if (vendor.rows[0])
    await audit(
      tx,
      { org: { id: vendor.rows[0].org_id } },
      {
        action: 'firm.deleted',
        subject: { id: orgId, name: rows[0]!.name },
        details: { rows: gone.rows[0]!.removed, files: gone.rows[0]!.files },
      },
    )
}
