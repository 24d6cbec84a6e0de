// Counts reports of what was played.

import { sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { secondsIn } from '#core/contract/playing.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Context } from '#core/sync/protocol.ts'
import { advanceFeed, lastSeq } from '#core/sync/server/feedSequences.ts'
import { watchLesson } from '../actions.ts'
import type { LessonProgressRow, LessonReport } from '../contract.ts'
import { playedSince } from '../watched.ts'
import { LESSONS_FEED } from './feeds.ts'
import { type LessonQuery, type LessonReader, lessonOf } from './reading.ts'

/** Source: specification, section 8. */
export const missingSpans = () => notFound('No lesson found with the specific id.')

/** Counts what was played and returns the updated lesson. Reports of one person are serialized. */
export async function watch(
  tx: Tx,
  reader: LessonReader,
  context: Context,
  report: LessonReport & { id: string; watched: number },
): Promise<LessonQuery> {
  // The row lock keeps others from reading in between.
  advanceFeed(tx, LESSONS_FEED, reader.id)
  const lesson = await lessonOf(tx, reader, report.id)
  if (!lesson) throw missingSpans()
  const before = lesson.progress
  const length = lesson.seconds
  const when = report.when && report.when < context.now ? new Date(report.when).toISOString() : context.now
  if (lesson.is_archived && (lesson.archived === null || when > lesson.archived)) throw missingSpans()
  const ranges = report.ranges ?? playedSince(before, report.watched, context.now)
  const { row } = watchLesson.decide(before, { ...report, length, ranges, when }, context)
  if (!row) throw missingSpans()
  if (row === before) return lesson
  save(tx, reader.id, row, before?.doneAt ?? (row.done === 'yes' ? when : null), context.now)
  return { ...lesson, progress: { ...row, reported: context.now, doneAt: null } }
}

/** A completed lesson stays completed, with its original instant. Sent without waiting for the result. */
function save(
  tx: Tx,
  userId: string,
  { id, ranges, resume, when }: LessonProgressRow,
  done: string | null,
  now: string,
) {
  void tx.send(sql`
    insert into lesson_progress (org_id, user_id, lesson_id, ranges, seconds, resume, watched_at, reported_at, done_at, seq)
    select ${currentOrgId}, ${userId}::uuid, ${id}::uuid, ${JSON.stringify(ranges)}::jsonb, ${secondsIn(ranges)}::int, ${resume}::int, ${when}::timestamptz, ${now}::timestamptz, ${done}::timestamptz, ${lastSeq(LESSONS_FEED, userId)}
    on conflict (org_id, user_id, lesson_id) do update set ranges = excluded.ranges, seconds = excluded.seconds, resume = excluded.resume,
      watched_at = excluded.watched_at, reported_at = excluded.reported_at, done_at = excluded.done_at, seq = excluded.seq`)
}
