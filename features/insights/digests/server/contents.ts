// Library items as digests use them: the firm's own and the vendor's. Needs a transaction of the firm.
import { sql } from 'kysely'
import { dayIn } from '#core/contract/dates.ts'
import { durationOf } from '#core/contract/playing.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Kind } from '../../library/contract.ts'

export type DigestContent = {
  id: string
  name: string
  description: string
  kind: Kind
  content_type: string
  blog_url: string
  seconds: number
  pages: number
  allow_external: boolean
  /** The thumbnail and the firm that owns its file, which is the vendor's for items for all firms. */
  thumbnail_id: string | null
  org_id: string
  /** Everyone who sees Insights can open it. */
  is_for_everyone: boolean
  /** Only people who manage it still see it. */
  is_expired: boolean
}

const isExpired = (zone: string, now: string) => sql`coalesce(c.expires <= ${dayIn(zone, now)}::date, false)`

export type Today = { zone: string; now: string }

/** Returns the existing items among these ids. */
export async function contentsOf(
  tx: Tx,
  ids: readonly string[],
  { zone, now }: Today,
): Promise<Map<string, DigestContent>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.sql<DigestContent>`
    select c.id, c.org_id, coalesce(c.thumbnail_id, (
        select f.id from shared_files f where f.org_id = c.org_id and f.id = c.file_id and f.type like 'image/%')) as thumbnail_id, c.name, c.description, c.kind, c.content_type, c.blog_url, c.seconds, c.pages, c.allow_external,
      c.everyone or c.is_for_all as is_for_everyone, ${isExpired(zone, now)} as is_expired
    from shared_contents c where c.id = any(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns which of these people can open each restricted item, as 'content person'. */
export async function openers(tx: Tx, contentIds: readonly string[], userIds: readonly string[]): Promise<Set<string>> {
  if (contentIds.length === 0) return new Set()
  const { rows } = await tx.sql<{ content: string; person: string }>`
    select c as content, u as person from unnest(${[...contentIds]}::uuid[]) c, unnest(${[...userIds]}::uuid[]) u
    where may_open_content(${currentOrgId}, c, u)`
  return new Set(rows.map(({ content, person }) => `${content} ${person}`))
}

/** Returns a person's favorites that they can open, ordered by id. */
export async function favoriteItems(tx: Tx, userId: string, { zone, now }: Today): Promise<string[]> {
  const { rows } = await tx.sql<{ id: string }>`
    select c.id from content_marks m join shared_contents c on c.id = m.content_id
    where m.org_id = ${currentOrgId} and m.user_id = ${userId} and m.is_favourite and not ${isExpired(zone, now)}
      and (c.is_for_all or may_open_content(${currentOrgId}, c.id, ${userId})) order by c.id`
  return rows.map(({ id }) => id)
}

/** Returns the keys that some digest of the firm has already sent. */
export async function sentBefore(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.sql<{ key: string }>`
    select distinct k as key from digest_runs r, unnest(r.keys) k where r.org_id = ${currentOrgId} and k = any(${[...keys]}::text[])`
  return new Set(rows.map(({ key }) => key))
}

/** Formats mm:ss, or '' for items without a duration. */
export const lengthOf = (seconds: number) => (seconds > 0 ? durationOf(seconds) : '')

/** Returns the path of an item's page in the Library. */
export const pathOfContent = (id: string) => `/asset/${id}`
export const LIBRARY_PATH = '/insights/library'
