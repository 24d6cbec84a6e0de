// Undoes a restore that was stopped or failed: deletes its rows one batch at a time, and its bytes.

import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { filesOf } from '#core/server/files/store.ts'
import type { Batch, TaskContext } from '#core/server/work/work.ts'
import { type DeletedBytes, removeAllBytes, removeRows } from './deleteFirms.ts'
import { tablesInOrder } from './firmTables.ts'

type Input = { orgId: string; id: string }

export async function undoing(database: Database, input: Input): Promise<TaskContext> {
  const tables = await withoutRls(database, tablesInOrder)
  return {
    async next(size) {
      const bytes: DeletedBytes[] = []
      const part = await withoutRls(database, (tx) => undoSome(tx, input, tables, size, bytes))
      await removeAllBytes(database, bytes)
      if (!part.isLeft) await dropArchive(database, input)
      return part
    },
  }
}

async function undoSome(
  tx: Tx,
  { orgId, id }: Input,
  tables: string[],
  size: number,
  bytes: DeletedBytes[],
): Promise<Batch> {
  const { rows } = await tx.sql<{ firm_id: string }>`
    select firm_id from firm_arrivals where org_id = ${orgId} and id = ${id} and state = 'undoing' for update`
  const firmId = rows[0]?.firm_id
  if (!firmId) return { done: 0, isLeft: false }
  await tx.setOrg(firmId)
  for (const table of tables) {
    const { done } = await removeRows(tx, firmId, table, size, bytes)
    if (done > 0) return { done, isLeft: true }
  }
  await tx.sql`delete from orgs where id = ${firmId}`
  await tx.sql`
    update firm_arrivals set state = case when problem = '' then 'stopped' else 'failed' end, done = 0, finished_at = now()
    where org_id = ${orgId} and id = ${id}`
  return { done: 1, isLeft: false }
}

/** The archive holds all data of the firm, so it is deleted as soon as it has been read. */
export async function dropArchive(database: Database, { orgId, id }: Input): Promise<void> {
  await filesOf(database).change(orgId, [], async ({ tx, drop }) => {
    const { rows } = await tx.sql<{ file_id: string }>`
      select file_id from firm_arrivals where org_id = ${orgId} and id = ${id} and state not in ('reading', 'writing') and file_id is not null for update`
    if (!rows[0]) return
    await tx.sql`update firm_arrivals set file_id = null where org_id = ${orgId} and id = ${id}`
    await drop(rows[0].file_id)
  })
}
