// The Viewer's report on assets: everyone for managers of assets, and other managers' own people and readable assets.
import { sql } from 'kysely'
import { stampIn } from '#core/contract/dates.ts'
import { isShownInsights, managesContent } from '#core/contract/orgReport.ts'
import { personNameSql } from '#core/server/access.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { personName } from '#core/server/reports/personNames.ts'
import { managesPerson } from '#core/server/reports/scope.ts'
import { serveViewerReport } from '#core/server/reports/serveViewerReport.ts'
import { allOf } from '#core/server/routes.ts'
import { type AssetReportRow, assetsReport } from '../reportContract.ts'
import { assetAccess, canReadAssets, mayOpen } from './policies.ts'
import { isThere } from './rows.ts'

type Opener = { user_id: string; name: string; version: number; times: number; first: string; last: string }
type Row = Omit<AssetReportRow, 'updated_at' | 'openers' | 'open'> & { modified: string; openers: Opener[] }

/** Source: the second specification, section 6. */
const finds = allOf(canReadAssets, {
  name: 'isShownInsights',
  isPublic: false,
  allows: ({ user }) => isShownInsights(user.settings),
})

export const assetsReported = serveViewerReport(
  assetsReport,
  async (tx, { session }) => {
    const { actor, org, user } = session
    const isKeeper = managesContent(actor.role, user.settings)
    const { rows } = await tx.sql<Row>`
      with openings as (
        select r.asset_id, r.user_id, max(r.version) as version, sum(r.times)::int as times, min(r.first_at) as first, max(r.last_at) as last
        from asset_readers r where r.org_id = ${currentOrgId} group by r.asset_id, r.user_id)
      select a.id, a.name, ${personNameSql('a', sql`a.modified_by`)} as uploaded_by, a.modified_at as modified, a.version as versions,
        ${isKeeper ? assetAccess.reach : sql`null::int`} as access,
        coalesce((select jsonb_agg(jsonb_build_object('user_id', u.id,
            'name', ${personName},
            'version', o.version, 'times', o.times, 'first', o.first, 'last', o.last) order by o.last desc, u.last_name, u.first_name, u.id)
          from openings o join users u on u.org_id = a.org_id and u.id = o.user_id and u.role <> 'operator'
          where o.asset_id = a.id and (${isKeeper} or ${managesPerson(actor.id, org.access)} or u.id = ${actor.id})), '[]') as openers
      from assets a where a.org_id = ${currentOrgId} and ${isThere} and (${isKeeper} or ${mayOpen(actor.id)})
      order by lower(a.name), a.id`
    return {
      rows: rows.map(({ modified, openers, ...row }) => ({
        ...row,
        updated_at: stampIn(org.zone, modified),
        openers: openers.map(({ first, last, ...one }) => ({
          ...one,
          first_at: stampIn(org.zone, first),
          last_at: stampIn(org.zone, last),
        })),
        open: { path: `/viewer/assets/${row.id}` },
      })),
    }
  },
  finds,
)
