// A clip is open to its list, and the test decides who can upload.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { addressOf, defineRoute } from '#core/contract/route.ts'
import type { Database } from '../database/open.ts'
import { withoutRls } from '../database/tx.ts'
import type { FileStore } from '../files/bucket.ts'
import { defineFileKind } from '../files/kinds.ts'
import { fileRoutes } from '../files/routes.ts'
import { type Files, openFiles } from '../files/store.ts'
import { createHttp, type HttpOptions } from '../http.ts'
import { defineHandler, type Handler, signedIn } from '../routes.ts'
import { openSession } from '../sessions.ts'
import { clientHeaders } from './calls.ts'
import { makeFirm, makePerson } from './fixtureContext.ts'

/** A video header followed by random bytes. */
export const aFilm = (bytes: number) => {
  const film = Buffer.from(randomBytes(bytes).buffer, 0, bytes)
  film.write('\0\0\0\x20ftypisom', 0, 'latin1')
  return film
}

export const fixtureEndpoints = {
  make: defineRoute({
    name: 'toys.make',
    method: 'POST',
    path: 'toys',
    summary: 'Makes a file of an upload',
    body: z.strictObject({ upload_id: id, is_refused: z.boolean().optional() }),
    answer: z.object({ id: z.string() }),
  }),
  replace: defineRoute({
    name: 'toys.replace',
    method: 'PUT',
    path: 'toys/:id',
    summary: 'Gives a file the bytes of an upload',
    params: z.strictObject({ id }),
    body: z.strictObject({ upload_id: id }),
  }),
  form: defineRoute({
    name: 'toys.form',
    method: 'POST',
    path: 'toys/form',
    summary: 'Accepts a form with several files and fields',
    files: { clips: { most: 2 }, cover: { isOptional: true } },
    body: z.strictObject({
      title: z.string().optional(),
      seconds: z.number().optional(),
      is_public: z.boolean().optional(),
      tags: z.array(z.string()).optional(),
    }),
    answer: z.record(z.string(), z.unknown()),
  }),
  echo: defineRoute({
    name: 'toys.echo',
    method: 'POST',
    path: 'toys/echo',
    summary: 'Any other request',
    body: z.object({ text: z.string() }),
    answer: z.object({ text: z.string() }),
  }),
}

export type Person = { id: string; orgId: string; token: string }
export type FixtureServer = Awaited<ReturnType<typeof startToyServer>>

export async function startToyServer(
  database: Database,
  bucket: FileStore,
  waiting: string,
  timeLimits?: HttpOptions['timeLimits'],
) {
  /** IDs of people who can open every clip, and of those who can upload one. */
  const list = new Set<string>()
  const senders = new Set<string>()
  const clip = defineFileKind({
    name: 'clip',
    types: ['video/mp4'],
    limit: 5 * 1024 ** 3,
    otherType: 'This is not a film.',
    mayOpen: ({ session, file }) => file.madeBy === session.actor.id || list.has(session.actor.id),
    mayUpload: ({ session }) => senders.has(session.actor.id),
    versions: 1,
  })
  const poster = defineFileKind({
    name: 'poster',
    types: ['image/png'],
    limit: 1000,
    otherType: 'This isn’t an image.',
    mayOpen: () => true,
  })
  const files = openFiles(database, bucket, waiting, [clip, poster])
  const clock: { now: Date | null } = { now: null }
  const served = [...fileRoutes, ...fixturesOf(files, { clip, poster })]
  const http = await createHttp({
    database,
    served,
    version: 'test',
    now: () => clock.now ?? new Date(),
    ...(timeLimits && { timeLimits }),
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
  return {
    ...callsAt(origin),
    http,
    files,
    clip,
    poster,
    list,
    senders,
    clock,
    aFirm: () => withoutRls(database, (tx) => makeFirm(tx)),
    /** Adds a person who can upload clips. */
    async aPerson(orgId: string): Promise<Person> {
      const { id, token } = await withoutRls(database, async (tx) => {
        const id = await makePerson(tx, orgId)
        return { id, token: await openSession(tx, orgId, id) }
      })
      senders.add(id)
      return { id, orgId, token }
    },
    close: () => http.close(),
  }
}

export function callsAt(origin: string) {
  const call = (
    who: Person | null,
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> | string | null } = {},
  ) =>
    fetch(origin + path, {
      method,
      ...(init.body != null && { body: init.body }),
      headers: { ...clientHeaders(who?.token), ...init.headers },
    })
  return {
    origin,
    call,
    /** Returns the upload's path, or the error response. */
    async begin(who: Person | null, bytes: number, about: Record<string, string> = {}): Promise<Response> {
      const metadata = Object.entries({ kind: 'clip', filename: 'A film.mp4', ...about })
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(',')
      return call(who, 'POST', '/api/uploads', {
        headers: { ...tusHeaders, 'upload-length': String(bytes), 'upload-metadata': metadata },
      })
    },
    send: (
      who: Person | null,
      path: string,
      offset: number,
      body: Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = {},
    ) =>
      call(who, 'PATCH', path, {
        body,
        headers: {
          ...tusHeaders,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          ...headers,
        },
      }),
    /** Returns the received bytes, or the status if there is no upload. */
    async offset(who: Person | null, path: string): Promise<number | string> {
      const answer = await call(who, 'HEAD', path, { headers: tusHeaders })
      return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : `${answer.status}`
    },
    async make(who: Person, path: string, more: object = {}): Promise<{ status: number; id: string }> {
      const answer = await call(who, 'POST', addressOf(fixtureEndpoints.make, {}), {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ upload_id: path.split('/').at(-1), ...more }),
      })
      return { status: answer.status, id: ((await answer.json()) as { id: string }).id }
    },
    async link(who: Person, fileId: string, query = ''): Promise<string> {
      const answer = await call(who, 'GET', `/api/files/${fileId}/link${query}`)
      return answer.status === 200 ? ((await answer.json()) as { url: string }).url : `${answer.status}`
    },
  }
}
export type Calls = ReturnType<typeof callsAt>

export const tusHeaders = { 'tus-resumable': '1.0.0' }
type Kind = ReturnType<typeof defineFileKind>

const fixturesOf = (files: Files, { clip, poster }: { clip: Kind; poster: Kind }): Handler[] => [
  defineHandler(
    fixtureEndpoints.make,
    signedIn,
    ({ session, body }) =>
      files.change(session.org.id, [], async ({ take, keep }) => {
        const placed = await take(clip, session.actor.id, body.upload_id)
        await keep(placed, session.actor.id)
        if (body.is_refused) throw new Error('The change failed.')
        return { id: placed.id }
      }),
    { isLong: true, whenRepeated: 'A toy.' },
  ),
  defineHandler(
    fixtureEndpoints.replace,
    signedIn,
    async ({ session, body, params }) => {
      await files.change(session.org.id, [], async ({ take, replace }) => {
        await replace(params.id, await take(clip, session.actor.id, body.upload_id), session.actor.id)
      })
      return undefined
    },
    { isLong: true, whenRepeated: 'A toy.' },
  ),
  defineHandler(
    fixtureEndpoints.form,
    signedIn,
    async ({ request }) => {
      const form = await files.receive(request, fixtureEndpoints.form, { clips: clip, cover: poster })
      const all = Object.values(form.files).flat()
      await Promise.all(all.map(({ discard }) => discard()))
      return { ...form.fields, names: all.map(({ name, bytes }) => `${name} ${bytes}`).join(', ') }
    },
    { isLong: true, whenRepeated: 'A toy.' },
  ),
  defineHandler(fixtureEndpoints.echo, signedIn, async ({ body }) => body),
]
