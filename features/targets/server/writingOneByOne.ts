// Writes changes of targets in a statement for each table, with plain values, so that each statement needs one node.
// One statement for all would need all nodes, and wait for an unavailable one.

import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { MAIN_FEED, nextSeq } from '#core/sync/server/feedSequences.ts'
import { partsInOrder, saved, type TargetRowChange, type TargetRowMap, updating } from './writing.ts'

export async function writeOneByOne(tx: Tx, parts: Record<TargetRowChange, unknown[]>): Promise<void> {
  const rows = parts as Record<TargetRowChange, Row[]>
  const send = (statement: RawBuilder<unknown>) => tx.run(statement)
  for (const part of partsInOrder as TargetRowChange[]) {
    if (rows[part].length === 0) continue
    if (part === 'destroyed')
      await send(sql`delete from targets where org_id = ${currentOrgId} and id = any(${parts.destroyed}::uuid[])`)
    else if (part === 'undone')
      for (const { target_id, key } of rows.undone)
        await send(
          sql`update target_events set undone = true where org_id = ${currentOrgId} and target_id = ${target_id} and key = ${key}`,
        )
    else if (part === 'formers')
      await send(sql`${inserting('target_former_companies', formerColumns, rows.formers)} on conflict do nothing`)
    else if (part === 'copies') await saveCopies(tx, rows.copies)
    else {
      const { table, columns, key, ...spec }: TargetRowMap = saved[part]
      const made = inserting(table, columns, inOrder(rows[part], spec.order))
      await send(key ? sql`${made} ${sql.raw(updating({ columns, key, ...spec }))}` : made)
    }
  }
}

type Row = Record<string, unknown>

const formerColumns = { target_id: 'uuid', company_key: 'text' }
const copyColumns = {
  user_id: 'uuid',
  target_id: 'uuid',
  from_id: 'uuid',
  response: 'text',
  seq: 'bigint',
  status: 'text',
  due: 'date',
  doc: 'text',
}

/** Sorts by a column, missing values last. */
function inOrder(rows: Row[], order: string | undefined): Row[] {
  const [column] = order?.match(/(?<=^r\.)\w+/) ?? []
  const by = (row: Row) => String(row[column!] ?? '\uffff')
  return column ? rows.toSorted((a, b) => (by(a) < by(b) ? -1 : 1)) : rows
}

function inserting(table: string, columns: Record<string, string>, rows: Row[]): RawBuilder<unknown> {
  const names = Object.keys(columns)
  const typed = (row: Row, name: string) => {
    const value = row[name] ?? null
    return sql`${columns[name] === 'jsonb' && value !== null ? JSON.stringify(value) : value}::${sql.raw(columns[name]!)}`
  }
  const values = rows.map((row) => sql`(${sql.join([currentOrgId, ...names.map((name) => typed(row, name))])})`)
  return sql`insert into ${sql.raw(`${table} (org_id, ${names.join(', ')})`)} values ${sql.join(values)}`
}

async function saveCopies(tx: Tx, copies: Row[]): Promise<void> {
  const byPerson = new Map([...Map.groupBy(copies, ({ user_id }) => user_id as string)].toSorted())
  const moved = [...byPerson].map(([user_id, { length }]) => ({ user_id, length }))
  const { rows } = await tx.sql<{ user_id: string; seq: string }>`
    select user_id, ${nextSeq(MAIN_FEED, sql`user_id`, sql`length`)} as seq
    from (select * from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (user_id uuid, length bigint) order by user_id) m`
  const numbered = rows.flatMap(({ user_id, seq }) =>
    byPerson
      .get(user_id)!
      .toSorted((a, b) => (String(a.target_id) < String(b.target_id) ? -1 : 1))
      .map((row, place) => ({
        ...row,
        from_id: user_id,
        response: 'accepted',
        seq: String(BigInt(seq) - BigInt(place)),
      })),
  )
  await tx.sql`${inserting('target_people', copyColumns, numbered)}
    on conflict (org_id, user_id, target_id) do update set seq = excluded.seq, status = excluded.status, due = excluded.due, doc = excluded.doc`
}
