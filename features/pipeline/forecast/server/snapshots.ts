// Keeps once a day what is expected of each Target, so that a later forecast can be compared with what came true. Rows
// are added only for what changed since the day before.
import { sql } from 'kysely'
import { dayIn } from '#core/contract/dates.ts'
import type { FirmSubscriptions } from '#core/contract/session.ts'
import type { Stages } from '#core/contract/stages.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { forEachCollectErrors } from '#core/server/forEachCollectErrors.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { isForecastOn } from '../figuresContract.ts'
import { amountOf, stageChances } from './expected.ts'

/**
 * Keeps the firm's facts of `day` ('YYYY-MM-DD' in its zone) as they are now. Returns false if that day was kept before:
 * of two processes, the second one waits for the first and then does nothing.
 */
export async function keepDay(tx: Tx, day: string): Promise<boolean> {
  const { rows: kept } = await tx.sql`
    insert into forecast_days (org_id, day) values (${currentOrgId}, ${day}::date) on conflict do nothing returning day`
  if (kept.length === 0) return false
  const { rows } = await tx.sql<{ stages: Stages | null }>`select stages from orgs where id = ${currentOrgId}`
  const now = sql`
    select t.id as target_id, t.owner_id, t.is_private, ${amountOf} as amount, coalesce(t.chance, s.chance) as chance, t.expected_close
    from targets t left join ${stageChances(rows[0]!.stages)} on s.id = t.stage_id
    where t.org_id = ${currentOrgId} and t.status = 'active' and t.expected_close is not null and coalesce(t.chance, s.chance) is not null`
  // Two statements, because a target has only one row without an end.
  await tx.sql`
    with now as materialized (${now})
    update forecast_facts f set until = ${day}::date
    where f.org_id = ${currentOrgId} and f.until is null and not exists (
      select 1 from now n where n.target_id = f.target_id
        and (n.owner_id, n.is_private, n.amount, n.chance, n.expected_close) = (f.owner_id, f.is_private, f.amount, f.chance, f.expected_close))`
  await tx.sql`
    insert into forecast_facts (org_id, target_id, since, owner_id, is_private, amount, chance, expected_close)
    select ${currentOrgId}, n.target_id, ${day}::date, n.owner_id, n.is_private, n.amount, n.chance, n.expected_close
    from (${now}) n where n.target_id not in (select f.target_id from forecast_facts f where f.org_id = ${currentOrgId} and f.until is null) returning 1`
  return true
}

/** Firms whose day has begun and isn't kept. */
async function dueFirms(database: Database, now: Date): Promise<{ id: string; day: string }[]> {
  const { rows } = await withoutRls(
    database,
    (tx) => tx.sql<{ id: string; time_zone: string; subscriptions: FirmSubscriptions; last: string | null }>`
      select o.id, o.time_zone, o.subscriptions, (select max(day)::text from forecast_days d where d.org_id = o.id) as last
      from orgs o where not o.is_closed order by o.id`,
  )
  return rows.flatMap(({ id, time_zone, subscriptions, last }) => {
    const day = dayIn(time_zone, now)
    return isForecastOn(subscriptions) && (last === null || last < day) ? [{ id, day }] : []
  })
}

/** Shortly after each firm's midnight. Zones differ by quarters of an hour. A day without a running server has no facts. */
export const keepForecasts: Job = {
  name: 'keep-forecasts',
  cron: '*/15 * * * *',
  async run(database) {
    await forEachCollectErrors(await dueFirms(database, new Date()), ({ id, day }) =>
      withOrg(database, id, (tx) => keepDay(tx, day)),
    )
  },
}
