import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { asSystem } from '../database/firm.ts'
import type { Database } from '../database/open.ts'
import { Bytes, everyone, type Served, serve } from '../routes.ts'
import { routes } from './contract.ts'
import { isLink } from './links.ts'
import { partOf } from './ranges.ts'
import { filesOf } from './store.ts'
import { shownInPlace } from './types.ts'

/** One answer for a link that ended, that was changed, and for a file that is gone. */
const noLink = () => notFound('This link is no longer valid.')

export const fileRoutes: Served[] = [
  serve(routes.open, everyone, async ({ params, query, database, request }) => {
    const found = await findFile(database, params.org, params.id)
    if (!found || !isLink({ orgId: params.org, fileId: params.id, key: found.link_key }, query)) throw noLink()
    const { type, name, bytes } = found
    const tag = `"${found.sha256.toString('base64url').slice(0, 22)}"`
    const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
    const part = partOf(bytes, tag, { range, ifRange: ifRange as string | undefined, ifNoneMatch })
    const headers = {
      ...lockedUp,
      etag: tag,
      'accept-ranges': 'bytes',
      'cache-control': `private, max-age=${secondsLeft(query.until)}, immutable`,
    }
    if (part.status === 304) return new Bytes(null, headers, 304)
    if (part.status === 416) return new Bytes(null, { ...headers, 'content-range': `bytes */${bytes}` }, 416)
    const asked = part.status === 206 ? part.range : undefined
    const about = {
      ...headers,
      'content-type': type,
      'content-disposition': dispositionOf(type, name),
      'content-length': String(asked ? asked.end - asked.start + 1 : bytes),
      ...(asked && { 'content-range': `bytes ${asked.start}-${asked.end}/${bytes}` }),
    }
    // Packing would change what the figures of a range mean.
    request.headers['x-no-compression'] = '1'
    if (request.method === 'HEAD') return new Bytes(Readable.from([]), about, part.status)
    const body = await filesOf(database).read(params.org, params.id, asked)
    if (!body) throw notFound('This file could not be found where it is kept. Please tell your administrator.')
    return new Bytes(body, about, part.status)
  }),
]

/** Nothing in a file runs, loads or frames anything, whatever it is. */
const lockedUp = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

const secondsLeft = (until: number) => Math.max(0, Math.floor(until - Date.now() / 1000))

/** The name twice: as old programs read it, and as it is. */
const dispositionOf = (type: string, name: string) =>
  `${shownInPlace.has(type) ? 'inline' : 'attachment'}; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`

type Found = { type: string; name: string; bytes: number; sha256: Buffer; link_key: Buffer }

/** Looked up before a firm is known: the link itself says whose it is. */
async function findFile(database: Database, orgId: string, id: string): Promise<Found | undefined> {
  const { rows } = await asSystem(database, (tx) =>
    sql<Found>`
    select f.type, f.name, f.bytes, f.sha256, o.link_key from files f join orgs o on o.id = f.org_id
    where f.org_id = ${orgId} and f.id = ${id}`.execute(tx),
  )
  return rows[0]
}
