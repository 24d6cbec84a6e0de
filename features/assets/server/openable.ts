import { sql } from 'kysely'
import { isFeatureOn } from '#core/contract/area.ts'
import { dayIn } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { assetsFlag } from '../flagsContract.ts'
import type { OpenableAsset } from './contract.ts'
import { managesAssets, mayOpen } from './policies.ts'

export async function openable(
  tx: Tx,
  session: SignedInSession,
  ids: readonly string[] | null,
): Promise<OpenableAsset[]> {
  if (!isFeatureOn(session.org.subscriptions, assetsFlag) || ids?.length === 0) return []
  const may = managesAssets(session) ? sql`true` : mayOpen(session.actor.id)
  const among = ids === null ? sql`true` : sql`a.id = any(${ids}::uuid[])`
  const { rows } = await tx.sql<Omit<OpenableAsset, 'changed'> & { modified: string }>`
    select a.id, a.name, a.pages, a.modified_at as modified from assets a
    where a.org_id = ${currentOrgId} and a.deleted_at is null and ${among} and ${may} order by lower(a.name), a.id`
  return rows.map(({ modified, ...asset }) => ({ ...asset, changed: dayIn(session.org.zone, new Date(modified)) }))
}
