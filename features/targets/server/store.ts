import { type RawBuilder, sql } from 'kysely'
import { send, type Tx } from '#core/server/database/firm.ts'
import { wakeAfterCommit } from '#core/server/work/work.ts'
import type { Context } from '#core/sync/protocol.ts'
import type { Store } from '#core/sync/server/actions.ts'
import type { Change } from '#core/sync/server/reactions.ts'
import type { Target } from '../contract.ts'
import { upkeepNotes } from '../overlaps/server/upkeepNotes.ts'
import { upkeep } from './contract.ts'
import { copyOf, isAlone, readCopy } from './copies.ts'
import { rowsOf } from './rows.ts'

const firm = sql`current_setting('app.org_id')::uuid`

export const targetStore: Store<Target> = {
  /** The target's row is locked before anybody's copy is read, so that two people's actions on it come one after the other. */
  async lock(tx, context, id) {
    const { rows } = await send(
      tx,
      sql<{ doc: string }>`
      with locked as (select t.id from targets t where t.org_id = ${firm} and t.id = ${id} ${visibleTo(context)} for update)
      select case when tp.response = 'pending' then substr(tile_doc(tp.org_id, tp.target_id, tp.user_id, true), 2) else tp.doc end as doc
      from locked join target_people tp on tp.target_id = locked.id where tp.org_id = ${firm} and tp.user_id = ${context.actor.id} and not tp.gone for update of tp`,
    )
    return rows[0] ? readCopy(rows[0].doc) : null
  },

  async lockEach(tx, context) {
    const { rows } = await sql<{ doc: string }>`
      with locked as (select t.id from targets t where t.org_id = ${firm} and t.owner_id = ${context.actor.id} and t.status = 'deleted' ${visibleTo(context)} order by t.id for update)
      select tp.doc from locked join target_people tp on tp.target_id = locked.id where tp.org_id = ${firm} and tp.user_id = ${context.actor.id} and not tp.gone`.execute(
      tx,
    )
    return rows.map(({ doc }) => readCopy(doc))
  },

  save: (tx, changes) => saveTargets(tx, changes),
}

/** A private target is its owner's alone. Alias of targets: t. Source: RULINGS, section 4. */
const visibleTo = ({ by }: Context) => (by ? sql`and not t.is_private` : sql``)

/** For a firm admin, who also hands over what is private. */
export const wholeTargetStore: Store<Target> = {
  ...targetStore,
  lock: (tx, { by: _, ...context }, id) => targetStore.lock(tx, context, id),
}

/** For the targets that an import makes. */
export const importedTargetStore = (importId: string): Pick<Store<Target>, 'save'> => ({
  save: (tx, changes) => saveTargets(tx, changes, importId),
})

/**
 * Writes targets, steps, notes and events in one statement, then everybody's copies: as many round trips for a thousand changes as for one.
 * Changes of one target stand in their order, each from where the one before ended. All of it is sent and not waited for. What it means
 * for other targets is noted, and followed up after the commit. Called by `saveChanges`, which lets other features react.
 */
async function saveTargets(tx: Tx, changes: Change<Target>[], importId?: string): Promise<void> {
  const histories = [...Map.groupBy(changes, idOf).values()]
  const rows = histories.map(rowsOf)
  const [alone, among] = [histories.filter(isOfOne), histories.filter((history) => !isOfOne(history))]
  const dropped = rows.flatMap((row) => row.dropped)
  const destroyed = changes.flatMap(({ before, after }) => (before && !after ? [before.id] : []))
  const upkeepDue = upkeepNotes(histories)
  // First and apart: a step that is opened again may only come back once the one that replaced it is gone.
  if (dropped.length > 0) void send(tx, dropSteps(dropped))
  if (destroyed.length > 0) forgetEvents(tx, destroyed)
  const isKeyed = new Set(upkeepDue.map(({ target_id }) => target_id))
  const parts: Record<Part, unknown[]> = {
    targets: rows.flatMap(({ target }) => (target ? [{ ...target, import_id: importId ?? null }] : [])),
    destroyed,
    tasks: rows.flatMap(({ tasks }) => tasks),
    notes: rows.flatMap(({ notes }) => notes),
    reminders: rows.flatMap(({ reminders }) => reminders),
    people: rows.flatMap(({ people }) => people),
    undone: rows.flatMap(({ undone }) => undone),
    events: rows.flatMap(({ events }) => events),
    upkeep: upkeepDue,
    copies: alone.map((history) => copyOf(withoutOld(history.at(-1)!.after!, isKeyed))),
  }
  void send(tx, writing(parts))
  if (upkeepDue.length > 0) wakeAfterCommit(upkeep)
  if (among.length > 0)
    void send(tx, sql`select refresh_docs(${firm}, ${among.map(([change]) => idOf(change!))}::uuid[])`)
}

/** What the events of destroyed targets keep: the figures that scores of past days are computed from, no words. */
function forgetEvents(tx: Tx, targetIds: string[]): void {
  void send(
    tx,
    sql`update target_events set data = jsonb_build_object('due', data->'due', 'value', data->'value', 'user_id', data->'user_id')
    where org_id = ${firm} and target_id = any(${targetIds}::uuid[])`,
  )
}

const idOf = ({ before, after }: Change<Target>) => (after ?? before)!.id

/** Its owner's copy is the only one, and is what was decided. */
const isOfOne = (history: Change<Target>[]) =>
  history.every(({ before, after }) => after !== null && isAlone(after) && (before === null || isAlone(before)))

/** Overlaps that were found by other keys are none now; where there are new ones upkeep writes the copy once more. */
const withoutOld = (target: Target, isKeyed: Set<string | null>): Target =>
  isKeyed.has(target.id) ? { ...target, overlaps: [] } : target

const dropSteps = (steps: { target_id: string; id: string }[]) => sql`
  delete from tasks t using jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as d (target_id uuid, id uuid)
  where t.org_id = ${firm} and t.target_id = d.target_id and t.id = d.id`

type Part =
  | 'targets'
  | 'destroyed'
  | 'tasks'
  | 'notes'
  | 'reminders'
  | 'people'
  | 'undone'
  | 'events'
  | 'upkeep'
  | 'copies'

/** One statement for the parts that hold something: the others would cost their share of planning for nothing. */
function writing(parts: Record<Part, unknown[]>): RawBuilder<unknown> {
  const filled = (Object.keys(statements) as Part[]).filter((part) => parts[part].length > 0)
  const given = JSON.stringify(Object.fromEntries(filled.map((part) => [part, parts[part]])))
  return sql`with given as materialized (select ${given}::jsonb as j), ${sql.join(filled.map((part) => statements[part]))} select`
}

const statements: Record<Part, RawBuilder<unknown>> = {
  targets: sql`
    saved as (
      insert into targets (org_id, id, owner_id, company, contact, contact_email, type, value, goal, status, phase, projected_revenue, revenue, lost_reason, is_private, undo, completed_at, deleted_at, created_at, modified_at, import_id)
      select ${firm}, r.* from given, jsonb_to_recordset(j->'targets') as r (id uuid, owner_id uuid, company text, contact text, contact_email text, type text, value text, goal text, status text, phase text,
        projected_revenue numeric, revenue numeric, lost_reason text, is_private boolean, undo jsonb, completed_at timestamptz, deleted_at timestamptz, created_at timestamptz, modified_at timestamptz, import_id uuid)
      on conflict (org_id, id) do update set owner_id = excluded.owner_id, company = excluded.company, contact = excluded.contact, contact_email = excluded.contact_email, type = excluded.type, value = excluded.value,
        goal = excluded.goal, status = excluded.status, phase = excluded.phase, projected_revenue = excluded.projected_revenue, revenue = excluded.revenue, lost_reason = excluded.lost_reason,
        is_private = excluded.is_private, undo = excluded.undo, completed_at = excluded.completed_at, deleted_at = excluded.deleted_at, modified_at = excluded.modified_at)`,
  destroyed: sql`
    destroyed as (delete from targets where org_id = ${firm} and id in (select (jsonb_array_elements_text(j->'destroyed'))::uuid from given))`,
  tasks: sql`
    stepped as (
      insert into tasks (org_id, target_id, id, user_id, description, help, due, created_at, completed_at)
      select ${firm}, r.* from given, jsonb_to_recordset(j->'tasks') as r (target_id uuid, id uuid, user_id uuid, description text, help text, due date, created_at timestamptz, completed_at timestamptz)
      order by r.completed_at nulls last
      on conflict (org_id, target_id, id) do update set user_id = excluded.user_id, description = excluded.description, help = excluded.help, due = excluded.due, completed_at = excluded.completed_at)`,
  notes: sql`
    noted as (
      insert into notes (org_id, target_id, id, user_id, note, created_at, modified_at)
      select ${firm}, r.* from given, jsonb_to_recordset(j->'notes') as r (target_id uuid, id uuid, user_id uuid, note text, created_at timestamptz, modified_at timestamptz)
      on conflict (org_id, target_id, id) do update set note = excluded.note, modified_at = excluded.modified_at)`,
  reminders: sql`
    reminded as (
      insert into reminders (org_id, target_id, user_id, task_id, at)
      select ${firm}, r.* from given, jsonb_to_recordset(j->'reminders') as r (target_id uuid, user_id uuid, task_id uuid, at timestamptz)
      on conflict (org_id, user_id, target_id) do update set task_id = excluded.task_id, at = excluded.at, fired_at = null)`,
  people: sql`
    shared as (
      insert into target_people (org_id, target_id, user_id, share_id, from_id, response, responded_at)
      select ${firm}, r.* from given, jsonb_to_recordset(j->'people') as r (target_id uuid, user_id uuid, share_id uuid, from_id uuid, response text, responded_at timestamptz)
      order by r.user_id
      on conflict (org_id, user_id, target_id) do update set share_id = excluded.share_id, from_id = excluded.from_id, response = excluded.response,
        responded_at = excluded.responded_at, gone = false)`,
  undone: sql`
    undone as (
      update target_events e set undone = true from (select r.* from given, jsonb_to_recordset(j->'undone') as r (target_id uuid, key uuid)) u
      where e.org_id = ${firm} and e.target_id = u.target_id and e.key = u.key)`,
  events: sql`
    happened as (
      insert into target_events (org_id, id, target_id, user_id, person_id, kind, at, data, key, status, dues)
      select ${firm}, r.* from given, jsonb_to_recordset(j->'events') as r (id uuid, target_id uuid, user_id uuid, person_id uuid, kind text, at timestamptz, data jsonb, key uuid, status text, dues jsonb))`,
  upkeep: sql`
    left_for_later as (
      insert into upkeep (org_id, target_id, companies)
      select ${firm}, r.* from given, jsonb_to_recordset(j->'upkeep') as r (target_id uuid, companies jsonb))`,
  copies: sql`
    copies as materialized (select r.* from given, jsonb_to_recordset(j->'copies') as r (user_id uuid, target_id uuid, status text, due date, doc text)),
    bumped as (
      insert into sync_clocks as c (org_id, user_id, seq)
      select ${firm}, k.user_id, count(*) from copies k group by k.user_id order by k.user_id
      on conflict (org_id, user_id) do update set seq = c.seq + excluded.seq
      returning c.user_id, c.seq),
    copied as (
      insert into target_people (org_id, user_id, target_id, from_id, response, seq, status, due, doc)
      select ${firm}, k.user_id, k.target_id, k.user_id, 'accepted', b.seq + 1 - row_number() over (partition by k.user_id order by k.target_id), k.status, k.due, k.doc
      from copies k join bumped b on b.user_id = k.user_id
      on conflict (org_id, user_id, target_id) do update set seq = excluded.seq, status = excluded.status, due = excluded.due, doc = excluded.doc)`,
}
