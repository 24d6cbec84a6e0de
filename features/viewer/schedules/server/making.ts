// Creates the files of a run per recipient, with that person's permissions. Each is queued in the transaction that
// records it, so an interrupted process loses nothing and sends nothing twice.
import { z } from 'zod'
import { errorMessages, messageOf, Refusal } from '#core/contract/errors.ts'
import { id } from '#core/contract/fields.ts'
import type { DownloadType } from '#core/contract/fileAnswer.ts'
import type { WithRows } from '#core/contract/viewerReport.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { queueMadeMails } from '#core/server/outgoing/madeMail.ts'
import { lockRun } from '#core/server/recurring/runs.ts'
import { logoOf } from '#core/server/reports/logo.ts'
import type { ViewerReportHandler } from '#core/server/reports/serveViewerReport.ts'
import { type ViewerAccess, viewerAccessOf } from '#core/server/reports/viewerAccess.ts'
import { type AnyTask, type Batch, defineTask, isPassing } from '#core/server/work/work.ts'
import { skippedRecipients } from '../leftOut.ts'
import { endScheduleRun } from './ending.ts'
import { composeReportEmail, MAKER, wantsMail } from './mails.ts'
import { checkSees, type Reports } from './policies.ts'
import { aboutOf, reportMail, type ScheduleRow, scheduleOccasion, scheduleRowColumns } from './rows.ts'

/** Maximum size of an email in bytes. Most mail servers reject larger ones. */
const MOST_BYTES = 15_000_000

const Input = z.object({ orgId: id, runId: id })
type Input = z.infer<typeof Input>

export const makingTask = (reports: Reports): AnyTask =>
  defineTask<Input>({
    ...reportMail.task,
    input: Input,
    key: ({ runId }) => runId,
    sizes: { first: 1, most: 1 },
    due: dueRuns,
    begin: async (database, input) => ({ next: () => buildNextReport(database, reports, input) }),
    failed: (database, { orgId, runId }, error) =>
      withOrg(database, orgId, (tx) => giveUp(tx, runId, messageOf(error), new Date().toISOString())),
    ifStopped: 'Reports already prepared are still emailed.',
  })

async function dueRuns(database: Database): Promise<Input[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Input>`
      select org_id as "orgId", id as "runId" from report_schedule_runs where state = 'making' order by at`,
  )
  return rows
}

/** Fails all pending recipients and notifies the owner. */
async function giveUp(tx: Tx, runId: string, problem: string, now: string): Promise<void> {
  await lockRun(tx, reportMail, runId)
  await tx.sql`
    update report_deliveries set state = 'failed', problem = ${problem}, moved_at = ${now}::timestamptz, mail = null
    where org_id = ${currentOrgId} and run_id = ${runId} and state = 'waiting'`
  await endScheduleRun(tx, runId, now)
}

type Waiting = ScheduleRow & {
  user_id: string
  tries: number
  start_day: string | null
  end_day: string | null
  owner_name: string
}

async function buildNextReport(database: Database, reports: Reports, { orgId, runId }: Input): Promise<Batch> {
  const waiting = await withOrg(database, orgId, (tx) => nextWaiting(tx, runId), { isQuiet: true })
  const now = new Date().toISOString()
  if (!waiting) {
    await withOrg(database, orgId, (tx) => endScheduleRun(tx, runId, now))
    return { done: 0, isLeft: false }
  }
  const made = await makeFor(database, reports, orgId, waiting, now)
  await withOrg(database, orgId, (tx) => keep(tx, { orgId, runId, waiting, made, now }))
  return { done: 1, isLeft: true }
}

async function nextWaiting(tx: Tx, runId: string): Promise<Waiting | undefined> {
  const { rows } = await tx.sql<Waiting>`
    select ${scheduleRowColumns}, d.user_id, d.tries, r.start_day::text as start_day, r.end_day::text as end_day,
      trim(w.first_name || ' ' || w.last_name) as owner_name
    from report_deliveries d join report_schedule_runs r on r.org_id = d.org_id and r.id = d.run_id
    join report_schedules s on s.org_id = r.org_id and s.id = r.schedule_id join users w on w.org_id = s.org_id and w.id = s.owner_id
    where d.org_id = ${currentOrgId} and d.run_id = ${runId} and d.state = 'waiting' and r.state = 'making' order by d.user_id limit 1`
  return rows[0]
}

type File = { type: DownloadType; name: string; bytes: Buffer }
type Made =
  | { state: 'leaving'; to: ViewerAccess; mail: ReturnType<typeof composeReportEmail>; files: File[] }
  | { state: 'skipped' | 'failed'; problem: string }

/** Never rejects because of a single person or report. The error is stored in their row, and the others continue. */
async function makeFor(
  database: Database,
  reports: Reports,
  orgId: string,
  waiting: Waiting,
  now: string,
): Promise<Made> {
  try {
    const seen = await withOrg(database, orgId, (tx) => checkViewerAccess(tx, reports, waiting, now), { isQuiet: true })
    if ('state' in seen) return seen
    const { eyes, served, facts } = seen
    const files = await filesOf(database, served, facts, waiting, eyes)
    const mail = composeReportEmail({
      ...{ report: served.report, facts, schedule: waiting, to: eyes.actor.id },
      files: files.map(({ name }) => name),
    })
    return { state: 'leaving', to: eyes, mail, files }
  } catch (error) {
    if (isPassing(error)) throw error
    if (!(error instanceof Refusal)) console.error(`Can’t email the report ${waiting.code}:`, error)
    return { state: 'failed', problem: error instanceof Refusal ? error.message : errorMessages.generic }
  }
}

/** Returns what the person can see now, or why they get nothing. */
async function checkViewerAccess(tx: Tx, reports: Reports, waiting: Waiting, now: string) {
  const { start_day: start, end_day: end, which } = waiting
  const skipped = (problem: string) => ({ state: 'skipped' as const, problem })
  const eyes = (await viewerAccessOf(tx, [waiting.user_id])).get(waiting.user_id)
  if (!eyes) return skipped(skippedRecipients.gone)
  if (!wantsMail(eyes.user.settings)) return skipped(skippedRecipients.unsubscribed)
  try {
    const served = await checkSees(tx, reports, eyes, aboutOf(waiting))
    const asked = { ...waiting.about, ...(start && end && { start, end }), ...(which && { which }) }
    return { eyes, served, facts: await served.facts(tx, eyes, asked, now) }
  } catch (error) {
    if (error instanceof Refusal && (error.status === 403 || error.status === 404))
      return skipped(skippedRecipients.forbidden)
    throw error
  }
}

/** Throws a Refusal with a message if a file can't be created or the files are too large for an email. */
async function filesOf(
  database: Database,
  { file }: ViewerReportHandler,
  facts: WithRows,
  { format }: ScheduleRow,
  { org }: ViewerAccess,
): Promise<File[]> {
  const files: File[] = []
  for (const as of (['csv', 'pdf'] as const).filter((one) => format === 'both' || format === one)) {
    const logo = as === 'pdf' ? await logoOf(database, org.id, org.logoId) : {}
    const note = (error: unknown) => console.error('A file of a scheduled report couldn’t be created:', error)
    const made = await file(facts, as, { logo, note })
    if (made.error !== '' || made.file === '') throw new Refusal('not_made', made.error || errorMessages.tryAgain, 500)
    // The API calls a workbook 'csv', as the specification does, but the attachment has its real type.
    files.push({ type: as === 'csv' ? 'xlsx' : as, name: made.name, bytes: Buffer.from(made.file, 'base64') })
  }
  const bytes = files.reduce((sum, one) => sum + one.bytes.length, 0)
  if (bytes <= MOST_BYTES) return files
  const inMb = (size: number) => `${Math.ceil(size / 1_000_000)} MB`
  throw new Refusal(
    'too_large',
    `The files are too large for an email: ${inMb(bytes)}. The limit is ${inMb(MOST_BYTES)}.`,
  )
}

type Keeping = Input & { waiting: Waiting; made: Made; now: string }

/** Stores the result once. Existing results and canceled runs stay unchanged. */
async function keep(tx: Tx, { orgId, runId, waiting: { user_id, tries }, made, now }: Keeping): Promise<void> {
  if ((await lockRun(tx, reportMail, runId)) !== 'making') return
  const isLeaving = made.state === 'leaving'
  const { rows } = await tx.sql`
    update report_deliveries d set state = ${made.state}, problem = ${isLeaving ? '' : made.problem}, tries = tries + 1, moved_at = ${now}::timestamptz,
      bytes = ${isLeaving ? made.files.reduce((sum, { bytes }) => sum + bytes.length, 0) : 0},
      files = ${isLeaving ? made.files.map(({ name }) => name) : []}::text[], mail = ${isLeaving ? JSON.stringify(made.mail) : null}::jsonb,
      email = case when ${isLeaving} then ${isLeaving ? made.to.user.email : ''} else email end
    where d.org_id = ${currentOrgId} and d.run_id = ${runId} and d.user_id = ${user_id} and d.state = 'waiting' and d.tries = ${tries}
    returning d.user_id`
  if (rows.length === 0 || !isLeaving) return
  await tx.sql`delete from report_mail_files where org_id = ${currentOrgId} and run_id = ${runId} and user_id = ${user_id}`
  for (const { type, name, bytes } of made.files)
    await tx.sql`
      insert into report_mail_files (org_id, run_id, user_id, type, name, bytes) values (${currentOrgId}, ${runId}, ${user_id}, ${type}, ${name}, ${bytes})`
  const { email } = made.to.user
  const about = { runId, userId: user_id, tries: tries + 1 }
  const { first_name, last_name } = made.to.actor
  await queueMadeMails(tx, orgId, MAKER, [
    { email, name: `${first_name} ${last_name}`.trim(), about, key: scheduleOccasion(runId, user_id, tries + 1) },
  ])
}
