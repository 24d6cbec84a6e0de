// Returns a touch as each person sees it. Source: RULINGS, section 14.
import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Context } from '#core/sync/protocol.ts'
import { shownContactName } from '#features/contacts/server/contract.ts'
import type { TouchViewer } from './contract.ts'

export const viewerOf = ({ actor, by }: Pick<Context, 'actor' | 'by'>): TouchViewer => ({
  id: actor.id,
  isManager: by !== undefined,
})

/** Others see a contact only on the Target, or if they see it anyway. */
const seesContact = ({ id, isManager }: TouchViewer) => {
  const onTarget = sql`exists (
    select 1 from target_contacts tc where tc.org_id = h.org_id and tc.target_id = h.target_id and tc.contact_id = c.id)`
  if (id === null || isManager) return onTarget
  return sql`(h.user_id = ${id} or ${onTarget} or exists (
    select 1 from contact_people cp where cp.org_id = h.org_id and cp.user_id = ${id} and cp.contact_id = c.id and not cp.gone))`
}

/** SQL of a touch `h` as JSON text. */
export function touchText(viewer: TouchViewer): RawBuilder<string> {
  const { id, isManager } = viewer
  const isOwn = id === null || isManager ? sql`false` : sql`h.user_id = ${id}`
  const isOpen = id === null || isManager ? sql`false` : sql`(h.user_id = ${id} or h.is_shown)`
  return sql<string>`json_build_object(
    'id', h.id, 'user_id', h.user_id, 'kind', h.kind, 'day', h.day, 'direction', h.direction, 'source', h.source,
    'at', case when ${isOwn} then to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else h.day::text end,
    'contacts', coalesce((
      select json_agg(json_build_object('id', c.id, 'name', ${shownContactName}) order by x.place, c.id)
      from touch_contacts x join contacts c on c.org_id = x.org_id and c.id = x.contact_id
      where x.org_id = ${currentOrgId} and x.touch_id = h.id and ${seesContact(viewer)}), '[]'::json),
    'people', coalesce((
      select json_agg(json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) order by p.place)
      from unnest(h.people) with ordinality as p (id, place) join users u on u.org_id = ${currentOrgId} and u.id = p.id), '[]'::json),
    'subject', case when ${isOpen} then h.subject else '' end,
    'text', case when ${isOpen} then h.body end,
    'minutes', case when ${isOpen} then h.minutes end,
    'attachments', case when ${isOpen} then h.attachments else '[]'::jsonb end,
    'others', case when ${isOwn} then h.others else '[]'::jsonb end,
    'target_id', h.target_id,
    'shown', h.is_shown,
    'answered', ${isOwn} and h.is_answered)::text`
}
