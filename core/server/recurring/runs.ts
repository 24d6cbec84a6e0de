// Runs of recurring mail: how they begin and end, and their history.
import { type RawBuilder, sql } from 'kysely'
import { stampIn } from '#core/contract/dates.ts'
import { Refusal } from '#core/contract/errors.ts'
import { audit } from '../audit.ts'
import { currentOrgId } from '../database/tenant.ts'
import type { Tx } from '../database/tx.ts'
import { newId } from '../ids.ts'
import { triggerAfterCommit } from '../work/work.ts'
import {
  type Columns,
  insertRow,
  type NamedSchedule,
  type PersonalChange,
  type Recurring,
  updateSchedule,
} from './recurring.ts'

export type RunIds = { id: string; run: string }

/** Inserts an open run, and triggers the task that works on it. Returns false if another one must end first. */
export async function beginRun(tx: Tx, of: Recurring, scheduleId: string, columns: Columns): Promise<boolean> {
  triggerAfterCommit(tx, of.task)
  const run = { [of.schedule]: scheduleId, state: of.open, ...columns }
  return insertRow(tx, of.runs, run, { isOptional: of.isOneAtATime })
}

type Stop = { orgId: string; now: string; problem: string; action: string; set: Columns; run?: Columns }

/** Records a run that can't be sent. The schedule, which `set` changes, waits until someone resumes it. */
export async function stopSchedule(
  tx: Tx,
  of: Recurring,
  subject: NamedSchedule,
  { orgId, now, problem, action, set, run }: Stop,
): Promise<void> {
  const columns = { id: newId(), [of.schedule]: subject.id, state: 'not_sent', problem, at: now, ended_at: now }
  await insertRow(tx, of.runs, { ...columns, ...run })
  await updateSchedule(tx, of, subject.id, set)
  await audit(tx, { org: { id: orgId } }, { action: `${of.audited}.${action}`, subject })
}

/** Locks a run and returns its state, or undefined if it doesn't exist. Its recipients are locked after it. */
export async function lockRun(tx: Tx, { runs }: Recurring, runId: string): Promise<string | undefined> {
  const { rows } = await tx.sql<{ state: string }>`
    select state from ${runs} where org_id = ${currentOrgId} and id = ${runId} for update`
  return rows[0]?.state
}

/** Ends an open run without pending emails. Returns its schedule, or undefined if it can't end. */
export async function endRun(tx: Tx, of: Recurring, runId: string, now: string): Promise<string | undefined> {
  const { rows } = await tx.sql<{ schedule: string }>`
    update ${of.runs} r set state = 'done', problem = '', ended_at = ${now}::timestamptz
    where r.org_id = ${currentOrgId} and r.id = ${runId} and r.state = ${of.open} and not exists (
      select 1 from ${of.recipients} d where d.org_id = r.org_id and d.run_id = r.id and d.state = any(${of.pending}::text[]))
    returning r.${sql.ref(of.schedule)} as schedule`
  return rows[0]?.schedule
}

/** `reset` is SQL that sets further columns of the recipients, after a comma. */
type Retry = { states: string[]; reset?: RawBuilder<unknown>; details?: Columns }

/** Makes emails in these states pending again. Throws 409 if there are none, or if another run must end first. */
export async function retryRun(
  tx: Tx,
  of: Recurring,
  { session, now }: PersonalChange,
  subject: NamedSchedule,
  runId: string,
  { states, reset = sql``, details }: Retry,
): Promise<void> {
  const { rows } = await tx.sql`
    update ${of.recipients} set state = 'waiting', problem = '', moved_at = ${now}::timestamptz ${reset}
    where org_id = ${currentOrgId} and run_id = ${runId} and state = any(${states}::text[]) returning user_id`
  if (rows.length === 0) throw new Refusal('nothing_failed', 'There’s nothing to resend.', 409)
  const others = await tx.sql`
    select from ${of.runs} where org_id = ${currentOrgId} and ${sql.ref(of.schedule)} = ${subject.id} and state = ${of.open} and id <> ${runId}`
  if (of.isOneAtATime && others.rows.length > 0)
    throw new Refusal('is_making', 'Another run is in progress. Try again when it’s done.', 409)
  await tx.sql`
    update ${of.runs} set state = ${of.open}, problem = '', ended_at = null where org_id = ${currentOrgId} and id = ${runId}`
  triggerAfterCommit(tx, of.task)
  await audit(tx, session, { action: `${of.audited}.retried`, subject, details: { mails: rows.length, ...details } })
}

type Counts = Record<string, number>
type Row = { id: string; schedule: string; at: string; state: string; message: string; counts: Counts | null }
export type MailRun<R = object> = Omit<Row, 'schedule' | 'counts'> & { counts: Counts } & ReturnType<typeof countsIn> &
  R
/** `most` is the number of runs per schedule. */
type Reading = { zone: string; ids: readonly string[]; most: number | null }

/** Returns the runs of these schedules, latest first. `R` is the type of the definition's own columns. */
export async function readRuns<R = object>(
  tx: Tx,
  of: Recurring,
  { zone, ids, most }: Reading,
): Promise<Map<string, MailRun<R>[]>> {
  const schedule = sql.ref(of.schedule)
  const { rows } = await tx.sql<Row & R>`
    select r.id, r.${schedule} as schedule, r.at, r.state, r.problem as message, ${of.counts} as counts ${of.runColumns}
    from ${of.schedules} s cross join lateral (
      select * from ${of.runs} r where r.org_id = s.org_id and r.${schedule} = s.id order by r.at desc, r.id desc limit ${most}::int) r
    where s.org_id = ${currentOrgId} and s.id = any(${[...ids]}::uuid[]) order by r.at desc, r.id desc`
  const counted = await countRecipients(
    tx,
    of,
    rows.flatMap(({ id, counts }) => (counts ? [] : id)),
  )
  const runs = new Map<string, MailRun<R>[]>(ids.map((id) => [id, []]))
  for (const { schedule, ...row } of rows) {
    const counts = row.counts ?? counted.get(row.id) ?? {}
    runs.get(schedule)!.push({ ...(row as Row & R), at: stampIn(zone, row.at), counts, ...countsIn(counts) })
  }
  return runs
}

/** A separate statement, because on a cluster what is joined can be on another node than the runs. */
async function countRecipients(tx: Tx, of: Recurring, runIds: string[]): Promise<Map<string, Counts>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await tx.sql<{ run_id: string; state: string; n: number }>`
    select d.run_id, ${of.state} as state, count(*)::int as n from ${of.recipients} d ${of.joined}
    where d.org_id = ${currentOrgId} and d.run_id = any(${runIds}::uuid[]) group by 1, 2`
  const byRun = Map.groupBy(rows, ({ run_id }) => run_id)
  return new Map([...byRun].map(([id, those]) => [id, Object.fromEntries(those.map(({ state, n }) => [state, n]))]))
}

const countsIn = ({ waiting = 0, sent = 0, failed = 0, doubt = 0, skipped = 0 }: Counts) => ({
  ...{ waiting, sent, failed, in_doubt: doubt, skipped },
})
