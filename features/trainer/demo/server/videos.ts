// Stores the demo's videos after the server has started and attaches them to their lessons.
import { readFile } from 'node:fs/promises'
import { readCaptions } from '#core/contract/captions.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import type { FileKind } from '#core/server/files/kinds.ts'
import { type Files, filesOf, type MadeHere, type Placed } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import { insertVideo } from '#core/server/video/videos.ts'
import { addFirmLesson, giveVideo } from '../../lessons/server/publishing.ts'
import { firmPoster, firmVideo, lessonPoster, lessonVideo } from '../../lessons/server/video.ts'
import { curriculum, type DemoVideo } from '../curriculum.ts'

/** Base URL of the demo's files. */
const HERE = new URL('../', import.meta.url)
/** Person who added the firm's own videos. */
const MADE_BY = 'admin@hartwell.example'
/** As `npm run demo:videos` makes them. */
const made = { width: 1280, height: 720, videoCodec: 'avc', audioCodec: 'aac', trouble: null }

/** Advisory lock key. Servers that start together add the videos one after the other. */
const SEED = 20_671
const alone = (tx: Tx) => tx.sql`select pg_advisory_xact_lock(${SEED})`

/** Adds the missing video of each lesson. */
export async function placeVideos(database: Database): Promise<void> {
  const files = filesOf(database)
  const { vendor, waiting } = await withoutRls(database, async (tx) => {
    const handles = curriculum.lessons.map(({ handle }) => handle)
    const { rows: vendors } = await tx.sql<{ id: string }>`
      select org_id as id from users where role = 'operator' order by org_id limit 1`
    const { rows } = await tx.sql<{ id: string; handle: string }>`
      select id, handle from lessons where video_id is null and handle = any(${handles})`
    return { vendor: vendors[0]?.id, waiting: new Map(rows.map(({ id, handle }) => [handle, id])) }
  })
  if (vendor === undefined) return
  await placeFirmContent(database, files)
  for (const lesson of curriculum.lessons) {
    const id = waiting.get(lesson.handle)
    if (id === undefined) continue
    const video = (await withoutRls(database, (tx) => ofVendor(tx, lesson))) ?? (await placeOne(files, vendor, lesson))
    await withoutRls(database, (tx) => giveVideo(tx, id, video))
  }
}

type Kept = { videoId: string; hostId: string }

/** Returns a video left by an interrupted start or added by another server. */
async function ofVendor(tx: Tx, { title }: DemoVideo): Promise<Kept | undefined> {
  const { rows } = await tx.sql<{ file_id: string; public_id: string }>`
    select file_id, public_id from videos where is_for_all and name = ${title}`
  return rows[0] && { videoId: rows[0].file_id, hostId: rows[0].public_id }
}

/** Adds Firm Content to the first demo firm without any. */
async function placeFirmContent(database: Database, files: Files): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ org_id: string; id: string }>`
      select u.org_id, u.id from users u where u.email = ${MADE_BY} and not exists (select 1 from firm_lessons f where f.org_id = u.org_id)`,
  )
  const by = rows[0]
  if (!by) return
  const all: Film[] = []
  for (const one of curriculum.firmContent)
    all.push(await filmOf(files, by.org_id, one, { video: firmVideo, poster: firmPoster }))
  await files.change(
    by.org_id,
    all.flatMap(({ placed, poster }) => [placed, poster]),
    async (change) => {
      await alone(change.tx)
      if ((await change.tx.sql`select from firm_lessons`).rows.length > 0) return
      for (const film of all) {
        const hostId = await insertVideo(change, { ...film, isOfFirm: true }, by.id)
        await addFirmLesson(change.tx, {
          id: newId(),
          hostId,
          videoId: film.placed.id,
          madeBy: by.id,
          ...film,
          seconds: film.facts.seconds,
        })
      }
    },
  )
}

async function placeOne(files: Files, vendor: string, lesson: DemoVideo): Promise<Kept> {
  const film = await filmOf(files, vendor, lesson, { video: lessonVideo, poster: lessonPoster })
  const { placed, poster } = film
  return files.change(vendor, [placed, poster], async (change) => {
    await alone(change.tx)
    const kept = await ofVendor(change.tx, lesson)
    if (kept) return kept
    const hostId = await insertVideo(change, { ...film, isOfFirm: false, isForAll: true }, null)
    return { videoId: placed.id, hostId }
  })
}

type Kinds = { video: FileKind; poster: FileKind }
type Film = Awaited<ReturnType<typeof filmOf>>

async function filmOf(files: Files, orgId: string, video: DemoVideo, kinds: Kinds) {
  const { title: name, description, seconds } = video
  const placed = await place(files, orgId, kinds.video, video.video, 'video/mp4')
  const poster = await place(files, orgId, kinds.poster, video.poster, 'image/jpeg')
  const captions = readCaptions(await readFile(new URL(video.captions, HERE), 'utf8'))
  return { placed, poster, facts: { ...made, seconds }, name, description, captions }
}

async function place(
  files: Files,
  orgId: string,
  kind: FileKind,
  path: string,
  type: MadeHere['type'],
): Promise<Placed> {
  const content = await readFile(new URL(path, HERE))
  return files.place(orgId, kind, { content, name: path.replace(/^.*\//, ''), type })
}
