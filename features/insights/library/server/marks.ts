// A person's marks on items of the firm and the vendor: hearts and openings.
import { sql } from 'kysely'
import { instant } from '#core/server/database/instant.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { FIRST_ID, newId } from '#core/server/ids.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { Context } from '#core/sync/protocol.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import { nextNumbers } from '#core/sync/server/feedSequences.ts'
import { FAVOURITES } from '../../namesContract.ts'
import { canReadLibrary } from '../../server/policies.ts'
import { favoriteContent, unmarked, viewContent } from '../actions.ts'
import { contentMarks, type LibraryMark } from '../contract.ts'
import { contentOf } from './rows.ts'

type Marking = { session: SignedInSession; context: Context }

/** Throws 404 for an item that the caller can't open. A change without effect sends nothing to devices. */
export async function favorite(
  tx: Tx,
  { session, context }: Marking,
  id: string,
  favourite: boolean,
): Promise<LibraryMark> {
  await contentOf(tx, session, id, context.now)
  if (favourite) await readFavorites(tx, session.actor.id)
  const before = await lockMark(tx, session.actor.id, id)
  const { row } = favoriteContent.decide(before, { id, favourite }, context)
  return row === before ? (before ?? unmarked(id)) : saveMark(tx, session.actor.id, row!, null)
}

/** Throws like `favorite`. Records nothing during impersonation. */
export async function view(tx: Tx, { session, context }: Marking, id: string): Promise<LibraryMark> {
  await contentOf(tx, session, id, context.now)
  const before = await lockMark(tx, session.actor.id, id)
  if (session.by) return before ?? unmarked(id)
  const { row } = viewContent.decide(before, { id }, context)
  if (row !== before) return saveMark(tx, session.actor.id, row!, context.now)
  await tx.sql`
    update content_marks set last_viewed_at = greatest(last_viewed_at, ${context.now}::timestamptz)
    where org_id = ${currentOrgId} and user_id = ${session.actor.id} and content_id = ${id}`
  return before!
}

async function lockMark(tx: Tx, userId: string, id: string): Promise<LibraryMark | null> {
  const { rows } = await tx.sql<LibraryMark>`
    select content_id as id, is_favourite as favourite, ${instant(sql`viewed_at`)} as viewed from content_marks
    where org_id = ${currentOrgId} and user_id = ${userId} and content_id = ${id} for update`
  return rows[0] ?? null
}

/**
 * Stores a mark. With `now`, records an opening at that instant and keeps the stored heart. With null, sets the heart.
 * Either keeps what a concurrent call stored of the other.
 */
export async function saveMark(
  tx: Tx,
  userId: string,
  { id, favourite, viewed }: LibraryMark,
  now: string | null,
): Promise<LibraryMark> {
  const [seq] = await nextNumbers(tx, [userId])
  await tx.sql`
    insert into content_marks as m (org_id, user_id, content_id, is_favourite, viewed_at, last_viewed_at, seq)
    values (${currentOrgId}, ${userId}, ${id}, ${favourite}, ${viewed}::timestamptz, ${now}::timestamptz, ${seq})
    on conflict (org_id, user_id, content_id) do update set is_favourite = case when excluded.last_viewed_at is null then excluded.is_favourite else m.is_favourite end,
      viewed_at = coalesce(m.viewed_at, excluded.viewed_at),
      last_viewed_at = greatest(m.last_viewed_at, excluded.last_viewed_at), seq = excluded.seq`
  return (await lockMark(tx, userId, id))!
}

/** Returns the id of the person's favourites tag, and creates it if it is missing. */
export async function readFavorites(tx: Tx, userId: string): Promise<string> {
  await tx.sql`
    insert into tags (org_id, id, name, user_id) values (${currentOrgId}, ${newId()}, ${FAVOURITES}, ${userId})
    on conflict (org_id, user_id) where user_id is not null do nothing`
  const { rows } = await tx.sql<{
    id: string
  }>`select id from tags where org_id = ${currentOrgId} and user_id = ${userId}`
  return rows[0]!.id
}

export const markFeed: CollectionFeed = {
  collection: contentMarks,
  policy: canReadLibrary,
  changes: ({ id }, after) => sql`
    select m.seq, m.content_id as id, false as gone,
      json_build_object('id', m.content_id, 'favourite', m.is_favourite, 'viewed', ${instant(sql`m.viewed_at`)})::text as text
    from content_marks m where m.org_id = ${currentOrgId} and m.user_id = ${id} and m.seq > ${after}`,
}

const PAGE = 500
/** Returns a person's hearts and openings, for the export of their data. */
export async function myMarks(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await tx.sql<{ content_id: string }>`
    select m.content_id, c.name as content, m.is_favourite, m.viewed_at, m.last_viewed_at from content_marks m left join shared_contents c on c.id = m.content_id
    where m.org_id = ${currentOrgId} and m.user_id = ${actor.id} and m.content_id > ${after ?? FIRST_ID} order by m.content_id limit ${PAGE}`
  return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.content_id }
}

/**
 * Deletes all firms' marks on a deleted vendor item, because no trigger reaches them on a cluster, see
 * `delete_content_marks`. An unavailable node keeps its marks, which nothing shows.
 */
export async function deleteMarks(database: Database, contentId: string): Promise<void> {
  await withoutRls(database, (tx) => tx.sql`delete from content_marks where content_id = ${contentId}`).catch(
    () => undefined,
  )
}
