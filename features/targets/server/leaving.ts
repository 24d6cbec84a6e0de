import { notFound } from '#core/contract/errors.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { Context } from '#core/sync/protocol.ts'
import { saveChanges } from '#core/sync/server/actions.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import type { Status, Target } from '../contract.ts'
import { handOverTarget } from '../sharing/actions.ts'
import type { HandingOver } from './contract.ts'
import { wholeTargetStore } from './store.ts'
import { readCopy } from './targetViews.ts'

/**
 * Counts a person's targets by status, and private ones. Source: RULINGS, section 13, for what a firm admin sees of
 * those.
 */
export async function countShown(tx: Tx, userId: string): Promise<{ targets: Record<string, number>; hidden: number }> {
  const { rows } = await tx.sql<{ status: Status; count: number; hidden: number }>`
    select t.status, count(*) filter (where not t.is_private)::int as count, count(*) filter (where t.is_private)::int as hidden
    from targets t where t.org_id = ${currentOrgId} and t.owner_id = ${userId} group by t.status`
  const shown = rows.filter(({ count }) => count > 0)
  return {
    targets: Object.fromEntries(shown.map(({ status, count }) => [status, count])),
    hidden: rows.reduce((sum, { hidden }) => sum + hidden, 0),
  }
}

export async function countOwned(tx: Tx, userId: string): Promise<Record<string, number>> {
  const { rows } = await tx.sql<{ status: Status; count: number }>`
    select t.status, count(*)::int as count from targets t where t.org_id = ${currentOrgId} and t.owner_id = ${userId} group by t.status`
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

export async function handOverMany(
  tx: Tx,
  { from, by, byName, plan, after, most, key, now, zone }: HandingOver,
): Promise<{ done: number; last: string | null }> {
  const owners = await colleagues(tx, [...new Set(Object.values(plan))])
  const { rows } = await tx.sql<{ id: string; status: Status; doc: string | null }>`
    with locked as (
      select t.id, t.status from targets t
      where t.org_id = ${currentOrgId} and t.owner_id = ${from.id} and t.status = any(${Object.keys(plan)}) and t.id > ${after} order by t.id limit ${most} for update)
    select locked.id, locked.status, tp.doc from locked
    left join target_people tp on tp.org_id = ${currentOrgId} and tp.user_id = ${from.id} and tp.target_id = locked.id and not tp.gone order by locked.id`
  const context: Context = { actor: from, by, byName, now, zone, key, newId }
  const changes = rows.flatMap(({ id, status, doc }): RowChange<Target>[] => {
    if (doc === null) return []
    const before = readCopy(doc)
    const owner = owners.get(plan[status]!)!
    const { row, events } = handOverTarget.decide(before, { id, ...owner }, context)
    return [{ before, after: row, events, context }]
  })
  await saveChanges(tx, wholeTargetStore, changes)
  return { done: changes.length, last: rows.length === most ? rows.at(-1)!.id : null }
}

type Colleague = { user_id: string; first_name: string; last_name: string }

/** Returns and locks the new owners: people of the firm who can sign in. */
async function colleagues(tx: Tx, ids: string[]): Promise<Map<string, Colleague>> {
  const { rows } = await tx.sql<Colleague>`
    select id as user_id, first_name, last_name from users where org_id = ${currentOrgId} and id = any(${ids}) and deactivated_at is null order by id for share`
  if (rows.length < ids.length) throw notFound('We couldn’t find the new owner.')
  return new Map(rows.map((row) => [row.user_id, row]))
}
