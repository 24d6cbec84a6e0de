import { stampIn } from '#core/contract/dates.ts'
import { notFound } from '#core/contract/errors.ts'
import { withOrg } from '#core/server/database/tx.ts'
import type { Layout } from '#core/server/reports/layout.ts'
import { pdfAnswer } from '#core/server/reports/pdfAnswer.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { mediaOf } from '#core/server/video/videos.ts'
import { routes } from '../contract.ts'
import { forLearners, forReaders, lessonParts } from './policies.ts'
import {
  type LessonReader,
  lessonsOf,
  toLessonDto,
  toLessonDtos,
  toOpenLessonDto,
  type Whole,
  wholeLessonOf,
} from './reading.ts'
import { sheetOf, sheetsOf } from './sheets.ts'
import { kindsOf } from './video.ts'
import { missingSpans, watch } from './watching.ts'

const readerOf = (session: SignedInSession): LessonReader => ({
  id: session.actor.id,
  zone: session.org.zone,
  hasFirmContent: lessonParts(session).hasFirmContent,
})

export const lessonRoutes: Handler[] = [
  defineHandler(routes.list, forLearners, async ({ tx, session }) => {
    const { zone } = session.org
    const lessons = toLessonDtos(await lessonsOf(tx, readerOf(session)), zone)
    const sheets = await sheetsOf(tx, session.actor.id, zone)
    return { lessons: lessons.map((lesson) => ({ ...lesson, worksheet: sheets.get(lesson.id) ?? '' })) }
  }),
  defineHandler(routes.read, forLearners, async ({ tx, session, params, context }) => {
    const lesson = await wholeLessonOf(tx, readerOf(session), params.id)
    if (!lesson || lesson.is_archived) throw missingSpans()
    const { zone } = session.org
    const worksheet = await sheetOf(tx, session.actor.id, zone, lesson.worksheet_id)
    const media = lesson.video_id ? await mediaOf(tx, session, lesson.video_id, kindsOf(lesson), context.now) : null
    return {
      ...toOpenLessonDto(lesson, zone, { hasTranscripts: lessonParts(session).hasTranscripts, media }),
      worksheet,
    }
  }),
  defineHandler(
    routes.transcript,
    forReaders,
    async ({ database, session, params, context, request }) => {
      const lesson = await withOrg(database, session.org.id, (tx) => wholeLessonOf(tx, readerOf(session), params.id))
      if (!lesson || lesson.is_archived) throw missingSpans()
      if (lesson.transcript === '') throw notFound('This lesson has no transcript.')
      const { name, zone } = session.org
      return pdfAnswer(transcriptOn(lesson, { firm: name, zone, made: stampIn(zone, context.now) }), request.log)
    },
    { isLong: true },
  ),
  defineHandler(routes.watch, forLearners, async ({ tx, session, params, query, body, context }) => {
    const reader = readerOf(session)
    const lesson = await watch(tx, reader, context, { id: params.id, watched: query.watched, ...body })
    const { zone } = session.org
    return { ...toLessonDto(lesson, zone), worksheet: await sheetOf(tx, reader.id, zone, lesson.worksheet_id) }
  }),
]

/** Lays out a transcript as PDF. */
const transcriptOn = (
  { title, number, focus, transcript }: Whole,
  on: Pick<Layout, 'firm' | 'zone' | 'made'>,
): Layout => ({
  title,
  range: [number > 0 && `Transcript of lesson ${number}`, focus].filter(Boolean).join(', '),
  lead: transcript,
  ...on,
  totals: [],
  tables: [],
})
