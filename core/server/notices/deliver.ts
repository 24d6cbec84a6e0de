// Delivers notifications held for quiet hours or the daily bundle.
import type { NoticeChannel } from '#core/contract/notice.ts'
import type { Database } from '../database/open.ts'
import { currentOrgId } from '../database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '../database/tx.ts'
import { forEachCollectErrors } from '../forEachCollectErrors.ts'
import { lineAllowed } from './notice.ts'
import type { NewInboxItem } from './noticeEmails.ts'
import { isNoticeWanted, noticeRecipients, sendNow } from './notify.ts'

type Waiting = Omit<NewInboxItem, 'notice'> & { kind: string; user_id: string; way: NoticeChannel }

/** Sends what is due at `now`, as one email or push per person, channel, and kind. */
export async function deliverDue(database: Database, now: string): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{
        org_id: string
      }>`select distinct org_id from notification_deliveries where due_at <= ${now}::timestamptz
        and org_id not in (select id from orgs where is_closed)`,
  )
  await forEachCollectErrors(rows, ({ org_id }) => withOrg(database, org_id, (tx) => deliverIn(tx, now)))
}

/** Takes and queues in one transaction, so that only one process delivers and a crash changes nothing. */
async function deliverIn(tx: Tx, now: string): Promise<void> {
  const { rows } = await tx.sql<Waiting>`
    with due as (
      select d.org_id, d.notification_id, d.way from notification_deliveries d
      where d.org_id = ${currentOrgId} and d.due_at <= ${now}::timestamptz for update skip locked),
    taken as (
      delete from notification_deliveries d using due where d.org_id = due.org_id and d.notification_id = due.notification_id and d.way = due.way)
    select n.id, n.user_id, n.kind, n.text, n.details, n.path, due.way
    from due join notifications n on n.org_id = due.org_id and n.id = due.notification_id
    where n.read_at is null and n.answered is null and ${lineAllowed(tx, 'isVisible')} and ${lineAllowed(tx, 'isNews')}
    order by n.created_at, n.id`
  if (rows.length === 0) return
  const people = await noticeRecipients(
    tx,
    rows.map(({ user_id }) => user_id),
  )
  for (const lines of Map.groupBy(rows, ({ user_id, way, kind }) => `${user_id} ${way} ${kind}`).values()) {
    const { user_id, way, kind } = lines[0]!
    const person = people.get(user_id)
    const notice = tx.services.notices.find((one) => one.kind === kind)!
    const told = lines.map((line) => ({ ...line, notice }))
    if (person && isNoticeWanted(notice, way, person)) await sendNow(tx, way, person, told, now)
  }
}
