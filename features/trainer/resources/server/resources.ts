// Lists the downloads of lessons and worksheets in the curriculum's order.
import { stampIn } from '#core/contract/dates.ts'
import { addressOf } from '#core/contract/route.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import { forLearners, lessonParts } from '../../lessons/server/policies.ts'
import { transcriptAt } from '../../lessons/server/reading.ts'
import { routes as worksheetRoutes } from '../../worksheets/contract.ts'
import { type LessonResource, resourceRoutes as routes } from '../contract.ts'

export const resourcesServed: Handler[] = [
  defineHandler(routes.list, forLearners, async ({ tx, session }) => ({
    resources: await resourcesIn(tx, session.org.zone, lessonParts(session)),
  })),
]

type Row = Pick<LessonResource, 'id' | 'kind' | 'lesson_id'> & { title: string; changed: Date | string }

async function resourcesIn(
  tx: Tx,
  zone: string,
  { hasTranscripts }: { hasTranscripts: boolean },
): Promise<LessonResource[]> {
  const { rows } = await tx.sql<Row>`
    select r.id, r.kind, r.title, r.changed, r.lesson_id from (
      select l.id, 'transcript' as kind, l.title, l.changed_at as changed, l.id as lesson_id, l.category_id, l.position
      from shared_lessons l where ${hasTranscripts} and l.state = 'published' and l.transcript <> ''
      union all
      select w.id, 'worksheet', l.title, v.made_at, w.lesson_id, l.category_id, l.position
      from shared_worksheets w join shared_worksheet_versions v on v.worksheet_id = w.id and v.version = w.version
        join shared_lessons l on l.worksheet_id = w.id and l.state = 'published') r
    join shared_lesson_categories c on c.id = r.category_id and c.state = 'published'
    order by c.position, c.id, r.position, r.kind desc`
  return rows.map(({ id, kind, title, changed, lesson_id }) => ({
    id,
    kind,
    name: `${kind === 'worksheet' ? 'Worksheet' : 'Transcript'}: ${title}`,
    date: stampIn(zone, changed),
    url: kind === 'worksheet' ? addressOf(worksheetRoutes.download, { params: { id } }) : transcriptAt(id),
    lesson_id,
  }))
}
