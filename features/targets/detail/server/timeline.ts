import { Refusal } from '#core/contract/errors.ts'
import type { RouteResponse } from '#core/contract/route.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { principalOf } from '#core/server/sessions.ts'
import type { Context } from '#core/sync/protocol.ts'
import { readTarget } from '../../server/reads.ts'
import type { routes, TimelineEvent } from '../contract.ts'

/** Events per page. */
export const TIMELINE_PAGE = 50
/** A key after every event's key. */
export const NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const
/** Returns who did what and when on a target, newest first, paged by the key `instant_id`. */
export async function timelineOf(
  tx: Tx,
  context: Context,
  targetId: string,
  before?: string,
): Promise<RouteResponse<typeof routes.timeline>> {
  const target = await readTarget(tx, principalOf(context), targetId)
  if (target.shared === 'pending') return { events: [], older: null }
  const [at, id] = before === undefined ? NEWEST : eventKey(before)
  const { rows } = await tx.sql<TimelineEvent>`
    select e.id, e.user_id, u.first_name, u.last_name, e.by_name, e.kind, e.at, e.undone, e.data
    from target_events e join users u on u.org_id = e.org_id and u.id = e.user_id
    where e.org_id = ${currentOrgId} and e.target_id = ${targetId} and (e.at, e.id) < (${at}::timestamptz, ${id}::uuid)
    order by e.at desc, e.id desc limit ${TIMELINE_PAGE + 1}`
  return timelinePage(rows, context.actor.id)
}

/** Builds a page from its rows and one extra. Only a note's author gets its text. */
export function timelinePage<E extends TimelineEvent>(
  rows: E[],
  readerId: string,
): { events: E[]; older: string | null } {
  const isOthers = ({ kind, data, user_id }: E) => kind === 'noteWritten' && (data.user_id ?? user_id) !== readerId
  const events = rows.slice(0, TIMELINE_PAGE).map((event) => (isOthers(event) ? { ...event, data: {} } : event))
  const last = events.at(-1)
  return { events, older: rows.length > TIMELINE_PAGE && last ? `${last.at}_${last.id}` : null }
}

/** Throws a Refusal for an invalid page key. */
export function eventKey(before: string): [string, string] {
  const [, at, id] = /^(\d{4}-[\dT:.Z+-]{6,30})_([\da-f-]{36})$/.exec(before) ?? []
  if (!at || !id) throw new Refusal('invalid', 'Unknown page cursor.', 400, { before: 'Unknown page cursor.' })
  return [at, id]
}
