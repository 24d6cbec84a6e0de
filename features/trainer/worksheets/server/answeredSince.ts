import { sql } from 'kysely'
import { instant } from '#core/server/database/instant.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { AnsweredWorksheet } from '../../server/contract.ts'

export async function answeredSince(tx: Tx, userId: string, since: string): Promise<AnsweredWorksheet[]> {
  const { rows } = await tx.sql<AnsweredWorksheet>`
    select w.id as worksheet_id, l.id as lesson_id, l.title, ${instant(sql`max(c.at)`)} as at
    from worksheet_cells c join shared_worksheets w on w.id = c.worksheet_id join shared_lessons l on l.id = w.lesson_id
    where c.org_id = ${currentOrgId} and c.user_id = ${userId} and c.value <> '' and l.state = 'published' and w.taken_off_at is null
    group by w.id, l.id, l.title having max(c.at) >= ${since}::timestamptz order by max(c.at) desc, w.id`
  return rows
}
