import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { ReportScope } from '#core/contract/viewerReport.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { withdrawMails } from '#core/server/outgoing/madeMail.ts'
import type { Recurring } from '#core/server/recurring/recurring.ts'
import type { Schedule, ScheduleInput } from '../contract.ts'
import type { ScheduleAccess } from './policies.ts'

export const reportMail: Recurring = {
  name: 'reports',
  audited: 'mailed_report',
  schedules: sql.raw('report_schedules'),
  runs: sql.raw('report_schedule_runs'),
  recipients: sql.raw('report_deliveries'),
  schedule: 'schedule_id',
  input: 'scheduleId',
  isOn: sql`s.state = 'on'`,
  open: 'making',
  pending: ['waiting'],
  task: { name: 'reports.make' },
  isOneAtATime: true,
  runColumns: sql`, r.asked_by is not null as is_asked, r.start_day::text as start, r.end_day::text as "end"`,
  counts: sql`null`,
  joined: sql`left join (select org_id, channel, occasion, state, problem, moved_at from outgoing) o on o.org_id = d.org_id and o.channel = 'mail' and d.state = 'leaving'
    and o.occasion = 'report:' || d.run_id || ':' || d.user_id || ':' || d.tries`,
  // An email that the recipient no longer wanted has no row in `outgoing`.
  state: sql`case when d.state <> 'leaving' then d.state
    when o.state is null then 'skipped' when o.state in ('waiting', 'sending') then 'leaving' else o.state end`,
  columns: sql`coalesce(nullif(d.problem, ''), o.problem, '') as reason, coalesce(o.moved_at, d.moved_at) as at, d.bytes, d.files`,
}

/** Recipients of a schedule. */
export const reportUserLinks = { table: 'report_schedule_people', from: 'schedule_id', to: 'user_id' }

export type ScheduleRow = Pick<
  Schedule,
  | 'id'
  | 'code'
  | 'which'
  | 'days'
  | 'format'
  | 'weekday'
  | 'day'
  | 'hour'
  | 'subject'
  | 'state'
  | 'problem'
  | 'revision'
> & {
  owner_id: string
  about: Pick<ReportScope, 'key' | 'id'>
  /** An instant. */
  next_at: string | null
}

/**
 * SQL: a `ScheduleRow` of `report_schedules s`. Only this expression reads the columns, and only `storedIn` writes
 * them.
 */
export const scheduleRowColumns = sql`s.id, s.owner_id, s.report as code, jsonb_build_object('key', s.entity, 'id', s.entity_id) as about, s.which, s.range as days,
  case s.format when 'xlsx' then 'csv' else s.format end as format, s.weekday, s.month_day as day, s.hour, s.subject, s.state, s.problem, s.next_at, s.revision`

/** Returns the columns of a request. */
export const storedIn = ({ code, key, id, days, format, day, user_ids: _, ...same }: ScheduleInput) => ({
  ...same,
  report: code,
  entity: key,
  entity_id: id,
  range: days,
  format: format === 'csv' ? 'xlsx' : format,
  frequency: same.weekday === null ? 'monthly' : 'weekly',
  month_day: day,
})

export const aboutOf = ({ code, about }: Pick<ScheduleRow, 'code' | 'about'>): ScheduleAccess => ({ code, ...about })

export const noSchedule = () => notFound(cannotFind('scheduled report'))

/** Locks a schedule until the transaction ends. Throws 404. */
export async function lockSchedule(tx: Tx, id: string): Promise<ScheduleRow> {
  const { rows } = await tx.sql<ScheduleRow>`
    select ${scheduleRowColumns} from report_schedules s where s.org_id = ${currentOrgId} and s.id = ${id} for update`
  const [row] = rows
  if (!row) throw noSchedule()
  return row
}

/**
 * Returns a stable key per person, run, and attempt. It is the occasion of the row in `outgoing` that records the
 * result.
 */
export const scheduleOccasion = (runId: string, userId: string, tries: number) => `report:${runId}:${userId}:${tries}`

/** Withdraws emails of the deliveries `d` of runs `r` that aren't being sent yet, and returns whose they were. */
export async function withdraw(tx: Tx, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await tx.sql<{ run_id: string; user_id: string; tries: number }>`
    select d.run_id, d.user_id, d.tries from report_deliveries d join report_schedule_runs r on r.org_id = d.org_id and r.id = d.run_id
    where d.org_id = ${currentOrgId} and d.state = 'leaving' and ${which} for update of d`
  const keyOf = ({ run_id, user_id, tries }: (typeof rows)[number]) => scheduleOccasion(run_id, user_id, tries)
  const gone = await withdrawMails(tx, rows.map(keyOf))
  return rows.filter((row) => gone.has(keyOf(row))).map(({ user_id }) => user_id)
}
