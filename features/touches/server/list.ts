import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import type { RouteResponse } from '#core/contract/route.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { routes, Touch } from '../contract.ts'
import { seesTouch, type TouchViewer } from './contract.ts'
import { touchText } from './seeing.ts'

const PAGE = 50
type Query = { target_id?: string | undefined; contact_id?: string | undefined; after?: string | undefined }

/** Latest first: of a Target, of a contact, or the person's own. A manager needs a Target or a contact. */
export async function listTouches(
  tx: Tx,
  viewer: TouchViewer,
  { target_id, contact_id, after }: Query,
): Promise<RouteResponse<typeof routes.list>> {
  const isOwn = target_id === undefined && contact_id === undefined
  const [day, id] = after === undefined ? LATEST : placeIn(after)
  const { rows } = await tx.sql<{ id: string; day: string; text: string }>`
    select h.id, h.day::text as day, ${touchText(viewer)} as text from touches h
    where h.org_id = ${currentOrgId} and h.deleted_at is null and (h.day, h.id) < (${day}::date, ${id}::uuid) and ${seesTouch(viewer)}
      ${isOwn && viewer.id !== null ? sql`and h.user_id = ${viewer.id}` : sql``}
      ${target_id === undefined ? sql`` : sql`and h.target_id = ${target_id}`}
      ${contact_id === undefined ? sql`` : sql`and h.id in (select x.touch_id from touch_contacts x where x.org_id = ${currentOrgId} and x.contact_id = ${contact_id})`}
    order by h.day desc, h.id desc limit ${PAGE + 1}`
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return {
    touches: shown.map(({ text }) => JSON.parse(text) as Touch),
    cursor: rows.length > PAGE && last ? `${last.day}_${last.id}` : null,
  }
}

/** After every other place. */
const LATEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

function placeIn(cursor: string): [string, string] {
  const [, day, id] = /^(\d{4}-\d\d-\d\d)_([\da-f-]{36})$/.exec(cursor) ?? []
  if (!day || !id || Number.isNaN(Date.parse(day)))
    throw new Refusal('invalid', 'Unknown cursor.', 400, { after: 'Unknown cursor.' })
  return [day, id]
}
