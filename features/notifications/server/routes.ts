import { stampIn } from '#core/contract/dates.ts'
import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { minutesOf, quietNames } from '#core/contract/quietHours.ts'
import type { Settings } from '#core/contract/session.ts'
import { type InboxRow, inboxRows } from '#core/server/notices/inbox.ts'
import { defineHandler, type Handler, signedIn } from '#core/server/routes.ts'
import { type Notification, routes } from '../contract.ts'
import { routes as delivery } from '../deliveryContract.ts'
import { deviceHandlers } from './devices.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

export const notificationRoutes: Handler[] = [
  defineHandler(routes.list, signedIn, async ({ tx, session, query }) => {
    const { lines, unread, older } = await inboxRows(tx, session.actor.id, query.before)
    return { notifications: lines.map((line) => notificationOf(line, session.org.zone)), unread, older }
  }),
  defineHandler(routes.read, signedIn, async ({ tx, session, params }) => {
    const { rows } = await tx.sql`
      update notifications set read_at = least(read_at, now()) where org_id = ${session.org.id} and user_id = ${session.actor.id} and id = ${params.id} returning id`
    if (!rows[0]) throw notFound(cannotFind('notification'))
  }),
  defineHandler(routes.readAll, signedIn, async ({ tx, session, body }) => {
    await tx.sql`update notifications set read_at = now() where org_id = ${session.org.id} and user_id = ${session.actor.id} and read_at is null
      and created_at < ${body?.until ?? 'infinity'}::timestamptz + interval '1 millisecond'`
  }),
  defineHandler(delivery.quietHours, signedIn, async ({ tx, session, body }) => {
    const hours = { [quietNames.from]: minutesOf(body.from), [quietNames.to]: minutesOf(body.to) }
    const { rows } = await tx.sql<{ settings: Settings }>`
      update users set settings = settings || ${JSON.stringify(hours)}::jsonb where org_id = ${session.org.id} and id = ${session.actor.id} returning settings`
    return { Settings: rows[0]!.settings }
  }),
  ...deviceHandlers,
  ...unsubscribeRoutes,
]

const notificationOf = ({ subject_id, created_at, read_at, ...line }: InboxRow, zone: string): Notification => ({
  ...line,
  target_id: subject_id,
  created: stampIn(zone, created_at),
  read: read_at !== null,
})
