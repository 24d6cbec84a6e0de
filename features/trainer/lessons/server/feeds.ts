// Feeds of lessons. The vendor's lessons share one sequence, a firm's own have another, and each person's data has a
// third, so play reports don't notify other people's devices.
import { sql } from 'kysely'
import { instant } from '#core/server/database/instant.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import { lastSeq } from '#core/sync/server/feedSequences.ts'
import { firmLessons, lessonAssignments, lessonCaptions, lessonProgress, lessons, transcripts } from '../contract.ts'
import { forFirmContent, forLearners, forReaders } from './policies.ts'

/** SQL of the number of the latest change to any lesson or worksheet of the vendor. */
export const ofAllLessons = sql`(select c.seq from lesson_clock c)`
/** Feed of a person's progress and assignments. */
export const LESSONS_FEED = 'lessons'
/** The firm itself, in place of a person. `database/functions/assign_firm_lesson_seq.sql` uses it too. */
const FIRM = '00000000-0000-0000-0000-000000000000'

const lessonFeed: CollectionFeed = {
  collection: lessons,
  policy: forLearners,
  sequence: ofAllLessons,
  changes: (_, after) => sql`
    select l.seq, l.id, (l.state <> 'published' or c.state is distinct from 'published') as gone,
      json_build_object('id', l.id, 'number', l.number, 'title', l.title, 'description', l.description, 'homework', l.homework, 'handle', l.handle,
        'hashedId', l.host_id, 'seconds', l.seconds, 'category', l.category_id, 'focus', c.name, 'focus_description', c.description,
        'category_position', c.position, 'position', l.position, 'worksheet', coalesce(l.worksheet_id::text, ''), 'video', l.video_id)::text as text
    from shared_lessons l left join shared_lesson_categories c on c.id = l.category_id where l.seq > ${after}`,
}

const transcriptFeed: CollectionFeed = {
  collection: transcripts,
  policy: forReaders,
  sequence: ofAllLessons,
  changes: (_, after) => sql`
    select l.seq, l.id, (l.state <> 'published' or c.state is distinct from 'published' or l.transcript = '') as gone,
      json_build_object('id', l.id, 'text', l.transcript)::text as text
    from shared_lessons l left join shared_lesson_categories c on c.id = l.category_id where l.seq > ${after}`,
}

const captionsFeed: CollectionFeed = {
  collection: lessonCaptions,
  policy: forLearners,
  sequence: ofAllLessons,
  changes: (_, after) => sql`
    select l.seq, l.id, (l.state <> 'published' or c.state is distinct from 'published' or l.captions = '') as gone,
      json_build_object('id', l.id, 'captions', l.captions)::text as text
    from shared_lessons l left join shared_lesson_categories c on c.id = l.category_id where l.seq > ${after}`,
}

const firmLessonFeed: CollectionFeed = {
  collection: firmLessons,
  policy: forFirmContent,
  sequence: lastSeq('firm_lessons', FIRM),
  changes: (_, after) => sql`
    select l.seq, l.id, l.state <> 'published' as gone,
      json_build_object('id', l.id, 'hashedId', l.host_id, 'title', l.title, 'description', l.description, 'seconds', l.seconds, 'video', l.video_id)::text as text
    from firm_lessons l where l.org_id = ${currentOrgId} and l.seq > ${after}`,
}

const progressFeed: CollectionFeed = {
  collection: lessonProgress,
  policy: forLearners,
  sequence: LESSONS_FEED,
  changes: ({ id }, after) => sql`
    select p.seq, p.lesson_id as id, false as gone,
      json_build_object('id', p.lesson_id, 'ranges', p.ranges, 'resume', p.resume, 'when', ${instant(sql`p.watched_at`)},
        'done', case when p.done_at is null then 'no' else 'yes' end)::text as text
    from lesson_progress p where p.org_id = ${currentOrgId} and p.user_id = ${id} and p.seq > ${after}`,
}

const assignmentFeed: CollectionFeed = {
  collection: lessonAssignments,
  policy: forLearners,
  sequence: LESSONS_FEED,
  changes: ({ id }, after) => sql`
    select a.seq, a.id, a.ended_at is not null as gone,
      json_build_object('id', a.id, 'lesson', a.lesson_id, 'category', a.category_id, 'by', concat_ws(' ', u.first_name, u.last_name), 'due', a.due,
        'at', ${instant(sql`a.assigned_at`)})::text as text
    from lesson_assignments a join users u on u.org_id = a.org_id and u.id = a.assigned_by
    where a.org_id = ${currentOrgId} and a.user_id = ${id} and a.seq > ${after}`,
}

export const lessonFeeds: readonly CollectionFeed[] = [
  lessonFeed,
  transcriptFeed,
  captionsFeed,
  firmLessonFeed,
  progressFeed,
  assignmentFeed,
]
