// Routes of assets. Each call checks the right, and management requires `canManageAssets`.

import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audienceOf } from '#core/server/access.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { withOrg } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { type FileChanges, filesOf, type Placed } from '#core/server/files/store.ts'
import { noUpload } from '#core/server/files/uploads.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import { defineIdempotentHandler, type TransactionContext } from '#core/server/serveOnce.ts'
import { type AssetChange, type AssetInput, assetMessages, routes } from '../contract.ts'
import { type AssetContent, placedIn, type Ready, receivedFile } from './content.ts'
import { assetKind, canManageAssets, canReadAssets } from './policies.ts'
import { assetOf, assetsWhere, isMine, isThere, listAssetReaders, versionsOf } from './rows.ts'
import { findPages } from './search.ts'
import { addAsset, editAsset, lockAsset, replaceContent } from './writing.ts'

/** A stored file becomes the firm's when the change commits, and is removed otherwise. */
const inFiles: TransactionContext<{ content: AssetContent | null }, FileChanges> = (
  { database, session },
  { content },
  work,
) => {
  const placed = content ? [content.placed, content.thumbnail].filter((one): one is Placed => one !== null) : []
  return filesOf(database).change(session.org.id, placed, (held) => work(held.tx, held))
}

const namedLike = (q: string | undefined) => (q ? sql`strpos(fold_case(a.name), fold_case(${q})) > 0` : sql`true`)

const lists: Handler[] = [
  defineHandler(routes.mine, canReadAssets, async ({ tx, session, query: { q }, now }) => ({
    assets: await assetsWhere(tx, session, sql`${isMine(session.actor.id)} and ${namedLike(q)}`, now),
    found: q ? await findPages(tx, session, q, false) : [],
  })),
  defineHandler(routes.all, canManageAssets, async ({ tx, session, query: { q, trash }, now }) => {
    const isAmong = trash === 'yes' ? sql`a.deleted_at is not null` : isThere
    return {
      assets: await assetsWhere(tx, session, sql`${isAmong} and ${namedLike(q)}`, now),
      found: q && trash !== 'yes' ? await findPages(tx, session, q, true) : [],
    }
  }),
  defineHandler(routes.one, canReadAssets, ({ tx, session, params, now }) => assetOf(tx, session, params.id, now)),
  defineHandler(routes.reach, canManageAssets, ({ tx }) => audienceOf(tx)),
  defineHandler(routes.versions, canManageAssets, async ({ tx, session, params, now }) => ({
    versions: await versionsOf(tx, session, params.id, now),
  })),
  defineHandler(routes.readers, canManageAssets, async ({ tx, session, params, now }) => ({
    readers: await listAssetReaders(tx, session, params.id, now),
  })),
]

const uploads = ({ readPdf }: Pick<Dependencies, 'readPdf'>): Handler[] => [
  defineIdempotentHandler(routes.add, canManageAssets, {
    ready: (call) => receivedFile(call, routes.add, readPdf),
    within: inFiles,
    async change(tx, { session, now }, ready: Ready, held: FileChanges) {
      const content = await contentOf(held, session.actor.id, ready)
      if (!content) throw invalid({ file: assetMessages.file }, assetMessages.file)
      const input = { ...ready.fields, name: ready.fields.name || nameIn(ready.fileName) }
      return assetOf(tx, session, await addAsset(held, { session, now }, named(input), content), now)
    },
    content: ({ sent }) => sent,
  }),
  defineIdempotentHandler(routes.edit, canManageAssets, {
    ready: (call) => receivedFile(call, routes.edit, readPdf),
    within: inFiles,
    async change(tx, { session, now, params }, ready: Ready<AssetChange>, held: FileChanges) {
      const content = await contentOf(held, session.actor.id, ready)
      await editAsset(held, { session, now }, params.id, { input: named(ready.fields), content })
      return assetOf(tx, session, params.id, now)
    },
    content: ({ sent }) => sent,
  }),
  defineIdempotentHandler(routes.restore, canManageAssets, {
    // Stores the same bytes as the next version, so that later versions stay too.
    async ready({ session, database, params }) {
      const { found, texts } = await withOrg(
        database,
        session.org.id,
        async (tx) => {
          const found = await tx.sql<{ stored_id: string; name: string; pages: number; thumb: string | null }>`
          select v.stored_id, v.name, av.pages, coalesce(t.stored_id, t.id) as thumb from assets a
          join file_versions v on v.org_id = a.org_id and v.file_id = a.file_id and v.version = ${params.n}
          join asset_versions av on av.org_id = a.org_id and av.asset_id = a.id and av.version = ${params.n}
          left join files t on t.org_id = a.org_id and t.id = av.thumbnail_id
          where a.org_id = ${currentOrgId} and a.id = ${params.id} and a.deleted_at is null`
          const texts = await tx.sql<{ page: number; text: string }>`
          select page, text from asset_pages where org_id = ${currentOrgId} and asset_id = ${params.id} and version = ${params.n} order by page`
          return { found: found.rows[0], texts: texts.rows }
        },
        { isQuiet: true },
      )
      const files = filesOf(database)
      const bytes = found && (await files.read(session.org.id, found.stored_id))
      if (!found || !bytes) throw notFound(cannotFind('version'))
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
    async change(tx, { session, now, params }, { content }, held: FileChanges) {
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

const changes: Handler[] = [
  defineHandler(routes.remove, canReadAssets, async ({ tx, session, params, now }) => {
    await assetOf(tx, session, params.id, now)
    await tx.sql`
      insert into asset_marks (org_id, asset_id, user_id, is_hidden) values (${currentOrgId}, ${params.id}, ${session.actor.id}, true)
      on conflict (org_id, asset_id, user_id) do update set is_hidden = true, is_favourite = false`
    return undefined
  }),
  defineHandler(routes.putBack, canReadAssets, async ({ tx, session, params, now }) => {
    const asset = await assetOf(tx, session, params.id, now)
    await tx.sql`update asset_marks set is_hidden = false where org_id = ${currentOrgId} and asset_id = ${params.id} and user_id = ${session.actor.id}`
    return asset
  }),
  defineHandler(routes.removeForAll, canManageAssets, async ({ tx, session, params, now }) => {
    const { name } = await lockAsset(tx, params.id)
    await tx.sql`update assets set deleted_at = ${now}::timestamptz, deleted_by = ${session.actor.id} where org_id = ${currentOrgId} and id = ${params.id}`
    await audit(tx, session, { action: 'asset.deleted', subject: { id: params.id, name } })
    return undefined
  }),
  defineHandler(routes.bringBack, canManageAssets, async ({ tx, session, params, now }) => {
    const { name } = await lockAsset(tx, params.id, true)
    await tx.sql`update assets set deleted_at = null, deleted_by = null where org_id = ${currentOrgId} and id = ${params.id}`
    await audit(tx, session, { action: 'asset.brought_back', subject: { id: params.id, name } })
    return assetOf(tx, session, params.id, now)
  }),
  defineHandler(routes.favourite, canReadAssets, async ({ tx, session, params, body: { favourite }, now }) => {
    await assetOf(tx, session, params.id, now)
    await tx.sql`
      insert into asset_marks (org_id, asset_id, user_id, is_favourite) values (${currentOrgId}, ${params.id}, ${session.actor.id}, ${favourite})
      on conflict (org_id, asset_id, user_id) do update set is_favourite = ${favourite}`
    return assetOf(tx, session, params.id, now)
  }),
]

export const assetRoutes = (means: Pick<Dependencies, 'readPdf'>): Handler[] => [
  ...lists,
  ...uploads(means),
  ...changes,
]

/** Returns the sent content and consumes an upload in pieces. Throws 404 for a missing upload. */
async function contentOf(
  { take, keep, drop }: FileChanges,
  userId: string,
  { fields, content }: Ready,
): Promise<AssetContent | null> {
  if (fields.upload_id === undefined) return content
  const raw = await take(assetKind, userId, fields.upload_id)
  if (!content) throw noUpload()
  await keep(raw, userId)
  await drop(raw.id)
  return content
}

/** Turns 'BD plan.pdf' into 'BD plan'. */
const nameIn = (fileName: string | null) => (fileName ?? '').replace(/\.pdf$/i, '').trim()

function named<I extends AssetInput>(input: I): I & { name: string } {
  if (!input.name) throw invalid({ name: assetMessages.name }, assetMessages.name)
  return { ...input, name: input.name }
}
