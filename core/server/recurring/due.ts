// Begins due runs of recurring mail. Of several processes that find one, exactly one begins it.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import type { Database } from '../database/open.ts'
import { currentOrgId } from '../database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '../database/tx.ts'
import { type AnyTask, defineTask } from '../work/work.ts'
import type { Recurring } from './recurring.ts'

/** `orgId`, and the schedule's ID in the definition's `input`. */
export type DueSchedule = Record<string, string>

/**
 * Begins a run of a locked schedule or stops the schedule, and sets the time of the next run. Runs missed during
 * downtime are combined into one. Returns whether it began a run.
 */
export type BeginRun = (tx: Tx, id: string, at: { orgId: string; zone: string; now: string }) => Promise<boolean>

export const schedulingTask = (of: Recurring, begin: BeginRun): AnyTask =>
  defineTask<DueSchedule>({
    name: `${of.name}.begin`,
    input: z.object({ orgId: id, [of.input]: id }),
    key: (due) => due[of.input]!,
    due: (database) => dueSchedules(database, of, new Date().toISOString()),
    begin: async (database, due) => ({
      async next() {
        await beginIfDue(database, of, due, { now: new Date().toISOString(), begin })
        return { done: 1, isLeft: false }
      },
    }),
  })

export async function dueSchedules(database: Database, of: Recurring, now: string): Promise<DueSchedule[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<DueSchedule>`
      select s.org_id as "orgId", s.id as ${sql.ref(of.input)} from ${of.schedules} s
      where ${of.isOn} and s.next_at <= ${now}::timestamptz and not ${mustWait(of)} order by s.next_at`,
  )
  return rows
}

const mustWait = ({ isOneAtATime, runs, schedule, open }: Recurring): RawBuilder<boolean> =>
  isOneAtATime
    ? sql`exists (select 1 from ${runs} r where r.org_id = s.org_id and r.${sql.ref(schedule)} = s.id and r.state = ${open})`
    : sql`false`

/** Returns false if another process was first, someone paused it, or another run must end first. */
export function beginIfDue(
  database: Database,
  of: Recurring,
  due: DueSchedule,
  { now, begin }: { now: string; begin: BeginRun },
): Promise<boolean> {
  const { orgId = '', [of.input]: scheduleId = '' } = due
  const its = sql`s.org_id = ${currentOrgId} and s.id = ${scheduleId}`
  return withOrg(database, orgId, async (tx) => {
    const locked = await tx.sql`
      select s.id from ${of.schedules} s where ${its} and ${of.isOn} and s.next_at <= ${now}::timestamptz for update`
    if (locked.rows.length === 0) return false
    // Only another statement sees a run that was begun while this one waited for the lock.
    const { rows } = await tx.sql<{ zone: string; must_wait: boolean }>`
      select o.time_zone as zone, ${mustWait(of)} as must_wait from orgs o join ${of.schedules} s on s.org_id = o.id where ${its}`
    const { zone, must_wait } = rows[0]!
    return must_wait ? false : begin(tx, scheduleId, { orgId, zone, now })
  })
}
