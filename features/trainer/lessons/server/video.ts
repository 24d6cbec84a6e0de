// File kinds and permissions of lessons' videos and posters.
import { isFeatureOn } from '#core/contract/area.ts'
import { managesContent } from '#core/contract/orgReport.ts'
import { defineFileKind, type FileAccess } from '#core/server/files/kinds.ts'
import { brandedFlag, trainerFlag } from '../../flagsContract.ts'

const GB = 1024 ** 3
const MB = 1024 ** 2
const film = {
  types: ['video/mp4', 'video/webm'],
  limit: 5 * GB,
  otherType: 'This isn’t a video. Choose an MP4 or WebM file.',
  tooLarge: 'This video is too large. The limit is 5 GB.',
  /** Long enough to watch a lesson in one sitting. */
  minutes: 60,
  versions: 0,
} as const
const picture = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  limit: 2 * MB,
  otherType: 'This isn’t an image. Choose a JPEG, PNG, or WebP file.',
  minutes: 60,
} as const

/** Curriculum videos, which the vendor's firm stores for every firm with the Trainer. */
export const lessonVideo = defineFileKind({
  ...film,
  name: 'lessonVideo',
  isForAll: true,
  mayOpen: mayWatchLesson,
  mayUpload: isOperator,
})
export const lessonPoster = defineFileKind({
  ...picture,
  name: 'lessonPoster',
  isForAll: true,
  mayOpen: mayWatchLesson,
  mayUpload: isOperator,
})

export const firmVideo = defineFileKind({ ...film, name: 'firmVideo', mayOpen: mayWatchFirms, mayUpload: looksAfter })
export const firmPoster = defineFileKind({
  ...picture,
  name: 'firmPoster',
  mayOpen: mayWatchFirms,
  mayUpload: looksAfter,
})

/** Returns the file kinds of a lesson's video and poster. */
export const kindsOf = ({ is_of_firm: isOfFirm }: { is_of_firm: boolean }) =>
  isOfFirm ? { video: firmVideo, poster: firmPoster } : { video: lessonVideo, poster: lessonPoster }

export const videoKinds = [lessonVideo, lessonPoster, firmVideo, firmPoster]

type Asked = Pick<FileAccess, 'session'>

function isOperator({ session }: Asked): boolean {
  return session.actor.role === 'operator'
}

function looksAfter({ session }: Asked): boolean {
  const { subscriptions } = session.org
  const hasContent = isFeatureOn(subscriptions, trainerFlag) && isFeatureOn(subscriptions, brandedFlag)
  return hasContent && managesContent(session.actor.role, session.user.settings)
}

/** Operators can watch drafts as well. */
async function mayWatchLesson({ tx, session, file }: FileAccess): Promise<boolean> {
  if (isOperator({ session })) return true
  if (!isFeatureOn(session.org.subscriptions, trainerFlag)) return false
  const { rows } = await tx.sql`
    select from shared_lessons l join shared_videos v on v.file_id = l.video_id and v.is_for_all
    where ${file.id}::uuid in (v.file_id, v.poster_id) and l.state = 'published'`
  return rows.length > 0
}

async function mayWatchFirms({ tx, session, file }: FileAccess): Promise<boolean> {
  const { subscriptions, id } = session.org
  if (!isFeatureOn(subscriptions, trainerFlag) || !isFeatureOn(subscriptions, brandedFlag)) return false
  const { rows } = await tx.sql`
    select from firm_lessons f join videos v on v.org_id = f.org_id and v.file_id = f.video_id
    where f.org_id = ${id} and ${file.id}::uuid in (v.file_id, v.poster_id) and f.state = 'published'`
  return rows.length > 0
}
