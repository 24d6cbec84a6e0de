// Locks and saves a person's answers. Previous values stay in the history.

import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { Store } from '#core/sync/server/actions.ts'
import { advanceFeed, lastSeq } from '#core/sync/server/feedSequences.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import type { Answer, AnswersRow, Comment } from '../contract.ts'
import { answersJson, WORKSHEETS_FEED } from './feeds.ts'

/** Stores the answers of `userId`, even if the caller is someone else. `sessionId` identifies the device. */
export const answersStore = (userId: string, sessionId: string): Store<AnswersRow> => ({
  async lock(tx, _, worksheetId) {
    // The lock on the sequence serializes concurrent changes to one person's answers.
    advanceFeed(tx, WORKSHEETS_FEED, userId)
    return readAnswers(tx, userId, worksheetId)
  },
  lockEach: async () => [],
  async save(tx, changes) {
    for (const change of changes) save(tx, userId, sessionId, change)
  },
})

/** Returns the person's answers to one worksheet; null without any. */
export const readAnswers = async (tx: Tx, userId: string, worksheetId: string): Promise<AnswersRow | null> =>
  (await answered(tx, userId, sql`and a.worksheet_id = ${worksheetId}`))[0] ?? null

/** Returns the person's answers to all worksheets. */
export const allAnswersOf = (tx: Tx, userId: string): Promise<AnswersRow[]> => answered(tx, userId, sql``)

/** Sends the query immediately. */
async function answered(tx: Tx, userId: string, which: RawBuilder<unknown>): Promise<AnswersRow[]> {
  const { rows } = await tx.send(sql<{ row: AnswersRow }>`
    select ${answersJson} as row from worksheet_answers a where a.org_id = ${currentOrgId} and a.user_id = ${userId} ${which}`)
  return rows.map(({ row }) => row)
}

/** Sends the statements without waiting for the results. */
function save(tx: Tx, userId: string, sessionId: string, { before, after }: RowChange<AnswersRow>): void {
  if (!after) return
  const whose = sql`${currentOrgId}, ${userId}::uuid, ${after.id}::uuid`
  void tx.send(sql`
    insert into worksheet_answers (org_id, user_id, worksheet_id, returned_at, seq)
    select ${whose}, ${after.returned}::timestamptz, ${lastSeq(WORKSHEETS_FEED, userId)}
    on conflict (org_id, user_id, worksheet_id) do update set returned_at = excluded.returned_at, seq = excluded.seq`)
  const known = new Set(before?.cells)
  const written = after.cells.filter((cell) => !known.has(cell))
  if (written.length > 0) write(tx, userId, sessionId, after.id, written)
  const said = after.comments.slice(before?.comments.length ?? 0)
  for (const comment of said) say(tx, userId, after.id, comment)
}

function write(tx: Tx, userId: string, sessionId: string, worksheetId: string, cells: Answer[]): void {
  const rows = JSON.stringify(cells.map((cell) => ({ id: newId(), ...cell })))
  const written = sql`jsonb_to_recordset(${rows}::jsonb) as x (id uuid, version int, name text, value text, at timestamptz)`
  void tx.send(sql`
    insert into worksheet_cells (org_id, user_id, worksheet_id, version, name, value, at)
    select ${currentOrgId}, ${userId}::uuid, ${worksheetId}::uuid, version, name, value, at from ${written}
    on conflict (org_id, user_id, worksheet_id, version, name) do update set value = excluded.value, at = excluded.at`)
  void tx.send(sql`
    insert into worksheet_writings (org_id, id, user_id, worksheet_id, version, name, value, at, device)
    select ${currentOrgId}, id, ${userId}::uuid, ${worksheetId}::uuid, version, name, value, at,
      coalesce((select s.device from sessions s where s.org_id = ${currentOrgId} and s.user_id = ${userId}::uuid and s.id = ${sessionId}::uuid), '') from ${written} returning 1`)
}

function say(
  tx: Tx,
  userId: string,
  worksheetId: string,
  { id, version, name, text, is_return, by, at }: Comment,
): void {
  void tx.send(sql`
    insert into worksheet_comments (org_id, id, user_id, worksheet_id, version, name, text, is_return, by_id, at)
    values (${currentOrgId}, ${id}::uuid, ${userId}::uuid, ${worksheetId}::uuid, ${version}::int, ${name}, ${text}, ${is_return}::boolean, ${by.id}::uuid, ${at}::timestamptz)`)
}
