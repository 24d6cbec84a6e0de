// Cards written for everyone, by the vendor for all firms or by an admin for theirs. Each person gets a copy while the
// card is due.
import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { reserveSeqs } from '#core/sync/server/feedSequences.ts'
import { dropCards, INSIGHTS_FEED } from './numbers.ts'

/** A written card that is shown on a given day. */
export type Dated = {
  id: string
  type: 'bd' | 'firm'
  category: string
  observation: string
  data_value: string
  data_label: string
  suggestion: string
  revision: number
}

const texts = sql`category, observation, data_value, data_label, suggestion, revision`

/** Returns the written cards that are due on this day in the current firm. */
export async function authoredInsightsFor(tx: Tx, day: string): Promise<Dated[]> {
  const { rows } = await tx.sql<Dated>`
    select id, 'bd' as type, ${texts} from bd_insights where begins <= ${day} and ends >= ${day}
    union all select id, 'firm', ${texts} from firm_insights where org_id = ${currentOrgId} and begins <= ${day} and ends >= ${day}
    order by id`
  return rows
}

type Had = { id: string; written_id: string; written_revision: number; gone: boolean }

/** Updates a person's copies of the written cards and returns how many are new to them. */
export async function restoreAuthoredInsights(
  tx: Tx,
  userId: string,
  { written, day, now }: { written: readonly Dated[]; day: string; now: string },
): Promise<number> {
  const { rows } = await tx.sql<Had>`
    select id, written_id, written_revision, gone from insight_cards where org_id = ${currentOrgId} and user_id = ${userId} and written_id is not null`
  const had = new Map(rows.map((row) => [row.written_id, row]))
  const wanted = new Set(written.map(({ id }) => id))
  const over = rows.filter((row) => !row.gone && !wanted.has(row.written_id))
  if (over.length > 0)
    await dropCards(
      tx,
      userId,
      over.map(({ id }) => id),
    )
  const changed = written.filter(({ id, revision }) => {
    const copy = had.get(id)
    return !copy || copy.gone || copy.written_revision !== revision
  })
  if (changed.length > 0) await write(tx, userId, changed, day, now)
  return changed.filter(({ id }) => !had.has(id)).length
}

/** A changed card stays viewed: correcting a comma doesn't make it new. */
async function write(tx: Tx, userId: string, written: readonly Dated[], day: string, now: string): Promise<void> {
  const first = await reserveSeqs(tx, INSIGHTS_FEED, userId, written.length)
  const rows = written.map((one, place) => ({ ...one, written_id: one.id, id: newId(), seq: first + place }))
  await tx.sql`
    insert into insight_cards as c (org_id, id, user_id, type, code, title, category, observation, data_value, data_label, suggestion, written_id, written_revision, day, created_at, seq)
    select ${currentOrgId}, r.id, ${userId}, r.type, 'written', r.category, r.category, r.observation, r.data_value, r.data_label, r.suggestion, r.written_id, r.revision, ${day}, ${now}, r.seq
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, type text, category text, observation text, data_value text, data_label text,
      suggestion text, written_id uuid, revision int, seq bigint)
    on conflict (org_id, user_id, written_id) where written_id is not null do update set title = excluded.title, category = excluded.category,
      observation = excluded.observation, data_value = excluded.data_value, data_label = excluded.data_label, suggestion = excluded.suggestion,
      written_revision = excluded.written_revision, gone = false, seq = excluded.seq`
}
