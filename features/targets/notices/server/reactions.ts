// Writes the notifications of target changes in the transaction of the change.
import type { News } from '#core/contract/notice.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { answerNotices, notify, retractNotifications } from '#core/server/notices/notify.ts'
import { on, type RowChange } from '#core/sync/server/reactions.ts'
import type { Target } from '../../contract.ts'
import { invitation } from '../contract.ts'
import {
  isAmongPeople,
  type NewsOffer,
  newsAnswers,
  notifiableEvents,
  notificationsFor,
  offersOf,
  undoneStep,
} from '../news.ts'

export const targetNotificationHandler = on(notifiableEvents, (tx, changes) =>
  tellOf(tx, changes.filter(isAmongPeople)),
)

async function tellOf(tx: Tx, changes: RowChange<Target>[]): Promise<void> {
  const subjects = changes.flatMap(({ after }) => after?.id ?? [])
  await retractNotifications(tx, changes.flatMap(undoneStep), subjects)
  await answerNotices(tx, invitation, changes.flatMap(newsAnswers))
  for (const change of changes) {
    const offers = offersOf(change)
    const news = [...notificationsFor(change), ...(offers.length > 0 ? await toManagers(tx, offers) : [])]
    if (news.length > 0) await notify(tx, news, change.context.now)
  }
}

async function toManagers(tx: Tx, offers: NewsOffer[]): Promise<News[]> {
  const { rows } = await tx.sql<{ invited_id: string; manager_id: string }>`
    select distinct m.user_id as invited_id, gm.user_id as manager_id
    from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id and g.status = 'active'
    join group_managers gm on gm.org_id = m.org_id and gm.group_id = m.group_id
    where m.org_id = ${currentOrgId} and m.user_id = any(${offers.map(({ invitedId }) => invitedId)}::uuid[])`
  return offers.flatMap(({ invitedId, not, ...offer }) =>
    rows
      .filter(({ invited_id, manager_id }) => invited_id === invitedId && !not.includes(manager_id))
      .map(({ manager_id }): News => ({ ...offer, userId: manager_id })),
  )
}
