// Writes the curriculum for operators. Needs a transaction outside of RLS, because the application's role can only read
// it.
import { type Cue, writeWebVtt } from '#core/contract/captions.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'

export type NewCategory = { name: string; description: string; position: number }
export type NewLesson = {
  categoryId: string
  /** Counts from 1 through all categories. */
  number: number
  /** Index within the category. */
  position: number
  title: string
  description: string
  homework: string
  /** Unique name in URLs. */
  handle: string
  transcript: string
  /** WebVTT; '' for none. */
  captions?: string
  /** Duration of the video. */
  seconds: number
}

/** Adds a published category and returns its ID. */
export async function addCategory(tx: Tx, { name, description, position }: NewCategory): Promise<string> {
  const id = newId()
  await tx.sql`insert into lesson_categories (id, name, description, position) values (${id}, ${name}, ${description}, ${position})`
  return id
}

/** Adds a published lesson and returns its ID. */
export async function addPublishedLesson(tx: Tx, lesson: NewLesson): Promise<string> {
  const id = newId()
  await tx.sql`
    insert into lessons (id, category_id, number, position, title, description, homework, handle, transcript, captions, seconds, state, published_at)
    values (${id}, ${lesson.categoryId}, ${lesson.number}, ${lesson.position}, ${lesson.title}, ${lesson.description}, ${lesson.homework}, ${lesson.handle},
      ${lesson.transcript}, ${lesson.captions ?? ''}, ${lesson.seconds}, 'published', now())`
  return id
}

/** Sets the lesson's video. `hostId` is its ID at the video host. */
export async function giveVideo(tx: Tx, lessonId: string, { videoId, hostId }: { videoId: string; hostId: string }) {
  await tx.sql`update lessons set video_id = ${videoId}, host_id = ${hostId}, changed_at = now() where id = ${lessonId}`
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

/** Adds a lesson to the firm set on `tx`. */
export async function addFirmLesson(tx: Tx, lesson: NewFirmLesson): Promise<void> {
  await tx.sql`
    insert into firm_lessons (org_id, id, host_id, title, description, video_id, seconds, captions, made_by)
    values (${currentOrgId}, ${lesson.id}, ${lesson.hostId}, ${lesson.name}, ${lesson.description}, ${lesson.videoId}, ${lesson.seconds},
      ${lesson.captions.length > 0 ? writeWebVtt(lesson.captions) : ''}, ${lesson.madeBy})`
}
