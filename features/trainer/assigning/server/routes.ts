// Who may assign: firm admins to all, managers to those whom they manage. Source: RULINGS, sections 9 and 10.
import { type RawBuilder, sql } from 'kysely'
import { forbidden, invalid, notFound } from '#core/contract/errors.ts'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { type Served, serve } from '#core/server/routes.ts'
import type { SignedIn } from '#core/server/sessions.ts'
import { instant } from '../../lessons/server/feeds.ts'
import { forLearners, partsOf } from '../../lessons/server/policies.ts'
import { type Assigned, type AssignInput, routes } from '../contract.ts'
import { allDone } from './done.ts'
import { tellOfAssignment } from './telling.ts'

/** SQL over a person `u`: whether somebody manages them. */
export type Managing = (managerId: string, access: string) => RawBuilder<boolean>

/** What can be assigned, as people are told of it. */
export type Subject = { id: string; title: string; isCategory: boolean }

const isTheirs = ({ actor, org }: SignedIn, managing: Managing) =>
  actor.role === 'admin' ? sql<boolean>`true` : managing(actor.id, org.access)

export const assigningRoutes = (managing: Managing): Served[] => [
  serve(routes.list, forLearners, async ({ tx, session, params }) => {
    await refuseMembers(tx, session)
    const subject = await subjectOf(tx, session, params.id)
    return { assigned: await assignedOf(tx, subject, isTheirs(session, managing)) }
  }),
  serve(routes.assign, forLearners, async ({ tx, session, params, body, context }) => {
    await refuseMembers(tx, session)
    const subject = await subjectOf(tx, session, params.id)
    const theirs = isTheirs(session, managing)
    const people = await peopleOf(tx, session, body, theirs)
    await assign(tx, subject, people, { by: session.actor.id, due: body.due })
    await tellOfAssignment(
      tx,
      subject,
      people.map(({ id }) => id),
      body.due,
      context,
    )
    return { assigned: await assignedOf(tx, subject, theirs) }
  }),
  serve(routes.takeBack, forLearners, async ({ tx, session, params }) => {
    await refuseMembers(tx, session)
    const subject = await subjectOf(tx, session, params.id)
    const [person] = await peopleOf(
      tx,
      session,
      { user_ids: [params.user_id], group_ids: [] },
      isTheirs(session, managing),
      true,
    )
    if (!(await takeBack(tx, subject, person!.id))) throw notFound('This was not assigned.')
  }),
]

/** Nobody who manages nobody learns whether there is such a person. */
async function refuseMembers(tx: Tx, { actor }: SignedIn): Promise<void> {
  if (actor.role === 'admin') return
  const { rows } = await sql`
    select 1 from group_managers gm join groups g on g.org_id = gm.org_id and g.id = gm.group_id and g.status = 'active'
    where gm.org_id = ${firm} and gm.user_id = ${actor.id} limit 1`.execute(tx)
  if (!rows[0]) throw forbidden()
}

async function subjectOf(tx: Tx, session: SignedIn, id: string): Promise<Subject> {
  const ofFirm = partsOf(session).hasFirmContent
    ? sql`union all select f.id, f.title, false from firm_lessons f where f.org_id = ${firm} and f.id = ${id} and f.state = 'published'`
    : sql``
  const { rows } = await sql<Subject>`
    select l.id, l.title, false as "isCategory" from lessons l join lesson_categories c on c.id = l.category_id
    where l.id = ${id} and l.state = 'published' and c.state = 'published'
    union all select c.id, c.name, true from lesson_categories c where c.id = ${id} and c.state = 'published' ${ofFirm}`.execute(
    tx,
  )
  if (!rows[0]) throw notFound('No lesson found with the specific id.')
  return rows[0]
}

type Named = Pick<AssignInput, 'user_ids' | 'group_ids'>
type Person = { id: string; group_id: string | null }

/** Everybody who is meant, each once. Throws 404 for who is not of the firm, 403 for who is not the caller's to ask, 400 for nobody. */
async function peopleOf(
  tx: Tx,
  session: SignedIn,
  { user_ids, group_ids }: Named,
  theirs: RawBuilder<boolean>,
  alsoGone = false,
): Promise<Person[]> {
  const { rows: groups } = await sql<{
    id: string
  }>`select id from groups where org_id = ${firm} and id = any(${group_ids}::uuid[]) and status = 'active'`.execute(tx)
  if (groups.length < new Set(group_ids).size) throw notFound('This group could not be found.')
  const { rows } = await sql<Person & { is_active: boolean; is_theirs: boolean }>`
    select u.id, (array_agg(m.group_id))[1] as group_id, u.deactivated_at is null as is_active, ${theirs} as is_theirs
    from users u left join group_members m on m.org_id = u.org_id and m.user_id = u.id and m.group_id = any(${group_ids}::uuid[]) and not u.id = any(${user_ids}::uuid[])
    where u.org_id = ${firm} and (u.id = any(${user_ids}::uuid[]) or m.group_id is not null) and u.role <> 'operator'
    group by u.org_id, u.id order by u.id`.execute(tx)
  const found = new Set(rows.map(({ id }) => id))
  if (user_ids.some((id) => !found.has(id))) throw notFound('This person could not be found.')
  if (rows.some(({ is_theirs }) => !is_theirs))
    throw forbidden(session.actor.role === 'admin' ? undefined : 'You do not manage this person.')
  const named = new Set(user_ids)
  if (!alsoGone && rows.some(({ id, is_active }) => !is_active && named.has(id)))
    throw invalid({ user_ids: 'Somebody among them has left.' })
  const people = rows.filter(({ is_active }) => is_active || alsoGone)
  if (people.length === 0) throw invalid({ user_ids: 'Please choose at least one person.' })
  return people
}

/** Nobody is told by this. As one statement; people's clocks are taken in the order of their ids. */
export async function assign(
  tx: Tx,
  { id, isCategory }: Subject,
  people: Person[],
  { by, due }: { by: string; due: string | null },
) {
  const column = sql.ref(isCategory ? 'category_id' : 'lesson_id')
  await sql`
    with named as (select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as n (id uuid, group_id uuid)),
    clocks as (
      insert into lesson_clocks as c (org_id, user_id, seq) select ${firm}, n.id, 1 from named n order by n.id
      on conflict (org_id, user_id) do update set seq = c.seq + 1 returning user_id, seq)
    insert into lesson_assignments as a (org_id, id, user_id, ${column}, group_id, assigned_by, due, seq)
    select ${firm}, gen_random_uuid(), n.id, ${id}::uuid, n.group_id, ${by}::uuid, ${due}::date, c.seq from named n join clocks c on c.user_id = n.id
    on conflict (org_id, user_id, ${column}) where ${column} is not null do update set group_id = excluded.group_id, assigned_by = excluded.assigned_by,
      due = excluded.due, assigned_at = now(), ended_at = null, reminded_on = null, seq = excluded.seq`.execute(tx)
}

async function takeBack(tx: Tx, { id, isCategory }: Subject, userId: string): Promise<boolean> {
  const column = sql.ref(isCategory ? 'category_id' : 'lesson_id')
  const { rows } = await sql`
    with clock as (
      insert into lesson_clocks as c (org_id, user_id, seq) values (${firm}, ${userId}, 1)
      on conflict (org_id, user_id) do update set seq = c.seq + 1 returning seq)
    update lesson_assignments a set ended_at = now(), seq = clock.seq from clock
    where a.org_id = ${firm} and a.user_id = ${userId} and a.${column} = ${id} and a.ended_at is null returning a.id`.execute(
    tx,
  )
  return rows.length > 0
}

async function assignedOf(tx: Tx, { id, isCategory }: Subject, theirs: RawBuilder<boolean>): Promise<Assigned[]> {
  const column = sql.ref(isCategory ? 'category_id' : 'lesson_id')
  const { rows } = await sql<Assigned>`
    select u.id as user_id, u.first_name, u.last_name, concat_ws(' ', b.first_name, b.last_name) as by, a.due, ${instant(sql`a.assigned_at`)} as at,
      case when ${allDone} then 'yes' else 'no' end as done
    from lesson_assignments a join users u on u.org_id = a.org_id and u.id = a.user_id join users b on b.org_id = a.org_id and b.id = a.assigned_by
    where a.org_id = ${firm} and a.${column} = ${id} and a.ended_at is null and u.deactivated_at is null and ${theirs}
    order by u.last_name, u.first_name, u.id`.execute(tx)
  return rows
}
