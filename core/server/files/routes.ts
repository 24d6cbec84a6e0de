import { Readable } from 'node:stream'
import { notFound } from '#core/contract/errors.ts'
import type { AnyRoute } from '#core/contract/route.ts'
import { anyone, defineHandler, type Handler, ResponseBytes, signedIn } from '../routes.ts'
import { routes } from './contract.ts'
import { linkFor } from './links.ts'
import { openByLink, openFor } from './opening.ts'
import { byteRange } from './ranges.ts'
import { filesOf } from './store.ts'
import { shownInPlace } from './types.ts'

export const fileRoutes: Handler[] = [
  defineHandler(routes.open, anyone, async ({ params, query, database, request, now }) => {
    const { ownerId, storedId, type, name, bytes, sha256, isLasting } = await openByLink(database, params, query, now)
    const tag = `"${sha256.toString('base64url').slice(0, 22)}"`
    const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
    // Only GET supports ranges. Source: RFC 9110, section 14.2.
    const isHead = request.method === 'HEAD'
    const part = byteRange(bytes, tag, {
      range: isHead ? undefined : range,
      ifRange: ifRange as string | undefined,
      ifNoneMatch,
    })
    const headers = {
      ...lockedUp,
      etag: tag,
      'accept-ranges': 'bytes',
      // Never cached, so that the rule runs again.
      'cache-control': isLasting ? `private, max-age=${secondsLeft(query.until)}, immutable` : 'private, no-store',
    }
    if (part.status === 304) return new ResponseBytes(null, headers, 304)
    if (part.status === 416) return new ResponseBytes(null, { ...headers, 'content-range': `bytes */${bytes}` }, 416)
    const asked = part.status === 206 ? part.range : undefined
    const about = {
      ...headers,
      'content-type': type,
      'content-disposition': dispositionOf(type, name),
      'content-length': String(asked ? asked.end - asked.start + 1 : bytes),
      ...(asked && { 'content-range': `bytes ${asked.start}-${asked.end}/${bytes}` }),
    }
    // Compression would change the meaning of a range.
    request.headers['x-no-compression'] = '1'
    if (isHead) return new ResponseBytes(Readable.from([]), about, part.status)
    const body = await filesOf(database).read(ownerId, storedId, asked)
    if (!body) throw notFound('This file is missing from the file store. Contact your administrator.')
    return new ResponseBytes(body, about, part.status)
  }),
  defineHandler(routes.link, signedIn, async ({ params, query, database, tx, session, now }) => {
    const { kind } = await openFor(database, tx, session, params.id, query.version)
    const about = filesOf(database).kinds.get(kind)!
    return linkFor(session, about, { id: params.id, version: query.version }, Date.parse(now))
  }),
  ...[routes.begin, routes.state, routes.send, routes.cancel].map((route) =>
    defineHandler(
      route as AnyRoute,
      signedIn,
      async (call) => {
        // Most servers never receive a resumable upload.
        const { tus } = await import('./tus.ts')
        return tus(call, (call.params as { id?: string }).id)
      },
      { isLong: true, whenRepeated: 'Each part must include its offset.' },
    ),
  ),
]

/** Files can't run scripts, load resources, or frame pages. */
const lockedUp = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  // Email clients show logos from other origins, and the mobile app's pages show all files. The link controls access.
  'cross-origin-resource-policy': 'cross-origin',
}

const secondsLeft = (until: number) => Math.max(0, Math.floor(until - Date.now() / 1000))

/** Old clients need an ASCII name. */
const dispositionOf = (type: string, name: string) =>
  `${shownInPlace.has(type) ? 'inline' : 'attachment'}; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`
