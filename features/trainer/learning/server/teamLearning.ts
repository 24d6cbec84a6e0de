// Queries for a team's learning progress. Each is a single statement for any number of people.
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { startOfDay } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { TeamLearning } from './contract.ts'

const here = (people: RawBuilder<unknown>) =>
  sql`here as materialized (select u.id from users u where u.org_id = ${currentOrgId} and u.id in (${people}) and u.deactivated_at is null and u.role <> 'operator')`

const finishedByDay: TeamLearning['finishedByDay'] = async (tx, { people, zone }, from) => {
  const { rows } = await tx.sql<{ day: string; user_id: string; lessons: number }>`
    with ${here(people)}
    select to_char(p.done_at at time zone ${zone}, 'YYYY-MM-DD') as day, p.user_id, count(*)::int as lessons
    from lesson_progress p join here h on h.id = p.user_id where p.org_id = ${currentOrgId} and p.done_at >= ${startOfDay(zone, from)}
    group by 1, 2 order by 1, 2`
  return rows
}

const finishedLessons: TeamLearning['finishedLessons'] = async (tx, { people }) => {
  const { rows } = await tx.sql<{ lesson_id: string; title: string; people: number }>`
    with ${here(people)},
    done as (select p.lesson_id, count(*)::int as people from lesson_progress p join here h on h.id = p.user_id
      where p.org_id = ${currentOrgId} and p.done_at is not null group by p.lesson_id)
    select d.lesson_id, coalesce(l.title, f.title) as title, d.people from done d
    left join shared_lessons l on l.id = d.lesson_id left join firm_lessons f on f.org_id = ${currentOrgId} and f.id = d.lesson_id
    where coalesce(l.title, f.title) is not null order by d.people desc, 2, 1`
  return rows
}

const finishers: TeamLearning['finishers'] = async (tx, { people, zone }, lessonId) => {
  const { rows } = await tx.sql<{ user_id: string; day: string | null }>`
    with ${here(people)}
    select h.id as user_id, to_char(p.done_at at time zone ${zone}, 'YYYY-MM-DD') as day
    from here h left join lesson_progress p on p.org_id = ${currentOrgId} and p.user_id = h.id and p.lesson_id = ${lessonId} order by 1`
  return rows
}

const lastLearned: TeamLearning['lastLearned'] = async (tx, { people, zone }) => {
  const { rows } = await tx.sql<{ user_id: string; day: string }>`
    with ${here(people)}
    select p.user_id, to_char(max(p.watched_at) at time zone ${zone}, 'YYYY-MM-DD') as day
    from lesson_progress p join here h on h.id = p.user_id where p.org_id = ${currentOrgId} group by p.user_id`
  return rows
}

export const learningOfTeam: TeamLearning = { finishedByDay, finishedLessons, finishers, lastLearned }
