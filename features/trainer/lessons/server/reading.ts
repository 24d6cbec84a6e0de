import { type RawBuilder, sql } from 'kysely'
import { durationOf } from '#core/contract/playing.ts'
import { addressOf } from '#core/contract/route.ts'
import { instant } from '#core/server/database/instant.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type Lesson, type LessonDetail, type LessonProgressRow, routes } from '../contract.ts'
import { watchedOf } from '../watched.ts'

/** The person, their firm's time zone, and whether the firm has its own lessons. */
export type LessonReader = { id: string; zone: string; hasFirmContent: boolean }

/** A lesson of the curriculum or the firm, with the reader's own data. */
export type LessonQuery = {
  id: string
  number: number
  title: string
  description: string
  homework: string
  handle: string
  host_id: string
  seconds: number
  category_id: string
  focus: string
  focus_description: string
  video_id: string | null
  worksheet_id: string | null
  is_of_firm: boolean
  is_archived: boolean
  /** Instant at which it was archived. */
  archived: string | null
  progress: (LessonProgressRow & { reported: string; doneAt: string | null }) | null
  assigned: { by: string; due: string | null } | null
  /** When the reader last watched another curriculum lesson. */
  others: string | null
}

/** Includes the transcript and captions, which are much longer than the rest. */
export type Whole = LessonQuery & { transcript: string; captions: string }

const NOWHERE = '00000000-0000-0000-0000-000000000000'

/** SQL columns for transcripts and captions, of the curriculum and of the firm's own lessons. */
type Texts = { curriculum: RawBuilder<unknown>; ofFirm: RawBuilder<unknown> }
const noTexts: Texts = { curriculum: sql``, ofFirm: sql`` }
const allTexts: Texts = { curriculum: sql`l.transcript, l.captions,`, ofFirm: sql`'' as transcript, f.captions,` }

const curriculum = (texts: Texts) => sql`
  select l.id, l.number, l.title, l.description, l.homework, l.handle, l.host_id, l.seconds, l.category_id, c.name as focus, c.description as focus_description,
    ${texts.curriculum} l.video_id, l.worksheet_id, false as is_of_firm, l.state = 'archived' or c.state = 'archived' as is_archived, l.archived_at, c.position as place, l.position
  from shared_lessons l join shared_lesson_categories c on c.id = l.category_id where l.state in ('published', 'archived') and c.state in ('published', 'archived')`
const ofFirm = (texts: Texts) => sql`
  select f.id, 0, f.title, f.description, '', '', f.host_id, f.seconds, ${NOWHERE}::uuid, '', '', ${texts.ofFirm} f.video_id, null::uuid, true, f.state = 'archived', f.archived_at, 0, 0
  from firm_lessons f where f.org_id = ${currentOrgId} and f.state in ('published', 'archived')`

const withMine = (found: RawBuilder<unknown>, { id }: LessonReader, others: RawBuilder<unknown>) => sql<LessonQuery>`
  select l.*, ${instant(sql`l.archived_at`)} as archived, ${others} as others,
    case when p.lesson_id is not null then json_build_object('id', l.id, 'ranges', p.ranges, 'resume', p.resume, 'when', ${instant(sql`p.watched_at`)},
      'done', case when p.done_at is null then 'no' else 'yes' end, 'reported', ${instant(sql`p.reported_at`)}, 'doneAt', ${instant(sql`p.done_at`)}) end as progress,
    (select json_build_object('by', concat_ws(' ', u.first_name, u.last_name), 'due', a.due)
      from lesson_assignments a join users u on u.org_id = a.org_id and u.id = a.assigned_by
      where a.org_id = ${currentOrgId} and a.user_id = ${id} and a.ended_at is null and (a.lesson_id = l.id or a.category_id = l.category_id)
      order by a.due nulls last, a.assigned_at limit 1) as assigned
  from (${found}) l left join lesson_progress p on p.org_id = ${currentOrgId} and p.user_id = ${id} and p.lesson_id = l.id`

/** Returns the published curriculum in order. */
export async function lessonsOf(tx: Tx, reader: LessonReader): Promise<LessonQuery[]> {
  const { rows } = await tx.sql<LessonQuery>`
    select * from (${withMine(curriculum(noTexts), reader, sql`null::text`)}) l where not l.is_archived order by l.place, l.category_id, l.position, l.number`
  return rows
}

/**
 * Returns one lesson, including an archived one; null if the reader can't see it. Sends the query immediately, so
 * callers can pipeline others.
 */
export const lessonOf = (tx: Tx, reader: LessonReader, lessonId: string): Promise<LessonQuery | null> =>
  oneOf(tx, reader, lessonId, noTexts)

/** Does the same as lessonOf, with transcript and captions. */
export const wholeLessonOf = (tx: Tx, reader: LessonReader, lessonId: string): Promise<Whole | null> =>
  oneOf(tx, reader, lessonId, allTexts) as Promise<Whole | null>

async function oneOf(tx: Tx, reader: LessonReader, lessonId: string, texts: Texts): Promise<LessonQuery | null> {
  const all = reader.hasFirmContent ? sql`${curriculum(texts)} union all ${ofFirm(texts)}` : curriculum(texts)
  const one = sql`select * from (${all}) every where every.id = ${lessonId}`
  const others = sql`(select ${instant(sql`max(q.watched_at)`)} from lesson_progress q join shared_lessons o on o.id = q.lesson_id and o.state = 'published'
    where q.org_id = ${currentOrgId} and q.user_id = ${reader.id} and q.lesson_id <> l.id)`
  const { rows } = await tx.send(withMine(one, reader, others))
  return rows[0] ?? null
}

/** Converts a lesson to the API's format, without its worksheet. */
export const toLessonDto = (lesson: LessonQuery, zone: string): Lesson => ({
  id: lesson.id,
  number: lesson.number,
  title: lesson.title,
  description: lesson.description,
  duration: durationOf(lesson.seconds),
  seconds: lesson.seconds,
  focus: lesson.focus,
  focus_description: lesson.focus_description,
  category: lesson.category_id,
  handle: lesson.handle,
  hashedId: lesson.host_id,
  homework: lesson.homework,
  worksheet: '',
  watched: watchedOf(lesson.progress, lesson.seconds, zone),
  latest_watched: isLatest(lesson) ? 'yes' : 'no',
  assigned: lesson.assigned,
})

const isLatest = ({ progress, others, is_of_firm }: LessonQuery) =>
  progress !== null && !is_of_firm && (others === null || progress.when >= others)

/** Converts the whole list, and marks the one watched last. */
export function toLessonDtos(lessons: readonly LessonQuery[], zone: string): Lesson[] {
  const latest = lessons.reduce<string | null>(
    (last, { progress }) => (progress && (last === null || progress.when > last) ? progress.when : last),
    null,
  )
  return lessons.map((lesson) => toLessonDto({ ...lesson, others: latest }, zone))
}

/** Returns the URL of the transcript as PDF. */
export const transcriptAt = (id: string): string => addressOf(routes.transcript, { params: { id } })

/** Includes what the page of an open lesson needs. */
export const toOpenLessonDto = (
  lesson: Whole,
  zone: string,
  { hasTranscripts, media }: { hasTranscripts: boolean; media: LessonDetail['media'] },
): LessonDetail => ({
  ...toLessonDto(lesson, zone),
  transcript:
    hasTranscripts && lesson.transcript !== ''
      ? { title: lesson.title, caption: lesson.captions, text: lesson.transcript, url: transcriptAt(lesson.id) }
      : null,
  media,
})
