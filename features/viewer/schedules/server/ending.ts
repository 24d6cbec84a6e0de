// Ends runs, records delivery results, and handles retries.

import { type RawBuilder, sql } from 'kysely'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { endRun, lockRun, type RunIds, retryRun } from '#core/server/recurring/runs.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { skippedRecipients } from '../leftOut.ts'
import { notifyOwner } from './ownerNotices.ts'
import { scheduleTitle } from './policies.ts'
import { noSchedule, reportMail, type ScheduleRow, withdraw } from './rows.ts'
import { lockForChange, type ScheduleMutation } from './writing.ts'

type Failed = { name: string; problem: string }

/** Ends a run without pending recipients, and notifies the owner about failures. */
export async function endScheduleRun(tx: Tx, runId: string, now: string): Promise<void> {
  await lockRun(tx, reportMail, runId)
  // The owner was notified already about emails that the mail server rejected.
  if (await endRun(tx, reportMail, runId, now))
    await notifyFailures(tx, runId, { occasion: `made:${now}`, now, which: sql`d.mail is null` })
}

/** SQL for the run's deliveries `d` to report now. */
type FailureNotice = { occasion: string; now: string; which: RawBuilder<unknown> }

async function notifyFailures(tx: Tx, runId: string, { occasion, now, which }: FailureNotice): Promise<void> {
  const { rows } = await tx.sql<Failed & Pick<ScheduleRow, 'id' | 'owner_id'> & { people: number }>`
    select s.id, s.owner_id, trim(u.first_name || ' ' || u.last_name) as name, d.problem,
      (select count(*)::int from report_deliveries o where o.org_id = d.org_id and o.run_id = d.run_id) as people
    from report_deliveries d join report_schedule_runs r on r.org_id = d.org_id and r.id = d.run_id
    join report_schedules s on s.org_id = r.org_id and s.id = r.schedule_id join users u on u.org_id = d.org_id and u.id = d.user_id
    where d.org_id = ${currentOrgId} and d.run_id = ${runId} and d.state in ('failed', 'doubt')
      and ${which} order by u.last_name, u.id`
  const [first] = rows
  if (!first) return
  const of = first.people === 1 ? 'its only recipient' : `${rows.length} of ${first.people} recipients`
  await notifyOwner(tx, first, {
    occasion: `${runId}:${occasion}`,
    now,
    text: `A scheduled report didn’t reach ${of}.`,
    details: rows.slice(0, 10).map(({ name, problem }) => `${name}: ${problem}`),
  })
}

const { joined, state: ownState } = reportMail

type Settled = { org_id: string; run_id: string }

/** Copies results from the email queue to the run's rows, and deletes attachments of sent emails. */
export const recordReportEmails: Job = {
  name: 'noteReportMails',
  cron: '* * * * *',
  run: recordEmails,
}

async function recordEmails(database: Database): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Settled>`
      select distinct d.org_id, d.run_id from report_deliveries d ${joined}
      where d.state = 'leaving' and (o.state is null or o.state in ('sent', 'failed', 'doubt')) limit 1000`,
  )
  for (const { org_id, run_id } of rows)
    await withOrg(database, org_id, (tx) => recordRun(tx, run_id, new Date().toISOString()))
}

/** Days after the end of a run. */
const KEPT = 730

/** Closed firms keep their data as it is. */
export const purgeReportRuns: Job = {
  name: 'forgetReportRuns',
  cron: '55 3 * * *',
  async run(database) {
    await withoutRls(
      database,
      (tx) =>
        tx.sql`
        delete from report_schedule_runs r using orgs o
        where o.id = r.org_id and not o.is_closed and r.ended_at < now() - make_interval(days => ${KEPT})`,
    )
  },
}

export async function recordRun(tx: Tx, runId: string, now: string): Promise<void> {
  await lockRun(tx, reportMail, runId)
  const { rows } = await tx.sql<{ user_id: string; state: string }>`
    with known as (
      select d.user_id, ${ownState} as state, coalesce(o.problem, ${skippedRecipients.unsubscribed}) as problem, coalesce(o.moved_at, ${now}::timestamptz) as at
      from report_deliveries d ${joined} where d.org_id = ${currentOrgId} and d.run_id = ${runId} and d.state = 'leaving')
    update report_deliveries d set state = k.state, problem = k.problem, moved_at = k.at, mail = case when k.state in ('failed', 'doubt') then d.mail end
    from known k where d.org_id = ${currentOrgId} and d.run_id = ${runId} and d.user_id = k.user_id and d.state = 'leaving' and k.state <> 'leaving'
    returning d.user_id, d.state`
  await tx.sql`
    delete from report_mail_files f using report_deliveries d where f.org_id = ${currentOrgId} and f.run_id = ${runId}
      and d.org_id = f.org_id and d.run_id = f.run_id and d.user_id = f.user_id and d.state in ('sent', 'skipped', 'cancelled')`
  const troubled = rows.filter(({ state }) => state === 'failed' || state === 'doubt').map(({ user_id }) => user_id)
  const which = sql`d.user_id = any(${troubled}::uuid[])`
  if (troubled.length > 0) await notifyFailures(tx, runId, { occasion: `mailed:${now}`, now, which })
}

/** Locks a run of a schedule that the person can change. Throws 404 and 403. */
async function lockRunForChange(tx: Tx, doing: ScheduleMutation, { id, run }: RunIds) {
  const row = await lockForChange(tx, doing, id)
  const { rows } = await tx.sql<{ state: string }>`
    select state from report_schedule_runs where org_id = ${currentOrgId} and schedule_id = ${id} and id = ${run} for update`
  if (!rows[0]) throw notFound(cannotFind('run'))
  return { state: rows[0].state, subject: { id, name: scheduleTitle(doing.reports, row.code) } }
}

/** Stops creating files, and withdraws emails that are pending. */
export async function cancelRun(tx: Tx, doing: ScheduleMutation, ids: RunIds): Promise<void> {
  const { subject } = await lockRunForChange(tx, doing, ids)
  await recordRun(tx, ids.run, doing.now)
  const held = await withdraw(tx, sql`d.run_id = ${ids.run}`)
  const { rows } = await tx.sql`
    update report_deliveries d set state = 'cancelled', problem = '', moved_at = ${doing.now}::timestamptz, mail = null
    where d.org_id = ${currentOrgId} and d.run_id = ${ids.run} and (d.state = 'waiting' or d.user_id = any(${held}::uuid[]))
    returning d.user_id`
  if (rows.length === 0) throw new Refusal('over', 'Everything in this run has already been sent.', 409)
  await tx.sql`delete from report_mail_files f using report_deliveries d where f.org_id = ${currentOrgId} and f.run_id = ${ids.run}
    and d.org_id = f.org_id and d.run_id = f.run_id and d.user_id = f.user_id and d.state = 'cancelled'`
  await tx.sql`
    update report_schedule_runs set state = 'cancelled', ended_at = ${doing.now}::timestamptz where org_id = ${currentOrgId} and id = ${ids.run}`
  await audit(tx, doing.session, { action: 'mailed_report.cancelled', subject })
}

/** Creates files again with current data. Including unconfirmed ones accepts that some people get a duplicate. */
export async function retryReport(tx: Tx, doing: ScheduleMutation, ids: RunIds, inDoubt: boolean): Promise<void> {
  const { state, subject } = await lockRunForChange(tx, doing, ids)
  if (state === 'not_sent') throw noSchedule()
  await recordRun(tx, ids.run, doing.now)
  const states = inDoubt ? ['failed', 'cancelled', 'doubt'] : ['failed', 'cancelled']
  await retryRun(tx, reportMail, doing, subject, ids.run, { states })
}
