// A person's notifications, latest first, and the unread count.
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#core/contract/errors.ts'
import { KEEP_DAYS } from '#core/contract/notice.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import { currentOrgId } from '../database/tenant.ts'
import type { Tx } from '../database/tx.ts'
import type { Principal } from '../sessions.ts'
import { lineAllowed } from './notice.ts'

const PAGE = 30
export type InboxRow = {
  id: string
  kind: string
  text: string
  details: string[]
  subject_id: string | null
  path: string
  created_at: string
  read_at: string | null
  answered: string | null
}
export type InboxRows = {
  lines: InboxRow[]
  /** Unread notifications across all pages. */
  unread: number
  /** Cursor for `before`. Null if there are no older ones. */
  older: string | null
}

/** Ordered by the key `instant_id`, without what the kind's rule currently hides. */
export async function inboxRows(tx: Tx, userId: string, before?: string): Promise<InboxRows> {
  const mine = sql`n.org_id = ${currentOrgId} and n.user_id = ${userId} and n.created_at > now() - make_interval(days => ${KEEP_DAYS})
    and ${lineAllowed(tx, 'isVisible')}`
  const [at, id] = before === undefined ? ['infinity', LAST] : keyOf(before)
  const { rows } = await tx.sql<InboxRow>`
    select n.id, n.kind, n.text, n.details, n.subject_id, n.path, n.created_at, n.read_at, n.answered from notifications n
    where ${mine} and (n.created_at, n.id) < (${at}::timestamptz, ${id}::uuid) order by n.created_at desc, n.id desc limit ${PAGE + 1}`
  const counted = await tx.sql<{ unread: number }>`
    select count(*)::int as unread from notifications n where ${mine} and n.read_at is null`
  const lines = rows.slice(0, PAGE)
  const last = lines.at(-1)
  return {
    lines,
    unread: counted.rows[0]!.unread,
    older: rows.length > PAGE && last ? `${last.created_at}_${last.id}` : null,
  }
}

/** Notifications that devices store and those they must remove. `textOf` builds the row as JSON. */
export const inboxChanges =
  (textOf: (asker: Principal) => RawBuilder<unknown>): CollectionFeed['changes'] =>
  (asker, after, tx) =>
    sql`
    select n.seq, n.id, n.is_past or n.created_at <= now() - make_interval(days => ${KEEP_DAYS}) or not (${lineAllowed(tx, 'isVisible')}) as gone,
      ${textOf(asker)} as text from notifications n
    where n.org_id = ${currentOrgId} and n.user_id = ${asker.id} and n.seq > ${after}
    union all
    select g.seq, g.id, true, null from notifications_gone g
    where g.org_id = ${currentOrgId} and g.user_id = ${asker.id} and g.seq > ${after}`

const NOT_OURS = 'Unknown page cursor.'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Parses the cursor: instant and ID of a page's last notification. */
function keyOf(before: string): [string, string] {
  const [, at, id] = /^(\d{4}-[\dT:.Z+-]{6,30})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(before) ?? []
  if (!at || !id || Number.isNaN(Date.parse(at))) throw invalid({ before: NOT_OURS }, NOT_OURS)
  return [at, id]
}
