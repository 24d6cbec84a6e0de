// Rights to manage and to open a firm's assets, as SQL that each opening evaluates.
import { type RawBuilder, sql } from 'kysely'
import { isFeatureOn } from '#core/contract/area.ts'
import { managesContent } from '#core/contract/orgReport.ts'
import { accessTables } from '#core/server/access.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { defineFileKind, type FileAccess } from '#core/server/files/kinds.ts'
import { allOf, type Policy } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { assetMessages, FILE_BYTES, VERSIONS } from '../contract.ts'
import { assetsFlag } from '../flagsContract.ts'

/** Allows firm admins and people with `key-org_report` 1. Source: RULINGS, sections 6 and 10. */
export const managesAssets = ({ actor, user }: SignedInSession): boolean => managesContent(actor.role, user.settings)

export const canReadAssets: Policy = subscribed(assetsFlag)
export const canManageAssets: Policy = allOf(canReadAssets, {
  name: 'managesAssets',
  isPublic: false,
  allows: managesAssets,
})

/** Applies to a row `a` of assets. */
export const mayOpen = (userId: string): RawBuilder<boolean> => sql`may_open_asset(a.org_id, a.id, ${userId}::uuid)`

export const assetAccess = accessTables({ row: 'a', people: 'asset_people', groups: 'asset_groups', key: 'asset_id' })

export const assetKind = defineFileKind({
  name: 'asset',
  types: ['application/pdf'],
  limit: FILE_BYTES,
  otherType: assetMessages.otherType,
  versions: VERSIONS,
  // Minutes of one reading session: pages load as they come into view, and each request checks the right.
  minutes: 240,
  mayOpen: recordAssetOpened,
  mayUpload: ({ session }) => isFeatureOn(session.org.subscriptions, assetsFlag) && managesAssets(session),
})

export const thumbnailKind = defineFileKind({
  name: 'asset_thumbnail',
  types: ['image/webp'],
  limit: 1024 * 1024,
  otherType: 'This isn’t an image.',
  async mayOpen({ tx, session, file }) {
    if (!isFeatureOn(session.org.subscriptions, assetsFlag)) return false
    const { rows } = await tx.sql`
      select from assets a where a.org_id = ${currentOrgId} and a.thumbnail_id = ${file.id} and a.deleted_at is null
        and (${managesAssets(session)} or ${mayOpen(session.actor.id)})`
    return rows.length > 0
  },
})

/** Minutes without a page request after which a new opening is counted. */
const SITTING = 30

/**
 * Returns whether the asset can be opened, and records the opening, because this is the only path to a file. Records
 * once per interval, because a PDF loads in parts.
 */
async function recordAssetOpened({ tx, session, file }: FileAccess): Promise<boolean> {
  if (!isFeatureOn(session.org.subscriptions, assetsFlag)) return false
  const isManager = managesAssets(session)
  // An earlier version stays hidden, because it may have been replaced for its content.
  if (file.version !== undefined) {
    const kept =
      await tx.sql`select from assets where org_id = ${currentOrgId} and file_id = ${file.id} and deleted_at is null`
    return isManager && kept.rows.length > 0
  }
  const { rows } = await tx.sql<{ id: string; version: number }>`
    select a.id, a.version from assets a where a.org_id = ${currentOrgId} and a.file_id = ${file.id} and a.deleted_at is null
      and (${isManager} or ${mayOpen(session.actor.id)})`
  const asset = rows[0]
  if (!asset) return false
  // Reading while switched doesn't count as the other person's.
  if (!session.by)
    await tx.sql`
      insert into asset_readers as r (org_id, asset_id, user_id, version) values (${currentOrgId}, ${asset.id}, ${session.actor.id}, ${asset.version})
      on conflict (org_id, asset_id, user_id, version) do update
        set last_at = excluded.last_at, times = r.times + (excluded.last_at - r.last_at > make_interval(mins => ${SITTING}))::int
        where excluded.last_at - r.last_at > interval '1 minute'`
  return true
}
