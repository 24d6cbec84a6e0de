// Feeds of worksheets. All people share one sequence, as for lessons, and each person's answers have another.
import { type RawBuilder, sql } from 'kysely'
import { instant } from '#core/server/database/instant.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import { ofAllLessons } from '../../lessons/server/feeds.ts'
import { forLearners } from '../../lessons/server/policies.ts'
import { PER_CATEGORY, worksheetAnswers, worksheets } from '../contract.ts'

/** Feed of a person's answers. */
export const WORKSHEETS_FEED = 'worksheets'

const sheet = sql`'version', v.version, 'instructions', v.instructions, 'questions', v.questions, 'parameters', v.parameters`

/** SQL: a worksheet `w` of the lesson `l` in its category `c`, as devices store it. */
export const worksheetJson = sql`json_build_object('id', w.id, 'lesson_id', w.lesson_id, 'number', l.number, 'title', l.title, 'category', l.category_id,
  'position', c.position * ${PER_CATEGORY}::int + l.position, 'archived', l.state = 'archived' or c.state = 'archived' or w.taken_off_at is not null, ${sheet},
  'earlier', (select coalesce(json_agg(json_build_object('version', e.version, 'instructions', e.instructions, 'questions', e.questions, 'parameters', e.parameters) order by e.version), '[]')
    from shared_worksheet_versions e where e.worksheet_id = w.id and e.version < w.version))`
export const worksheetTables = sql`shared_worksheets w join shared_worksheet_versions v on v.worksheet_id = w.id and v.version = w.version
  join shared_lessons l on l.id = w.lesson_id join shared_lesson_categories c on c.id = l.category_id`
/** SQL: whether the lesson is or was published. */
export const isPublished = sql`l.state in ('published', 'archived') and c.state in ('published', 'archived')`

/** SQL: the answers `a` of a person to a worksheet, as devices store them. */
export const answersJson = sql`json_build_object('id', a.worksheet_id, 'returned', ${instant(sql`a.returned_at`)},
  'cells', (select coalesce(json_agg(json_build_object('version', x.version, 'name', x.name, 'value', x.value, 'at', ${instant(sql`x.at`)}) order by x.version, x.at, x.name), '[]')
    from worksheet_cells x where x.org_id = a.org_id and x.user_id = a.user_id and x.worksheet_id = a.worksheet_id),
  'comments', (select coalesce(json_agg(json_build_object('id', m.id, 'version', m.version, 'name', m.name, 'text', m.text, 'is_return', m.is_return,
      'by', json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name), 'at', ${instant(sql`m.at`)}) order by m.id), '[]')
    from worksheet_comments m join users u on u.org_id = m.org_id and u.id = m.by_id
    where m.org_id = a.org_id and m.user_id = a.user_id and m.worksheet_id = a.worksheet_id))`

const worksheetFeed: CollectionFeed = {
  collection: worksheets,
  policy: forLearners,
  sequence: ofAllLessons,
  changes: (_, after: RawBuilder<unknown>) => sql`
    select w.seq, w.id, not (${isPublished}) as gone, ${worksheetJson}::text as text from ${worksheetTables} where w.seq > ${after}`,
}

const answersFeed: CollectionFeed = {
  collection: worksheetAnswers,
  policy: forLearners,
  sequence: WORKSHEETS_FEED,
  changes: ({ id }, after) => sql`
    select a.seq, a.worksheet_id as id, false as gone, ${answersJson}::text as text
    from worksheet_answers a where a.org_id = ${currentOrgId} and a.user_id = ${id} and a.seq > ${after}`,
}

export const worksheetFeeds: readonly CollectionFeed[] = [worksheetFeed, answersFeed]
