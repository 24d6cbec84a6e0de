import { sql } from 'kysely'
import { stampIn } from '#core/contract/dates.ts'
import { Refusal } from '#core/contract/errors.ts'
import type { Tx } from '#core/server/database/firm.ts'
import { type Inbox, KEEP_DAYS, type Notification } from '../contract.ts'

const PAGE = 30
type Row = Omit<Notification, 'created' | 'read'> & { created_at: string; read_at: string | null }

/** A person's notifications, latest first, paged by the key `instant_id`; without those that name what has become somebody's private target. */
export async function inboxOf(tx: Tx, person: { id: string; zone: string }, before?: string): Promise<Inbox> {
  const mine = sql`n.org_id = current_setting('app.org_id')::uuid and n.user_id = ${person.id} and n.created_at > now() - make_interval(days => ${KEEP_DAYS})
    and coalesce((select not t.is_private or t.owner_id = n.user_id from targets t where t.org_id = n.org_id and t.id = n.target_id), true)`
  const [at, id] = before === undefined ? ['infinity', LAST] : keyOf(before)
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.text, n.details, n.target_id, n.path, n.created_at, n.read_at, n.answered from notifications n
    where ${mine} and (n.created_at, n.id) < (${at}::timestamptz, ${id}::uuid) order by n.created_at desc, n.id desc limit ${PAGE + 1}`.execute(
    tx,
  )
  const counted = await sql<{ unread: number }>`
    select count(*)::int as unread from notifications n where ${mine} and n.read_at is null`.execute(tx)
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    notifications: page.map(({ created_at, read_at, ...row }) => ({
      ...row,
      created: stampIn(person.zone, created_at),
      read: read_at !== null,
    })),
    unread: counted.rows[0]!.unread,
    older: rows.length > PAGE && last ? `${last.created_at}_${last.id}` : null,
  }
}

const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Of a page's `older`: the instant and id of its last line. */
function keyOf(before: string): [string, string] {
  const [, at, id] = /^(\d{4}-[\dT:.Z+-]{6,30})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(before) ?? []
  if (!at || !id || Number.isNaN(Date.parse(at)))
    throw new Refusal('invalid', 'This page is not one of ours.', 400, { before: 'This page is not one of ours.' })
  return [at, id]
}
