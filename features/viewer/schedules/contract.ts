// Contract of scheduled reports, weekly or monthly: report, audience, schedule, recipients, and runs.
import { z } from 'zod'
import { day, id, messages, stamp, text } from '#core/contract/fields.ts'
import { mailPresets } from '#core/contract/ranges.ts'
import { defineRoute } from '#core/contract/route.ts'
import { ReportScope, ScopeKey } from '#core/contract/viewerReport.ts'

export const MOST_RECIPIENTS = 50
/** Maximum per person. */
export const MOST_SCHEDULES = 50

/** `csv` means the Excel workbook. Source: RULINGS, section 9. */
export const Format = z.enum(['pdf', 'csv', 'both'])
export type Format = z.infer<typeof Format>
/** Default hour in the firm's time zone. */
export const USUAL_HOUR = 7

/** Weekly with a `weekday` or monthly with a `day`, but not both. Source: RULINGS, section 9. */
export const ScheduleInput = z.strictObject({
  /** Report code such as 'overview'. */
  code: z.string().max(60),
  /** Audience of the report. */
  key: ScopeKey,
  id,
  which: z.string().max(100).nullable().default(null),
  /** Evaluated at each run; null for a report on the current state. */
  days: z.enum(mailPresets).nullable().default(null),
  format: Format,
  /** 1 is Monday. */
  weekday: z.int().min(1).max(7).nullable().default(null),
  /** Day of the month; 31 means the last day of a shorter month. */
  day: z.int().min(1).max(31).nullable().default(null),
  /** In the firm's time zone. */
  hour: z.int().min(0).max(23).default(USUAL_HOUR),
  user_ids: z
    .array(id)
    .min(1, 'Choose at least one person.')
    .max(MOST_RECIPIENTS, `Choose up to ${MOST_RECIPIENTS} people.`)
    .transform((ids) => [...new Set(ids.map((one) => one.toLowerCase()))]),
  /** '' uses the report's own subject. */
  subject: text(150)
    .refine((given) => !/[\r\n]/.test(given), messages.complete)
    .default(''),
})
export type ScheduleInput = z.infer<typeof ScheduleInput>

const Person = z.object({ user_id: id, first_name: z.string(), last_name: z.string(), is_here: z.boolean() })

export const ScheduleRun = z.object({
  id,
  at: stamp,
  /** Whether someone started it manually. */
  is_asked: z.boolean(),
  state: z.enum(['making', 'done', 'cancelled', 'not_sent']),
  /** Reason why nothing was sent. */
  message: z.string(),
  /** First and last day that it covers; null for a report on the current state. */
  start: day.nullable(),
  end: day.nullable(),
  people: z.int(),
  /** Number not created yet. */
  waiting: z.int(),
  /** Number created and being sent to the mail server. */
  leaving: z.int(),
  sent: z.int(),
  failed: z.int(),
  in_doubt: z.int(),
  skipped: z.int(),
  cancelled: z.int(),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>

export const Schedule = z.object({
  id,
  /** Code and title of the report. */
  code: z.string(),
  name: z.string(),
  about: ReportScope,
  which: z.string().nullable(),
  days: z.enum(mailPresets).nullable(),
  format: Format,
  weekday: z.int().nullable(),
  day: z.int().nullable(),
  hour: z.int(),
  subject: z.string(),
  recipients: z.array(Person),
  /** 'stopped' means that the owner can no longer see the report; `problem` says so. */
  state: z.enum(['on', 'paused', 'stopped']),
  problem: z.string(),
  owner: Person,
  /** In the firm's time zone; null if no run follows. */
  next_run: stamp.nullable(),
  /** Firm's time zone, such as 'America/Los_Angeles'. */
  zone: z.string(),
  last_run: ScheduleRun.nullable(),
  /** Whether the caller can see this report, and so change its schedule. */
  can_change: z.boolean(),
  /** Whether the caller is a recipient. */
  is_mine: z.boolean(),
  /** Changes with each edit. */
  revision: z.int(),
})
export type Schedule = z.infer<typeof Schedule>

export const ReportDelivery = z.object({
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  state: z.enum(['waiting', 'leaving', 'sent', 'failed', 'in_doubt', 'skipped', 'cancelled']),
  /** Reason why it failed or was skipped. */
  reason: z.string(),
  at: stamp,
  /** Total size of the attachments. */
  bytes: z.int(),
  files: z.array(z.string()),
})
export type ReportDelivery = z.infer<typeof ReportDelivery>

const one = z.strictObject({ id })
const ofRun = z.strictObject({ id, run: id })

const acting = (action: string, summary: string) =>
  defineRoute({
    name: `viewer.schedule.${action}`,
    method: 'POST',
    path: `viewer/schedules/:id/${action}`,
    summary,
    params: one,
    answer: Schedule,
  })

export const routes = {
  list: defineRoute({
    name: 'viewer.schedules',
    method: 'GET',
    path: 'viewer/schedules',
    summary: 'List scheduled reports: those I can see, and those sent to me',
    answer: z.object({ schedules: z.array(Schedule) }),
  }),
  people: defineRoute({
    name: 'viewer.schedulePeople',
    method: 'GET',
    path: 'viewer/schedules/people',
    summary: 'List who can see a report, and so can receive it',
    query: ScheduleInput.pick({ code: true, key: true, id: true }),
    answer: z.object({ people: z.array(z.object({ user_id: id, first_name: z.string(), last_name: z.string() })) }),
  }),
  add: defineRoute({
    name: 'viewer.schedule.add',
    method: 'POST',
    path: 'viewer/schedules',
    summary: 'Schedule a report weekly, on a `weekday`, or monthly, on a `day`',
    body: ScheduleInput,
    answer: Schedule,
  }),
  change: defineRoute({
    name: 'viewer.schedule.change',
    method: 'PUT',
    path: 'viewer/schedules/:id',
    summary: 'Change a scheduled report. `revision` is the one you read; 409 if someone has changed it since',
    params: one,
    body: z.strictObject({ ...ScheduleInput.shape, revision: z.int().optional() }),
    answer: Schedule,
  }),
  remove: defineRoute({
    name: 'viewer.schedule.remove',
    method: 'DELETE',
    path: 'viewer/schedules/:id',
    summary: 'Delete a scheduled report and its runs',
    params: one,
  }),
  pause: acting('pause', 'Pause a scheduled report'),
  resume: acting('resume', 'Resume a scheduled report; if it had stopped, it becomes mine'),
  leave: defineRoute({
    name: 'viewer.schedule.leave',
    method: 'POST',
    path: 'viewer/schedules/:id/leave',
    summary: 'Stop sending a scheduled report to me',
    params: one,
  }),
  run: acting('run', 'Send a scheduled report now; one run at a time, at most once a minute'),
  runs: defineRoute({
    name: 'viewer.scheduleRuns',
    method: 'GET',
    path: 'viewer/schedules/:id/runs',
    summary: 'List the last 50 runs of a scheduled report, newest first',
    params: one,
    answer: z.object({ runs: z.array(ScheduleRun) }),
  }),
  deliveries: defineRoute({
    name: 'viewer.scheduleDeliveries',
    method: 'GET',
    path: 'viewer/schedules/:id/runs/:run',
    summary: 'List who got a run and what was in it, who didn’t, and why',
    params: ofRun,
    answer: z.object({ run: ScheduleRun, deliveries: z.array(ReportDelivery) }),
  }),
  cancel: defineRoute({
    name: 'viewer.schedule.cancel',
    method: 'POST',
    path: 'viewer/schedules/:id/runs/:run/cancel',
    summary: 'Cancel the rest of a run',
    params: ofRun,
    answer: Schedule,
  }),
  retry: defineRoute({
    name: 'viewer.schedule.retry',
    method: 'POST',
    path: 'viewer/schedules/:id/runs/:run/retry',
    summary: 'Create and send failed emails again, and unconfirmed ones only on request',
    params: ofRun,
    body: z.strictObject({ in_doubt: z.boolean().default(false) }),
    answer: Schedule,
  }),
}
