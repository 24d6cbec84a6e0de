// Builds the email of a run from the digest's current text, template, and items. Deleted and expired items are left
// out.
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { linkKeyOf, type StoredLinkKey } from '#core/server/files/linkKey.ts'
import { fileLink } from '#core/server/files/links.ts'
import { appLink as addressOf } from '#core/server/outgoing/links.ts'
import type { Kind } from '../../library/contract.ts'
import { kindLabels } from '../../library/listing.ts'
import { sharedLinkOf } from '../../links/providers.ts'
import { picturesOfLinks } from '../../links/server/previews.ts'
import type { ExternalContent } from '../contract.ts'
import { DEFAULT_COLOR } from '../fields.ts'
import { contentsOf, type DigestContent, LIBRARY_PATH, lengthOf, pathOfContent } from './contents.ts'
import type { DigestMail, DigestMailItem } from './mail/mailInput.ts'
import { mailPictureOf } from './mail/pictures.ts'
import { firmOfMails } from './mail/settings.ts'
import { type DigestRow, type ItemRow, rowKey } from './rows.ts'
import { templateRow } from './templates.ts'

type Where = { orgId: string; zone: string; now: string; origin: string }
export type RunMail = {
  mail: DigestMail
  /** Keys of its items, in the same order. */
  keys: string[]
  contents: Map<string, DigestContent>
}

export async function composeDigest(tx: Tx, row: DigestRow, items: readonly ItemRow[], where: Where): Promise<RunMail> {
  const { zone, now, origin } = where
  const found = await contentsOf(
    tx,
    items.flatMap(({ content_id }) => content_id ?? []),
    { zone, now },
  )
  const pictures = await picturesOfLinks(
    tx,
    items.flatMap(({ link }) => link?.preview_id ?? []),
  )
  const contents = new Map([...found].filter(([, { is_expired }]) => !is_expired))
  const present = items.filter(({ content_id }) => content_id === null || contents.has(content_id))
  return {
    keys: present.map(rowKey),
    contents,
    mail: {
      title: row.title,
      curatedBy: row.curated_by,
      subject: row.subject,
      preheader: row.preheader,
      greets: row.greets,
      description: row.description,
      template: await looksOf(tx, row.template_id, where),
      items: present.map(({ content_id, link }) =>
        content_id === null ? ofLink(tx, link!, pictures, where) : ofContent(tx, contents.get(content_id)!, origin),
      ),
      firm: await firmOfMails(tx, row.author_id),
      library: addressOf(origin, LIBRARY_PATH),
      at: now,
      zone,
    },
  }
}

/** Labels of the link for each kind. */
const goes: Record<Kind, string> = {
  document: 'Open the document',
  podcast: 'Listen to the podcast',
  event: 'See the event',
  guide: 'Open the guide',
  whitepaper: 'Open the whitepaper',
  FAQ: 'Open the FAQ',
  video: 'Watch the video',
}

const ofContent = (tx: Tx, content: DigestContent, origin: string): DigestMailItem => ({
  title: content.name,
  description: content.description,
  kind: content.content_type === 'blog' && content.kind === 'document' ? 'Article' : kindLabels[content.kind],
  go: content.content_type === 'blog' ? `Read on ${hostOf(content.blog_url)}` : goes[content.kind],
  url: addressOf(origin, pathOfContent(content.id)),
  thumbnail:
    content.thumbnail_id === null
      ? null
      : mailPictureOf(tx, origin, { orgId: content.org_id, id: content.thumbnail_id }),
  duration:
    lengthOf(content.seconds) ||
    (content.pages > 0 ? `${content.pages} ${content.pages === 1 ? 'page' : 'pages'}` : ''),
})

const ofLink = (
  tx: Tx,
  { preview_id, url, title, description, duration }: ExternalContent,
  pictures: ReadonlyMap<string, string>,
  { orgId, origin }: Where,
): DigestMailItem => ({
  thumbnail:
    preview_id && pictures.has(preview_id) ? mailPictureOf(tx, origin, { orgId, id: pictures.get(preview_id)! }) : null,
  title,
  description,
  ...sourceOf(url),
  url,
  duration,
})

/** A URL that can't be opened, such as https://1.2.3.999, is shown anyway. */
const hostOf = (url: string) => (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')

/** Describes a link as the form does: 'Watch on YouTube', 'Read on irs.gov'. */
function sourceOf(url: string): Required<Pick<DigestMailItem, 'kind' | 'host' | 'go'>> {
  const provider = sharedLinkOf(url)?.provider
  const host = provider ?? hostOf(url)
  if (provider === 'YouTube' || provider === 'Vimeo') return { kind: 'Video', host, go: `Watch on ${provider}` }
  return { kind: 'Link', host, go: provider ? `Open in ${provider}` : host ? `Read on ${host}` : 'Open' }
}

async function looksOf(tx: Tx, templateId: string | null, where: Where): Promise<DigestMail['template']> {
  if (templateId === null) return { logo: null, banner: { color: DEFAULT_COLOR } }
  const row = await templateRow(tx, templateId)
  const { rows } = await tx.sql<StoredLinkKey>`select link_key, link_sealed from orgs where id = ${currentOrgId}`
  const key = linkKeyOf(tx, where.orgId, rows[0]!)
  const picture = (fileId: string, width: number, height: number) => ({
    url: addressOf(
      where.origin,
      fileLink({ orgId: where.orgId, fileId, key }, { now: Date.parse(where.now), days: 365 }),
    ),
    // Images have twice the size at which they are shown.
    width: Math.ceil(width / 2),
    height: Math.ceil(height / 2),
  })
  const { logo_id, logo_width, logo_height, image_id, image_width, image_height } = row
  return {
    logo: logo_id ? picture(logo_id, logo_width!, logo_height!) : null,
    banner:
      row.image_selected && image_id
        ? { image: picture(image_id, image_width!, image_height!), color: row.color }
        : { color: row.color },
  }
}
