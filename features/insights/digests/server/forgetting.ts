// Who got a digest is forgotten after two years; how many did stays.
import { sql } from 'kysely'
import { asSystem, type Tx } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import type { Job } from '#core/server/work/jobs.ts'

/** Days after the end of a run. */
const KEPT = 730
/** So many rows go in one transaction. */
const SOME = 2000

export const forgetDigestRecipients: Job = {
  name: 'forgetDigestRecipients',
  cron: '50 3 * * *',
  run: forgetOld,
}

/** What a closed firm has may be wanted as it is. */
async function forgetOld(database: Database): Promise<void> {
  for (let isLeft = true; isLeft; ) isLeft = await asSystem(database, forgetRun)
  for (let left = SOME; left === SOME; ) left = await asSystem(database, forgetOver)
  await asSystem(database, (tx) =>
    sql`
      delete from digest_bounces b using orgs o
      where o.id = b.org_id and not o.is_closed and b.since is null and b.last_at < now() - make_interval(days => ${KEPT})`.execute(
      tx,
    ),
  )
}

/** Of those who got it, their ids and what it was stay: a digest that goes again sends nobody the same twice. False where no run is left. */
async function forgetRun(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ org_id: string; id: string }>`
    update digest_runs set forgotten_at = now() where (org_id, id) in (
      select r.org_id, r.id from digest_runs r join orgs o on o.id = r.org_id
      where r.forgotten_at is null and r.ended_at < now() - make_interval(days => ${KEPT}) and not o.is_closed
      order by r.ended_at limit 1 for update of r skip locked)
    returning org_id, id`.execute(tx)
  const [run] = rows
  if (!run) return false
  const ofRun = sql`org_id = ${run.org_id} and run_id = ${run.id}`
  await sql`delete from digest_recipients where ${ofRun} and state in ('failed', 'skipped')`.execute(tx)
  await sql`update digest_recipients set email = '', name = '', why = '', problem = '' where ${ofRun}`.execute(tx)
  return true
}

/** A digest that goes no more has to know nothing of anybody. Answers how many rows went. */
async function forgetOver(tx: Tx): Promise<number> {
  const { rows } = await sql`
    delete from digest_recipients where (org_id, run_id, user_id) in (
      select w.org_id, w.run_id, w.user_id from digest_runs r
      join digests d on d.org_id = r.org_id and d.id = r.digest_id and d.status in ('sent', 'cancelled')
      join orgs o on o.id = r.org_id and not o.is_closed
      join digest_recipients w on w.org_id = r.org_id and w.run_id = r.id
      where r.forgotten_at is not null limit ${SOME})
    returning user_id`.execute(tx)
  return rows.length
}
