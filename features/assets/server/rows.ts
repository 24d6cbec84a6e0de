import { type RawBuilder, sql } from 'kysely'
import { dayIn, stampIn } from '#core/contract/dates.ts'
import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { personNameSql } from '#core/server/access.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { linkFor } from '#core/server/files/links.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { Asset, AssetReader, AssetVersion } from '../contract.ts'
import { assetAccess, assetKind, managesAssets, mayOpen, thumbnailKind } from './policies.ts'

type Row = Omit<Asset, 'file_url' | 'thumbnail_url' | 'created_at' | 'updated_at' | 'deleted_at'> & {
  file_id: string
  thumbnail_id: string | null
  created: string
  modified: string
  deleted: string | null
}

const { people, groups, reach: audience } = assetAccess

/** Returns the assets that match `where`, by name. It can use `assets a` and `mark`, the person's own marks. */
export async function assetsWhere(
  tx: Tx,
  session: SignedInSession,
  where: RawBuilder<unknown>,
  now: string,
): Promise<Asset[]> {
  const me = session.actor.id
  const isManager = managesAssets(session)
  const none = sql`'[]'::jsonb`
  const { rows } = await tx.sql<Row>`
    select a.id, a.name, a.file_id, a.thumbnail_id, a.version as versions, a.pages, a.everyone, a.tags, a.owner_id, a.review_on, a.revision,
      a.created_at as created, a.modified_at as modified, a.deleted_at as deleted, ${personNameSql('a', sql`a.modified_by`)} as uploaded_by,
      coalesce((select v.bytes from asset_versions v where v.org_id = a.org_id and v.asset_id = a.id and v.version = a.version), 0)::float8 as bytes,
      coalesce(mark.is_favourite, false) as favourite,
      coalesce((select max(r.version) from asset_readers r where r.org_id = a.org_id and r.asset_id = a.id and r.user_id = ${me}), 0) as opened,
      ${isManager ? people : none} as users_access, ${isManager ? groups : none} as groups_access, ${isManager ? audience : sql`null::int`} as reach
    from assets a left join asset_marks mark on mark.org_id = a.org_id and mark.asset_id = a.id and mark.user_id = ${me}
    where a.org_id = ${currentOrgId} and ${where} order by lower(a.name), a.id`
  const { zone } = session.org
  return rows.map(({ file_id, thumbnail_id, created, modified, deleted, ...row }) => ({
    ...row,
    file_url: linkFor(session, assetKind, { id: file_id }, Date.parse(now)).url,
    thumbnail_url: thumbnail_id ? linkFor(session, thumbnailKind, { id: thumbnail_id }, Date.parse(now)).url : '',
    created_at: stampIn(zone, created),
    updated_at: stampIn(zone, modified),
    deleted_at: deleted && stampIn(zone, deleted),
  }))
}

/** Selects the person's list: readable assets that they haven't removed from it. */
export const isMine = (userId: string) =>
  sql`a.deleted_at is null and not coalesce(mark.is_hidden, false) and ${mayOpen(userId)}`
export const isThere = sql`a.deleted_at is null`

/** Throws the same 404 for a missing asset and for one outside the person's access. */
export async function assetOf(tx: Tx, session: SignedInSession, id: string, now: string): Promise<Asset> {
  const may = managesAssets(session) ? sql`true` : mayOpen(session.actor.id)
  const [asset] = await assetsWhere(tx, session, sql`a.id = ${id} and a.deleted_at is null and ${may}`, now)
  if (!asset) throw noAsset()
  return asset
}

export const noAsset = () => notFound(cannotFind('asset'))

export async function versionsOf(tx: Tx, session: SignedInSession, id: string, now: string): Promise<AssetVersion[]> {
  await assetOf(tx, session, id, now)
  const { rows } = await tx.sql<Omit<AssetVersion, 'url' | 'made_at'> & { made: string; file_id: string }>`
    select v.version, v.made_at as made, ${personNameSql('v', sql`v.made_by`)} as made_by, v.pages, v.bytes::float8 as bytes, v.restored_from,
      v.version = a.version as is_current, a.file_id
    from asset_versions v join assets a on a.org_id = v.org_id and a.id = v.asset_id
    where v.org_id = ${currentOrgId} and v.asset_id = ${id} order by v.version desc`
  return rows.map(({ made, file_id, ...row }) => {
    const version = row.is_current ? undefined : row.version
    const { url } = linkFor(session, assetKind, { id: file_id, version }, Date.parse(now))
    return { ...row, made_at: stampIn(session.org.zone, made), url }
  })
}

/** Returns the people who can open it now, most recent opener first. */
export async function listAssetReaders(
  tx: Tx,
  session: SignedInSession,
  id: string,
  now: string,
): Promise<AssetReader[]> {
  await assetOf(tx, session, id, now)
  const { rows } = await tx.sql<Omit<AssetReader, 'at'> & { at: string | null }>`
    select u.id as user_id, u.first_name, u.last_name, r.version, r.last_at as at
    from assets a join users u on u.org_id = a.org_id and u.deactivated_at is null and may_open_asset(a.org_id, a.id, u.id) and u.role <> 'operator'
    left join lateral (select version, last_at from asset_readers r where r.org_id = a.org_id and r.asset_id = a.id and r.user_id = u.id
      order by version desc limit 1) r on true
    where a.org_id = ${currentOrgId} and a.id = ${id} order by r.last_at desc nulls last, u.last_name, u.first_name, u.id`
  return rows.map((row) => ({ ...row, at: row.at && stampIn(session.org.zone, row.at) }))
}

/** Selects assets due for review today in the firm's time zone. */
export const dueForReview = (zone: string, now: string) =>
  sql`a.deleted_at is null and a.review_on <= ${dayIn(zone, now)}::date`
