// Creates, edits, pauses, and deletes scheduled reports, for people who can see them.

import { sql } from 'kysely'
import { changedMeanwhile, forbidden, invalid, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { ReportScope } from '#core/contract/viewerReport.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { linkedIds, saveLinkedIds } from '#core/server/linkedIds.ts'
import { checkRecipients } from '#core/server/recurring/recipients.ts'
import { changeSchedule, insertSchedule, type NamedSchedule, removeSchedule } from '#core/server/recurring/recurring.ts'
import { viewerAccessOf } from '#core/server/reports/viewerAccess.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { MOST_SCHEDULES, type ScheduleInput } from '../contract.ts'
import { nextMailAt, validateSchedule } from '../rules.ts'
import { checkSees, type Reports, reportNamed, type ScheduleAccess, scheduleTitle, whyNotSeen } from './policies.ts'
import {
  aboutOf,
  lockSchedule,
  noSchedule,
  reportMail,
  reportUserLinks,
  type ScheduleRow,
  storedIn,
  withdraw,
} from './rows.ts'

export type ScheduleMutation = { session: SignedInSession; now: string; reports: Reports }

/**
 * Creates a schedule and returns its ID. Throws 400 for invalid input, 403 and 404 for what the person can't see, and
 * 409 above the limit.
 */
export async function addSchedule(tx: Tx, doing: ScheduleMutation, input: ScheduleInput): Promise<string> {
  const { session, now } = doing
  const name = await check(tx, doing, input)
  await refuseTooMany(tx, session.actor.id)
  const next_at = nextMailAt(input, session.org.zone, now)
  const id = await insertSchedule(tx, reportMail, now, { ...storedIn(input), owner_id: session.actor.id, next_at })
  await saveLinkedIds(tx, reportUserLinks, id, input.user_ids)
  await audit(tx, session, { action: 'mailed_report.added', subject: { id, name }, details: detailsOf(input) })
  return id
}

const detailsOf = ({ weekday, format, user_ids }: ScheduleInput) => ({
  frequency: weekday === null ? 'monthly' : 'weekly',
  format,
  people: user_ids.length,
})

/**
 * Serializes concurrent requests of one person. Two people who schedule reports for each other don't block each other,
 * because recipients' rows are only read.
 */
async function refuseTooMany(tx: Tx, userId: string): Promise<void> {
  await tx.sql`select from users where org_id = ${currentOrgId} and id = ${userId} for no key update`
  const { rows } = await tx.sql<{ n: number }>`
    select count(*)::int as n from report_schedules where org_id = ${currentOrgId} and owner_id = ${userId}`
  if (rows[0]!.n >= MOST_SCHEDULES)
    throw new Refusal('too_many', `You already have ${MOST_SCHEDULES} scheduled reports. Delete one first.`, 409)
}

/** Name in the audit log: 'Overview: Tax', or 'Overview' for one person, because the log refers to people by ID. */
const called = (title: string, { key, name }: Pick<ReportScope, 'key' | 'name'>) =>
  key === 'user' ? title : `${title}: ${name}`

/** Returns the name for the audit log. */
async function check(
  tx: Tx,
  doing: ScheduleMutation,
  input: ScheduleInput,
  hadBefore: readonly string[] = [],
): Promise<string> {
  const { session, reports } = doing
  const about = { code: input.code, key: input.key, id: input.id }
  const { report, scope } = await checkSees(tx, reports, session, about)
  const problems = validateSchedule(input, report)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  await checkPeople(tx, reports, about, input.user_ids, hadBefore)
  return called(report.title, await scope(tx, session, about))
}

/** Accepts previous recipients who left or lost access. Each run says that they got nothing. */
async function checkPeople(
  tx: Tx,
  reports: Reports,
  about: ScheduleAccess,
  userIds: readonly string[],
  hadBefore: readonly string[],
): Promise<void> {
  await checkRecipients(tx, userIds, hadBefore)
  const fresh = userIds.filter((id) => !hadBefore.includes(id))
  const eyes = await viewerAccessOf(tx, fresh)
  for (const one of eyes.values())
    if (await whyNotSeen(tx, reports, one, about))
      throw invalid({ user_ids: `${fullNameOf(one.actor)} doesn’t have access to this report.` })
}

/**
 * Locks a schedule that the person can change. Throws 404 if they can't see it, and 403 if they are only a recipient.
 */
export async function lockForChange(tx: Tx, { session, reports }: ScheduleMutation, id: string): Promise<ScheduleRow> {
  const row = await lockSchedule(tx, id)
  const about = aboutOf(row)
  if (row.owner_id === session.actor.id || !(await whyNotSeen(tx, reports, session, about))) return row
  const isRecipient = (await linkedIds(tx, reportUserLinks, id)).includes(session.actor.id)
  throw isRecipient ? forbidden('Only people with access to this report can change its schedule.') : noSchedule()
}

/** Adds the name for the audit log. */
async function named(tx: Tx, { session, reports }: ScheduleMutation, row: ScheduleRow): Promise<NamedSchedule> {
  const scope = await reportNamed(reports, row.code)
    ?.scope(tx, session, row.about)
    .catch((error) => {
      if (error instanceof Refusal) return null
      throw error
    })
  const title = scheduleTitle(reports, row.code)
  return { id: row.id, name: scope ? called(title, scope) : title }
}

/** Resumes a stopped schedule, which then belongs to the person who changed it. */
export async function changeReport(
  tx: Tx,
  doing: ScheduleMutation,
  id: string,
  { revision, ...input }: ScheduleInput & { revision?: number | undefined },
): Promise<void> {
  const { session, now } = doing
  const row = await lockForChange(tx, doing, id)
  if (revision !== undefined && revision !== row.revision) throw changedMeanwhile('scheduled report')
  const name = await check(tx, doing, input, await linkedIds(tx, reportUserLinks, id))
  const state = row.state === 'stopped' ? 'on' : row.state
  const next_at = state === 'on' ? nextMailAt(input, session.org.zone, now) : null
  const columns = { ...storedIn(input), state, problem: '', next_at, owner_id: ownerAfter(row, session) }
  await saveLinkedIds(tx, reportUserLinks, id, input.user_ids)
  await changeSchedule(
    tx,
    reportMail,
    doing,
    { id, name },
    {
      ...{ action: 'changed', set: columns, details: detailsOf(input) },
    },
  )
}

/** A stopped schedule then belongs to the person who resumed it. */
const ownerAfter = ({ state, owner_id }: ScheduleRow, { actor }: SignedInSession) =>
  state === 'stopped' ? actor.id : owner_id

export async function pauseReport(tx: Tx, doing: ScheduleMutation, id: string): Promise<void> {
  const row = await lockForChange(tx, doing, id)
  if (row.state !== 'on') throw new Refusal('not_on', 'This report isn’t being sent right now.', 409)
  await changeSchedule(tx, reportMail, doing, await named(tx, doing, row), {
    action: 'paused',
    set: { state: 'paused', next_at: null },
  })
}

export async function resumeReport(tx: Tx, doing: ScheduleMutation, id: string): Promise<void> {
  const { session, now, reports } = doing
  const row = await lockForChange(tx, doing, id)
  if (row.state === 'on') throw new Refusal('is_on', 'This report is already being sent.', 409)
  await checkSees(tx, reports, session, aboutOf(row))
  const next_at = nextMailAt(row, session.org.zone, now)
  const columns = { state: 'on', problem: '', next_at, owner_id: ownerAfter(row, session) }
  await changeSchedule(tx, reportMail, doing, await named(tx, doing, row), { action: 'resumed', set: columns })
}

export async function removeReport(tx: Tx, doing: ScheduleMutation, id: string): Promise<void> {
  const row = await lockForChange(tx, doing, id)
  const subject = await named(tx, doing, row)
  // Locks runs before deliveries, in the same order as lockRun.
  await tx.sql`select from report_schedule_runs where org_id = ${currentOrgId} and schedule_id = ${id} order by id for update`
  await withdraw(tx, sql`r.schedule_id = ${id}`)
  await removeSchedule(tx, reportMail, doing, subject)
}

/** Throws 404 for people who aren't recipients. */
export async function leaveReport(tx: Tx, doing: ScheduleMutation, id: string): Promise<void> {
  const row = await lockSchedule(tx, id)
  const { rows } = await tx.sql`
    delete from report_schedule_people where org_id = ${currentOrgId} and schedule_id = ${id} and user_id = ${doing.session.actor.id} returning user_id`
  if (rows.length === 0) throw noSchedule()
  await audit(tx, doing.session, { action: 'mailed_report.left', subject: await named(tx, doing, row) })
}
