// Purges the recipients of a run after two years and keeps their number.
import { sql } from 'kysely'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import type { Job } from '#core/server/work/jobs.ts'

/** Days from the end of a run to the purge. */
const KEPT = 730
/** Rows deleted per transaction. */
const SOME = 2000

export const purgeDigestRecipients: Job = {
  name: 'forgetDigestRecipients',
  cron: '50 3 * * *',
  run: purgeOld,
}

/** Skips closed firms, whose data might be needed unchanged. */
async function purgeOld(database: Database): Promise<void> {
  for (let isLeft = true; isLeft; ) isLeft = await withoutRls(database, deleteDigestRun)
  for (let isLeft = true; isLeft; ) isLeft = await withoutRls(database, purgeEndedRuns)
  await withoutRls(
    database,
    (tx) =>
      tx.sql`
      delete from digest_bounces b using orgs o
      where o.id = b.org_id and not o.is_closed and b.since is null and b.last_at < now() - make_interval(days => ${KEPT})`,
  )
}

type Run = { org_id: string; id: string }

/**
 * Purges a run's recipients but keeps the ids and items of those who got it, so that a recurring digest repeats
 * nothing. Returns false if no run is left.
 */
async function deleteDigestRun(tx: Tx): Promise<boolean> {
  const { rows } = await tx.sql<Run>`
    select r.org_id, r.id from digest_runs r join orgs o on o.id = r.org_id
    where r.forgotten_at is null and r.ended_at < now() - make_interval(days => ${KEPT}) and not o.is_closed
    order by r.ended_at limit 1`
  const [run] = rows
  if (!run) return false
  // Another process can be working on the same run. Its row locks make this update wait.
  await tx.sql`
    update digest_runs set forgotten_at = now() where org_id = ${run.org_id} and id = ${run.id} and forgotten_at is null`
  const ofRun = sql`org_id = ${run.org_id} and run_id = ${run.id}`
  await tx.sql`delete from digest_recipients where ${ofRun} and state in ('failed', 'skipped')`
  await tx.sql`update digest_recipients set email = '', name = '', why = '', problem = '' where ${ofRun}`
  return true
}

/** Purges everything about people from a digest without further runs. Returns false if no one is left. */
async function purgeEndedRuns(tx: Tx): Promise<boolean> {
  const { rows: left } = await tx.sql<Run>`
    select r.org_id, r.id from digest_runs r
    join digests d on d.org_id = r.org_id and d.id = r.digest_id and d.status in ('sent', 'cancelled')
    join orgs o on o.id = r.org_id and not o.is_closed
    join digest_recipients w on w.org_id = r.org_id and w.run_id = r.id
    where r.forgotten_at is not null limit 1`
  const [run] = left
  if (!run) return false
  const ofRun = sql`org_id = ${run.org_id} and run_id = ${run.id}`
  await tx.sql`
    delete from digest_recipients where ${ofRun} and user_id in (
      select user_id from digest_recipients where ${ofRun} limit ${SOME})`
  return true
}
