import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { notify } from '#core/server/notices/notify.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { emailsUnfiled, filingNews } from '../notices.ts'

/** Writes one line a day about emails that couldn't be filed, for the days that have ended in the firm's time zone. */
export const tellUnfiled: Job = {
  name: 'tell-unfiled',
  cron: '5 * * * *',
  async run(database) {
    const { rows } = await withoutRls(
      database,
      (tx) => tx.sql<{ org_id: string }>`
        select distinct c.org_id from unfiled_counts c join orgs o on o.id = c.org_id
        where not o.is_closed and not c.is_told and c.day < (now() at time zone coalesce(o.time_zone, ${DEFAULT_ZONE}))::date`,
    )
    for (const { org_id } of rows)
      await withOrg(database, org_id, async (tx) => {
        const { rows: days } = await tx.sql<{ user_id: string; day: string; count: number }>`
          with told as (
            update unfiled_counts c set is_told = true from orgs o
            where c.org_id = ${currentOrgId} and o.id = c.org_id and not c.is_told and c.day < (now() at time zone o.time_zone)::date
            returning c.user_id, c.day, c.count)
          select user_id, day::text as day, sum(count)::int as count from told group by user_id, day order by user_id, day`
        await notify(
          tx,
          days.map(({ user_id, day, count }) =>
            filingNews({
              notice: emailsUnfiled,
              userId: user_id,
              occasion: `unfiled:${day}`,
              text: count === 1 ? 'One email wasn’t filed.' : `${count} emails weren’t filed.`,
              path: '/account/filing',
            }),
          ),
          new Date().toISOString(),
        )
      })
  },
}
