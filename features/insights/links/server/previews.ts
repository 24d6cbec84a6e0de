// Previews of external links. They are found before any transaction, stored with their images, and purged if they stay
// unused.
import { sql } from 'kysely'
import { invalid } from '#core/contract/errors.ts'
import { durationOf } from '#core/contract/playing.ts'
import { countCall } from '#core/server/callCounts.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { defineFileKind } from '#core/server/files/kinds.ts'
import { fileLink } from '#core/server/files/links.ts'
import { type FileChanges, filesOf, inFiles, type Placed } from '#core/server/files/store.ts'
import { forEachCollectErrors } from '#core/server/forEachCollectErrors.ts'
import { newId } from '#core/server/ids.ts'
import type { Call, Handler } from '#core/server/routes.ts'
import { defineIdempotentHandler } from '#core/server/serveOnce.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { canManageLibrary } from '../../server/policies.ts'
import { type LinkPreviewData, linkMessages, linkRoutes as routes } from '../contract.ts'
import { type SharedLink, sharedLinkOf } from '../providers.ts'
import { askPicture, type LinkImage } from './asking.ts'
import { findOut, type LinkPreview } from './finding.ts'

export const linkPictureKind = defineFileKind({
  name: 'link_picture',
  types: ['image/jpeg'],
  limit: 2 * 1024 * 1024,
  otherType: 'This isn’t an image.',
  // The image appears in digest emails.
  mayOpen: 'anyone with its URL',
})

/** Rate limit of previews per person, including failed ones, because each makes this server send a request. */
const tries = {
  scope: 'link_preview',
  most: 40,
  minutes: 10,
  sentence: 'Too many links. Wait a few minutes and try again.',
}

const noPreview = () => invalid({ url: linkMessages.noPreview }, linkMessages.noPreview)

type Ready = { link: SharedLink; found: LinkPreview; picture: LinkImage | null; placed: Placed | null }

export const linkHandlers = (means: Pick<Dependencies, 'limits' | 'linkServices'>): Handler[] => [
  defineIdempotentHandler(routes.preview, canManageLibrary, {
    async ready({ body, database, session, now }): Promise<Ready> {
      const link = sharedLinkOf(body.url)
      if (!link) throw noPreview()
      await countCall(database, { ...tries, subject: session.actor.id })
      const finding = { ...means.linkServices, limits: means.limits, database, now }
      const found = await findOut(finding, link)
      if (!found) throw noPreview()
      const { url, key } = found.picture ?? {}
      const picture = url ? await askPicture(finding, url, key ? { authorization: key } : {}) : null
      const placed = picture && (await filesOf(database).place(session.org.id, linkPictureKind, picture))
      return { link, found, picture, placed }
    },
    within: (call, { placed }, work) => inFiles(call, placed ? { placed } : undefined, work),
    change: storePreview,
    content: ({ link }) => link.url,
  }),
]

async function storePreview(
  tx: Tx,
  { session, now }: Call<unknown, unknown, { url: string }>,
  { link, found, picture, placed }: Ready,
  { keep }: FileChanges,
): Promise<LinkPreviewData> {
  const id = newId()
  const { provider, url } = link
  const { title, description, seconds } = found
  const { width = null, height = null } = picture ?? {}
  if (placed) await keep(placed, session.actor.id)
  await tx.sql`
    insert into link_previews (org_id, id, url, provider, title, description, seconds, picture_id, width, height, made_by, made_at)
    values (${currentOrgId}, ${id}, ${url}, ${provider}, ${title}, ${description}, ${seconds}, ${placed?.id ?? null}, ${width}, ${height},
      ${session.actor.id}, ${now}::timestamptz)`
  const thumbnail = placed ? fileLink({ orgId: session.org.id, fileId: placed.id, key: session.org.linkKey() }) : ''
  const duration = seconds === null ? '' : durationOf(seconds)
  return { id, provider, title, description, thumbnail, width, height, duration, seconds, url }
}

/** Marks these previews of the firm as used. A purged one has no image. */
export async function attachPreviews(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.sql`update link_previews set is_taken = true where org_id = ${currentOrgId} and id = any(${[...ids]}::uuid[])`
}

/**
 * Returns the image files of these previews by id. Everyone with an image's URL can open it, and emails can show it.
 */
export async function picturesOfLinks(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.sql<{ id: string; picture_id: string }>`
    select id, picture_id from link_previews where org_id = ${currentOrgId} and id = any(${[...ids]}::uuid[]) and picture_id is not null`
  return new Map(rows.map(({ id, picture_id }) => [id, picture_id]))
}

/** Days for which a preview can stay unused in an open form or in a draft on a device. */
const LEFT = 7
/** Days for which emails show its image: as long as a digest's email is stored. */
const SHOWN = 400
const daysAgo = (days: number, now = Date.now()) => new Date(now - days * 86_400_000).toISOString()

export const sweepPreviews: Job = {
  name: 'sweepLinkPreviews',
  cron: '50 3 * * *',
  run: (database: Database) => sweepLeft(database, { left: daysAgo(LEFT), shown: daysAgo(SHOWN) }),
}

/**
 * Purges previews made before `left` that are unused, and those made before `shown` that are in no digest anymore. Both
 * are instants.
 */
export async function sweepLeft(database: Database, { left, shown }: { left: string; shown: string }): Promise<void> {
  const isLeft = sql`(not p.is_taken and p.made_at < ${left}::timestamptz or p.made_at < ${shown}::timestamptz and not exists (
    select 1 from digest_items i where i.org_id = p.org_id and i.link ->> 'preview_id' = p.id::text))`
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ org_id: string; id: string }>`
      select p.org_id, p.id from link_previews p where ${isLeft} order by p.made_at limit 5000`,
  )
  await forEachCollectErrors(rows, ({ org_id, id }) =>
    filesOf(database).change(org_id, [], async ({ tx, drop }) => {
      const gone = await tx.sql<{ picture_id: string | null }>`
        delete from link_previews p where p.org_id = ${currentOrgId} and p.id = ${id} and ${isLeft} returning p.picture_id`
      const picture = gone.rows[0]?.picture_id
      if (picture) await drop(picture)
    }),
  )
}
