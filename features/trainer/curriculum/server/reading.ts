// Reads the curriculum for operators. Needs a transaction outside of RLS.
import { sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import type { Media } from '#core/contract/video.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { linkFor } from '#core/server/files/links.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { hostedUrls, playedFrom } from '#core/server/video/hostedCopies.ts'
import { lessonPoster, lessonVideo } from '../../lessons/server/video.ts'
import type {
  AuthoredLesson,
  AuthoredWorksheet,
  CurriculumOverview,
  ListedCategory,
  ListedLesson,
  State,
} from '../contract.ts'

const listed = sql`l.id, l.number, l.title, l.state, l.seconds, l.transcript <> '' as has_transcript, l.worksheet_id is not null as has_worksheet`

export async function curriculumIn(tx: Tx): Promise<CurriculumOverview> {
  const { rows: categories } = await tx.sql<Omit<ListedCategory, 'lessons'>>`
    select id, name, description, state, revision from lesson_categories order by position, id`
  const { rows: lessons } = await tx.sql<ListedLesson & { category_id: string }>`
    select ${listed}, l.category_id from lessons l order by l.position, l.number, l.id`
  const byCategory = Map.groupBy(lessons, ({ category_id }) => category_id)
  return {
    categories: categories.map((category) => ({
      ...category,
      lessons: (byCategory.get(category.id) ?? []).map(({ category_id: _, ...lesson }) => lesson),
    })),
  }
}

type Row = Omit<AuthoredLesson, 'worksheet' | 'category' | 'video'> & {
  video_id: string | null
  category_id: string
  category_name: string
  category_state: State
}

/** Session of the caller, and the current instant. */
export type CurriculumReader = { session: SignedInSession; now: string }

/** Throws 404 if the lesson doesn't exist. */
export async function authoredLesson(tx: Tx, lessonId: string, reader: CurriculumReader): Promise<AuthoredLesson> {
  const { rows } = await tx.sql<Row>`
    select ${listed}, l.description, l.homework, l.handle, l.video_id, l.transcript, l.captions, l.revision::int as revision,
      c.id as category_id, c.name as category_name, c.state as category_state,
      (select count(*)::int from lesson_progress where lesson_id = ${lessonId}) as watched_by
    from (select * from lessons) l join (select * from lesson_categories) c on c.id = l.category_id where l.id = ${lessonId}`
  if (!rows[0]) throw noLesson()
  const { category_id, category_name, category_state, video_id, ...lesson } = rows[0]
  return {
    ...lesson,
    category: { id: category_id, name: category_name, state: category_state },
    video: video_id === null ? null : await videoOf(tx, video_id, reader),
    worksheet: await sheetsOf(tx, lessonId),
  }
}

type Film = Omit<Media, 'id' | 'urls' | 'poster' | 'until'> & { poster_id: string | null; hosted: string[] | null }

async function videoOf(tx: Tx, id: string, { session, now }: CurriculumReader): Promise<Media | null> {
  const { rows } = await tx.sql<Film>`
    select f.type, f.bytes::float8 as bytes, f.version, v.seconds, v.width, v.height, v.trouble, v.poster_id,
      ${hostedUrls} as hosted
    from videos v join files f on f.org_id = v.org_id and f.id = v.file_id where v.file_id = ${id} and v.is_for_all`
  if (!rows[0]) return null
  const { poster_id, hosted, ...film } = rows[0]
  const { url, until } = linkFor(session, lessonVideo, { id }, Date.parse(now))
  const poster = poster_id && linkFor(session, lessonPoster, { id: poster_id }, Date.parse(now)).url
  return { ...film, id, urls: playedFrom(hosted, url), poster, until }
}

async function sheetsOf(tx: Tx, lessonId: string): Promise<AuthoredLesson['worksheet']> {
  const { rows } = await tx.sql<AuthoredWorksheet & { id: string; is_taken_off: boolean }>`
    select w.id, w.taken_off_at is not null as is_taken_off, v.version, v.instructions, v.questions, v.parameters,
      coalesce(a.answered_by, 0) as answered_by
    from (select * from worksheets) w join (select * from worksheet_versions) v on v.worksheet_id = w.id left join (
      select p.version, count(*)::int as answered_by from (
        select distinct version, org_id, user_id from worksheet_cells
        where worksheet_id = (select id from (select * from worksheets) s where s.lesson_id = ${lessonId}) and value <> '') p
      group by p.version) a on a.version = v.version
    where w.lesson_id = ${lessonId} order by v.version`
  if (!rows[0]) return null
  const { id, is_taken_off } = rows[0]
  return { id, is_taken_off, versions: rows.map(({ id: _, is_taken_off: __, ...sheet }) => sheet) }
}

export const noLesson = () => notFound('No lesson found with the specific id.')
