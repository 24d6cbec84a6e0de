// Samples of what a change writes, for the bare server that writes the same rows with one function.
import { randomUUID } from 'node:crypto'
import type { Tx } from '#core/server/database/tx.ts'

type Row = Record<string, unknown>
/** JSON text of the rows and of the person's view, and the IDs in it that each change replaces. */
export type Sample = { text: string; targetId: string; userId: string; fresh: string[] }
export type Written = { targetId: string; rows: string; doc: string }

/** Reads a change that the product made under `key`. Of the target, only columns that differ from `before`. */
export async function sampleOf(tx: Tx, targetId: string, key: string, before: Row | null): Promise<Sample> {
  const isNew = before === null
  const target = await targetRow(tx, targetId)
  const read = async (table: string, isWritten: boolean): Promise<Row[]> =>
    isWritten
      ? (
          await tx.query<{ row: Row }>(`select to_jsonb(r) as row from ${table} r where target_id = $1`, [targetId])
        ).rows.map(({ row }) => row)
      : []
  const tasks = await read('tasks', isNew)
  const notes = await read('notes', isNew)
  const events = (await read('target_events', true)).filter((row) => row.key === key)
  const upkeep = isNew ? [{ org_id: target.org_id, target_id: targetId, companies: null }] : []
  const changed = Object.fromEntries(
    Object.entries(target).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name])),
  )
  const { rows } = await tx.query<{ doc: string }>(
    'select doc from target_people where target_id = $1 and user_id = $2',
    [targetId, target.owner_id],
  )
  return {
    text: JSON.stringify({ rows: { target: changed, tasks, notes, events, upkeep }, doc: rows[0]!.doc }),
    targetId,
    userId: target.owner_id as string,
    fresh: [key, ...[...tasks, ...notes, ...events].map(({ id }) => id as string)],
  }
}

export async function targetRow(tx: Tx, targetId: string): Promise<Row> {
  const { rows } = await tx.query<{ row: Row }>('select to_jsonb(t) as row from targets t where id = $1', [targetId])
  return rows[0]!.row
}

/** Gives the sample's rows the IDs of another change. */
export function writtenLike(
  sample: Sample,
  { targetId = randomUUID(), userId = '' }: { targetId?: string | undefined; userId: string },
): Written {
  const ids: [string, string][] = [
    [sample.targetId, targetId],
    [sample.userId, userId],
    ...sample.fresh.map((id): [string, string] => [id, randomUUID()]),
  ]
  const text = ids.reduce((made, [old, id]) => made.replaceAll(old, id), sample.text)
  const { rows, doc } = JSON.parse(text) as { rows: object; doc: string }
  return { targetId, rows: JSON.stringify(rows), doc }
}
