// A video is a file of a kind that decides who can watch it.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type ReadCaptions, readCaptionFile } from '#core/contract/captionFile.ts'
import type { Cue } from '#core/contract/captions.ts'
import { readCaptions, writeWebVtt } from '#core/contract/captions.ts'
import type { HostedMedia, HostedProject, Media } from '#core/contract/video.ts'
import type { VideoFacts } from '#core/contract/videoFacts.ts'
import { currentOrgId } from '../database/tenant.ts'
import type { Tx } from '../database/tx.ts'
import type { FileKind } from '../files/kinds.ts'
import { linkFor } from '../files/links.ts'
import type { FileChanges, Placed } from '../files/store.ts'
import { noUpload } from '../files/uploads.ts'
import type { SignedInSession } from '../sessions.ts'
import { hostedUrls, playedFrom } from './hostedCopies.ts'
import { noVideo } from './noVideo.ts'
import { projectOf } from './projects.ts'

const HASHED_LENGTH = 10
const SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** Creates a video's ID for the media calls. */
const newHashedId = () => Array.from({ length: HASHED_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

type NewVideo = {
  placed: Placed
  facts: VideoFacts
  /** Already stored, if there is one. */
  poster?: Placed | undefined
  name: string
  description?: string
  captions?: readonly Cue[] | undefined
  /** The media calls can access Firm Content. Other videos belong to a lesson. */
  isOfFirm: boolean
  /** The vendor's, for all firms, as its kind must say. */
  isForAll?: boolean
}

type Taking = { kind: FileKind; userId: string; uploadId: string }

/** Includes the properties read before the change. Throws as `FileChanges.take` does. */
export async function attachVideo(
  { take }: Pick<FileChanges, 'take'>,
  { kind, userId, uploadId }: Taking,
  facts: VideoFacts | null,
): Promise<{ placed: Placed; facts: VideoFacts }> {
  const placed = await take(kind, userId, uploadId)
  // The upload was completed between the two checks.
  if (!facts) throw noUpload()
  return { placed, facts }
}

/** Its own ID is that of `placed`. Returns the one for the media calls. */
export async function insertVideo(
  { tx, keep }: Pick<FileChanges, 'tx' | 'keep'>,
  { placed, facts, poster, name, description = '', captions, isOfFirm, isForAll = false }: NewVideo,
  madeBy: string | null,
): Promise<string> {
  await keep(placed, madeBy)
  if (poster) await keep(poster, madeBy)
  const hashedId = newHashedId()
  await tx.sql`
    insert into videos (org_id, file_id, public_id, is_of_firm, is_for_all, name, description, seconds, width, height, video_codec, audio_codec,
      trouble, poster_id, captions, made_by)
    values (${currentOrgId}, ${placed.id}, ${hashedId}, ${isOfFirm}, ${isForAll}, ${name}, ${description}, ${facts.seconds}, ${facts.width},
      ${facts.height}, ${facts.videoCodec}, ${facts.audioCodec}, ${facts.trouble}, ${poster?.id ?? null},
      ${captions ? writeWebVtt(captions) : null}, ${madeBy})`
  return hashedId
}

/**
 * Keeps the ID, and people who watched the old version count as having watched the new one. Its kind must set
 * `versions`.
 */
export async function replaceVideo(
  { tx, replace }: Pick<FileChanges, 'tx' | 'replace'>,
  { videoId, placed, facts }: { videoId: string; placed: Placed; facts: VideoFacts },
  madeBy: string | null,
): Promise<void> {
  await replace(videoId, placed, madeBy)
  const { rows } = await tx.sql`
    update videos set seconds = ${facts.seconds}, width = ${facts.width}, height = ${facts.height}, video_codec = ${facts.videoCodec},
      audio_codec = ${facts.audioCodec}, trouble = ${facts.trouble}, changed_at = now()
    where org_id = ${currentOrgId} and file_id = ${videoId} returning 1`
  if (rows.length === 0) throw noVideo()
}

/** Replaces the thumbnail and deletes the previous one. */
export async function setPoster(
  { tx, keep, drop }: Pick<FileChanges, 'tx' | 'keep' | 'drop'>,
  videoId: string,
  poster: Placed,
  madeBy: string | null,
): Promise<void> {
  const { rows } = await tx.sql<{ poster_id: string | null }>`
    select poster_id from videos where org_id = ${currentOrgId} and file_id = ${videoId} for update`
  if (!rows[0]) throw noVideo()
  await keep(poster, madeBy)
  await tx.sql`update videos set poster_id = ${poster.id}, changed_at = now() where org_id = ${currentOrgId} and file_id = ${videoId}`
  if (rows[0].poster_id) await drop(rows[0].poster_id)
}

/**
 * .vtt or .srt, and empty removes them. Throws a message for unreadable captions. Returns what is stored, fixed, and
 * skipped.
 */
export async function setCaptions(tx: Tx, videoId: string, given: string): Promise<ReadCaptions> {
  const { rows } = await tx.sql<{ seconds: number }>`
    select seconds from videos where org_id = ${currentOrgId} and file_id = ${videoId} for update`
  if (!rows[0]) throw noVideo()
  const read = given.trim() === '' ? { cues: [], notes: [] } : readCaptionFile(given, rows[0].seconds)
  await tx.sql`
    update videos set captions = ${read.cues.length > 0 ? writeWebVtt(read.cues) : null}, changed_at = now()
    where org_id = ${currentOrgId} and file_id = ${videoId}`
  return read
}

/** Includes its thumbnail and dependent rows. Other references must be gone or cascade. */
export async function deleteVideo({ tx, drop }: Pick<FileChanges, 'tx' | 'drop'>, videoId: string): Promise<void> {
  const { rows } = await tx.sql<{ poster_id: string | null }>`
    delete from videos where org_id = ${currentOrgId} and file_id = ${videoId} returning poster_id`
  if (!rows[0]) throw noVideo()
  await drop(videoId)
  if (rows[0].poster_id) await drop(rows[0].poster_id)
}

type Row = {
  file_id: string
  type: string
  bytes: number
  version: number
  seconds: number
  width: number
  height: number
  trouble: string | null
  poster_id: string | null
  captions: string | null
  hosted: string[] | null
}

/** Finds a video of the firm or the vendor. */
async function rowOf(tx: Tx, videoId: string): Promise<Row | undefined> {
  const { rows } = await tx.sql<Row>`
    select v.file_id, f.type, f.bytes::float8 as bytes, f.version, v.seconds, v.width, v.height, v.trouble, v.poster_id, v.captions,
      ${hostedUrls} as hosted
    from shared_videos v join shared_files f on f.org_id = v.org_id and f.id = v.file_id
    where v.file_id = ${videoId} and (v.org_id = ${currentOrgId} or v.is_for_all)`
  return rows[0]
}

/**
 * URLs are for this session only, and the kind checks each part again. Throws 404 for a video of neither the firm nor
 * the vendor.
 */
export async function mediaOf(
  tx: Tx,
  session: Pick<SignedInSession, 'sessionId' | 'org'>,
  videoId: string,
  { video, poster }: { video: FileKind; poster: FileKind },
  now: string,
): Promise<Media> {
  const row = await rowOf(tx, videoId)
  if (!row) throw noVideo()
  const { url, until } = linkFor(session, video, { id: row.file_id }, Date.parse(now))
  const { type, bytes, version, seconds, width, height, trouble } = row
  const shown = row.poster_id === null ? null : linkFor(session, poster, { id: row.poster_id }, Date.parse(now)).url
  return {
    id: videoId,
    urls: playedFrom(row.hosted, url),
    poster: shown,
    type,
    until,
    seconds,
    width,
    height,
    bytes,
    version,
    trouble,
  }
}

/** Returns nothing without captions. Throws 404 as `mediaOf` does. */
export async function captionsOf(tx: Tx, videoId: string): Promise<Cue[]> {
  const row = await rowOf(tx, videoId)
  if (!row) throw noVideo()
  return row.captions === null ? [] : readCaptions(row.captions)
}

/** Returns only the firm's own videos. */
export async function projectIn(tx: Tx): Promise<HostedProject> {
  const { rows } =
    await tx.sql<HostedMedia>`select ${hosted} from videos v where v.org_id = ${currentOrgId} and v.is_of_firm
    order by v.made_at, v.file_id`
  const { rows: of } = await tx.sql<{ id: string; name: string }>`select id, name from orgs where id = ${currentOrgId}`
  const { id, name } = of[0]!
  return { hashedId: projectOf(id), name, mediaCount: rows.length, medias: rows.map(shownMedia) }
}

// Only signed-in people get URLs of the bytes.
const hosted = sql`v.name, v.description, v.public_id as hashed_id, v.seconds as duration, v.made_at as created, v.changed_at as updated, 'ready' as status`
const shownMedia = (row: HostedMedia): HostedMedia => ({ ...row, thumbnail: null, assets: [] })

type Described = { name?: string | undefined; description?: string | undefined }

/** Throws 404 unless it is the firm's own video. */
export async function describeVideo(tx: Tx, hashedId: string, { name, description }: Described): Promise<HostedMedia> {
  const { rows } = await tx.sql<HostedMedia>`
    update videos v set name = coalesce(${name ?? null}, name), description = coalesce(${description ?? null}, description), changed_at = now()
    where v.org_id = ${currentOrgId} and v.public_id = ${hashedId} and v.is_of_firm returning ${hosted}`
  if (!rows[0]) throw noVideo()
  return shownMedia(rows[0])
}

/** Throws 404 as `describeVideo` does. */
export async function deleteHosted(change: Pick<FileChanges, 'tx' | 'drop'>, hashedId: string): Promise<HostedMedia> {
  const { rows } = await change.tx.sql<HostedMedia & { file_id: string }>`
    select v.file_id, ${hosted} from videos v where v.org_id = ${currentOrgId} and v.public_id = ${hashedId} and v.is_of_firm for update`
  if (!rows[0]) throw noVideo()
  const { file_id: fileId, ...media } = rows[0]
  await deleteVideo(change, fileId)
  return shownMedia(media)
}
