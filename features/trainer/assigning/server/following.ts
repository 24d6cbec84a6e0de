// Updates group assignments to the group's members. New members get them, and people who leave lose them.

import { sql } from 'kysely'
import { formatDay } from '#core/contract/dates.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { forEachCollectErrors } from '#core/server/forEachCollectErrors.ts'
import { notify } from '#core/server/notices/notify.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { nextSeq } from '#core/sync/server/feedSequences.ts'
import { trainerFlag } from '../../flagsContract.ts'
import { LESSONS_FEED } from '../../lessons/server/feeds.ts'
import { lessonAssigned } from '../contract.ts'
import { assignmentPath, assignmentTitle } from './assignmentNotices.ts'

/** SQL over an assignment `a`: whether its person has left the group that it came through. */
const hasLeft = sql`a.group_id is not null and a.ended_at is null
  and not exists (select 1 from group_members m where m.org_id = a.org_id and m.group_id = a.group_id and m.user_id = a.user_id)`

/** SQL: members who lack one of their group's assignments. Individually unassigned ones stay unassigned. */
const lacking = sql`lesson_group_assignments ga
  join groups g on g.org_id = ga.org_id and g.id = ga.group_id and g.status = 'active'
  join group_members m on m.org_id = ga.org_id and m.group_id = ga.group_id
  join users u on u.org_id = m.org_id and u.id = m.user_id and u.deactivated_at is null and u.role <> 'operator'
    and u.id <> ga.assigned_by
  left join shared_lessons l on l.id = ga.lesson_id and l.state = 'published' left join shared_lesson_categories c on c.id = ga.category_id and c.state = 'published'
  left join firm_lessons f on f.org_id = ga.org_id and f.id = ga.lesson_id and f.state = 'published'
  left join lesson_assignments a on a.org_id = m.org_id and a.user_id = m.user_id
    and (a.lesson_id = ga.lesson_id or a.category_id = ga.category_id)
  where ga.ended_at is null and coalesce(l.id, c.id, f.id) is not null and (a.id is null or (a.ended_at is not null and a.left_group))`

/** Updates the group assignments of all firms. `now` is an instant. */
export async function followGroups(database: Database, now: string): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ org_id: string }>`
    select o.id as org_id from orgs o where not o.is_closed and ${isOnIn(sql`o.subscriptions`, trainerFlag)} and o.id in (
      select a.org_id from lesson_assignments a where ${hasLeft} union select ga.org_id from ${lacking})`,
  )
  await forEachCollectErrors(rows, ({ org_id }) =>
    withOrg(database, org_id, async (tx) => {
      await endOfLeavers(tx)
      for (const kind of ['lesson_id', 'category_id'] as const) await giveToJoiners(tx, kind, now)
    }),
  )
}

async function endOfLeavers(tx: Tx): Promise<void> {
  await tx.sql`
    with gone as (select a.id, a.user_id from lesson_assignments a where a.org_id = ${currentOrgId} and ${hasLeft}),
    clocks as materialized (select user_id, ${nextSeq(LESSONS_FEED, sql`user_id`)} as seq from (select distinct user_id from gone order by user_id) g)
    update lesson_assignments a set ended_at = now(), left_group = true, seq = c.seq from gone x join clocks c on c.user_id = x.user_id
    where a.org_id = ${currentOrgId} and a.id = x.id`
}

type Given = { user_id: string; subject_id: string; due: string | null; assigned_by: string; at: string }

/** A due date that passed before someone joined doesn't apply to them. */
async function giveToJoiners(tx: Tx, kind: 'lesson_id' | 'category_id', now: string): Promise<void> {
  const column = sql.ref(kind)
  const { rows } = await tx.sql<Given>`
    with missing as (
      select distinct on (u.id, ga.${column}) u.id as user_id, ga.${column} as subject_id, ga.group_id, ga.assigned_by,
        case when ga.due >= (${now}::timestamptz at time zone o.time_zone)::date then ga.due end as due
      from orgs o, ${lacking} and ga.org_id = ${currentOrgId} and o.id = ${currentOrgId} and ga.${column} is not null order by u.id, ga.${column}, ga.assigned_at desc),
    clocks as materialized (select user_id, ${nextSeq(LESSONS_FEED, sql`user_id`)} as seq from (select distinct user_id from missing order by user_id) m)
    insert into lesson_assignments as a (org_id, id, user_id, ${column}, group_id, assigned_by, due, seq)
    select ${currentOrgId}, gen_random_uuid(), x.user_id, x.subject_id, x.group_id, x.assigned_by, x.due, c.seq from missing x join clocks c on c.user_id = x.user_id
    on conflict (org_id, user_id, ${column}) where ${column} is not null do update set group_id = excluded.group_id, assigned_by = excluded.assigned_by,
      due = excluded.due, assigned_at = excluded.assigned_at, ended_at = null, left_group = false, reminded_on = null, seq = excluded.seq
      where a.ended_at is not null and a.left_group
    returning a.user_id, a.${column} as subject_id, a.due, a.assigned_by, a.seq::text as at`
  if (rows.length === 0) return
  const { rows: words } = await tx.sql<{ id: string; words: string }>`
    select l.id, l.title as words from shared_lessons l where l.id = any(${idsOf(rows, 'subject_id')}::uuid[])
    union all select c.id, c.name from shared_lesson_categories c where c.id = any(${idsOf(rows, 'subject_id')}::uuid[])
    union all select f.id, f.title from firm_lessons f where f.org_id = ${currentOrgId} and f.id = any(${idsOf(rows, 'subject_id')}::uuid[])
    union all select u.id, trim(u.first_name || ' ' || u.last_name) from users u where u.org_id = ${currentOrgId} and u.id = any(${idsOf(rows, 'assigned_by')}::uuid[])`
  const named = new Map(words.map(({ id, words }) => [id, words]))
  const isCategory = kind === 'category_id'
  await notify(
    tx,
    rows.map(({ user_id, subject_id, due, assigned_by, at }) => ({
      notice: lessonAssigned,
      userId: user_id,
      occasion: `lesson_assigned:${subject_id}:${at}`,
      text: `${named.get(assigned_by)} assigned you ${assignmentTitle({ title: named.get(subject_id)!, isCategory })}${due ? `, due ${formatDay(due)}` : ''}.`,
      details: [],
      path: assignmentPath({ id: subject_id, isCategory }),
      subjectId: subject_id,
      actorId: assigned_by,
      key: null,
    })),
    now,
  )
}

const idsOf = (rows: Given[], column: 'subject_id' | 'assigned_by') => [...new Set(rows.map((row) => row[column]))]

export const followingJobs: Job[] = [
  {
    name: 'follow-groups-of-lessons',
    cron: '* * * * *',
    run: (database) => followGroups(database, new Date().toISOString()),
  },
]
