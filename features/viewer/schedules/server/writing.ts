// Creates, edits, pauses, and deletes scheduled reports, for people who can see them.

import { sql } from 'kysely'
import { changedMeanwhile, forbidden, invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { ReportScope } from '#core/contract/viewerReport.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { viewerAccessOf } from '#core/server/reports/viewerAccess.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { MOST_SCHEDULES, type ScheduleInput } from '../contract.ts'
import { nextMailAt, validateSchedule } from '../rules.ts'
import { checkSees, type Reports, reportNamed, type ScheduleAccess, scheduleTitle, whyNotSeen } from './policies.ts'
import { aboutOf, lockSchedule, noSchedule, type ScheduleRow, storedIn, withdraw } from './rows.ts'

export type ScheduleMutation = { session: SignedInSession; now: string; reports: Reports }

/**
 * Creates a schedule and returns its ID. Throws 400 for invalid input, 403 and 404 for what the person can't see, and
 * 409 above the limit.
 */
export async function addSchedule(tx: Tx, doing: ScheduleMutation, input: ScheduleInput): Promise<string> {
  const { session, now } = doing
  const id = newId()
  const name = await check(tx, doing, input)
  await refuseTooMany(tx, session.actor.id)
  const next = nextMailAt(input, session.org.zone, now)
  const { columns, values } = storedIn(input)
  await tx.sql`
    insert into report_schedules (org_id, id, owner_id, ${columns}, next_at, created_at, modified_at)
    values (${currentOrgId}, ${id}, ${session.actor.id}, ${values}, ${next}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)`
  await savePeople(tx, id, input.user_ids)
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
  const { rows } = await tx.sql<{ id: string; name: string; is_gone: boolean }>`
    select id, trim(first_name || ' ' || last_name) as name, deactivated_at is not null as is_gone from users
    where org_id = ${currentOrgId} and id = any(${[...userIds]}::uuid[]) and role <> 'operator' order by last_name, id`
  if (rows.length !== userIds.length) throw notFound(cannotFind('person'))
  const fresh = rows.filter(({ id }) => !hadBefore.includes(id))
  const gone = fresh.find(({ is_gone }) => is_gone)
  if (gone) throw invalid({ user_ids: `${gone.name} is no longer active.` })
  const eyes = await viewerAccessOf(
    tx,
    fresh.map(({ id }) => id),
  )
  for (const one of eyes.values())
    if (await whyNotSeen(tx, reports, one, about))
      throw invalid({ user_ids: `${fullNameOf(one.actor)} doesn’t have access to this report.` })
}

async function savePeople(tx: Tx, id: string, userIds: readonly string[]): Promise<void> {
  await tx.sql`
    delete from report_schedule_people where org_id = ${currentOrgId} and schedule_id = ${id} and user_id <> all(${[...userIds]}::uuid[])`
  await tx.sql`
    insert into report_schedule_people (org_id, schedule_id, user_id)
    select ${currentOrgId}, ${id}, u from unnest(${[...userIds]}::uuid[]) u on conflict do nothing`
}

const peopleOf = async (tx: Tx, id: string): Promise<string[]> =>
  (
    await tx.sql<{ user_id: string }>`
      select user_id from report_schedule_people where org_id = ${currentOrgId} and schedule_id = ${id}`
  ).rows.map(({ user_id }) => user_id)

/**
 * Locks a schedule that the person can change. Throws 404 if they can't see it, and 403 if they are only a recipient.
 */
export async function lockForChange(tx: Tx, { session, reports }: ScheduleMutation, id: string): Promise<ScheduleRow> {
  const row = await lockSchedule(tx, id)
  const about = aboutOf(row)
  if (row.owner_id === session.actor.id || !(await whyNotSeen(tx, reports, session, about))) return row
  const isRecipient = (await peopleOf(tx, id)).includes(session.actor.id)
  throw isRecipient ? forbidden('Only people with access to this report can change its schedule.') : noSchedule()
}

const nameOf = async (tx: Tx, { session, reports }: ScheduleMutation, row: ScheduleRow): Promise<string> => {
  const scope = await reportNamed(reports, row.code)
    ?.scope(tx, session, row.about)
    .catch((error) => {
      if (error instanceof Refusal) return null
      throw error
    })
  const title = scheduleTitle(reports, row.code)
  return scope ? called(title, scope) : title
}

/** Resumes a stopped schedule, which then belongs to the person who changed it. */
export async function changeSchedule(
  tx: Tx,
  doing: ScheduleMutation,
  id: string,
  { revision, ...input }: ScheduleInput & { revision?: number | undefined },
): Promise<void> {
  const { session, now } = doing
  const row = await lockForChange(tx, doing, id)
  if (revision !== undefined && revision !== row.revision) throw changedMeanwhile('scheduled report')
  const name = await check(tx, doing, input, await peopleOf(tx, id))
  const state = row.state === 'stopped' ? 'on' : row.state
  const next = state === 'on' ? nextMailAt(input, session.org.zone, now) : null
  const { columns, values } = storedIn(input)
  await tx.sql`
    update report_schedules set (${columns}) = row(${values}), state = ${state}, problem = '', next_at = ${next}::timestamptz, owner_id = ${row.state === 'stopped' ? session.actor.id : row.owner_id},
      revision = revision + 1, modified_at = ${now}::timestamptz where org_id = ${currentOrgId} and id = ${id}`
  await savePeople(tx, id, input.user_ids)
  await audit(tx, session, { action: 'mailed_report.changed', subject: { id, name }, details: detailsOf(input) })
}

export async function pauseSchedule(tx: Tx, doing: ScheduleMutation, id: string): Promise<void> {
  const row = await lockForChange(tx, doing, id)
  if (row.state !== 'on') throw new Refusal('not_on', 'This report isn’t being sent right now.', 409)
  await tx.sql`
    update report_schedules set state = 'paused', next_at = null, revision = revision + 1, modified_at = ${doing.now}::timestamptz
    where org_id = ${currentOrgId} and id = ${id}`
  await audit(tx, doing.session, {
    action: 'mailed_report.paused',
    subject: { id, name: await nameOf(tx, doing, row) },
  })
}

/** A stopped schedule then belongs to the person who resumed it. */
export async function resumeSchedule(tx: Tx, doing: ScheduleMutation, id: string): Promise<void> {
  const { session, now, reports } = doing
  const row = await lockForChange(tx, doing, id)
  if (row.state === 'on') throw new Refusal('is_on', 'This report is already being sent.', 409)
  await checkSees(tx, reports, session, aboutOf(row))
  await tx.sql`
    update report_schedules set state = 'on', problem = '', next_at = ${nextMailAt(row, session.org.zone, now)}::timestamptz,
      owner_id = ${row.state === 'stopped' ? session.actor.id : row.owner_id}, revision = revision + 1, modified_at = ${now}::timestamptz
    where org_id = ${currentOrgId} and id = ${id}`
  await audit(tx, session, { action: 'mailed_report.resumed', subject: { id, name: await nameOf(tx, doing, row) } })
}

export async function removeSchedule(tx: Tx, doing: ScheduleMutation, id: string): Promise<void> {
  const row = await lockForChange(tx, doing, id)
  const name = await nameOf(tx, doing, row)
  // Locks runs before deliveries, in the same order as lockRun.
  await tx.sql`select from report_schedule_runs where org_id = ${currentOrgId} and schedule_id = ${id} order by id for update`
  await withdraw(tx, sql`r.schedule_id = ${id}`)
  await tx.sql`delete from report_schedules where org_id = ${currentOrgId} and id = ${id}`
  await audit(tx, doing.session, { action: 'mailed_report.removed', subject: { id, name } })
}

/** Throws 404 for people who aren't recipients. */
export async function leaveReport(tx: Tx, doing: ScheduleMutation, id: string): Promise<void> {
  const row = await lockSchedule(tx, id)
  const { rows } = await tx.sql`
    delete from report_schedule_people where org_id = ${currentOrgId} and schedule_id = ${id} and user_id = ${doing.session.actor.id} returning user_id`
  if (rows.length === 0) throw noSchedule()
  await audit(tx, doing.session, { action: 'mailed_report.left', subject: { id, name: await nameOf(tx, doing, row) } })
}
