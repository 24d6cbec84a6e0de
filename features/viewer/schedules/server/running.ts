// Starts the runs of due scheduled reports. If several processes find one, only one starts it.
import { sql } from 'kysely'
import { z } from 'zod'
import { dayIn, stampIn } from '#core/contract/dates.ts'
import { Refusal } from '#core/contract/errors.ts'
import { id } from '#core/contract/fields.ts'
import { daysOfPreset } from '#core/contract/ranges.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { viewerAccessOf } from '#core/server/reports/viewerAccess.ts'
import { type AnyTask, defineTask, triggerAfterCommit } from '#core/server/work/work.ts'
import { nextMailAt } from '../rules.ts'
import { notifyOwner } from './ownerNotices.ts'
import { type Reports, scheduleTitle, whyNotSeen } from './policies.ts'
import { aboutOf, lockSchedule, type ScheduleRow } from './rows.ts'
import { lockForChange, type ScheduleMutation } from './writing.ts'

const Input = z.object({ orgId: id, scheduleId: id })
type Input = z.infer<typeof Input>

export const makingName = { name: 'reports.make' }

export const reportSchedulingTasks = (reports: Reports): AnyTask =>
  defineTask<Input>({
    name: 'reports.begin',
    input: Input,
    key: ({ scheduleId }) => scheduleId,
    due: (database) => dueSchedules(database, new Date().toISOString()),
    begin: async (database, input) => ({
      async next() {
        await startDueSchedules(database, input, { now: new Date().toISOString(), reports })
        return { done: 1, isLeft: false }
      },
    }),
  })

/** A run that is due while another of the schedule `s` is being created waits for its end. */
const isBeingMade = sql`exists (
  select from report_schedule_runs r where r.org_id = s.org_id and r.schedule_id = s.id and r.state = 'making')`

export async function dueSchedules(database: Database, now: string): Promise<Input[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Input>`
      select s.org_id as "orgId", s.id as "scheduleId" from report_schedules s
      where s.state = 'on' and s.next_at <= ${now}::timestamptz and not ${isBeingMade} order by s.next_at`,
  )
  return rows
}

type Beginning = { now: string; reports: Reports }

/**
 * Returns false if another process was first, it is paused, or another run is being created, and also if it was stopped
 * instead. Runs missed during downtime are combined into one.
 */
export function startDueSchedules(
  database: Database,
  { orgId, scheduleId }: Input,
  { now, reports }: Beginning,
): Promise<boolean> {
  return withOrg(database, orgId, async (tx) => {
    const row = await lockSchedule(tx, scheduleId).catch((error) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (row?.state !== 'on' || row.next_at === null || row.next_at > now) return false
    const { rows } = await tx.sql<{ zone: string; is_being_made: boolean }>`
      select o.time_zone as zone, ${isBeingMade} as is_being_made
      from orgs o join report_schedules s on s.org_id = o.id and s.id = ${row.id} where o.id = ${currentOrgId}`
    const { zone, is_being_made } = rows[0]!
    if (is_being_made) return false
    const next = nextMailAt(row, zone, now)
    await tx.sql`
      update report_schedules set next_at = ${next}::timestamptz where org_id = ${currentOrgId} and id = ${row.id}`
    if (isOfOtherClocks(row, zone, next, now)) return false
    const problem = await whyStopped(tx, row, reports)
    if (problem === null) {
      await startRun(tx, row, { zone, now, reports, askedBy: null })
      return true
    }
    await stop(tx, row, problem, { orgId, now, reports })
    return false
  })
}

const DAY_MS = 86_400_000

/** Returns whether the firm has changed its time zone since and the intended hour comes within a day. */
const isOfOtherClocks = ({ next_at, hour }: ScheduleRow, zone: string, next: string, now: string) =>
  Number(stampIn(zone, next_at!).slice(11, 13)) !== hour && Date.parse(next) - Date.parse(now) < DAY_MS

/** Returns null if the owner can still see the report and there are recipients. */
async function whyStopped(tx: Tx, row: ScheduleRow, reports: Reports): Promise<string | null> {
  const { rows } = await tx.sql<{ owner: string; people: number }>`
    select trim(u.first_name || ' ' || u.last_name) as owner,
      (select count(*)::int from report_schedule_people p where p.org_id = u.org_id and p.schedule_id = ${row.id}) as people
    from users u where u.org_id = ${currentOrgId} and u.id = ${row.owner_id}`
  const { owner, people } = rows[0]!
  const eyes = (await viewerAccessOf(tx, [row.owner_id])).get(row.owner_id)
  if (!eyes)
    return `${owner}, who scheduled this report, is no longer active. The person who resumes it becomes its owner.`
  if (people === 0) return 'It has no recipients left.'
  const refusal = await whyNotSeen(tx, reports, eyes, aboutOf(row))
  if (!refusal) return null
  return refusal.status === 404
    ? 'The person or group this report covers no longer exists.'
    : `${owner}, who scheduled this report, no longer has access to it.`
}

type Stopping = Beginning & { orgId: string }

/** Records a stopped run. The schedule waits until someone resumes it. */
async function stop(tx: Tx, row: ScheduleRow, problem: string, { orgId, now, reports }: Stopping): Promise<void> {
  await tx.sql`
    insert into report_schedule_runs (org_id, id, schedule_id, state, problem, at, ended_at)
    values (${currentOrgId}, ${newId()}, ${row.id}, 'not_sent', ${problem}, ${now}::timestamptz, ${now}::timestamptz)`
  await tx.sql`
    update report_schedules set state = 'stopped', problem = ${problem}, next_at = null, revision = revision + 1
    where org_id = ${currentOrgId} and id = ${row.id}`
  const name = scheduleTitle(reports, row.code)
  await audit(tx, { org: { id: orgId } }, { action: 'mailed_report.stopped', subject: { id: row.id, name } })
  await notifyOwner(tx, row, {
    occasion: `stopped:${now}`,
    now,
    text: `The scheduled report ${name} has stopped.`,
    details: [problem],
  })
}

type Taking = { zone: string; now: string; reports: Reports; askedBy: string | null }

/**
 * Starts a run of a locked schedule for all current recipients and returns its ID. Starts none while another is being
 * created.
 */
async function startRun(tx: Tx, row: ScheduleRow, { zone, now, askedBy }: Taking): Promise<string | null> {
  const runId = newId()
  const days = row.days && daysOfPreset(row.days, dayIn(zone, now))
  const { rows } = await tx.sql`
    insert into report_schedule_runs (org_id, id, schedule_id, asked_by, start_day, end_day, at)
    values (${currentOrgId}, ${runId}, ${row.id}, ${askedBy}, ${days?.start ?? null}::date, ${days?.end ?? null}::date, ${now}::timestamptz)
    on conflict (org_id, schedule_id) where state = 'making' do nothing returning id`
  if (rows.length === 0) return null
  await tx.sql`
    insert into report_deliveries (org_id, run_id, user_id, email, moved_at)
    select p.org_id, ${runId}, p.user_id, u.email, ${now}::timestamptz from report_schedule_people p
    join users u on u.org_id = p.org_id and u.id = p.user_id where p.org_id = ${currentOrgId} and p.schedule_id = ${row.id} returning 1`
  triggerAfterCommit(tx, makingName)
  return runId
}

/** Milliseconds within which a repeated request counts as the same. */
const SAME_WISH = 60_000

/** Starts one run however often it is requested. Throws 404, 403, and 409 if there are no recipients. */
export async function runNow(tx: Tx, doing: ScheduleMutation, scheduleId: string): Promise<void> {
  const { session, now, reports } = doing
  const row = await lockForChange(tx, doing, scheduleId)
  const problem = await whyStopped(tx, row, reports)
  if (problem !== null) throw new Refusal('not_mailed', problem, 409)
  const since = new Date(Date.parse(now) - SAME_WISH).toISOString()
  const { rows } = await tx.sql`
    select from report_schedule_runs where org_id = ${currentOrgId} and schedule_id = ${row.id}
      and (state = 'making' or asked_by is not null and state = 'done' and at > ${since}::timestamptz) limit 1`
  if (rows.length > 0) return
  await startRun(tx, row, { zone: session.org.zone, now, reports, askedBy: session.actor.id })
  const name = scheduleTitle(reports, row.code)
  await audit(tx, session, { action: 'mailed_report.run', subject: { id: row.id, name } })
}
