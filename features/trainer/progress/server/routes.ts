// How far people are: for managers of groups, of their groups; with org access, of everybody, and for firm admins too. Source: RULINGS, section 10.
import { type RawBuilder, sql } from 'kysely'
import { forbidden, notFound } from '#core/contract/errors.ts'
import { mergePlayed, percentOf, secondsIn } from '#core/contract/playing.ts'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { type Served, serve } from '#core/server/routes.ts'
import type { SignedIn } from '#core/server/sessions.ts'
import { allDone } from '../../assigning/server/done.ts'
import type { Managing } from '../../assigning/server/routes.ts'
import { forLearners } from '../../lessons/server/policies.ts'
import { readsAll, readsAnybody } from '../../worksheets/server/readers.ts'
import { type ProgressReport, routes } from '../contract.ts'

export const progressRoutes = (managing: Managing): Served[] => [
  serve(routes.progress, forLearners, async ({ tx, session, params, query }) => {
    if (params.orgId !== session.org.id) throw notFound('This firm could not be found.')
    return progressOf(tx, session, managing, query.status)
  }),
]

type Line = ProgressReport['lessons'][number]
type Person = Pick<ProgressReport['progress'][number], 'user_id' | 'first_name' | 'last_name' | 'overdue'> & {
  groups: string[]
  played: { lesson: string; ranges: [number, number][]; isDone: boolean }[]
  latest: number | null
}

/** Throws 403 for who may read nobody's. */
export async function progressOf(
  tx: Tx,
  session: Pick<SignedIn, 'actor' | 'org'>,
  managing: Managing,
  status: 'active' | 'all',
): Promise<ProgressReport> {
  const { actor, org } = session
  const groups = status === 'active' ? sql`and g.status = 'active'` : sql``
  const mine = sql`exists (select from group_managers gm where gm.org_id = g.org_id and gm.group_id = g.id and gm.user_id = ${actor.id})`
  if (!(await readsAnybody(tx, session))) throw forbidden()
  const lessons = await curriculumOf(tx)
  const seen = org.access === 'yes' ? groups : sql`${groups} and ${mine}`
  const isRead = sql<boolean>`(${readsAll(session)} or ${managing(actor.id, org.access)})`
  const people = await peopleOf(tx, isRead, seen)
  const rows = people.flatMap(({ groups: names, ...person }) =>
    (names.length > 0 ? names : ['']).map((group) => ({ group, ...rowOf(person, lessons) })),
  )
  return { lessons, progress: rows.sort((a, b) => a.group.localeCompare(b.group)) }
}

async function curriculumOf(tx: Tx): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.id, l.number, l.title as lesson, c.id as category, c.name as focus, l.seconds from lessons l join lesson_categories c on c.id = l.category_id
    where l.state = 'published' and c.state = 'published' order by c.position, c.id, l.position, l.number`.execute(tx)
  return rows
}

/** Everybody whose progress is read and who is here, by name, with all that they have played. `groups`: which of theirs are told. */
async function peopleOf(tx: Tx, isRead: RawBuilder<boolean>, groups: RawBuilder<unknown>): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id as user_id, u.first_name, u.last_name,
      array(select g.name from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
        where m.org_id = u.org_id and m.user_id = u.id ${groups} order by g.name) as groups,
      (select count(*)::int from lesson_assignments a where a.org_id = u.org_id and a.user_id = u.id and a.ended_at is null
        and a.due < (now() at time zone o.time_zone)::date and not (${allDone})) as overdue,
      p.latest, coalesce(p.played, '[]') as played
    from users u join orgs o on o.id = u.org_id
    left join lateral (
      select extract(epoch from max(p.watched_at))::bigint as latest,
        json_agg(json_build_object('lesson', p.lesson_id, 'ranges', p.ranges, 'isDone', p.done_at is not null)) as played
      from lesson_progress p where p.org_id = u.org_id and p.user_id = u.id) p on true
    where u.org_id = ${firm} and u.deactivated_at is null and u.role <> 'operator' and ${isRead}
    order by u.last_name, u.first_name, u.id`.execute(tx)
  return rows
}

function rowOf({ played, latest, ...person }: Omit<Person, 'groups'>, lessons: Line[]) {
  const mine = new Map(played.map((one) => [one.lesson, one]))
  const cells = lessons.map(({ id, lesson, seconds }) => {
    const one = mine.get(id)
    const ranges = mergePlayed(seconds, one?.ranges ?? [])
    return { id, lesson, seconds, ranges, isDone: one?.isDone ?? false }
  })
  const all = cells.reduce((sum, { seconds }) => sum + seconds, 0)
  const watched = cells.reduce((sum, { ranges }) => sum + secondsIn(ranges), 0)
  return {
    ...person,
    latest_session_unixtime: latest,
    percent_watched: all === 0 ? 0 : Math.floor((100 * watched) / all),
    lessons: cells.map(({ id, lesson, seconds, ranges, isDone }) => ({
      id,
      lesson,
      watched: isDone ? ('yes' as const) : ('no' as const),
      percent_watched: percentOf(ranges, seconds),
    })),
  }
}
