// Previews of external links: found out before any transaction, kept with their pictures, and swept away where nobody took them.
import { sql } from 'kysely'
import { invalid, Refusal } from '#core/contract/errors.ts'
import { durationOf } from '#core/contract/playing.ts'
import { asSystem, firm, inFirm, type Tx } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { each } from '#core/server/each.ts'
import { defineFileKind } from '#core/server/files/kinds.ts'
import { linkTo } from '#core/server/files/links.ts'
import { type Change, filesOf, inFiles, type Placed } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import type { Means } from '#core/server/means.ts'
import type { Call, Served } from '#core/server/routes.ts'
import { serveOnce } from '#core/server/serveOnce.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { manages } from '../../server/policies.ts'
import { linkSentences, type Preview, linkRoutes as routes } from '../contract.ts'
import { type SharedLink, sharedLinkOf } from '../providers.ts'
import { askPicture, type Picture } from './asking.ts'
import { type Found, findOut } from './finding.ts'

export const linkPictureKind = defineFileKind({
  name: 'link_picture',
  types: ['image/jpeg'],
  limit: 2 * 1024 * 1024,
  otherType: 'This is not a picture.',
  // It stands in mails of digests.
  mayOpen: 'whoever has its address',
})

/** Of one person within ten minutes: each makes this server ask somebody else. */
const MOST = 40

const noPreview = () => invalid({ url: linkSentences.noPreview }, linkSentences.noPreview)

type Ready = { link: SharedLink; found: Found; picture: Picture | null; placed: Placed | null }

export const linkRoutes = (means: Pick<Means, 'limits' | 'linkServices'>): Served[] => [
  serveOnce(routes.preview, manages, {
    async ready({ body, database, session, now }): Promise<Ready> {
      const link = sharedLinkOf(body.url)
      if (!link) throw noPreview()
      await inFirm(database, session.org.id, (tx) => refuseTooMany(tx, session.actor.id, now), { isQuiet: true })
      const finding = { ...means.linkServices, limits: means.limits, database, now }
      const found = await findOut(finding, link)
      if (!found) throw noPreview()
      const { url, key } = found.picture ?? {}
      const picture = url ? await askPicture(finding, url, key ? { authorization: key } : {}) : null
      const placed = picture && (await filesOf(database).place(session.org.id, linkPictureKind, madeOf(picture)))
      return { link, found, picture, placed }
    },
    within: (call, { placed }, work) => inFiles(call, placed ? { placed } : undefined, work),
    change: keepPreview,
    content: ({ link }) => link.url,
  }),
]

const madeOf = ({ content }: Picture) => ({ content, name: 'preview.jpg', type: 'image/jpeg' as const })

async function refuseTooMany(tx: Tx, userId: string, now: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from link_previews
    where org_id = ${firm} and made_by = ${userId} and made_at > ${now}::timestamptz - interval '10 minutes'`.execute(
    tx,
  )
  if (rows[0]!.count >= MOST)
    throw new Refusal('too_many', 'That are many links at once. Please go on in a few minutes.', 429, undefined, 300)
}

async function keepPreview(
  tx: Tx,
  { session, now }: Call<unknown, unknown, { url: string }>,
  { link, found, picture, placed }: Ready,
  { keep }: Change,
): Promise<Preview> {
  const id = newId()
  const { provider, url } = link
  const { title, description, seconds } = found
  const { width = null, height = null } = picture ?? {}
  if (placed) await keep(placed, session.actor.id)
  await sql`
    insert into link_previews (org_id, id, url, provider, title, description, seconds, picture_id, width, height, made_by, made_at)
    values (${firm}, ${id}, ${url}, ${provider}, ${title}, ${description}, ${seconds}, ${placed?.id ?? null}, ${width}, ${height},
      ${session.actor.id}, ${now}::timestamptz)`.execute(tx)
  const thumbnail = placed ? linkTo({ orgId: session.org.id, fileId: placed.id, key: session.org.linkKey }) : ''
  const duration = seconds === null ? '' : durationOf(seconds)
  return { id, provider, title, description, thumbnail, width, height, duration, seconds, url }
}

export type TakenPreview = Pick<Preview, 'id' | 'provider' | 'url' | 'seconds' | 'width' | 'height'> & {
  /** The file of its picture, which whoever has its address may open; mails can show it. */
  picture_id: string | null
}

/** Keeps these of the firm for good, for whatever refers to them now; those that are gone are not among the answer. */
export async function takePreviews(tx: Tx, ids: readonly string[]): Promise<Map<string, TakenPreview>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<TakenPreview>`
    update link_previews set is_taken = true where org_id = ${firm} and id = any(${[...ids]}::uuid[])
    returning id, provider, url, seconds, width, height, picture_id`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Lets go of these: what nobody else has taken meanwhile goes with the next sweep. */
export async function leavePreviews(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update link_previews set is_taken = false where org_id = ${firm} and id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
}

/** Days that a form with a preview in it may lie open, or wait as a draft on a device. */
const LEFT = 7

export const sweepPreviews: Job = {
  name: 'sweepLinkPreviews',
  cron: '50 3 * * *',
  run: (database: Database) => sweepLeft(database, new Date(Date.now() - LEFT * 86_400_000).toISOString()),
}

/** `before`: an instant. */
export async function sweepLeft(database: Database, before: string): Promise<void> {
  const { rows } = await asSystem(database, (tx) =>
    sql<{ org_id: string; id: string; picture_id: string | null }>`
      select org_id, id, picture_id from link_previews where not is_taken and made_at < ${before}::timestamptz limit 5000`.execute(
      tx,
    ),
  )
  await each(rows, ({ org_id, id }) =>
    filesOf(database).change(org_id, [], async ({ tx, drop }) => {
      const gone = await sql<{ picture_id: string | null }>`
        delete from link_previews where org_id = ${firm} and id = ${id} and not is_taken returning picture_id`.execute(
        tx,
      )
      const picture = gone.rows[0]?.picture_id
      if (picture) await drop(picture)
    }),
  )
}
