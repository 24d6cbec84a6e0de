// Who manages a firm's assets, and who may open one: in SQL, asked at each opening.
import { type RawBuilder, sql } from 'kysely'
import { isFeatureOn } from '#core/contract/area.ts'
import { managesContent } from '#core/contract/orgReport.ts'
import { accessTables } from '#core/server/access.ts'
import { firm } from '#core/server/database/firm.ts'
import { defineFileKind, type FileAccess } from '#core/server/files/kinds.ts'
import { allOf, type Policy } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { assetMessages, FILE_BYTES, VERSIONS } from '../contract.ts'
import { assetsFlag } from '../flagsContract.ts'

/** Firm admins, and people with `key-org_report` 1. Source: RULINGS, sections 6 and 10. */
export const managesAssets = ({ actor, user }: SignedInSession): boolean => managesContent(actor.role, user.settings)

export const canReadAssets: Policy = subscribed(assetsFlag)
export const canManageAssets: Policy = allOf(canReadAssets, {
  name: 'managesAssets',
  isPublic: false,
  allows: managesAssets,
})

/** Of a row `a` of assets. */
export const mayOpen = (userId: string): RawBuilder<boolean> => sql`may_open_asset(a.org_id, a.id, ${userId}::uuid)`

export const assetAccess = accessTables({ row: 'a', people: 'asset_people', groups: 'asset_groups', key: 'asset_id' })

export const assetKind = defineFileKind({
  name: 'asset',
  types: ['application/pdf'],
  limit: FILE_BYTES,
  otherType: assetMessages.otherType,
  versions: VERSIONS,
  // As long as somebody may read in it: pages are asked for as they come into sight, and the right each time.
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
    const { rows } = await sql`
      select from assets a where a.org_id = ${firm} and a.thumbnail_id = ${file.id} and a.deleted_at is null
        and (${managesAssets(session)} or ${mayOpen(session.actor.id)})`.execute(tx)
    return rows.length > 0
  },
})

/** Minutes without a page being asked for, after which it was opened again. */
const SITTING = 30

/** Whether the asset may be opened. That it was is noted here, for there is no other way to a file; once in a while, since a PDF is read in parts. */
async function recordAssetOpened({ tx, session, file }: FileAccess): Promise<boolean> {
  if (!isFeatureOn(session.org.subscriptions, assetsFlag)) return false
  const isManager = managesAssets(session)
  // What is no longer the present version may have been replaced for what stood in it.
  if (file.version !== undefined) {
    const kept =
      await sql`select from assets where org_id = ${firm} and file_id = ${file.id} and deleted_at is null`.execute(tx)
    return isManager && kept.rows.length > 0
  }
  const { rows } = await sql<{ id: string; version: number }>`
    select a.id, a.version from assets a where a.org_id = ${firm} and a.file_id = ${file.id} and a.deleted_at is null
      and (${isManager} or ${mayOpen(session.actor.id)})`.execute(tx)
  const asset = rows[0]
  if (!asset) return false
  // Somebody who works as another does not read in their name.
  if (!session.by)
    await sql`
      insert into asset_readers as r (org_id, asset_id, user_id, version) values (${firm}, ${asset.id}, ${session.actor.id}, ${asset.version})
      on conflict (org_id, asset_id, user_id, version) do update
        set last_at = excluded.last_at, times = r.times + (excluded.last_at - r.last_at > make_interval(mins => ${SITTING}))::int
        where excluded.last_at - r.last_at > interval '1 minute'`.execute(tx)
  return true
}
