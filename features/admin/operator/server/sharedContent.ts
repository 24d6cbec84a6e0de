// Matches a firm's references to the vendor's shared content. IDs differ between deployments, names don't.
import { sql } from 'kysely'
import type { Tx } from '#core/server/database/tx.ts'

export type SharedRow = {
  kind: 'lesson' | 'category' | 'worksheet' | 'content' | 'insight'
  id: string
  name: string
  /** Digest of the questions of each version of a worksheet. */
  versions?: Record<string, string> | null
}

const all = sql`
  select 'lesson' as kind, l.id, l.handle as name, null::jsonb as versions from shared_lessons l
  union all select 'category', c.id, c.name, null from shared_lesson_categories c
  union all select 'worksheet', w.id, l.handle, (select jsonb_object_agg(v.version, md5(v.questions::text)) from shared_worksheet_versions v where v.worksheet_id = w.id)
    from shared_worksheets w join shared_lessons l on l.id = w.lesson_id
  union all select 'content', c.id, c.content_type || ' ' || c.name, null from contents c where c.is_for_all
  union all select 'insight', i.id, i.category || ' ' || i.observation, null from bd_insights i`

/** Returns the shared content that rows of the firm refer to. Needs a transaction without row-level security. */
export async function sharedOf(tx: Tx, orgId: string): Promise<SharedRow[]> {
  const { rows } = await tx.sql<SharedRow>`
    select s.kind, s.id, s.name, s.versions from (${all}) s where s.id in (
      select lesson_id from lesson_progress where org_id = ${orgId}
      union select unnest(array[lesson_id, category_id]) from lesson_assignments where org_id = ${orgId}
      union select unnest(array[lesson_id, category_id]) from lesson_group_assignments where org_id = ${orgId}
      union select worksheet_id from worksheet_answers where org_id = ${orgId}
      union select content_id from content_marks where org_id = ${orgId}
      union select content_id from digest_items where org_id = ${orgId}
      union select written_id from insight_cards where org_id = ${orgId})
    order by s.kind, s.name, s.id`
  return rows
}

export type SharedPlan = {
  /** Maps IDs of the other server to IDs of this one. */
  ids: Record<string, string>
  /** IDs without a match here. */
  lost: string[]
  /** `worksheet version`, by the other server's ID, with different questions here. */
  lostVersions: string[]
}

/** Matches each item: first by ID, then the first with the same name. */
export async function planShared(tx: Tx, given: readonly SharedRow[]): Promise<SharedPlan> {
  const { rows: here } = await tx.sql<SharedRow>`select * from (${all}) s order by s.kind, s.name, s.id`
  const plan: SharedPlan = { ids: {}, lost: [], lostVersions: [] }
  for (const { kind, id, name, versions } of given) {
    const same = here.filter((one) => one.kind === kind && (one.id === id || one.name === name))
    const found = same.find((one) => one.id === id) ?? same[0]
    if (!found) {
      plan.lost.push(id)
      continue
    }
    if (found.id !== id) plan.ids[id] = found.id
    for (const [version, digest] of Object.entries(versions ?? {}))
      if (found.versions?.[version] !== digest) plan.lostVersions.push(`${id} ${version}`)
  }
  return plan
}

/** Columns whose rows can't exist without their reference, and the name of such rows. */
const columns: Record<string, { refers: string[]; named: string }> = {
  lesson_progress: { refers: ['lesson_id'], named: 'lessons that someone watched' },
  lesson_assignments: { refers: ['lesson_id', 'category_id'], named: 'assigned lessons' },
  lesson_group_assignments: { refers: ['lesson_id', 'category_id'], named: 'lessons assigned to groups' },
  worksheet_answers: { refers: ['worksheet_id'], named: 'answered worksheets' },
  worksheet_cells: { refers: ['worksheet_id'], named: 'answers in worksheets' },
  worksheet_writings: { refers: ['worksheet_id'], named: 'earlier answers in worksheets' },
  worksheet_comments: { refers: ['worksheet_id'], named: 'comments on worksheets' },
  content_marks: { refers: ['content_id'], named: 'marks on the vendor’s content' },
  digest_items: { refers: ['content_id'], named: 'items of digests from the vendor’s content' },
}

export const namedOf = (table: string): string => columns[table]?.named ?? table

/** True if a row refers to content that doesn't exist here. */
export function isLost({ lost, lostVersions }: SharedPlan, table: string, row: Record<string, unknown>): boolean {
  const refers = columns[table]?.refers.map((column) => row[column]) ?? []
  if (refers.some((one) => typeof one === 'string' && lost.includes(one))) return true
  return (
    table.startsWith('worksheet_') && 'version' in row && lostVersions.includes(`${row.worksheet_id} ${row.version}`)
  )
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/** Replaces the IDs in a line by this server's: in columns, URLs, and JSON. */
export const withIdsOfHere = ({ ids }: SharedPlan, line: string): string => line.replace(UUID, (id) => ids[id] ?? id)
