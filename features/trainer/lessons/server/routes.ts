import { type Served, serve } from '#core/server/routes.ts'
import type { SignedIn } from '#core/server/sessions.ts'
import { routes } from '../contract.ts'
import { forLearners, partsOf } from './policies.ts'
import { lessonOf, lessonsOf, type Reader, told, toldAll, toldOpen } from './reading.ts'
import { missing, watch } from './watching.ts'

const readerOf = (session: SignedIn): Reader => ({
  id: session.actor.id,
  zone: session.org.zone,
  hasFirmContent: partsOf(session).hasFirmContent,
})

export const lessonRoutes: Served[] = [
  serve(routes.list, forLearners, async ({ tx, session }) => ({
    lessons: toldAll(await lessonsOf(tx, readerOf(session)), session.org.zone),
  })),
  serve(routes.read, forLearners, async ({ tx, session, params }) => {
    const lesson = await lessonOf(tx, readerOf(session), params.id)
    if (!lesson || lesson.is_archived) throw missing()
    return toldOpen(lesson, session.org.zone, partsOf(session).hasTranscripts)
  }),
  serve(routes.watch, forLearners, async ({ tx, session, params, query, body, context }) => {
    const reader = readerOf(session)
    const lesson = await watch(tx, reader, context, { id: params.id, watched: query.watched, ...body })
    return told(lesson, session.org.zone)
  }),
]
