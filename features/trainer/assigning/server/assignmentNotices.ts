// Notices about new assignments, and reminders until they are done.
import { sql } from 'kysely'
import { formatDay } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { News } from '#core/contract/notice.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { forEachCollectErrors } from '#core/server/forEachCollectErrors.ts'
import { notify } from '#core/server/notices/notify.ts'
import type { Job } from '#core/server/work/jobs.ts'
import type { Context } from '#core/sync/protocol.ts'
import { lessonAssigned, lessonReminder } from '../contract.ts'
import { allDone } from './done.ts'
import type { AssignmentSubject } from './reading.ts'

/**
 * SQL over an inbox row `n`: whether the assignment still exists and isn't done. Otherwise the notice isn't sent
 * anymore.
 */
export const isStillAsked = sql`n.subject_id is null or exists (select 1 from lesson_assignments a
  where a.org_id = n.org_id and a.user_id = n.user_id and (a.lesson_id = n.subject_id or a.category_id = n.subject_id) and a.ended_at is null and not (${allDone}))`

/** Returns the path of its page. */
export const assignmentPath = ({ id, isCategory }: Pick<AssignmentSubject, 'id' | 'isCategory'>) =>
  isCategory ? '/trainers/lessons' : `/lesson/${id}`
/** Returns the title for use within a sentence. */
export const assignmentTitle = ({ title, isCategory }: Pick<AssignmentSubject, 'title' | 'isCategory'>) =>
  isCategory ? `the lessons of ${title}` : title

/** Notifies the people, except for one who assigns it to themselves. */
export async function notifyAssignment(
  tx: Tx,
  subject: AssignmentSubject,
  people: string[],
  due: string | null,
  { actor, key, now }: Context,
): Promise<void> {
  await notify(
    tx,
    people
      .filter((id) => id !== actor.id)
      .map((userId) => ({
        notice: lessonAssigned,
        userId,
        occasion: `lesson_assigned:${key}`,
        text: `${fullNameOf(actor)} assigned you ${assignmentTitle(subject)}${due ? `, due ${formatDay(due)}` : ''}.`,
        details: [],
        path: assignmentPath(subject),
        subjectId: subject.id,
        actorId: actor.id,
        key,
      })),
    now,
  )
}

type Due = { org_id: string; id: string; user_id: string; due: string; today: string; days: number } & Omit<
  AssignmentSubject,
  'id'
> & { subject_id: string }

/** Days before the due date on which people are reminded; -1 is the day after. */
const DAYS = [3, 0, -1]
/** Hour in the firm's time zone from which reminders are sent. */
const FROM_HOUR = 8

/** Sends due reminders, one a day per person. `now` is an instant. */
export async function remindOfLessons(database: Database, now: string): Promise<void> {
  const today = sql`(${now}::timestamptz at time zone o.time_zone)::date`
  const isDue = sql`a.ended_at is null and a.due between (${now}::timestamptz)::date - 3 and (${now}::timestamptz)::date + 5
    and a.due - ${today} = any(${DAYS}::int[]) and a.reminded_on is distinct from ${today}`
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ org_id: string }>`
    select distinct a.org_id from lesson_assignments a join orgs o on o.id = a.org_id
    where ${isDue} and not o.is_closed and extract(hour from ${now}::timestamptz at time zone o.time_zone) >= ${FROM_HOUR}`,
  )
  await forEachCollectErrors(rows, ({ org_id: orgId }) =>
    withOrg(database, orgId, async (tx) => {
      const { rows: those } = await tx.sql<Due>`
        select * from (
          select a.org_id, a.id, a.user_id, a.due, ${today} as today, a.due - ${today} as days, a.category_id is not null as "isCategory",
            coalesce(a.lesson_id, a.category_id) as subject_id, coalesce(l.title, c.name, f.title) as title
          from lesson_assignments a join orgs o on o.id = a.org_id join users u on u.org_id = a.org_id and u.id = a.user_id
          left join shared_lessons l on l.id = a.lesson_id and l.state = 'published' left join shared_lesson_categories c on c.id = a.category_id and c.state = 'published'
          left join firm_lessons f on f.org_id = a.org_id and f.id = a.lesson_id and f.state = 'published'
          where a.org_id = ${currentOrgId} and ${isDue} and u.deactivated_at is null and not (${allDone})) due
        where title is not null`
      if (those.length > 0) await remind(tx, those, now)
    }),
  )
}

async function remind(tx: Tx, those: Due[], now: string): Promise<void> {
  await tx.sql`update lesson_assignments a set reminded_on = d.today
    from jsonb_to_recordset(${JSON.stringify(those)}::jsonb) as d (org_id uuid, id uuid, today date) where a.org_id = d.org_id and a.id = d.id`
  const byPerson = [...Map.groupBy(those, ({ user_id }) => user_id)]
  await notify(
    tx,
    byPerson.map(([userId, lines]) => reminderOf(userId, lines)),
    now,
  )
}

/** Combines everything that is due into one reminder a day. */
function reminderOf(userId: string, lines: Due[]): News {
  const inOrder = lines.toSorted((a, b) => a.days - b.days)
  const first = inOrder[0]!
  const isOne = lines.length === 1
  return {
    notice: lessonReminder,
    userId,
    occasion: `lesson_reminders:${first.today}`,
    text: isOne ? `${formatDue(first)}.` : `${lines.length} of your assigned lessons are due.`,
    details: isOne ? [`Due ${formatDay(first.due)}`] : inOrder.map(formatDue),
    path: isOne ? assignmentPath({ id: first.subject_id, isCategory: first.isCategory }) : '/trainers/lessons',
    subjectId: isOne ? first.subject_id : null,
    actorId: null,
    key: null,
  }
}

const formatDue = (one: Due) => `${whenOf(one.days)}: ${assignmentTitle(one)}`

const whenOf = (days: number) =>
  days > 0 ? `Due in ${days} days` : days === 0 ? 'Due today' : 'Overdue since yesterday'

export const reminderJobs: Job[] = [
  {
    name: 'remind-of-lessons',
    cron: '7,37 * * * *',
    run: (database) => remindOfLessons(database, new Date().toISOString()),
  },
]
