// Endpoints for a lesson's video and captions. The operators' own firm stores the file for every firm.
import { sql } from 'kysely'
import { readCaptionFile } from '#core/contract/captionFile.ts'
import { writeWebVtt } from '#core/contract/captions.ts'
import { Refusal } from '#core/contract/errors.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { type FileChanges, filesOf, inFiles } from '#core/server/files/store.ts'
import { type Handler, operator } from '#core/server/routes.ts'
import { defineIdempotentHandler, type TransactionContext } from '#core/server/serveOnce.ts'
import { readUploadedVideo } from '#core/server/video/readVideo.ts'
import { attachVideo, deleteVideo, insertVideo, setPoster } from '#core/server/video/videos.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { lessonPoster, lessonVideo } from '../../lessons/server/video.ts'
import { captionsAfter, captionsFrom } from '../captions.ts'
import { curriculumRoutes as routes } from '../contract.ts'
import { authoredLesson, noLesson } from './reading.ts'

const inOwnFiles: TransactionContext<unknown, FileChanges> = (call, _, work) => inFiles(call, undefined, work)
const amongAll: TransactionContext<unknown, unknown> = ({ database }, _, work) =>
  withoutRls(database, (tx) => work(tx, undefined))

export const lessonVideoRoutes: Handler[] = [
  defineIdempotentHandler(routes.setVideo, operator, {
    async ready(call) {
      const { database, session, params, body, context } = call
      const lesson = await withoutRls(database, (tx) => authoredLesson(tx, params.id, { session, now: context.now }))
      const read = await readUploadedVideo(call, lessonVideo, body.upload_id)
      return { lesson, read }
    },
    within: inOwnFiles,
    async change(tx, { session, params, body }, { lesson, read }, change) {
      const userId = session.actor.id
      const { placed, facts } = await attachVideo(change, { kind: lessonVideo, userId, uploadId: body.upload_id }, read)
      const poster = body.thumbnail_upload_id && (await change.take(lessonPoster, userId, body.thumbnail_upload_id))
      const video = { placed, facts, ...(poster && { poster }), name: lesson.title, description: lesson.description }
      const hashedId = await insertVideo(change, { ...video, isOfFirm: false, isForAll: true }, userId)
      const seconds = Math.max(1, Math.ceil(facts.seconds))
      const captions = captionsAfter(lesson, lesson.transcript, seconds)
      const giving = sql<{ is_given: boolean }>`
        select set_lesson_video(${params.id}, ${placed.id}, ${captions}, ${hashedId}, ${facts.seconds}) as is_given`
      const { rows } = await tx.asOwner(() => tx.run(giving))
      if (!rows[0]?.is_given) throw noLesson()
      // The previous video is deleted once no one can be watching it anymore.
      await audit(tx, session, {
        action: 'lesson.video_changed',
        subject: { id: params.id, name: lesson.title },
        details: { file: placed.name, seconds: { from: lesson.seconds, to: seconds } },
      })
      return undefined
    },
  }),
  defineIdempotentHandler(routes.setPoster, operator, {
    ready: ({ database, session, params, context }) =>
      withoutRls(database, (tx) => authoredLesson(tx, params.id, { session, now: context.now })),
    within: inOwnFiles,
    async change(tx, { session, params, body }, lesson, change) {
      if (!lesson.video) throw new Refusal('not_allowed_now', 'Add a video first.')
      const userId = session.actor.id
      const poster = await change.take(lessonPoster, userId, body.thumbnail_upload_id)
      await setPoster(change, lesson.video.id, poster, userId)
      await audit(tx, session, { action: 'lesson.poster_changed', subject: { id: params.id, name: lesson.title } })
      return undefined
    },
  }),
  defineIdempotentHandler(routes.setCaptions, operator, {
    within: amongAll,
    async change(tx, { session, params, body, context }) {
      const reader = { session, now: context.now }
      const lesson = await authoredLesson(tx, params.id, reader)
      if (lesson.seconds === 0) throw new Refusal('not_allowed_now', 'Add a video first.')
      const read = body.captions === null ? null : readCaptionFile(body.captions, lesson.seconds)
      const captions = read ? writeWebVtt(read.cues) : captionsFrom(lesson.transcript, lesson.seconds)
      await tx.sql`update lessons set captions = ${captions}, revision = revision + 1, changed_at = now() where id = ${lesson.id}`
      await audit(tx, session, { action: 'lesson.captioned', subject: { id: lesson.id, name: lesson.title } })
      return { ...(await authoredLesson(tx, params.id, reader)), caption_notes: read?.notes ?? [] }
    },
  }),
]

/** Deletes replaced videos and those of deleted drafts after a day. */
export const sweepLessonVideos: Job = { name: 'sweep-lesson-videos', cron: '40 3 * * *', run: sweep }

async function sweep(database: Database): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ org_id: string; file_id: string }>`
      select v.org_id, v.file_id from videos v join files f on f.org_id = v.org_id and f.id = v.file_id and f.kind = ${lessonVideo.name}
      where v.is_for_all and v.made_at < now() - interval '1 day'
        and not exists (select 1 from (select * from lessons) l where l.video_id = v.file_id)`,
  )
  for (const { org_id, file_id } of rows)
    await filesOf(database).change(org_id, [], (change) => deleteVideo(change, file_id))
}
