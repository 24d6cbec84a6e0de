// Starts the runs of due scheduled reports.
import { dayIn, stampIn } from '#core/contract/dates.ts'
import { Refusal } from '#core/contract/errors.ts'
import { daysOfPreset } from '#core/contract/ranges.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { BeginRun } from '#core/server/recurring/due.ts'
import { beginRun, stopSchedule } from '#core/server/recurring/runs.ts'
import { viewerAccessOf } from '#core/server/reports/viewerAccess.ts'
import { nextMailAt } from '../rules.ts'
import { notifyOwner } from './ownerNotices.ts'
import { type Reports, scheduleTitle, whyNotSeen } from './policies.ts'
import { aboutOf, lockSchedule, reportMail, type ScheduleRow } from './rows.ts'
import { lockForChange, type ScheduleMutation } from './writing.ts'

/** Also begins none if the schedule is stopped instead. */
export const beginReport =
  (reports: Reports): BeginRun =>
  async (tx, id, { orgId, zone, now }) => {
    const row = await lockSchedule(tx, id)
    const next = nextMailAt(row, zone, now)
    await tx.sql`
      update report_schedules set next_at = ${next}::timestamptz where org_id = ${currentOrgId} and id = ${row.id}`
    if (isOfOtherClocks(row, zone, next, now)) return false
    const problem = await whyStopped(tx, row, reports)
    if (problem === null) return startRun(tx, row, { zone, now, askedBy: null })
    const name = scheduleTitle(reports, row.code)
    await stopSchedule(
      tx,
      reportMail,
      { id, name },
      {
        ...{ orgId, now, problem, action: 'stopped' },
        set: { state: 'stopped', problem, next_at: null },
      },
    )
    await notifyOwner(tx, row, {
      occasion: `stopped:${now}`,
      now,
      text: `The scheduled report ${name} has stopped.`,
      details: [problem],
    })
    return false
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

type Taking = { zone: string; now: string; askedBy: string | null }

/** Starts a run of a locked schedule for all current recipients, unless another is being created. */
async function startRun(tx: Tx, row: ScheduleRow, { zone, now, askedBy }: Taking): Promise<boolean> {
  const id = newId()
  const days = row.days && daysOfPreset(row.days, dayIn(zone, now))
  const run = { id, asked_by: askedBy, start_day: days?.start ?? null, end_day: days?.end ?? null, at: now }
  if (!(await beginRun(tx, reportMail, row.id, run))) return false
  await tx.sql`
    insert into report_deliveries (org_id, run_id, user_id, email, moved_at)
    select p.org_id, ${id}, p.user_id, u.email, ${now}::timestamptz from report_schedule_people p
    join users u on u.org_id = p.org_id and u.id = p.user_id where p.org_id = ${currentOrgId} and p.schedule_id = ${row.id} returning 1`
  return true
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
  await startRun(tx, row, { zone: session.org.zone, now, askedBy: session.actor.id })
  const name = scheduleTitle(reports, row.code)
  await audit(tx, session, { action: 'mailed_report.run', subject: { id: row.id, name } })
}
