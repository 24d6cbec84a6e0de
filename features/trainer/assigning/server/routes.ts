// Endpoints for assignments. Firm admins assign to everyone, managers to people they manage. Source: RULINGS, sections
// 9 and 10.

import { type RawBuilder, sql } from 'kysely'
import { dayIn } from '#core/contract/dates.ts'
import { forbidden, invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { managesAnybody } from '#core/server/reports/scope.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { nextSeq } from '#core/sync/server/feedSequences.ts'
import { LESSONS_FEED } from '../../lessons/server/feeds.ts'
import { forLearners, lessonParts } from '../../lessons/server/policies.ts'
import { type AssignInput, routes } from '../contract.ts'
import { notifyAssignment } from './assignmentNotices.ts'
import { type AssignmentSubject, assignedOf, choicesOf, readAssignedToPerson } from './reading.ts'

/** SQL over a person `u`: whether the manager manages them. */
export type Managing = (managerId: string, access: string) => RawBuilder<boolean>

const pastDue = 'Choose today or a later day.'

const isTheirs = ({ actor, org }: SignedInSession, managing: Managing) =>
  actor.role === 'admin' ? sql<boolean>`true` : managing(actor.id, org.access)

export const assigningRoutes = (managing: Managing): Handler[] => [
  defineHandler(routes.list, forLearners, async ({ tx, session, params }) => {
    await refuseMembers(tx, session)
    return assignedOf(tx, await subjectOf(tx, session, params.id), isTheirs(session, managing))
  }),
  defineHandler(routes.assign, forLearners, async ({ tx, session, params, body, context }) => {
    await refuseMembers(tx, session)
    const subject = await subjectOf(tx, session, params.id)
    const theirs = isTheirs(session, managing)
    const groups = await groupsOf(tx, session, body.group_ids)
    const people = await peopleOf(tx, session, { ...body, group_ids: groups }, theirs)
    if (body.due !== null && body.due < dayIn(session.org.zone, context.now)) throw invalid({ due: pastDue }, pastDue)
    const given = { by: session.actor.id, due: body.due }
    await assignToGroups(tx, subject, groups, given)
    const news = await assign(tx, subject, people, given)
    await notifyAssignment(tx, subject, news, body.due, context)
    return assignedOf(tx, subject, theirs)
  }),
  defineHandler(routes.takeBack, forLearners, async ({ tx, session, params }) => {
    await refuseMembers(tx, session)
    const subject = await subjectOf(tx, session, params.id, true)
    const named = { user_ids: [params.user_id], group_ids: [] }
    await peopleOf(tx, session, named, isTheirs(session, managing), true)
    if (!(await unassign(tx, subject, sql`a.user_id = ${params.user_id}`))) throw notFound('This wasn’t assigned.')
  }),
  defineHandler(routes.takeBackGroup, forLearners, async ({ tx, session, params }) => {
    await refuseMembers(tx, session)
    const subject = await subjectOf(tx, session, params.id, true)
    await groupsOf(tx, session, [params.group_id])
    const { rows } = await tx.sql`update lesson_group_assignments g set ended_at = now()
      where g.org_id = ${currentOrgId} and g.group_id = ${params.group_id} and g.${columnOf(subject)} = ${subject.id} and g.ended_at is null returning g.id`
    const isAnybody = await unassign(tx, subject, sql`a.group_id = ${params.group_id}`)
    if (rows.length === 0 && !isAnybody) throw notFound('This wasn’t assigned.')
  }),
  defineHandler(routes.ofPerson, forLearners, async ({ tx, session, params }) => {
    await refuseMembers(tx, session)
    await peopleOf(tx, session, { user_ids: [params.id], group_ids: [] }, isTheirs(session, managing), true)
    return { assigned: await readAssignedToPerson(tx, params.id, session.org.zone) }
  }),
  defineHandler(routes.choices, forLearners, async ({ tx, session }) => {
    await refuseMembers(tx, session)
    return choicesOf(tx, isTheirs(session, managing), groupIsTheirs(session))
  }),
]

const columnOf = ({ isCategory }: Pick<AssignmentSubject, 'isCategory'>) =>
  sql.ref(isCategory ? 'category_id' : 'lesson_id')

/**
 * Returns a person's permissions for the session's subscription: to assign lessons, and to read progress and answers.
 */
export async function whatTheyMay(tx: Tx, session: SignedInSession): Promise<Record<string, string> | null> {
  if (await managesAnybody(tx, session)) return { assigns: 'yes', reads: 'yes' }
  if (session.actor.role !== 'admin') return null
  return { assigns: 'yes', ...(session.org.access === 'yes' && { reads: 'yes' }) }
}

/** Rejects callers who manage no one, so they can't find out whether a person exists. */
async function refuseMembers(tx: Tx, session: SignedInSession): Promise<void> {
  if (session.actor.role !== 'admin' && !(await managesAnybody(tx, session))) throw forbidden()
}

/** Returns a subject that can be assigned, or an archived one that can still be unassigned. Throws 404. */
async function subjectOf(
  tx: Tx,
  session: SignedInSession,
  id: string,
  alsoArchived = false,
): Promise<AssignmentSubject> {
  const states = alsoArchived ? ['published', 'archived'] : ['published']
  const ofFirm = lessonParts(session).hasFirmContent
    ? sql`union all select f.id, f.title, false from firm_lessons f where f.org_id = ${currentOrgId} and f.id = ${id} and f.state = any(${states}::text[])`
    : sql``
  const { rows } = await tx.sql<AssignmentSubject>`
    select l.id, l.title, false as "isCategory" from shared_lessons l join shared_lesson_categories c on c.id = l.category_id
    where l.id = ${id} and l.state = any(${states}::text[]) and c.state = any(${states}::text[])
    union all select c.id, c.name, true from shared_lesson_categories c where c.id = ${id} and c.state = any(${states}::text[]) ${ofFirm}`
  if (!rows[0]) throw notFound('No lesson found with the specific id.')
  return rows[0]
}

/** SQL over a group `g`: whether the caller can assign to its current and future members. */
const groupIsTheirs = ({ actor, org }: SignedInSession) =>
  actor.role === 'admin' || org.access === 'yes'
    ? sql<boolean>`true`
    : sql<boolean>`exists (select 1 from group_managers gm where gm.org_id = g.org_id and gm.group_id = g.id and gm.user_id = ${actor.id})`

/**
 * Returns the groups, each once. Throws 404 for a group outside of the firm, and 403 for one that isn't the caller's.
 */
async function groupsOf(tx: Tx, session: SignedInSession, groupIds: string[]): Promise<string[]> {
  const { rows } = await tx.sql<{ id: string; is_theirs: boolean }>`
    select g.id, ${groupIsTheirs(session)} as is_theirs from groups g
    where g.org_id = ${currentOrgId} and g.id = any(${groupIds}::uuid[]) and g.status = 'active'`
  if (rows.length < new Set(groupIds).size) throw notFound(cannotFind('group'))
  if (rows.some(({ is_theirs }) => !is_theirs)) throw forbidden('You don’t manage this group.')
  return rows.map(({ id }) => id)
}

type Named = Pick<AssignInput, 'user_ids' | 'group_ids'>
type Person = { id: string; group_id: string | null }

/**
 * Returns the people, each once. Throws 404 for people outside of the firm, 403 for those the caller can't assign to,
 * and 400 if there are none. A group can be empty.
 */
async function peopleOf(
  tx: Tx,
  session: SignedInSession,
  { user_ids, group_ids }: Named,
  theirs: RawBuilder<boolean>,
  alsoGone = false,
): Promise<Person[]> {
  const { rows } = await tx.sql<Person & { is_active: boolean; is_theirs: boolean }>`
    select u.id, (array_agg(m.group_id))[1] as group_id, u.deactivated_at is null as is_active, ${theirs} as is_theirs
    from users u left join group_members m on m.org_id = u.org_id and m.user_id = u.id and m.group_id = any(${group_ids}::uuid[]) and not u.id = any(${user_ids}::uuid[])
    where u.org_id = ${currentOrgId} and (u.id = any(${user_ids}::uuid[]) or m.group_id is not null) and u.role <> 'operator'
    group by u.org_id, u.id order by u.id`
  const found = new Set(rows.map(({ id }) => id))
  if (user_ids.some((id) => !found.has(id))) throw notFound(cannotFind('person'))
  if (rows.some(({ is_theirs }) => !is_theirs))
    throw forbidden(session.actor.role === 'admin' ? undefined : 'You don’t manage this person.')
  const named = new Set(user_ids)
  if (!alsoGone && rows.some(({ id, is_active }) => !is_active && named.has(id)))
    throw invalid({ user_ids: 'Someone you selected has left the firm.' })
  const people = rows.filter(({ is_active }) => is_active || alsoGone)
  if (people.length === 0 && group_ids.length === 0) throw invalid({ user_ids: 'Choose at least one person.' })
  return people
}

type Given = { by: string; due: string | null }

/** People who join later get the assignment as well, see `followGroups`. */
export async function assignToGroups(
  tx: Tx,
  subject: AssignmentSubject,
  groups: string[],
  { by, due }: Given,
): Promise<void> {
  const column = columnOf(subject)
  await tx.sql`
    insert into lesson_group_assignments as g (org_id, id, group_id, ${column}, assigned_by, due)
    select ${currentOrgId}, gen_random_uuid(), n, ${subject.id}::uuid, ${by}::uuid, ${due}::date from unnest(${groups.toSorted()}::uuid[]) n
    on conflict (org_id, group_id, ${column}) where ${column} is not null do update set assigned_by = excluded.assigned_by, due = excluded.due,
      assigned_at = excluded.assigned_at, ended_at = null`
}

/**
 * Assigns in one statement, which locks the people's feed sequences in order of ID. Sends no notices. Returns people
 * for whom it is new: not those who had it from the same person with the same due date.
 */
export async function assign(
  tx: Tx,
  subject: AssignmentSubject,
  people: Person[],
  { by, due }: Given,
): Promise<string[]> {
  const column = columnOf(subject)
  const { rows } = await tx.sql<{ user_id: string }>`
    with named as (select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as n (id uuid, group_id uuid)),
    fresh as (
      select n.* from named n where not exists (select 1 from lesson_assignments o where o.org_id = ${currentOrgId} and o.user_id = n.id and o.${column} = ${subject.id}::uuid
        and o.ended_at is null and o.due is not distinct from ${due}::date and o.assigned_by = ${by}::uuid and o.group_id is not distinct from n.group_id)),
    clocks as materialized (select id as user_id, ${nextSeq(LESSONS_FEED, sql`id`)} as seq from (select id from fresh order by id) f)
    insert into lesson_assignments as a (org_id, id, user_id, ${column}, group_id, assigned_by, due, seq)
    select ${currentOrgId}, gen_random_uuid(), n.id, ${subject.id}::uuid, n.group_id, ${by}::uuid, ${due}::date, c.seq from fresh n join clocks c on c.user_id = n.id
    on conflict (org_id, user_id, ${column}) where ${column} is not null do update set group_id = excluded.group_id, assigned_by = excluded.assigned_by,
      due = excluded.due, assigned_at = excluded.assigned_at, ended_at = null, left_group = false, reminded_on = null, seq = excluded.seq
    returning a.user_id`
  return rows.map(({ user_id }) => user_id)
}

/** `whose` is SQL over an assignment `a`. */
async function unassign(tx: Tx, subject: AssignmentSubject, whose: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await tx.sql`
    with had as (
      select a.id, a.user_id from lesson_assignments a where a.org_id = ${currentOrgId} and ${whose} and a.${columnOf(subject)} = ${subject.id} and a.ended_at is null),
    clocks as materialized (select user_id, ${nextSeq(LESSONS_FEED, sql`user_id`)} as seq from (select user_id from had order by user_id) h)
    update lesson_assignments a set ended_at = now(), left_group = false, seq = c.seq from had h join clocks c on c.user_id = h.user_id
    where a.org_id = ${currentOrgId} and a.id = h.id returning a.id`
  return rows.length > 0
}
