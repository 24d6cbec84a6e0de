// The curriculum as operators write it. Called in the system's transaction: the application's role only reads it.
import { sql } from 'kysely'
import { type Cue, writeWebVtt } from '#core/contract/captions.ts'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { newId } from '#core/server/ids.ts'

export type NewCategory = { name: string; description: string; position: number }
export type NewLesson = {
  categoryId: string
  /** From 1 on, through all categories. */
  number: number
  /** Its place in the category. */
  position: number
  title: string
  description: string
  homework: string
  /** Its name in addresses, one of a kind. */
  handle: string
  transcript: string
  /** WebVTT, '' where there is none. */
  captions?: string
  /** The video's length. */
  seconds: number
}

/** A published category. Answers its id. */
export async function addCategory(tx: Tx, { name, description, position }: NewCategory): Promise<string> {
  const id = newId()
  await sql`insert into lesson_categories (id, name, description, position) values (${id}, ${name}, ${description}, ${position})`.execute(
    tx,
  )
  return id
}

/** A published lesson. Answers its id. */
export async function addPublishedLesson(tx: Tx, lesson: NewLesson): Promise<string> {
  const id = newId()
  await sql`
    insert into lessons (id, category_id, number, position, title, description, homework, handle, transcript, captions, seconds, state, published_at)
    values (${id}, ${lesson.categoryId}, ${lesson.number}, ${lesson.position}, ${lesson.title}, ${lesson.description}, ${lesson.homework}, ${lesson.handle},
      ${lesson.transcript}, ${lesson.captions ?? ''}, ${lesson.seconds}, 'published', now())`.execute(tx)
  return id
}

/** The lesson's film from now on. `hostId`: how the video host knows it. */
export async function giveVideo(tx: Tx, lessonId: string, { videoId, hostId }: { videoId: string; hostId: string }) {
  await sql`update lessons set video_id = ${videoId}, host_id = ${hostId}, changed_at = now() where id = ${lessonId}`.execute(
    tx,
  )
}

export type NewFirmLesson = {
  id: string
  name: string
  description: string
  videoId: string
  hostId: string
  seconds: number
  captions: readonly Cue[]
  madeBy: string
}

/** A lesson of the firm that is set on `tx`. */
export async function addFirmLesson(tx: Tx, lesson: NewFirmLesson): Promise<void> {
  await sql`
    insert into firm_lessons (org_id, id, host_id, title, description, video_id, seconds, captions, made_by)
    values (${firm}, ${lesson.id}, ${lesson.hostId}, ${lesson.name}, ${lesson.description}, ${lesson.videoId}, ${lesson.seconds},
      ${lesson.captions.length > 0 ? writeWebVtt(lesson.captions) : ''}, ${lesson.madeBy})`.execute(tx)
}
