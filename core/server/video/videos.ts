// The rows of videos: what each is, its poster and its captions. A video is a file whose kind its feature declares; who may watch it, that kind says.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type ReadCaptions, readCaptionFile } from '#core/contract/captionFile.ts'
import type { Cue } from '#core/contract/captions.ts'
import { readCaptions, writeWebVtt } from '#core/contract/captions.ts'
import type { HostedMedia, HostedProject, Media } from '#core/contract/video.ts'
import type { VideoFacts } from '#core/contract/videoFacts.ts'
import { firm, type Tx, withForAll } from '../database/firm.ts'
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
/** What callers of the media calls know a video by. */
const newHashedId = () => Array.from({ length: HASHED_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

type NewVideo = {
  placed: Placed
  facts: VideoFacts
  /** Placed too, where there is one. */
  poster?: Placed | undefined
  name: string
  description?: string
  captions?: readonly Cue[] | undefined
  /** Firm Content, which the media calls reach; otherwise it is a lesson's. */
  isOfFirm: boolean
  /** The vendor's, for every firm; its kind says so as well. */
  isForAll?: boolean
}

type Taking = { kind: FileKind; userId: string; uploadId: string }

/** A finished upload with what was read of it before the change. Throws as Change.take. */
export async function attachVideo(
  { take }: Pick<FileChanges, 'take'>,
  { kind, userId, uploadId }: Taking,
  facts: VideoFacts | null,
): Promise<{ placed: Placed; facts: VideoFacts }> {
  const placed = await take(kind, userId, uploadId)
  // It came to its end between the two looks.
  if (!facts) throw noUpload()
  return { placed, facts }
}

/** Makes placed bytes a video, in the transaction of the change. Answers what the media calls know it by; its id is that of `placed`. */
export async function insertVideo(
  { tx, keep }: Pick<FileChanges, 'tx' | 'keep'>,
  { placed, facts, poster, name, description = '', captions, isOfFirm, isForAll = false }: NewVideo,
  madeBy: string | null,
): Promise<string> {
  await keep(placed, madeBy)
  if (poster) await keep(poster, madeBy)
  const hashedId = newHashedId()
  await sql`
    insert into videos (org_id, file_id, public_id, is_of_firm, is_for_all, name, description, seconds, width, height, video_codec, audio_codec,
      trouble, poster_id, captions, made_by)
    values (${firm}, ${placed.id}, ${hashedId}, ${isOfFirm}, ${isForAll}, ${name}, ${description}, ${facts.seconds}, ${facts.width},
      ${facts.height}, ${facts.videoCodec}, ${facts.audioCodec}, ${facts.trouble}, ${poster?.id ?? null},
      ${captions ? writeWebVtt(captions) : null}, ${madeBy})`.execute(tx)
  return hashedId
}

/** Other bytes under the same id: whoever has watched the former ones has watched these. Its kind has to say how many earlier ones are kept. */
export async function replaceVideo(
  { tx, replace }: Pick<FileChanges, 'tx' | 'replace'>,
  { videoId, placed, facts }: { videoId: string; placed: Placed; facts: VideoFacts },
  madeBy: string | null,
): Promise<void> {
  await replace(videoId, placed, madeBy)
  const { rows } = await sql`
    update videos set seconds = ${facts.seconds}, width = ${facts.width}, height = ${facts.height}, video_codec = ${facts.videoCodec},
      audio_codec = ${facts.audioCodec}, trouble = ${facts.trouble}, changed_at = now()
    where org_id = ${firm} and file_id = ${videoId} returning 1`.execute(tx)
  if (rows.length === 0) throw noVideo()
}

/** Another poster; the one before goes. */
export async function setPoster(
  { tx, keep, drop }: Pick<FileChanges, 'tx' | 'keep' | 'drop'>,
  videoId: string,
  poster: Placed,
  madeBy: string | null,
): Promise<void> {
  const { rows } = await sql<{ poster_id: string | null }>`
    select poster_id from videos where org_id = ${firm} and file_id = ${videoId} for update`.execute(tx)
  if (!rows[0]) throw noVideo()
  await keep(poster, madeBy)
  await sql`update videos set poster_id = ${poster.id}, changed_at = now() where org_id = ${firm} and file_id = ${videoId}`.execute(
    tx,
  )
  if (rows[0].poster_id) await drop(rows[0].poster_id)
}

/**
 * Captions as they were sent, .vtt or .srt; '' takes them away. Throws a sentence for what can't be read. Answers what is stored, and
 * what was mended or left out.
 */
export async function setCaptions(tx: Tx, videoId: string, given: string): Promise<ReadCaptions> {
  const { rows } = await sql<{ seconds: number }>`
    select seconds from videos where org_id = ${firm} and file_id = ${videoId} for update`.execute(tx)
  if (!rows[0]) throw noVideo()
  const read = given.trim() === '' ? { cues: [], notes: [] } : readCaptionFile(given, rows[0].seconds)
  await sql`
    update videos set captions = ${read.cues.length > 0 ? writeWebVtt(read.cues) : null}, changed_at = now()
    where org_id = ${firm} and file_id = ${videoId}`.execute(tx)
  return read
}

/** The video, its poster and the rows that hang on it. What refers to the row must have let go of it, or goes with it. */
export async function deleteVideo({ tx, drop }: Pick<FileChanges, 'tx' | 'drop'>, videoId: string): Promise<void> {
  const { rows } = await sql<{ poster_id: string | null }>`
    delete from videos where org_id = ${firm} and file_id = ${videoId} returning poster_id`.execute(tx)
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

/** Of the firm or of the vendor. */
async function rowOf(tx: Tx, videoId: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select v.file_id, f.type, f.bytes::float8 as bytes, f.version, v.seconds, v.width, v.height, v.trouble, v.poster_id, v.captions,
      ${hostedUrls} as hosted
    from ${withForAll('videos')} v join ${withForAll('files')} f on f.org_id = v.org_id and f.id = v.file_id
    where v.file_id = ${videoId} and (v.org_id = ${firm} or v.is_for_all)`.execute(tx)
  return rows[0]
}

/**
 * What a player needs, with addresses for this session alone; whether the person may watch it, the kind is asked again at each part.
 * Throws 404 for what is neither the firm's nor the vendor's.
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

/** What is said in a video; none where it has no captions. Throws 404 as mediaOf. */
export async function captionsOf(tx: Tx, videoId: string): Promise<Cue[]> {
  const row = await rowOf(tx, videoId)
  if (!row) throw noVideo()
  return row.captions === null ? [] : readCaptions(row.captions)
}

/** Videos of the firm itself, as the media calls have them. */
export async function projectIn(tx: Tx): Promise<HostedProject> {
  const { rows } = await sql<HostedMedia>`select ${hosted} from videos v where v.org_id = ${firm} and v.is_of_firm
    order by v.made_at, v.file_id`.execute(tx)
  const { rows: of } = await sql<{ id: string; name: string }>`select id, name from orgs where id = ${firm}`.execute(tx)
  const { id, name } = of[0]!
  return { hashedId: projectOf(id), name, mediaCount: rows.length, medias: rows.map(shownMedia) }
}

// Its bytes are for people who are signed in: whoever calls with the firm's key gets no address of them.
const hosted = sql`v.name, v.description, v.public_id as hashed_id, v.seconds as duration, v.made_at as created, v.changed_at as updated, 'ready' as status`
const shownMedia = (row: HostedMedia): HostedMedia => ({ ...row, thumbnail: null, assets: [] })

type Described = { name?: string | undefined; description?: string | undefined }

/** Throws 404 for what is no video of the firm itself. */
export async function describeVideo(tx: Tx, hashedId: string, { name, description }: Described): Promise<HostedMedia> {
  const { rows } = await sql<HostedMedia>`
    update videos v set name = coalesce(${name ?? null}, name), description = coalesce(${description ?? null}, description), changed_at = now()
    where v.org_id = ${firm} and v.public_id = ${hashedId} and v.is_of_firm returning ${hosted}`.execute(tx)
  if (!rows[0]) throw noVideo()
  return shownMedia(rows[0])
}

/** Throws 404 as describeVideo. Answers what it was. */
export async function deleteHosted(change: Pick<FileChanges, 'tx' | 'drop'>, hashedId: string): Promise<HostedMedia> {
  const { rows } = await sql<HostedMedia & { file_id: string }>`
    select v.file_id, ${hosted} from videos v where v.org_id = ${firm} and v.public_id = ${hashedId} and v.is_of_firm for update`.execute(
    change.tx,
  )
  if (!rows[0]) throw noVideo()
  const { file_id: fileId, ...media } = rows[0]
  await deleteVideo(change, fileId)
  return shownMedia(media)
}
