// Saves imported targets through the regular actions, at the instants when events happened.
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { Action, Context } from '#core/sync/protocol.ts'
import { saveChanges } from '#core/sync/server/actions.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import { contactsOn, withContacts } from '../contacts/firstContact.ts'
import { type Status, statusTerm, type Target } from '../contract.ts'
import { stepDone, targetCreated } from '../eventsContract.ts'
import { createTarget } from '../forms/actions.ts'
import { archiveTarget, completeTarget, loseTarget } from '../outcome/actions.ts'
import { type PastTarget, WON_REVENUE } from '../pastContract.ts'
import { importedTargetStore, targetStore } from './store.ts'
import { readCopy } from './targetViews.ts'

export type TargetSource = { importId: string; zone: string }

export async function savePastTargets(
  tx: Tx,
  { importId, zone, now }: TargetSource & { now: string },
  past: PastTarget[],
): Promise<string[]> {
  const histories = past.map((target) => historyOf(target, importId, zone))
  const ids = histories.map(([made]) => made!.after!.id)
  const uncounted = new Set(ids.filter((_, at) => past[at]!.isUncounted))
  await saveChanges(tx, importedTargetStore({ importId, uncounted, now }), histories.flat())
  return ids
}

/**
 * Returns the creation and, if it ended, the end. Both use the import's ID as key, so any other key marks a later
 * change. The end doesn't complete a step that the file names, because the file doesn't say so.
 */
function historyOf(
  { input, owner, created, isUndated, end, role, contacts = [], outlook }: PastTarget,
  key: string,
  zone: string,
): RowChange<Target>[] {
  const at = (now: string): Context => ({ actor: owner, now, zone, key, newId })
  const made = decided(createTarget, null, input, at(created))
  // The file doesn't say when the target came into its stage, so no move is recorded, and `staged` stays unknown.
  made.after = { ...withAllContacts(made.after!, role, contacts), ...outlook }
  if (isUndated) {
    made.after!.undated = true
    for (const event of made.events) if (targetCreated.is(event)) event.data.undated = true
  }
  if (!end) return [made]
  const ended =
    end.status === 'completed'
      ? decided(completeTarget, made.after, { id: made.after!.id, revenue: end.revenue }, at(end.at))
      : end.status === 'lost'
        ? decided(loseTarget, made.after, { id: made.after!.id, lost_reason: end.lost_reason }, at(end.at))
        : decided(archiveTarget, made.after, { id: made.after!.id }, at(end.at))
  const events = ended.events.filter(({ kind }) => kind !== stepDone.kind)
  // No one did it here, so no one can undo it here.
  return [made, { ...ended, events, after: { ...ended.after!, undo: null } }]
}

/** The creation of a Target names its first contact only. */
function withAllContacts(target: Target, role: string | undefined, more: NonNullable<PastTarget['contacts']>): Target {
  const [first, ...others] = contactsOn(target)
  const added = more.map((one) => ({ ...one, id: newId(), name: one.name || one.email || one.phone, first: false }))
  return withContacts(target, [...(first ? [{ ...first, role: role ?? first.role }] : []), ...others, ...added])
}

function decided<I>(action: Action<I, Target>, before: Target | null, input: I, context: Context): RowChange<Target> {
  const { row: after, events } = action.decide(before, input, context)
  return { before, after, events, context, isHistory: true }
}

/**
 * Deletes an import's targets without a trace, except those that someone has worked on since. Returns the IDs that
 * stay.
 */
export async function removePastTargets(tx: Tx, { importId, zone }: TargetSource, ids: string[]): Promise<string[]> {
  const locked = await tx.sql<{ id: string; doc: string; is_changed: boolean }>`
    with locked as (select t.id, t.owner_id from targets t where t.org_id = ${currentOrgId} and t.id = any(${ids}) and t.import_id = ${importId} order by t.id for update)
    select l.id, tp.doc,
      exists (select 1 from target_events e where e.org_id = ${currentOrgId} and e.target_id = l.id and e.key <> ${importId})
        or exists (select 1 from target_people p where p.org_id = ${currentOrgId} and p.target_id = l.id and p.user_id <> l.owner_id) as is_changed
    from locked l join target_people tp on tp.org_id = ${currentOrgId} and tp.target_id = l.id and tp.user_id = l.owner_id`
  const changes = locked.rows
    .filter(({ is_changed }) => !is_changed)
    .map(({ doc }): RowChange<Target> => {
      const before = readCopy(doc)
      return {
        before,
        after: null,
        events: [],
        context: {
          actor: { id: before.owner_id, first_name: '', last_name: '', role: 'member' },
          now: new Date().toISOString(),
          zone,
          key: importId,
          newId,
        },
      }
    })
  if (changes.length > 0) {
    await saveChanges(tx, targetStore, changes)
    await tx.sql`delete from target_events where org_id = ${currentOrgId} and key = ${importId} and target_id = any(${changes.map(({ before }) => before!.id)})`
  }
  return locked.rows.filter(({ is_changed }) => is_changed).map(({ id }) => id)
}

export async function contactsThatSent(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await tx.sql<{ id: string }>`
    select distinct came_from->>'contact_id' as id from targets where org_id = ${currentOrgId} and id = any(${ids}::uuid[]) and came_from->>'contact_id' is not null`
  return rows.map(({ id }) => id)
}

/** Returns the people with a part in any target. Deletes tombstones of deleted targets from their feeds. */
export async function peopleWithTargets(tx: Tx, orgId: string, userIds: string[]): Promise<string[]> {
  await tx.sql`
    delete from target_people tp where tp.org_id = ${orgId} and tp.user_id = any(${userIds}) and tp.gone
      and not exists (select 1 from targets t where t.org_id = tp.org_id and t.id = tp.target_id)`
  const { rows } = await tx.sql<{ user_id: string }>`
    select user_id from target_people where org_id = ${orgId} and user_id = any(${userIds}) union select owner_id from targets where org_id = ${orgId} and owner_id = any(${userIds})
    union select user_id from tasks where org_id = ${orgId} and user_id = any(${userIds}) union select user_id from notes where org_id = ${orgId} and user_id = any(${userIds})
    union select user_id from target_events where org_id = ${orgId} and user_id = any(${userIds})`
  return rows.map(({ user_id }) => user_id)
}

/** Counts an import's existing targets by status, and the dollars they won. */
export async function sumPastTargets(tx: Tx, importId: string): Promise<{ label: string; count: number }[]> {
  const { rows } = await tx.sql<{ status: Status; count: number; won: number }>`
    select t.status, count(*)::int as count, coalesce(sum(t.revenue) filter (where t.status = 'completed' and t.revenue > 0), 0)::float8 as won
    from targets t where t.org_id = ${currentOrgId} and t.import_id = ${importId} group by t.status order by 2 desc`
  const won = rows.reduce((sum, row) => sum + row.won, 0)
  return [
    ...rows.map(({ status, count }) => ({ label: statusTerm[status], count })),
    ...(won > 0 ? [{ label: WON_REVENUE, count: won }] : []),
  ]
}
