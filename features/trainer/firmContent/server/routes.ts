// Endpoints for Firm Content. Each lesson is a video of the firm, which integrations can change through the media API
// as well.

import { readCaptionFile } from '#core/contract/captionFile.ts'
import { notFound } from '#core/contract/errors.ts'
import { managesContent } from '#core/contract/orgReport.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { durationOf, percentOf } from '#core/contract/playing.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { linkFor } from '#core/server/files/links.ts'
import { type FileChanges, inFiles } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import { allOf, defineHandler, type Handler, type Policy } from '#core/server/routes.ts'
import { defineIdempotentHandler, type TransactionContext } from '#core/server/serveOnce.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { hostedUrls, playedFrom } from '#core/server/video/hostedCopies.ts'
import { readUploadedVideo } from '#core/server/video/readVideo.ts'
import {
  attachVideo,
  deleteHosted,
  insertVideo,
  replaceVideo,
  setCaptions,
  setPoster,
} from '#core/server/video/videos.ts'
import { forFirmContent } from '../../lessons/server/policies.ts'
import { addFirmLesson } from '../../lessons/server/publishing.ts'
import { firmPoster, firmVideo } from '../../lessons/server/video.ts'
import { type FirmContent, type FirmContentChange, firmContentRoutes as routes, type Watcher } from '../contract.ts'

const forManagers = allOf(forFirmContent, {
  name: 'managesContent',
  isPublic: false,
  allows: ({ actor, user }) => managesContent(actor.role, user.settings),
} satisfies Policy)

const within: TransactionContext<unknown, FileChanges> = (call, _, work) => inFiles(call, undefined, work)

export const firmContentServed: Handler[] = [
  defineHandler(routes.list, forFirmContent, async ({ tx, session, context }) => ({
    firmcontents: await contentsOf(tx, session, context.now),
  })),
  defineIdempotentHandler(routes.add, forManagers, {
    ready: (call) => readUploadedVideo(call, firmVideo, call.body.upload_id),
    within,
    async change(tx, { session, body, context }, read, change) {
      const userId = session.actor.id
      const { placed, facts } = await attachVideo(change, { kind: firmVideo, userId, uploadId: body.upload_id }, read)
      const { cues: captions, notes } = body.captions?.trim()
        ? readCaptionFile(body.captions, facts.seconds)
        : { cues: [], notes: [] }
      const poster = body.thumbnail_upload_id && (await change.take(firmPoster, userId, body.thumbnail_upload_id))
      const about = { name: body.title, description: body.description, captions }
      const hostId = await insertVideo(
        change,
        {
          placed,
          facts,
          ...about,
          ...(poster && { poster }),
          captions: captions.length > 0 ? captions : undefined,
          isOfFirm: true,
        },
        userId,
      )
      const id = newId()
      const seconds = Math.max(1, Math.ceil(facts.seconds))
      await addFirmLesson(tx, { id, hostId, videoId: placed.id, madeBy: userId, ...about, seconds })
      await audit(tx, session, { action: 'firm_content.added', subject: { id, name: body.title } })
      return { ...(await contentOf(tx, session, context.now, id)), caption_notes: notes }
    },
  }),
  defineIdempotentHandler(routes.edit, forManagers, {
    ready: async (call) => (call.body.upload_id ? readUploadedVideo(call, firmVideo, call.body.upload_id) : null),
    within,
    async change(tx, { session, params, body, context }, read, change) {
      const { video_id: videoId, title } = await locked(tx, params.id)
      await rename(tx, videoId, body)
      const userId = session.actor.id
      if (body.upload_id) {
        const taking = { kind: firmVideo, userId, uploadId: body.upload_id }
        await replaceVideo(change, { videoId, ...(await attachVideo(change, taking, read)) }, userId)
      }
      const { notes } = body.captions === undefined ? { notes: [] } : await setCaptions(tx, videoId, body.captions)
      if (body.thumbnail_upload_id)
        await setPoster(change, videoId, await change.take(firmPoster, userId, body.thumbnail_upload_id), userId)
      await audit(tx, session, {
        action: 'firm_content.changed',
        subject: { id: params.id, name: body.title ?? title },
        details: { changed: Object.keys(body) },
      })
      return { ...(await contentOf(tx, session, context.now, params.id)), caption_notes: notes }
    },
  }),
  defineIdempotentHandler(routes.remove, forManagers, {
    within,
    async change(tx, { session, params }, _ready, change) {
      const { name } = await deleteHosted(change, params.hashed_id)
      await audit(tx, session, { action: 'firm_content.removed', subject: { name } })
      return undefined
    },
  }),
  defineHandler(routes.captions, forFirmContent, async ({ tx, params }) => {
    const { rows } = await tx.sql<{ captions: string }>`
      select captions from firm_lessons where org_id = ${currentOrgId} and id = ${params.id} and state = 'published'`
    if (!rows[0]) throw missing()
    return rows[0]
  }),
  defineHandler(routes.watchers, forManagers, async ({ tx, params }) => {
    await locked(tx, params.id)
    return { watchers: await watchersOf(tx, params.id) }
  }),
]

const missing = () => notFound(cannotFind('lesson'))

async function locked(tx: Tx, id: string): Promise<{ video_id: string; title: string }> {
  const { rows } = await tx.sql<{ video_id: string; title: string }>`
    select video_id, title from firm_lessons where org_id = ${currentOrgId} and id = ${id} and state = 'published' and video_id is not null for update`
  if (!rows[0]) throw missing()
  return rows[0]
}

/** Its lesson follows: see database/functions/sync_lesson_with_video.sql. */
const rename = (tx: Tx, videoId: string, { title, description }: FirmContentChange) =>
  tx.sql`update videos set name = coalesce(${title ?? null}, name), description = coalesce(${description ?? null}, description), changed_at = now()
    where org_id = ${currentOrgId} and file_id = ${videoId}`

type Row = {
  id: string
  name: string
  description: string
  hashed_id: string
  video_id: string
  poster_id: string | null
  type: string
  bytes: number
  version: number
  seconds: number
  width: number
  height: number
  trouble: string | null
  hosted: string[] | null
  has_captions: boolean
  added_at: string | Date
  added_by: string | null
  watched_by: number
  colleagues: number
}

async function contentsOf(
  tx: Tx,
  session: SignedInSession,
  now: string,
  id: string | null = null,
): Promise<FirmContent[]> {
  const { rows } = await tx.sql<Row>`
    select f.id, v.name, v.description, v.public_id as hashed_id, f.video_id, v.poster_id, b.type, b.bytes::float8 as bytes, b.version, v.seconds, ${hostedUrls} as hosted,
      v.width, v.height, v.trouble, v.captions is not null as has_captions, f.made_at as added_at, concat_ws(' ', u.first_name, u.last_name) as added_by,
      (select count(*)::int from lesson_progress p join users w on w.org_id = p.org_id and w.id = p.user_id and w.deactivated_at is null
        where p.org_id = f.org_id and p.lesson_id = f.id) as watched_by,
      (select count(*)::int from users w where w.org_id = f.org_id and w.deactivated_at is null) as colleagues
    from firm_lessons f join videos v on v.org_id = f.org_id and v.file_id = f.video_id join files b on b.org_id = v.org_id and b.id = v.file_id
    left join users u on u.org_id = f.org_id and u.id = f.made_by
    where f.org_id = ${currentOrgId} and f.state = 'published' and (${id}::uuid is null or f.id = ${id}::uuid) order by f.made_at desc, f.id desc`
  return rows.map((row) => toFirmVideoDto(row, session, now))
}

async function contentOf(tx: Tx, session: SignedInSession, now: string, id: string): Promise<FirmContent> {
  const [found] = await contentsOf(tx, session, now, id)
  if (!found) throw missing()
  return found
}

function toFirmVideoDto(row: Row, session: SignedInSession, now: string): FirmContent {
  const at = Date.parse(now)
  const { url, until } = linkFor(session, firmVideo, { id: row.video_id }, at)
  const poster = row.poster_id && linkFor(session, firmPoster, { id: row.poster_id }, at).url
  const { type, seconds, width, height, bytes, version, trouble } = row
  const whole = Math.max(1, Math.ceil(seconds))
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    hashed_id: row.hashed_id,
    poster,
    media: {
      id: row.video_id,
      urls: playedFrom(row.hosted, url),
      poster,
      type,
      until,
      seconds,
      width,
      height,
      bytes,
      version,
      trouble,
    },
    status: 'ready',
    duration: durationOf(whole),
    seconds: whole,
    has_captions: row.has_captions,
    added: { at: new Date(row.added_at).toISOString(), by: row.added_by ?? '' },
    watched_by: row.watched_by,
    colleagues: row.colleagues,
  }
}

type Progress = Omit<Watcher, 'percent'> & { ranges: [number, number][]; seconds: number }

async function watchersOf(tx: Tx, id: string): Promise<Watcher[]> {
  const { rows } = await tx.sql<Progress>`
    select p.user_id, u.first_name, u.last_name, p.ranges, f.seconds, case when p.done_at is null then 'no' else 'yes' end as done
    from lesson_progress p join firm_lessons f on f.org_id = p.org_id and f.id = p.lesson_id join users u on u.org_id = p.org_id and u.id = p.user_id
    where p.org_id = ${currentOrgId} and p.lesson_id = ${id} and u.deactivated_at is null order by u.last_name, u.first_name, u.id`
  return rows.map(({ ranges, seconds, ...one }) => ({ ...one, percent: percentOf(ranges, seconds) }))
}
