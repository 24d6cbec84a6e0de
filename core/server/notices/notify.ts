// Notifies people in the inbox and, per their switches, by email and push. Runs in the triggering transaction.
import { isFeatureOn as isSubscribed } from '#core/contract/area.ts'
import { dayIn } from '#core/contract/dates.ts'
import { isNoticeOn, type News, type Notice, type NoticeChannel, switchName } from '#core/contract/notice.ts'
import { afterQuiet, nextBundle, quietOf } from '#core/contract/quietHours.ts'
import type { FirmSubscriptions, Settings } from '#core/contract/session.ts'
import { currentOrgId } from '../database/tenant.ts'
import type { Tx } from '../database/tx.ts'
import { newId } from '../ids.ts'
import { queueMail, queuePush } from '../outgoing/outgoing.ts'
import { type NewInboxItem, pushOf, renderNoticeEmail } from './noticeEmails.ts'
import { unsubscribePathOf } from './unsubscribeLink.ts'

const DAY_MS = 86_400_000
/** Milliseconds before an unread requested notification goes out by email, if no device receives pushes. */
const ASKED_MAIL_MS = 5 * 60_000

export type NoticeRecipient = {
  user_id: string
  org_id: string
  email: string
  name: string
  settings: Settings
  zone: string
  /** Whether pushes can actually reach a device. */
  has_device: boolean
  subscriptions: FirmSubscriptions
}

/**
 * Notifies active people once per occasion. `now` is when it happened. Events older than a day go to the inbox as read
 * and aren't sent.
 */
export async function notify(tx: Tx, news: News[], now: string): Promise<void> {
  if (news.length === 0) return
  const people = await noticeRecipients(
    tx,
    news.map(({ userId }) => userId),
  )
  const lines = news
    .filter(({ userId }) => people.has(userId))
    .map((one) => ({ ...one, id: newId() }))
    .sort((a, b) => (a.userId < b.userId ? -1 : 1))
  if (lines.length === 0) return
  const isHistory = Date.now() - Date.parse(now) > DAY_MS
  const { rows } = await tx.sql<{ id: string }>`
    insert into notifications (org_id, id, user_id, kind, occasion, subject_id, actor_id, text, details, path, key, created_at, read_at)
    select ${currentOrgId}, n.id, n."userId", n.kind, n.occasion, n."subjectId", n."actorId", n.text, array(select jsonb_array_elements_text(n.details)), n.path, n.key,
      ${now}::timestamptz, ${isHistory ? now : null}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(lines.map(({ notice, ...line }) => ({ ...line, kind: notice.kind })))}::jsonb) as n (id uuid, "userId" uuid, kind text, occasion text, "subjectId" uuid, "actorId" uuid, text text, details jsonb, path text, key uuid)
    on conflict (org_id, user_id, occasion) do nothing returning id`
  if (isHistory) return
  const isNew = new Set(rows.map(({ id }) => id))
  for (const line of lines.filter(({ id }) => isNew.has(id))) await sendOrKeep(tx, people.get(line.userId)!, line, now)
}

/** People who can sign in, with their notification settings. */
export async function noticeRecipients(tx: Tx, userIds: string[]): Promise<Map<string, NoticeRecipient>> {
  const { rows } = await tx.sql<NoticeRecipient>`
    select u.id as user_id, u.org_id, u.email, trim(u.first_name || ' ' || u.last_name) as name, u.settings, o.time_zone as zone, o.subscriptions,
      exists (select 1 from push_registrations p where p.org_id = u.org_id and p.user_id = u.id
        and p.platform = any(${[...tx.services.sentPlatforms]}::text[])) as has_device
    from users u join orgs o on o.id = u.org_id
    where u.org_id = ${currentOrgId} and u.id = any(${[...new Set(userIds)]}::uuid[]) and u.deactivated_at is null`
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Anyone who requested a notification wants it, if their firm has the feature. */
export function isNoticeWanted(
  { kind, flag, switches, leaves }: Notice,
  way: NoticeChannel,
  person: NoticeRecipient,
): boolean {
  const { settings, subscriptions, has_device } = person
  if (flag && !isSubscribed(subscriptions, flag)) return false
  if (leaves === 'asked') return way === 'push' ? has_device : !has_device
  return switches[way] !== undefined && isNoticeOn(settings, switchName(kind, way))
}

/** A time that the person chose overrides quiet hours. */
function dueOf({ leaves }: Notice, way: NoticeChannel, { settings, zone }: NoticeRecipient, now: string): string {
  if (leaves === 'asked') return way === 'push' ? now : new Date(Date.parse(now) + ASKED_MAIL_MS).toISOString()
  const quiet = quietOf(settings)
  return leaves === 'bundled' ? nextBundle(now, zone, quiet) : afterQuiet(now, zone, quiet)
}

async function sendOrKeep(tx: Tx, person: NoticeRecipient, line: NewInboxItem, now: string): Promise<void> {
  for (const way of ['email', 'push'] as const) {
    if (!isNoticeWanted(line.notice, way, person)) continue
    const due = dueOf(line.notice, way, person, now)
    if (due <= now) await sendNow(tx, way, person, [line], now)
    else
      await tx.sql`insert into notification_deliveries (org_id, notification_id, way, due_at) values (${currentOrgId}, ${line.id}, ${way}, ${due}::timestamptz)`
  }
}

/** All of one kind. */
export async function sendNow(
  tx: Tx,
  way: NoticeChannel,
  person: NoticeRecipient,
  lines: NewInboxItem[],
  now: string,
): Promise<void> {
  const first = lines[0]!
  const occasion = { key: `notification:${first.id}` }
  if (way === 'push') return queuePush(tx, person.org_id, person.user_id, pushOf(lines), occasion)
  const { kind, switches } = first.notice
  const letter = {
    ...renderNoticeEmail(lines, dayIn(person.zone, now)),
    ...(switches.email !== undefined && {
      unsubscribePath: await unsubscribePathOf(tx, person.org_id, person.user_id, kind),
    }),
  }
  await queueMail(tx, person.org_id, { email: person.email, name: person.name }, letter, occasion)
}

/** Records the outcome and marks notifications as read, unless they already have an outcome. */
export async function answerNotices(
  tx: Tx,
  { kind }: Notice,
  answers: { subjectId: string; userId: string; answered: string }[],
): Promise<void> {
  for (const { subjectId, userId, answered } of answers)
    await tx.sql`
      update notifications set answered = ${answered}, read_at = least(read_at, now())
      where org_id = ${currentOrgId} and subject_id = ${subjectId} and user_id = ${userId} and kind = ${kind} and answered is null`
}

/** Removes notifications about undone actions. */
export async function retractNotifications(tx: Tx, keys: string[], subjectIds: string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.sql`delete from notifications where org_id = ${currentOrgId} and key = any(${keys}::uuid[]) and subject_id = any(${subjectIds}::uuid[])`
}
