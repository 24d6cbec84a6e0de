import { sql } from 'kysely'
import { stampIn } from '#core/contract/dates.ts'
import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { readRecipients, recurringMails } from '#core/server/recurring/recipients.ts'
import { type MailRun, readRuns } from '#core/server/recurring/runs.ts'
import { viewerAccessOf } from '#core/server/reports/viewerAccess.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { ReportDelivery, Schedule, ScheduleRun } from '../contract.ts'
import { checkSees, type Reports, type ScheduleAccess, scheduleTitle, whyNotSeen } from './policies.ts'
import { aboutOf, noSchedule, reportMail, type ScheduleRow, scheduleRowColumns } from './rows.ts'

/** Maximum number of runs returned. Older ones are stored until they are purged. */
const SHOWN_RUNS = 50

type ScheduleWithRuns = ScheduleRow & {
  about_name: string | null
  owner: Schedule['owner']
  recipients: Schedule['recipients']
  is_mine: boolean
}
type Reading = { session: SignedInSession; reports: Reports }

const personIn = sql`jsonb_build_object('user_id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'is_here', u.deactivated_at is null)`

async function read(tx: Tx, { session, reports }: Reading, id: string | null): Promise<Schedule[]> {
  const { rows } = await tx.sql<ScheduleWithRuns>`
    select ${scheduleRowColumns},
      case s.entity when 'org' then (select o.name from orgs o where o.id = s.org_id and o.id = s.entity_id)
        when 'group' then (select g.name from groups g where g.org_id = s.org_id and g.id = s.entity_id)
        else (select trim(e.first_name || ' ' || e.last_name) from users e where e.org_id = s.org_id and e.id = s.entity_id) end as about_name,
      (select ${personIn} from users u where u.org_id = s.org_id and u.id = s.owner_id) as owner,
      (select coalesce(jsonb_agg(${personIn} order by u.last_name, u.first_name, u.id), '[]') from report_schedule_people p
        join users u on u.org_id = p.org_id and u.id = p.user_id where p.org_id = s.org_id and p.schedule_id = s.id) as recipients,
      exists (select 1 from report_schedule_people p where p.org_id = s.org_id and p.schedule_id = s.id and p.user_id = ${session.actor.id}) as is_mine
    from report_schedules s where s.org_id = ${currentOrgId} and (${id}::uuid is null or s.id = ${id}::uuid) order by s.created_at, s.id`
  const runs = await runsOf(
    tx,
    session.org.zone,
    rows.map((row) => row.id),
    1,
  )
  const sees = seeingWith(tx, { session, reports })
  const told: Schedule[] = []
  for (const row of rows) {
    const canChange = row.owner_id === session.actor.id || (await sees(row))
    if (!canChange && !row.is_mine) continue
    told.push(scheduleIn(row, { session, reports }, canChange, runs.get(row.id)?.[0] ?? null))
  }
  return told
}

/** Caches the permission per report and audience. */
function seeingWith(tx: Tx, { session, reports }: Reading) {
  const known = new Map<string, boolean>()
  return async (row: ScheduleRow) => {
    const about = aboutOf(row)
    const name = `${about.code} ${about.key} ${about.id}`
    const found = known.get(name) ?? !(await whyNotSeen(tx, reports, session, about))
    known.set(name, found)
    return found
  }
}

const scheduleIn = (
  { about, about_name, next_at, owner_id: _, ...row }: ScheduleWithRuns,
  { session, reports }: Reading,
  can_change: boolean,
  last_run: ScheduleRun | null,
): Schedule => {
  const { zone } = session.org
  return {
    ...row,
    name: scheduleTitle(reports, row.code),
    about: { ...about, name: about_name ?? '' },
    next_run: next_at && stampIn(zone, next_at),
    zone,
    last_run,
    can_change,
  }
}

/** Returns schedules of reports that the person can see, their own, and those sent to them. */
export const readSchedules = (tx: Tx, reading: Reading): Promise<Schedule[]> => read(tx, reading, null)

/** Throws 404 if the person can't see the schedule. */
export async function readSchedule(tx: Tx, reading: Reading, id: string): Promise<Schedule> {
  const [schedule] = await read(tx, reading, id)
  if (!schedule) throw noSchedule()
  return schedule
}

/** Returns runs by schedule, newest first. */
async function runsOf(tx: Tx, zone: string, ids: string[], most = SHOWN_RUNS): Promise<Map<string, ScheduleRun[]>> {
  type Run = MailRun<Pick<ScheduleRun, 'is_asked' | 'start' | 'end'>>
  const runIn = ({ counts, state, ...run }: Run): ScheduleRun => ({
    ...run,
    state: state as ScheduleRun['state'],
    people: Object.values(counts).reduce((sum, count) => sum + count, 0),
    leaving: counts.leaving ?? 0,
    cancelled: counts.cancelled ?? 0,
  })
  const found: Map<string, Run[]> = await readRuns(tx, reportMail, { zone, ids, most })
  return new Map([...found].map(([id, those]) => [id, those.map(runIn)]))
}

/** Throws 404 if the person can't see the schedule. */
export async function readScheduleRuns(tx: Tx, reading: Reading, id: string): Promise<ScheduleRun[]> {
  await readSchedule(tx, reading, id)
  return (await runsOf(tx, reading.session.org.zone, [id])).get(id) ?? []
}

/** Returns only their own delivery to people who are just recipients. Throws 404. */
export async function readDeliveries(
  tx: Tx,
  reading: Reading,
  { id, run: runId }: { id: string; run: string },
): Promise<{ run: ScheduleRun; deliveries: ReportDelivery[] }> {
  const { can_change } = await readSchedule(tx, reading, id)
  const { session } = reading
  const { zone } = session.org
  const run = (await runsOf(tx, zone, [id])).get(id)?.find((one) => one.id === runId)
  if (!run) throw notFound(cannotFind('run'))
  const all = await readRecipients<ReportDelivery>(tx, reportMail, { zone, runId })
  return { run, deliveries: all.filter(({ user_id }) => can_change || user_id === session.actor.id) }
}

/** Returns people who can see this report, by name. Throws the same errors as the report. */
export async function readSchedulePeople(tx: Tx, { session, reports }: Reading, about: ScheduleAccess) {
  const { report } = await checkSees(tx, reports, session, about)
  const all = await viewerAccessOf(tx, report.isOfFirm ? 'everyone' : 'managers')
  const people = []
  for (const one of all.values())
    if (!(await whyNotSeen(tx, reports, one, about)))
      people.push({ user_id: one.actor.id, first_name: one.actor.first_name, last_name: one.actor.last_name })
  return people
}

/** Returns the person's received reports, for their data export. */
export const myMailedReports = recurringMails(reportMail, sql`s.report, d.files, d.bytes`)
