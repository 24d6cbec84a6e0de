// Videos can be watched by the people on their list.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { Cue } from '#core/contract/captions.ts'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Media } from '#core/contract/video.ts'
import type { Database } from '../database/open.ts'
import { withoutRls } from '../database/tx.ts'
import { dependenciesWith } from '../dependencies.ts'
import { folderBucket } from '../files/folder.ts'
import { defineFileKind, type FileKind } from '../files/kinds.ts'
import { fileRoutes } from '../files/routes.ts'
import { type FileChanges, filesOf, inFiles, openFiles } from '../files/store.ts'
import { createHttp } from '../http.ts'
import { defineHandler, type Handler, signedIn } from '../routes.ts'
import { defineIdempotentHandler, type TransactionContext } from '../serveOnce.ts'
import { openSession } from '../sessions.ts'
import { mediaApi } from '../video/mediaApi.ts'
import { mediaKeyRoutes } from '../video/mediaKey.ts'
import { readUploadedVideo } from '../video/readVideo.ts'
import {
  attachVideo,
  captionsOf,
  deleteVideo,
  insertVideo,
  mediaOf,
  replaceVideo,
  setCaptions,
  setPoster,
} from '../video/videos.ts'
import { asClient, callerOf } from './calls.ts'
import { makeFirm, makePerson } from './fixtureContext.ts'
import { callsAt } from './fixtureFiles.ts'

/** Made with ffmpeg: 'film.mp4' has 20 seconds of H.264 and AAC. */
export const filmNamed = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'films', name))

/** Pads the video with meaningless bytes, and it still plays. */
export function filmOf(bytes: number): Buffer {
  const film = filmNamed('film.mp4')
  const rest = Buffer.alloc(bytes - film.length, 7)
  rest.writeUInt32BE(rest.length, 0)
  rest.write('free', 4, 'latin1')
  return Buffer.concat([film, rest])
}

const params = z.strictObject({ id })
const Upload = z.strictObject({ upload_id: id, poster_upload_id: id.optional() })

export const fixtureVideoEndpoints = {
  make: defineRoute({
    name: 'toyVideos.make',
    method: 'POST',
    path: 'toyvideos',
    summary: 'Makes a video of an upload',
    body: z.strictObject({
      ...Upload.shape,
      name: z.string(),
      is_of_firm: z.boolean().default(true),
      is_refused: z.boolean().optional(),
    }),
    answer: z.object({ id: z.string(), hashed_id: z.string(), trouble: z.string().nullable() }),
  }),
  replace: defineRoute({
    name: 'toyVideos.replace',
    method: 'PUT',
    path: 'toyvideos/:id',
    summary: 'Gives a video the bytes of an upload',
    params,
    body: Upload,
  }),
  poster: defineRoute({
    name: 'toyVideos.poster',
    method: 'PUT',
    path: 'toyvideos/:id/poster',
    summary: 'Gives a video another poster',
    params,
    body: Upload,
  }),
  captions: defineRoute({
    name: 'toyVideos.captions',
    method: 'PUT',
    path: 'toyvideos/:id/captions',
    summary: 'Gives a video other captions',
    params,
    body: z.strictObject({ text: z.string() }),
  }),
  watch: defineRoute({
    name: 'toyVideos.watch',
    method: 'GET',
    path: 'toyvideos/:id',
    summary: 'Get a video’s sources for a player',
    params,
    answer: z.object({ media: Media, cues: z.array(Cue) }),
  }),
  remove: defineRoute({
    name: 'toyVideos.remove',
    method: 'DELETE',
    path: 'toyvideos/:id',
    summary: 'Removes a video',
    params,
  }),
}

const mayUpload = () => true

function fixtureVideos(list: ReadonlySet<string>): { routes: Handler[]; film: FileKind; picture: FileKind } {
  const mayOpen: FileKind['mayOpen'] = ({ session, file }) =>
    file.madeBy === session.actor.id || list.has(session.actor.id)
  const film = defineFileKind({
    name: 'toyFilm',
    types: ['video/mp4', 'video/webm'],
    limit: 5 * 1024 ** 3,
    otherType: 'This isn’t a video. Choose an MP4 or WebM file.',
    mayOpen,
    mayUpload,
    versions: 1,
    minutes: 60,
  })
  const picture = defineFileKind({
    name: 'toyPicture',
    types: ['image/jpeg', 'image/png', 'image/webp'],
    limit: 1024 ** 2,
    otherType: 'This isn’t an image.',
    mayOpen,
    mayUpload,
  })
  const kinds = { video: film, poster: picture }
  const within: TransactionContext<unknown, FileChanges> = (call, _, work) => inFiles(call, undefined, work)
  const posterIn = async ({ take }: FileChanges, userId: string, uploadId: string | undefined) =>
    uploadId === undefined ? undefined : take(picture, userId, uploadId)

  const routes: Handler[] = [
    defineIdempotentHandler(fixtureVideoEndpoints.make, signedIn, {
      ready: (call) => readUploadedVideo(call, film, call.body.upload_id),
      within,
      async change(_, { body, session }, read, change) {
        const userId = session.actor.id
        const taking = { kind: film, userId, uploadId: body.upload_id }
        const { placed, facts } = await attachVideo(change, taking, read)
        const poster = await posterIn(change, userId, body.poster_upload_id)
        const { name, is_of_firm: isOfFirm } = body
        const hashedId = await insertVideo(change, { placed, facts, poster, name, isOfFirm }, userId)
        if (body.is_refused) throw new Error('The change failed.')
        return { id: placed.id, hashed_id: hashedId, trouble: facts.trouble }
      },
    }),
    defineIdempotentHandler(fixtureVideoEndpoints.replace, signedIn, {
      ready: (call) => readUploadedVideo(call, film, call.body.upload_id),
      within,
      async change(_, { body, session, params: { id: videoId } }, read, change) {
        const taking = { kind: film, userId: session.actor.id, uploadId: body.upload_id }
        const { placed, facts } = await attachVideo(change, taking, read)
        await replaceVideo(change, { videoId, placed, facts }, session.actor.id)
        return undefined
      },
    }),
    defineIdempotentHandler(fixtureVideoEndpoints.poster, signedIn, {
      within,
      async change(_, { body, session, params: { id: videoId } }, _ready, change) {
        await setPoster(change, videoId, await change.take(picture, session.actor.id, body.upload_id), session.actor.id)
        return undefined
      },
    }),
    defineHandler(fixtureVideoEndpoints.captions, signedIn, async ({ tx, params: { id: videoId }, body }) => {
      await setCaptions(tx, videoId, body.text)
      return undefined
    }),
    defineHandler(fixtureVideoEndpoints.watch, signedIn, async ({ tx, session, params: { id: videoId }, now }) => ({
      media: await mediaOf(tx, session, videoId, kinds, now),
      cues: await captionsOf(tx, videoId),
    })),
    defineHandler(
      fixtureVideoEndpoints.remove,
      signedIn,
      async ({ database, session, params: { id: videoId } }) => {
        await filesOf(database).change(session.org.id, [], (change) => deleteVideo(change, videoId))
        return undefined
      },
      { isLong: true, whenRepeated: 'A toy.' },
    ),
  ]
  return { routes, film, picture }
}

type Role = 'member' | 'admin'

/** Serves a built client too with `clientDirectory`. */
export async function startVideoServer(database: Database, directory: string, clientDirectory?: string) {
  const list = new Set<string>()
  const { routes, film, picture } = fixtureVideos(list)
  const files = openFiles(database, folderBucket(join(directory, 'kept')), join(directory, 'waiting'), [film, picture])
  const served = [...fileRoutes, ...mediaKeyRoutes(dependenciesWith()), ...routes]
  const http = asClient(
    await createHttp({
      database,
      served,
      externalApis: [mediaApi],
      version: 'test',
      ...(clientDirectory && { clientDirectory }),
    }),
  )
  await http.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...callsAt(`http://127.0.0.1:${(http.server.address() as AddressInfo).port}`),
    files,
    film,
    /** People who can watch, in addition to the uploader. */
    list,
    aFirm: (name?: string) => withoutRls(database, (tx) => makeFirm(tx, name)),
    aPerson: (orgId: string, role: Role = 'member') =>
      withoutRls(database, async (tx) => {
        const id = await makePerson(tx, orgId)
        await tx.sql`update users set role = ${role} where org_id = ${orgId} and id = ${id}`
        const token = await openSession(tx, orgId, id)
        return { id, orgId, token, ask: callerOf(http, token) }
      }),
    close: () => http.close(),
  }
}
export type VideoServer = Awaited<ReturnType<typeof startVideoServer>>
export type VideoPerson = Awaited<ReturnType<VideoServer['aPerson']>>
