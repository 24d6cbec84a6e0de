// The calls of assets. Who may is asked each time; what is managed is managed by `manages` alone.

import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { invalid, notFound } from '#core/contract/errors.ts'
import { reachOf } from '#core/server/access.ts'
import { audit } from '#core/server/audit.ts'
import { firm, inFirm } from '#core/server/database/firm.ts'
import { type Change, filesOf, type Placed } from '#core/server/files/store.ts'
import { noUpload } from '#core/server/files/uploads.ts'
import type { Means } from '#core/server/means.ts'
import { type Served, serve } from '#core/server/routes.ts'
import { serveOnce, type Within } from '#core/server/serveOnce.ts'
import { type AssetChange, type AssetInput, assetSentences, routes } from '../contract.ts'
import { type Content, placedIn, type Ready, received } from './content.ts'
import { assetKind, manages, reads } from './rights.ts'
import { assetOf, assetsWhere, isMine, isThere, readersOf, versionsOf } from './rows.ts'
import { findPages } from './search.ts'
import { addAsset, editAsset, lockAsset, replaceContent } from './writing.ts'

/** What was placed is the firm's with the commit of the change, or is removed. */
const inFiles: Within<{ content: Content | null }, Change> = ({ database, session }, { content }, work) => {
  const placed = content ? [content.placed, content.thumbnail].filter((one): one is Placed => one !== null) : []
  return filesOf(database).change(session.org.id, placed, (held) => work(held.tx, held))
}

const namedLike = (q: string | undefined) => (q ? sql`strpos(fold_case(a.name), fold_case(${q})) > 0` : sql`true`)

const lists: Served[] = [
  serve(routes.mine, reads, async ({ tx, session, query: { q }, now }) => ({
    assets: await assetsWhere(tx, session, sql`${isMine(session.actor.id)} and ${namedLike(q)}`, now),
    found: q ? await findPages(tx, session, q, false) : [],
  })),
  serve(routes.all, manages, async ({ tx, session, query: { q, trash }, now }) => {
    const isAmong = trash === 'yes' ? sql`a.deleted_at is not null` : isThere
    return {
      assets: await assetsWhere(tx, session, sql`${isAmong} and ${namedLike(q)}`, now),
      found: q && trash !== 'yes' ? await findPages(tx, session, q, true) : [],
    }
  }),
  serve(routes.one, reads, ({ tx, session, params, now }) => assetOf(tx, session, params.id, now)),
  serve(routes.reach, manages, ({ tx }) => reachOf(tx)),
  serve(routes.versions, manages, async ({ tx, session, params, now }) => ({
    versions: await versionsOf(tx, session, params.id, now),
  })),
  serve(routes.readers, manages, async ({ tx, session, params, now }) => ({
    readers: await readersOf(tx, session, params.id, now),
  })),
]

const uploads = ({ readPdf }: Pick<Means, 'readPdf'>): Served[] => [
  serveOnce(routes.add, manages, {
    ready: (call) => received(call, routes.add, readPdf),
    within: inFiles,
    async change(tx, { session, now }, ready: Ready, held: Change) {
      const content = await contentOf(held, session.actor.id, ready)
      if (!content) throw invalid({ file: assetSentences.file }, assetSentences.file)
      const input = { ...ready.fields, name: ready.fields.name || nameIn(ready.fileName) }
      return assetOf(tx, session, await addAsset(held, { session, now }, named(input), content), now)
    },
    content: ({ sent }) => sent,
  }),
  serveOnce(routes.edit, manages, {
    ready: (call) => received(call, routes.edit, readPdf),
    within: inFiles,
    async change(tx, { session, now, params }, ready: Ready<AssetChange>, held: Change) {
      const content = await contentOf(held, session.actor.id, ready)
      await editAsset(held, { session, now }, params.id, { input: named(ready.fields), content })
      return assetOf(tx, session, params.id, now)
    },
    content: ({ sent }) => sent,
  }),
  serveOnce(routes.restore, manages, {
    // The same bytes once more, as the next version: what was in between stays too.
    async ready({ session, database, params }) {
      const { found, texts } = await inFirm(
        database,
        session.org.id,
        async (tx) => {
          const found = await sql<{ stored_id: string; name: string; pages: number; thumb: string | null }>`
          select v.stored_id, v.name, av.pages, coalesce(t.stored_id, t.id) as thumb from assets a
          join file_versions v on v.org_id = a.org_id and v.file_id = a.file_id and v.version = ${params.n}
          join asset_versions av on av.org_id = a.org_id and av.asset_id = a.id and av.version = ${params.n}
          left join files t on t.org_id = a.org_id and t.id = av.thumbnail_id
          where a.org_id = ${firm} and a.id = ${params.id} and a.deleted_at is null`.execute(tx)
          const texts = await sql<{ page: number; text: string }>`
          select page, text from asset_pages where org_id = ${firm} and asset_id = ${params.id} and version = ${params.n} order by page`.execute(
            tx,
          )
          return { found: found.rows[0], texts: texts.rows }
        },
        { isQuiet: true },
      )
      const files = filesOf(database)
      const bytes = found && (await files.read(session.org.id, found.stored_id))
      if (!found || !bytes) throw notFound('This version could not be found.')
      const thumb = found.thumb ? await files.read(session.org.id, found.thumb) : null
      const made = {
        pdf: await buffer(bytes),
        thumbnail: thumb && (await buffer(thumb)),
        pages: found.pages,
        texts: Array.from({ length: found.pages }, (_, at) => texts.find(({ page }) => page === at + 1)?.text ?? ''),
      }
      return { content: await placedIn(files, session.org.id, found.name, made) }
    },
    within: inFiles,
    async change(tx, { session, now, params }, { content }, held: Change) {
      const { name } = await lockAsset(tx, params.id)
      await replaceContent(held, { session, now }, params.id, content, params.n)
      await audit(tx, session, {
        action: 'asset.restored',
        subject: { id: params.id, name },
        details: { version: params.n },
      })
      return assetOf(tx, session, params.id, now)
    },
    content: () => null,
  }),
]

const changes: Served[] = [
  serve(routes.remove, reads, async ({ tx, session, params, now }) => {
    await assetOf(tx, session, params.id, now)
    await sql`
      insert into asset_marks (org_id, asset_id, user_id, is_hidden) values (${firm}, ${params.id}, ${session.actor.id}, true)
      on conflict (org_id, asset_id, user_id) do update set is_hidden = true, is_favourite = false`.execute(tx)
    return undefined
  }),
  serve(routes.putBack, reads, async ({ tx, session, params, now }) => {
    const asset = await assetOf(tx, session, params.id, now)
    await sql`update asset_marks set is_hidden = false where org_id = ${firm} and asset_id = ${params.id} and user_id = ${session.actor.id}`.execute(
      tx,
    )
    return asset
  }),
  serve(routes.removeForAll, manages, async ({ tx, session, params, now }) => {
    const { name } = await lockAsset(tx, params.id)
    await sql`update assets set deleted_at = ${now}::timestamptz, deleted_by = ${session.actor.id} where org_id = ${firm} and id = ${params.id}`.execute(
      tx,
    )
    await audit(tx, session, { action: 'asset.deleted', subject: { id: params.id, name } })
    return undefined
  }),
  serve(routes.bringBack, manages, async ({ tx, session, params, now }) => {
    const { name } = await lockAsset(tx, params.id, true)
    await sql`update assets set deleted_at = null, deleted_by = null where org_id = ${firm} and id = ${params.id}`.execute(
      tx,
    )
    await audit(tx, session, { action: 'asset.brought_back', subject: { id: params.id, name } })
    return assetOf(tx, session, params.id, now)
  }),
  serve(routes.favourite, reads, async ({ tx, session, params, body: { favourite }, now }) => {
    await assetOf(tx, session, params.id, now)
    await sql`
      insert into asset_marks (org_id, asset_id, user_id, is_favourite) values (${firm}, ${params.id}, ${session.actor.id}, ${favourite})
      on conflict (org_id, asset_id, user_id) do update set is_favourite = ${favourite}`.execute(tx)
    return assetOf(tx, session, params.id, now)
  }),
]

export const assetRoutes = (means: Pick<Means, 'readPdf'>): Served[] => [...lists, ...uploads(means), ...changes]

/** What was sent, an upload in pieces taken: its bytes as they came are nobody's from now on. Throws 404 for one that is gone. */
async function contentOf(
  { take, keep, drop }: Change,
  userId: string,
  { fields, content }: Ready,
): Promise<Content | null> {
  if (fields.upload_id === undefined) return content
  const raw = await take(assetKind, userId, fields.upload_id)
  if (!content) throw noUpload()
  await keep(raw, userId)
  await drop(raw.id)
  return content
}

/** 'BD plan.pdf' is called 'BD plan'. */
const nameIn = (fileName: string | null) => (fileName ?? '').replace(/\.pdf$/i, '').trim()

function named<I extends AssetInput>(input: I): I & { name: string } {
  if (!input.name) throw invalid({ name: assetSentences.name }, assetSentences.name)
  return { ...input, name: input.name }
}
