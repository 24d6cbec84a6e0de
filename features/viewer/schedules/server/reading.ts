import { sql } from 'kysely'
import { stampIn } from '#core/contract/dates.ts'
import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import { viewerAccessOf } from '#core/server/reports/viewerAccess.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { ReportDelivery, Schedule, ScheduleRun } from '../contract.ts'
import { checkSees, type Reports, type ScheduleAccess, scheduleTitle, whyNotSeen } from './policies.ts'
import { aboutOf, joinOutgoing, noSchedule, type ScheduleRow, scheduleRowColumns, stateOf } from './rows.ts'

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
  const runs = await runsOf(tx, session.org.zone, id === null ? { isLast: true } : { isLast: true, scheduleId: id })
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
  row: ScheduleWithRuns,
  { session, reports }: Reading,
  can_change: boolean,
  last_run: ScheduleRun | null,
): Schedule => {
  const { zone } = session.org
  return {
    id: row.id,
    code: row.code,
    name: scheduleTitle(reports, row.code),
    about: { ...row.about, name: row.about_name ?? '' },
    which: row.which,
    days: row.days,
    format: row.format,
    weekday: row.weekday,
    day: row.day,
    hour: row.hour,
    subject: row.subject,
    recipients: row.recipients,
    state: row.state,
    problem: row.problem,
    owner: row.owner,
    next_run: row.next_at && stampIn(zone, row.next_at),
    zone,
    last_run,
    can_change,
    is_mine: row.is_mine,
    revision: row.revision,
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

type RunRow = Omit<ScheduleRun, 'at'> & { at: string; schedule_id: string }

/** Returns runs by schedule, newest first. */
async function runsOf(
  tx: Tx,
  zone: string,
  { scheduleId = null, isLast = false }: { scheduleId?: string | null; isLast?: boolean },
): Promise<Map<string, ScheduleRun[]>> {
  const counted = (state: string, name = state) =>
    sql`count(k.user_id) filter (where k.state = ${sql.lit(state)})::int as ${sql.ref(name)}`
  const { rows } = await tx.sql<RunRow>`
    with shown as (
      select r.* from report_schedules s cross join lateral (
        select * from report_schedule_runs r where r.org_id = s.org_id and r.schedule_id = s.id
        order by r.at desc, r.id limit ${isLast ? 1 : SHOWN_RUNS}) r
      where s.org_id = ${currentOrgId} and (${scheduleId}::uuid is null or s.id = ${scheduleId}::uuid)),
    known as (
      select d.run_id, d.user_id, ${stateOf} as state from shown r join report_deliveries d on d.org_id = r.org_id and d.run_id = r.id ${joinOutgoing})
    select r.id, r.schedule_id, r.at, r.asked_by is not null as is_asked, r.state, r.problem as message, r.start_day::text as start, r.end_day::text as "end",
      count(k.user_id)::int as people, ${counted('waiting')}, ${counted('leaving')}, ${counted('sent')}, ${counted('failed')}, ${counted('doubt', 'in_doubt')},
      ${counted('skipped')}, ${counted('cancelled')}
    from shown r left join known k on k.run_id = r.id
    group by r.id, r.schedule_id, r.at, r.asked_by, r.state, r.problem, r.start_day, r.end_day order by r.at desc, r.id`
  const told = rows.map(({ schedule_id, ...run }) => ({ schedule_id, run: { ...run, at: stampIn(zone, run.at) } }))
  return new Map(
    [...Map.groupBy(told, ({ schedule_id }) => schedule_id)].map(([id, some]) => [id, some.map(({ run }) => run)]),
  )
}

/** Throws 404 if the person can't see the schedule. */
export async function readRuns(tx: Tx, reading: Reading, id: string): Promise<ScheduleRun[]> {
  await readSchedule(tx, reading, id)
  return (await runsOf(tx, reading.session.org.zone, { scheduleId: id })).get(id) ?? []
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
  const run = (await runsOf(tx, zone, { scheduleId: id })).get(id)?.find((one) => one.id === runId)
  if (!run) throw notFound(cannotFind('run'))
  const { rows } = await tx.sql<Omit<ReportDelivery, 'state'> & { state: string }>`
    select u.id as user_id, u.first_name, u.last_name, d.email, ${stateOf} as state, coalesce(nullif(d.problem, ''), o.problem, '') as reason,
      coalesce(o.moved_at, d.moved_at) as at, d.bytes, d.files
    from report_deliveries d ${joinOutgoing} join users u on u.org_id = d.org_id and u.id = d.user_id
    where d.org_id = ${currentOrgId} and d.run_id = ${runId} and (${can_change} or d.user_id = ${session.actor.id})
    order by u.last_name, u.first_name, u.id`
  const deliveries = rows.map((row) => ({
    ...row,
    state: (row.state === 'doubt' ? 'in_doubt' : row.state) as ReportDelivery['state'],
    at: stampIn(zone, row.at),
  }))
  return { run, deliveries }
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

const MOST = 500
/** Returns the person's received reports, for their data export. */
export async function myMailedReports(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await tx.sql<{ run_id: string }>`
    select d.run_id, s.report, d.email, ${stateOf} as state, d.problem, d.files, d.bytes, d.moved_at as at
    from report_deliveries d ${joinOutgoing} join report_schedule_runs r on r.org_id = d.org_id and r.id = d.run_id
    join report_schedules s on s.org_id = r.org_id and s.id = r.schedule_id
    where d.org_id = ${currentOrgId} and d.user_id = ${actor.id} and d.run_id > ${after ?? FIRST_ID} order by d.run_id limit ${MOST}`
  return { rows, after: rows.length < MOST ? null : rows.at(-1)!.run_id }
}
