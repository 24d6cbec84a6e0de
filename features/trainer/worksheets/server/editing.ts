// Edits worksheets for operators.
import { sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { keyed } from '../cells.ts'
import type { Sheet, WorksheetText } from '../contract.ts'

export type Saved = {
  id: string
  version: number /** Whether existing answers made it a new version. */
  isNew: boolean
}

/**
 * Saves the worksheet of a lesson, outside of RLS. Without answers it is changed in place. With answers each change is
 * a new version, and earlier ones stay readable. Throws 404 if the lesson doesn't exist.
 */
export async function saveWorksheet(tx: Tx, lessonId: string, given: WorksheetText): Promise<Saved> {
  const { rows: lessons } = await tx.sql<{ worksheet_id: string | null }>`
    select w.id as worksheet_id from lessons l left join worksheets w on w.lesson_id = l.id where l.id = ${lessonId} for update of l`
  if (!lessons[0]) throw notFound('No lesson found with the specific id.')
  const id = lessons[0].worksheet_id
  if (id === null) return make(tx, lessonId, given)
  const versions = await lockVersions(tx, id)
  const last = versions.at(-1)!
  const next = keyed(given, versions)
  const { version: _, ...stands } = last
  if (JSON.stringify(next) === JSON.stringify(stands)) return { id, version: last.version, isNew: false }
  // The lock waits for concurrent answers, which hold the version until they are stored.
  const { rows: answered } = await tx.sql`
    select from worksheet_cells where worksheet_id = ${id} and version = ${last.version} limit 1`
  const isNew = answered.length > 0
  const version = isNew ? last.version + 1 : last.version
  await tx.sql`
    insert into worksheet_versions (worksheet_id, version, instructions, questions, parameters)
    values (${id}, ${version}, ${next.instructions}, ${JSON.stringify(next.questions)}::jsonb, ${JSON.stringify(next.parameters)}::jsonb)
    on conflict (worksheet_id, version) do update set instructions = excluded.instructions, questions = excluded.questions,
      parameters = excluded.parameters, made_at = now()`
  await tx.sql`update worksheets set version = ${version} where id = ${id}`
  return { id, version, isNew }
}

/** Removes a worksheet from its lesson or puts it back, outside of RLS. Versions and answers are preserved. */
export async function placeWorksheet(
  tx: Tx,
  lessonId: string,
  { id, isTakenOff }: { id: string; isTakenOff: boolean },
): Promise<void> {
  await lockVersions(tx, id)
  await tx.sql`update worksheets set taken_off_at = ${isTakenOff ? sql`now()` : sql`null`} where id = ${id}`
  await tx.sql`update lessons set worksheet_id = ${isTakenOff ? null : id}, changed_at = now() where id = ${lessonId}`
}

async function lockVersions(tx: Tx, id: string): Promise<Sheet[]> {
  const { rows } = await tx.sql<Sheet>`
    select version, instructions, questions, parameters from worksheet_versions where worksheet_id = ${id} order by version for update`
  return rows
}

async function make(tx: Tx, lessonId: string, given: WorksheetText): Promise<Saved> {
  const id = newId()
  const { instructions, questions, parameters } = keyed(given, [])
  await tx.sql`insert into worksheets (id, lesson_id, version) values (${id}, ${lessonId}, 1)`
  await tx.sql`
    insert into worksheet_versions (worksheet_id, version, instructions, questions, parameters)
    values (${id}, 1, ${instructions}, ${JSON.stringify(questions)}::jsonb, ${JSON.stringify(parameters)}::jsonb)`
  await tx.sql`update lessons set worksheet_id = ${id} where id = ${lessonId}`
  return { id, version: 1, isNew: false }
}
