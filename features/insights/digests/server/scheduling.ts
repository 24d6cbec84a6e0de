// Starts the runs of due digests. Of several processes, exactly one starts each run.
import { sql } from 'kysely'
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import type { Database } from '#core/server/database/open.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import { type AnyTask, defineTask, triggerAfterCommit } from '#core/server/work/work.ts'
import { insightsFlag } from '../../flagsContract.ts'
import { lockDigest } from './rows.ts'
import { sendingName } from './sending.ts'
import { refuseRun, startRun } from './startRun.ts'

const Input = z.object({ orgId: id, digestId: id })
type Input = z.infer<typeof Input>

/** `origin` is this server's origin, as in links.ts. */
export const digestSchedulingTasks = (origin: () => string): AnyTask =>
  defineTask<Input>({
    name: 'digests.begin',
    input: Input,
    key: ({ digestId }) => digestId,
    due: (database) => dueDigests(database, new Date().toISOString()),
    begin: async (database, input) => ({
      async next() {
        await startDueDigests(database, input, { now: new Date().toISOString(), origin: origin() })
        return { done: 1, isLeft: false }
      },
    }),
  })

export async function dueDigests(database: Database, now: string): Promise<Input[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Input>`
      select d.org_id as "orgId", d.id as "digestId" from digests d
      where d.status = 'scheduled' and d.next_at <= ${now}::timestamptz order by d.next_at`,
  )
  return rows
}

/**
 * Returns false if the digest is no longer due: another process started it, someone paused it, or the firm lost
 * Insights, which pauses it.
 */
export function startDueDigests(
  database: Database,
  { orgId, digestId }: Input,
  { now, origin }: { now: string; origin: string },
): Promise<boolean> {
  return withOrg(database, orgId, async (tx) => {
    const found = await tx.sql<{ zone: string; has_insights: boolean }>`
      select o.time_zone as zone, ${isOnIn(sql`o.subscriptions`, insightsFlag)} as has_insights from digests d join orgs o on o.id = d.org_id where d.org_id = ${orgId} and d.id = ${digestId}`
    const [firm] = found.rows
    if (!firm) return false
    const row = await lockDigest(tx, digestId)
    if (row.status !== 'scheduled' || row.next_at === null || row.next_at > now) return false
    if (!firm.has_insights) {
      await refuseRun(tx, row, { orgId, now })
      return false
    }
    await startRun(tx, row, { orgId, zone: firm.zone, now, origin })
    triggerAfterCommit(tx, sendingName)
    return true
  })
}
