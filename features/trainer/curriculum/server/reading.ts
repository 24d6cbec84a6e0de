// The curriculum as operators read it, in a transaction of the system.
import { sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import type { Tx } from '#core/server/database/firm.ts'
import type { Curriculum, ListedCategory, ListedLesson, State, WrittenLesson, WrittenSheet } from '../contract.ts'

const listed = sql`l.id, l.number, l.title, l.state, l.seconds, l.transcript <> '' as has_transcript, l.worksheet_id is not null as has_worksheet`

export async function curriculumIn(tx: Tx): Promise<Curriculum> {
  const { rows: categories } = await sql<Omit<ListedCategory, 'lessons'>>`
    select id, name, description, state from lesson_categories order by position, id`.execute(tx)
  const { rows: lessons } = await sql<ListedLesson & { category_id: string }>`
    select ${listed}, l.category_id from lessons l order by l.position, l.number, l.id`.execute(tx)
  const byCategory = Map.groupBy(lessons, ({ category_id }) => category_id)
  return {
    categories: categories.map((category) => ({
      ...category,
      lessons: (byCategory.get(category.id) ?? []).map(({ category_id: _, ...lesson }) => lesson),
    })),
  }
}

type Row = Omit<WrittenLesson, 'worksheet' | 'category'> & {
  category_id: string
  category_name: string
  category_state: State
}

/** Throws 404 for no lesson. */
export async function writtenLesson(tx: Tx, lessonId: string): Promise<WrittenLesson> {
  const { rows } = await sql<Row>`
    select ${listed}, l.description, l.homework, l.handle, l.transcript, l.captions, l.revision::int as revision,
      c.id as category_id, c.name as category_name, c.state as category_state,
      (select count(*)::int from lesson_progress p where p.lesson_id = l.id) as watched_by
    from lessons l join lesson_categories c on c.id = l.category_id where l.id = ${lessonId}`.execute(tx)
  if (!rows[0]) throw noLesson()
  const { category_id, category_name, category_state, ...lesson } = rows[0]
  return {
    ...lesson,
    category: { id: category_id, name: category_name, state: category_state },
    worksheet: await sheetsOf(tx, lessonId),
  }
}

async function sheetsOf(tx: Tx, lessonId: string): Promise<WrittenLesson['worksheet']> {
  const { rows } = await sql<WrittenSheet & { id: string }>`
    select w.id, v.version, v.instructions, v.questions, v.parameters,
      (select count(distinct (a.org_id, a.user_id))::int from worksheet_cells a
        where a.worksheet_id = w.id and a.version = v.version and a.value <> '') as answered_by
    from worksheets w join worksheet_versions v on v.worksheet_id = w.id where w.lesson_id = ${lessonId} order by v.version`.execute(
    tx,
  )
  if (!rows[0]) return null
  return { id: rows[0].id, versions: rows.map(({ id: _, ...sheet }) => sheet) }
}

export const noLesson = () => notFound('No lesson found with the specific id.')
