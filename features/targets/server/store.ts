import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import type { Context } from '#core/sync/protocol.ts'
import type { Store } from '#core/sync/server/actions.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import type { Target } from '../contract.ts'
import { reindexQueue } from '../overlaps/server/reindexQueue.ts'
import { rowsOf, stayAtImport } from './changedRows.ts'
import { upkeep } from './contract.ts'
import { isAlone, readCopy, targetViewOf } from './targetViews.ts'
import { type TargetRowChange, writing } from './writing.ts'
import { writeOneByOne } from './writingOneByOne.ts'

export const targetStore: Store<Target> = {
  /** Locks the target's row before reading any view, so that two people's actions run one after the other. */
  async lock(tx, context, id) {
    queueFor(tx, id)
    const { rows } = await tx.send(sql<{ doc: string }>`
      with locked as (select t.id from targets t where t.org_id = ${currentOrgId} and t.id = ${id} ${visibleTo(context)} for update)
      select case when tp.response = 'pending' then substr(target_view(tp.org_id, tp.target_id, tp.user_id, true), 2) else tp.doc end as doc
      from locked join target_people tp on tp.target_id = locked.id where tp.org_id = ${currentOrgId} and tp.user_id = ${context.actor.id} and not tp.gone for update of tp`)
    return rows[0] ? readCopy(rows[0].doc) : null
  },

  async lockEach(tx, context) {
    const { rows } = await tx.sql<{ doc: string }>`
      with locked as (select t.id from targets t where t.org_id = ${currentOrgId} and t.owner_id = ${context.actor.id} and t.status = 'deleted' ${visibleTo(context)} order by t.id for update)
      select tp.doc from locked join target_people tp on tp.target_id = locked.id where tp.org_id = ${currentOrgId} and tp.user_id = ${context.actor.id} and not tp.gone`
    return rows.map(({ doc }) => readCopy(doc))
  },

  save: (tx, changes) => saveTargets(tx, changes),
}

/**
 * Waits in the order of arrival. Waiting for the row alone has no order, because each change makes a new version of it:
 * see `docs/decisions/0086`.
 */
const queueFor = (tx: Tx, id: string): void =>
  void tx.send(sql`select pg_advisory_xact_lock(hashtextextended('target ' || ${id}::uuid, 0))`)

/** Only its owner can see a private target. Alias of targets: t. Source: RULINGS, section 4. */
const visibleTo = ({ by }: Context) => (by ? sql`and not t.is_private` : sql``)

/** Store for a firm admin, who also hands over private targets. */
export const wholeTargetStore: Store<Target> = {
  ...targetStore,
  lock: (tx, { by: _, ...context }, id) => targetStore.lock(tx, context, id),
}

type ImportOrigin = {
  importId: string
  /** IDs of targets that count as created on no day. */
  uncounted: ReadonlySet<string>
  /** Instant of the import. */
  now: string
}
export const importedTargetStore = (from: ImportOrigin): Pick<Store<Target>, 'save'> => ({
  save: (tx, changes) => saveTargets(tx, changes, from),
})

/**
 * Writes targets, steps, notes, and events in one statement, then everyone's views: a thousand changes take as many
 * round trips as one. Changes of one target are in order. Statements are pipelined without waiting, and effects on
 * other targets are processed after the commit. Called by `saveChanges`, which lets other features react.
 */
async function saveTargets(tx: Tx, changes: RowChange<Target>[], from?: ImportOrigin): Promise<void> {
  const histories = [...Map.groupBy(changes, idOf).values()]
  const rows = histories.map(rowsOf)
  const [alone, among] = [histories.filter(isOfOne), histories.filter((history) => !isOfOne(history))]
  const dropped = rows.flatMap((row) => row.dropped)
  const destroyed = changes.flatMap(({ before, after }) => (before && !after ? [before.id] : []))
  const upkeepDue = reindexQueue(histories)
  // Must run first and separately: a step can be reopened only after the step that replaced it is gone.
  if (dropped.length > 0) void tx.send(dropSteps(dropped))
  if (destroyed.length > 0) deleteEvents(tx, destroyed)
  const isKeyed = new Set(upkeepDue.map(({ target_id }) => target_id))
  const parts: Record<TargetRowChange, unknown[]> = {
    targets: rows.flatMap(({ target }) =>
      target
        ? [{ ...target, import_id: from?.importId ?? null, counts_as_created: !from?.uncounted.has(target.id) }]
        : [],
    ),
    destroyed,
    tasks: rows.flatMap(({ tasks }) => tasks),
    notes: rows.flatMap(({ notes }) => notes),
    reminders: rows.flatMap(({ reminders }) => reminders),
    people: rows.flatMap(({ people }) => people),
    stays: rows.flatMap(({ stays, target }) => [...stays, ...(from && target ? stayAtImport(target, from.now) : [])]),
    formers: rows.flatMap(({ formers }) => formers),
    undone: rows.flatMap(({ undone }) => undone),
    events: rows.flatMap(({ events }) => events),
    upkeep: upkeepDue,
    copies: alone.map((history) => targetViewOf(withoutOld(history.at(-1)!.after!, isKeyed))),
  }
  await tx.database.dialect.writeRows(tx, {
    together: () => writing(parts),
    oneByOne: () => writeOneByOne(tx, parts),
  })
  if (upkeepDue.length > 0) triggerAfterCommit(tx, upkeep)
  if (among.length > 0)
    void tx.send(sql`select rebuild_target_views(${currentOrgId}, ${among.map(([change]) => idOf(change!))}::uuid[])`)
}

/** Removes the text of deleted targets' events and keeps the figures that past scores are computed from. */
function deleteEvents(tx: Tx, targetIds: string[]): void {
  void tx.send(sql`update target_events set data = jsonb_set(jsonb_set(jsonb_set('{}', '{due}', coalesce(data->'due', 'null')),
      '{value}', coalesce(data->'value', 'null')), '{user_id}', coalesce(data->'user_id', 'null'))
    where org_id = ${currentOrgId} and target_id = any(${targetIds}::uuid[])`)
}

const idOf = ({ before, after }: RowChange<Target>) => (after ?? before)!.id

/** True if the owner's view is the only one, so it equals the decision. */
const isOfOne = (history: RowChange<Target>[]) =>
  history.every(({ before, after }) => after !== null && isAlone(after) && (before === null || isAlone(before)))

/** Clears overlaps found by outdated keys. If there are new ones, upkeep writes the view again. */
const withoutOld = (target: Target, isKeyed: Set<string | null>): Target =>
  isKeyed.has(target.id) ? { ...target, overlaps: [] } : target

const dropSteps = (steps: { target_id: string; id: string }[]) => sql`
  delete from tasks t using jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as d (target_id uuid, id uuid)
  where t.org_id = ${currentOrgId} and t.target_id = d.target_id and t.id = d.id`
