// Reads Library items as a person sees them.
import { type RawBuilder, sql } from 'kysely'
import { dayIn, stampIn } from '#core/contract/dates.ts'
import { notFound } from '#core/contract/errors.ts'
import { durationOf } from '#core/contract/playing.ts'
import { personNameSql } from '#core/server/access.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { linkFor } from '#core/server/files/links.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { mediaOf } from '#core/server/video/videos.ts'
import { FAVOURITES } from '../../namesContract.ts'
import { type ContentReader, type LibraryItem, libraryMessages, type OpenContent } from '../contract.ts'
import { contentAccess, contentFile, contentThumbnail, isKept, mayRead } from './policies.ts'

type AddedField =
  | 'thumbnail_url'
  | 'file_url'
  | 'duration'
  | 'tags_id'
  | 'tag_names'
  | 'event_at'
  | 'created'
  | 'watched'
  | 'status'
  | 'owner'
type Row = Omit<LibraryItem, AddedField> & {
  file_id: string | null
  thumbnail_id: string | null
  tags: { id: string; name: string }[]
  at: string | null
  made: string
  is_viewed: boolean
  is_for_all: boolean
}

export const noContent = () => notFound(libraryMessages.missing)

/**
 * Returns the items that the caller can open and that match `where`, latest first. `where` applies to rows of `contents
 * c`, with `mark` as the person's mark.
 */
export async function contentsWhere(
  tx: Tx,
  session: SignedInSession,
  where: RawBuilder<unknown>,
  now: string,
): Promise<LibraryItem[]> {
  const { id: me } = session.actor
  const today = dayIn(session.org.zone, now)
  const kept = isKept(session)
  const none = sql`'[]'::jsonb`
  const { people, groups, reach } = contentAccess
  const { rows } = await tx.sql<Row>`
    select c.id, c.name, c.description, c.content_type, c.kind, c.section_id, c.file_id, c.thumbnail_id, c.blog_url, c.seconds, c.pages, c.event_at as at,
      c.allow_external, c.is_for_all, c.expires, coalesce(c.expires <= ${today}::date, false) as is_expired, c.review_on as review, c.review_owner,
      c.everyone, c.made_at as made, c.revision, ${personNameSql('c', sql`c.made_by`)} as made_by,
      coalesce(f.type, '') as file_type, coalesce(f.name, '') as file_name, coalesce(f.bytes, 0)::float8 as bytes,
      coalesce(mark.is_favourite, false) as favourite, mark.viewed_at is not null as is_viewed,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by lower(t.name), t.id), '[]')
        from shared_content_tags ct join shared_tags t on t.org_id = ct.org_id and t.id = ct.tag_id where ct.org_id = c.org_id and ct.content_id = c.id) as tags,
      case when ${kept} then ${people} else ${none} end as users_access, case when ${kept} then ${groups} else ${none} end as groups_access,
      case when ${kept} and not c.is_for_all then ${reach} end as reach
    from shared_contents c left join shared_files f on f.org_id = c.org_id and f.id = c.file_id
    left join content_marks mark on mark.org_id = ${currentOrgId} and mark.user_id = ${me} and mark.content_id = c.id
    where ${mayRead(session, today)} and ${where} order by c.made_at desc, c.id`
  return rows.map((row) => toItemDto(row, session, now))
}

function toItemDto(
  { file_id, thumbnail_id, tags, at, made, is_viewed: isViewed, is_for_all: isForAll, ...row }: Row,
  session: SignedInSession,
  now: string,
): LibraryItem {
  const { zone } = session.org
  const linked = (kind: { minutes?: number }, id: string | null) =>
    id ? linkFor(session, kind, { id }, Date.parse(now)).url : ''
  return {
    ...row,
    tags_id: tags.map(({ id }) => id),
    tag_names: [...tags.map(({ name }) => name), ...(row.favourite ? [FAVOURITES] : [])].join(','),
    // Old images without a smaller version are their own thumbnail.
    thumbnail_url: linked(contentThumbnail, thumbnail_id ?? (row.file_type.startsWith('image/') ? file_id : null)),
    file_url: linked(contentFile, file_id),
    duration: row.seconds > 0 ? durationOf(row.seconds) : '',
    event_at: at && stampIn(zone, at),
    watched: isViewed ? 'yes' : 'no',
    status: isViewed ? 'viewed' : 'new',
    owner: isForAll ? 'bd' : 'firm',
    created: stampIn(zone, made),
  }
}

/** Throws the same 404 for a missing item and for one that the person can't open. */
export async function contentOf(tx: Tx, session: SignedInSession, id: string, now: string): Promise<LibraryItem> {
  const [content] = await contentsWhere(tx, session, sql`c.id = ${id}`, now)
  if (!content) throw noContent()
  return content
}

/** Returns the item with the player's data. Throws like `contentOf`. */
export async function openContentOf(tx: Tx, session: SignedInSession, id: string, now: string): Promise<OpenContent> {
  const content = await contentOf(tx, session, id, now)
  if (content.content_type !== 'video') return { ...content, media: null }
  const { rows } = await tx.sql<{
    file_id: string
  }>`select file_id from shared_contents c where c.id = ${id}`
  const media = await mediaOf(tx, session, rows[0]!.file_id, { video: contentFile, poster: contentThumbnail }, now)
  return { ...content, media: { ...media, poster: content.thumbnail_url || null } }
}

/** Returns the people of the caller's firm who can open the item now, latest openings first. */
export async function itemReaders(tx: Tx, session: SignedInSession, id: string, now: string): Promise<ContentReader[]> {
  await contentOf(tx, session, id, now)
  const { rows } = await tx.sql<Omit<ContentReader, 'at'> & { at: string | null }>`
    select u.id as user_id, u.first_name, u.last_name, m.last_viewed_at as at
    from users u left join content_marks m on m.org_id = u.org_id and m.user_id = u.id and m.content_id = ${id}
    where u.org_id = ${currentOrgId} and u.deactivated_at is null and u.role <> 'operator' and may_open_content(u.org_id, ${id}, u.id)
    order by m.last_viewed_at desc nulls last, u.last_name, u.first_name, u.id`
  return rows.map((row) => ({ ...row, at: row.at && stampIn(session.org.zone, row.at) }))
}
