// Timed reminders of steps, sent once at their minute unless the step is already done.
import type { News } from '#core/contract/notice.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { forEachCollectErrors } from '#core/server/forEachCollectErrors.ts'
import { notify } from '#core/server/notices/notify.ts'
import { stepReminder } from '../contract.ts'

/** Reminders missed during downtime are sent for this many hours. */
const LATE_HOURS = 24

export async function remindDue(database: Database, now: string): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{
        org_id: string
      }>`select distinct org_id from reminders where at <= ${now}::timestamptz and fired_at is null and at is not null
        and org_id not in (select id from orgs where is_closed)`,
  )
  await forEachCollectErrors(rows, ({ org_id }) => withOrg(database, org_id, (tx) => remindIn(tx, now)))
}

/** Marked and sent in one transaction. The row lock makes another process wait and find it marked. */
async function remindIn(tx: Tx, now: string): Promise<void> {
  const { rows } = await tx.sql<{
    user_id: string
    target_id: string
    at: string
    company: string
    contact: string
    description: string
  }>`
    with fired as (
      update reminders r set fired_at = ${now}::timestamptz
      where r.org_id = ${currentOrgId} and r.at <= ${now}::timestamptz and r.fired_at is null and r.at is not null
      returning r.org_id, r.user_id, r.target_id, r.task_id, r.at)
    select f.user_id, f.target_id, f.at, t.company, t.contact, k.description
    from fired f
    join targets t on t.org_id = f.org_id and t.id = f.target_id and t.status = 'active'
    join tasks k on k.org_id = f.org_id and k.target_id = f.target_id and k.id = f.task_id and k.user_id = f.user_id and k.completed_at is null
    join target_people tp on tp.org_id = f.org_id and tp.user_id = f.user_id and tp.target_id = f.target_id and tp.response = 'accepted' and not tp.gone
    where f.at > ${now}::timestamptz - make_interval(hours => ${LATE_HOURS})
    order by f.at`
  const news = rows.map(
    ({ user_id, target_id, at, company, contact, description }): News => ({
      userId: user_id,
      notice: stepReminder,
      occasion: `reminder:${target_id}:${at}`,
      text: `Reminder: ${description}`,
      details: [[company, contact].filter(Boolean).join(', ')],
      path: `/target/${target_id}`,
      subjectId: target_id,
      actorId: null,
      key: null,
    }),
  )
  await notify(tx, news, now)
}
