// Decides who sees a contact, and returns it as they see it. Source: RULINGS, section 14.
import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { managesPerson } from '#core/server/reports/scope.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { lastTouchWith } from '#features/touches/server/contract.ts'

type ContactViewer = Pick<SignedInSession, 'actor' | 'org' | 'program'>
/** Also for work without a session. */
type Seer = { actor: { id: string }; org: { access: string }; program?: SignedInSession['program'] }

/** SQL condition on a contact `c`: the person has a Target with it, manages someone who has, or keeps it. */
export function seesContact({ actor, org, program }: Seer): RawBuilder<boolean> {
  if (program) return sql`not c.is_private`
  return sql`exists (
    select 1 from contact_people cp where cp.org_id = ${currentOrgId} and cp.contact_id = c.id and cp.user_id = ${actor.id} and not cp.gone
    union all
    select 1 from contact_people cp join users u on u.org_id = cp.org_id and u.id = cp.user_id
    where cp.org_id = ${currentOrgId} and cp.contact_id = c.id and cp.is_shown and not cp.gone and ${managesPerson(actor.id, org.access)})`
}

/** SQL condition on a target `t`: the person has a part in it or sees it as a manager. */
export function seesTarget({ actor, org, program }: ContactViewer): RawBuilder<boolean> {
  if (program) return sql`not t.is_private`
  return sql`(${takesPart(sql`${actor.id}`)} or (not t.is_private and t.status <> 'deleted' and exists (
    select 1 from users u where u.org_id = ${currentOrgId} and u.id = t.owner_id and ${managesPerson(actor.id, org.access)})))`
}

/** SQL condition on a target `t`: the person owns it or has accepted to share it. */
export const takesPart = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from target_people tp where tp.org_id = ${currentOrgId} and tp.user_id = ${userId} and tp.target_id = t.id and tp.response = 'accepted' and not tp.gone)`

/** SQL of the referrals that a contact `c` got, and of the Targets that it sent, as members of a JSON object. */
const referralMembers = (isSeen: RawBuilder<boolean>) => sql`(
  select coalesce('"received" : ' || (
      select json_agg(json_build_object('id', t.id, 'company', t.company, 'statusterm', case t.status when 'active' then 'Pursuing'
        when 'archived' then 'On Hold' when 'completed' then 'Won' when 'lost' then 'Lost' else 'Recently Deleted' end) order by t.created_at desc, t.id)::text
      from targets_from(${currentOrgId}, array[c.id]) f join targets t on t.org_id = ${currentOrgId} and t.id = f.target_id where ${isSeen}) || ', ', '')
    || coalesce('"sent" : ' || (
      select json_agg(json_build_object('id', r.id, 'user_id', r.user_id, 'name', trim(u.first_name || ' ' || u.last_name), 'about', r.about, 'day', r.day,
        'outcome', r.outcome) order by r.day desc, r.created_at, r.id)::text
      from referrals r join users u on u.org_id = r.org_id and u.id = r.user_id
      where r.org_id = ${currentOrgId} and r.contact_id = c.id) || ', ', ''))`

type Seeing = { userId: RawBuilder<unknown> | null; isSeen: RawBuilder<boolean> }

const lastTouch = ({ userId, isSeen }: Seeing) =>
  lastTouchWith(userId ? sql`(h.user_id = ${userId} or ${isSeen})` : isSeen)

/**
 * SQL of a contact `c` as JSON text. `isSeen` is a condition on its Targets `t`. Without a `userId`, such as for an API
 * client, only touches on those count.
 */
const contactText = (
  { userId, isSeen }: Seeing,
  zone: RawBuilder<unknown> | string,
) => sql<string>`(case when c.erased_at is null then '{' else '{"erased" : true, ' end || ${referralMembers(isSeen)} || substr(json_build_object(
    'id', c.id, 'first_name', c.first_name, 'last_name', c.last_name, 'title', c.title, 'company', c.company,
    'emails', c.emails, 'phones', c.phones, 'note', c.note,
    'targets', coalesce((
      select json_agg(json_build_object('id', t.id, 'company', t.company, 'role', tc.role) order by t.created_at desc, t.id)
      from target_contacts tc join targets t on t.org_id = tc.org_id and t.id = tc.target_id
      where tc.org_id = ${currentOrgId} and tc.contact_id = c.id and ${isSeen}), '[]'::json),
    'last_touch', ${lastTouch({ userId, isSeen })},
    'modified', to_char(c.modified_at at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS'))::text, 2))`

const seeingOf = (viewer: ContactViewer): Seeing => ({
  userId: viewer.program ? null : sql`${viewer.actor.id}`,
  isSeen: seesTarget(viewer),
})

export const contactAsSeenBy = (viewer: ContactViewer) => contactText(seeingOf(viewer), viewer.org.zone)

/** SQL of the day of the last touch with a contact `c` that the person sees. */
export const lastTouchDay = (viewer: ContactViewer) => lastTouch(seeingOf(viewer))

/** As the person sees it on their device, where managed people’s Targets don’t count. */
export const contactOnDeviceOf = (userId: RawBuilder<unknown>, zone: RawBuilder<unknown> | string) =>
  contactText({ userId, isSeen: takesPart(userId) }, zone)
