// Report on progress: managers see their groups, and with org access everyone, as do firm admins. Source: RULINGS,
// section 10.
import { mergePlayed, percentOf, secondsIn } from '#core/contract/playing.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type AskedReport, serveViewerReport } from '#core/server/reports/serveViewerReport.ts'
import { allDone } from '../../assigning/server/done.ts'
import { forLearners } from '../../lessons/server/policies.ts'
import { opensWorksheets, userWorksheetsPath } from '../../worksheets/server/readers.ts'
import type { PersonProgressRow } from '../contract.ts'
import { type ProgressFacts, progressReport } from '../reportContract.ts'

/** Serves the report for the Viewer and the Trainer's own tab. */
export const progress = serveViewerReport(
  progressReport,
  async (tx, asked) => {
    const lessons = await curriculumOf(tx)
    const people = await peopleOf(tx, asked)
    return { lessons, rows: inGroups(people, lessons) }
  },
  forLearners,
)

type Line = ProgressFacts['lessons'][number]
type Person = Pick<PersonProgressRow, 'user_id' | 'first_name' | 'last_name' | 'overdue'> & {
  groups: string[]
  opens: boolean
  played: { lesson: string; ranges: [number, number][]; isDone: boolean }[]
  latest: number | null
}

/** Returns a row per person and group, ordered by group; '' for no group. */
const inGroups = (people: Person[], lessons: Line[]) =>
  people
    .flatMap(({ groups: names, ...person }) =>
      (names.length > 0 ? names : ['']).map((group) => ({ group, ...rowOf(person, lessons) })),
    )
    .sort((a, b) => a.group.localeCompare(b.group))

async function curriculumOf(tx: Tx): Promise<Line[]> {
  const { rows } = await tx.sql<Line>`
    select l.id, l.number, l.title as lesson, c.id as category, c.name as focus, l.seconds from shared_lessons l join shared_lesson_categories c on c.id = l.category_id
    where l.state = 'published' and c.state = 'published' order by c.position, c.id, l.position, l.number`
  return rows
}

/** Returns the active people in question by name, with everything they have played. */
async function peopleOf(tx: Tx, asked: AskedReport): Promise<Person[]> {
  const { people, groups } = asked.scope
  const { rows } = await tx.sql<Person>`
    select u.id as user_id, u.first_name, u.last_name, ${opensWorksheets(asked)} as opens,
      array(select g.name from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
        where m.org_id = u.org_id and m.user_id = u.id and g.id = any(${groups.map(({ id }) => id)}::uuid[]) order by g.name) as groups,
      (select count(*)::int from lesson_assignments a where a.org_id = u.org_id and a.user_id = u.id and a.ended_at is null
        and a.due < (now() at time zone o.time_zone)::date and not (${allDone})) as overdue,
      p.latest, coalesce(p.played, '[]') as played
    from users u join orgs o on o.id = u.org_id
    left join lateral (
      select extract(epoch from max(p.watched_at))::bigint as latest,
        json_agg(json_build_object('lesson', p.lesson_id, 'ranges', p.ranges, 'isDone', p.done_at is not null)) as played
      from lesson_progress p where p.org_id = u.org_id and p.user_id = u.id) p on true
    where u.org_id = ${currentOrgId} and u.deactivated_at is null and u.id in (${people})
    order by u.last_name, u.first_name, u.id`
  return rows
}

function rowOf({ played, latest, opens, ...person }: Omit<Person, 'groups'>, lessons: Line[]) {
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
    ...(opens && { open: { path: userWorksheetsPath(person.user_id) } }),
  }
}
