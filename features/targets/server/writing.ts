// Builds the rows of a change of targets and the one statement that writes them. The columns of each part are named
// once.
import { type RawBuilder, sql } from 'kysely'
import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { instantOf, stampIn } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { newId } from '#core/server/ids.ts'
import type { DomainEvent } from '#core/sync/protocol.ts'
import { MAIN_FEED, nextSeq } from '#core/sync/server/feedSequences.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import { type Collaborator, fieldOf, plainNames, type Target, type Task } from '../contract.ts'

/** Returns the rows from before a target's first change to after its last. */
export function rowsOf(history: RowChange<Target>[]) {
  const [{ before }, { after, context }] = [history[0]!, history.at(-1)!]
  const instant = (stamp: string | null) =>
    stamp === null ? null : stamp === stampIn(context.zone, context.now) ? context.now : instantOf(context.zone, stamp)
  const seen = (after ?? before)!
  const old = new Map(before?.tasks.map((task) => [task.id, task]))
  const oldNotes = new Map(before?.notes.map((note) => [note.id, note]))
  const isKept = new Set(after?.tasks.map(({ id }) => id))
  return {
    target: after && {
      id: after.id,
      owner_id: after.owner_id,
      ...plainRow(after),
      company_key: pageKeyOf(after.company),
      status: after.status,
      phase: after.phase,
      revenue: after.revenue,
      lost_reason: after.lostReason,
      undo: after.undo,
      edits: after.edits ?? {},
      completed_at: instant(after.completed),
      deleted_at: instant(after.deleted),
      created_at: instant(after.created),
      modified_at: instant(after.modified),
      is_undated: after.undated ?? false,
    },
    tasks: (after?.tasks ?? [])
      .filter((task) => isChanged(task, old.get(task.id)))
      .map((task) => ({
        target_id: seen.id,
        id: task.id,
        user_id: task.user_id,
        description: task.description,
        help: task.help,
        due: task.due,
        created_at: instant(task.created),
        completed_at: instant(task.completed),
        edit: task.edit ?? null,
      })),
    dropped: after
      ? (before?.tasks ?? []).filter(({ id }) => !isKept.has(id)).map(({ id }) => ({ target_id: seen.id, id }))
      : [],
    notes: (after?.notes ?? [])
      .filter((note) => oldNotes.get(note.id)?.note !== note.note)
      .map((note) => ({
        target_id: seen.id,
        id: note.id,
        user_id: note.user_id,
        note: note.note,
        created_at: instant(note.created),
        modified_at: instant(note.modified),
        edit: note.edit ?? null,
      })),
    reminders: isReminded(before, after)
      ? [
          {
            target_id: seen.id,
            user_id: seen.user_id,
            task_id: (after?.reminder ?? before?.reminder)!.task_id,
            at: after?.reminder?.at ?? null,
          },
        ]
      : [],
    people: (after?.collaborators ?? [])
      .filter((person) => isAnother(person, before))
      .map((person) => ({
        target_id: seen.id,
        user_id: person.user_id,
        share_id: person.share_id === OWNERS ? null : person.share_id,
        from_id: person.from_id,
        response: person.response,
        responded_at: instant(person.responded),
      })),
    formers: (after ? formerKeys(history) : []).map((company_key) => ({ target_id: seen.id, company_key })),
    events: history.flatMap((change) => change.events.map((event) => eventRow(event, change))),
    undone: history
      .flatMap(({ events }) => events)
      .flatMap(({ kind, data }) => (kind === 'changeUndone' ? [{ target_id: seen.id, key: data?.key }] : [])),
  }
}

/** A view from an older version can lack fields. */
const plainRow = (target: Target) =>
  Object.fromEntries(plainNames.map((name) => [fieldOf(name).column ?? name, target[name] ?? fieldOf(name).initial]))

/** Returns the company keys under which the target was found before. */
const formerKeys = (history: RowChange<Target>[]): string[] => [
  ...new Set(
    history.flatMap(({ before, after }) => {
      if (!before || !after || before.company === after.company) return []
      const [was, is] = [pageKeyOf(before.company), pageKeyOf(after.company)]
      return was === '' || was === is ? [] : [was]
    }),
  ),
]

const isReminded = (before: Target | null, after: Target | null) =>
  after !== null &&
  (before?.reminder?.at !== after.reminder?.at || before?.reminder?.task_id !== after.reminder?.task_id)

/** Replaces the share ID for the owner. */
const OWNERS = '0'

/** An owner who shares a target for the first time was on it already. */
function isAnother(person: Collaborator, before: Target | null): boolean {
  const old = before?.collaborators.find(({ user_id }) => user_id === person.user_id)
  if (!old) return person.user_id !== before?.owner_id || person.response !== 'accepted'
  return old.share_id !== person.share_id || old.response !== person.response || old.from_id !== person.from_id
}

const isChanged = (task: Task, old: Task | undefined) =>
  !old ||
  old.user_id !== task.user_id ||
  old.due !== task.due ||
  old.completed !== task.completed ||
  old.description !== task.description ||
  old.help !== task.help

/** A step counts for its own person, any other event for the target's owner, and imported events for no one. */
function eventRow(event: DomainEvent, { before, after, context, isHistory }: RowChange<Target>) {
  const seen = (after ?? before)!
  return {
    id: newId(),
    target_id: seen.id,
    user_id: (context.by ?? context.actor).id,
    by_name: context.byName ?? '',
    person_id: isHistory ? null : event.kind === 'stepDone' ? event.data?.user_id : seen.owner_id,
    kind: event.kind,
    at: context.now,
    data: event.data ?? {},
    key: context.key,
    status: after?.status ?? 'deleted',
    dues: Object.fromEntries(
      (after?.tasks ?? []).filter(({ done }) => done === 'incomplete').map(({ user_id, due }) => [user_id, due]),
    ),
  }
}

// — the statement ——————————————————————————————————————————————————————————————————————————————

export type TargetRowChange =
  | 'targets'
  | 'destroyed'
  | 'tasks'
  | 'notes'
  | 'reminders'
  | 'people'
  | 'formers'
  | 'undone'
  | 'events'
  | 'upkeep'
  | 'copies'

/** Includes only parts with rows, because each part costs planning time. */
export function writing(parts: Record<TargetRowChange, unknown[]>): RawBuilder<unknown> {
  const filled = (Object.keys(statements) as TargetRowChange[]).filter((part) => parts[part].length > 0)
  const given = JSON.stringify(Object.fromEntries(filled.map((part) => [part, parts[part]])))
  return sql`with given as materialized (select ${given}::jsonb as j), ${sql.join(filled.map((part) => statements[part]))} select`
}

export type TargetRowMap = {
  part: TargetRowChange
  table: string
  /** Columns with their types. */
  columns: Record<string, string>
  /** Key in addition to the firm. Without it rows are only inserted. */
  key?: string[]
  /** Columns that stay unchanged in existing rows, and extra assignments. */
  kept?: string[]
  also?: string
  order?: string
}

export function updating({
  columns,
  key = [],
  kept = [],
  also,
}: Pick<TargetRowMap, 'columns' | 'key' | 'kept' | 'also'>): string {
  const updated = Object.keys(columns).filter((name) => !key.includes(name) && !kept.includes(name))
  const set = [...updated.map((name) => `${name} = excluded.${name}`), ...(also ? [also] : [])]
  return `on conflict (org_id, ${key.join(', ')}) do update set ${set.join(', ')}`
}

/** Inserts the part's rows or updates existing ones. */
function saving({ part, table, columns, key, kept = [], also, order }: TargetRowMap): RawBuilder<unknown> {
  const names = Object.keys(columns)
  const shape = names.map((name) => `${name} ${columns[name]}`)
  return sql`${sql.raw(`saved_${part} as (insert into ${table} (org_id, ${names.join(', ')})`)}
    select ${currentOrgId}, ${sql.raw(`r.* from given, jsonb_to_recordset(j->'${part}') as r (${shape.join(', ')})
    ${order ? `order by ${order}` : ''} ${key ? updating({ columns, key, kept, also }) : ''})`)}`
}

const columnTypes = { words: 'text', choice: 'text', amount: 'numeric', switch: 'boolean' } as const
const plainColumns = Object.fromEntries(
  plainNames.map((name) => [fieldOf(name).column ?? name, columnTypes[fieldOf(name).kind]]),
)

export const saved = {
  targets: {
    part: 'targets',
    table: 'targets',
    columns: {
      id: 'uuid',
      owner_id: 'uuid',
      ...plainColumns,
      company_key: 'text',
      status: 'text',
      phase: 'text',
      revenue: 'numeric',
      lost_reason: 'text',
      undo: 'jsonb',
      edits: 'jsonb',
      completed_at: 'timestamptz',
      deleted_at: 'timestamptz',
      created_at: 'timestamptz',
      modified_at: 'timestamptz',
      import_id: 'uuid',
      counts_as_created: 'boolean',
      is_undated: 'boolean',
    },
    key: ['id'],
    kept: ['created_at', 'import_id', 'counts_as_created', 'is_undated'],
  },
  tasks: {
    part: 'tasks',
    table: 'tasks',
    columns: {
      target_id: 'uuid',
      id: 'uuid',
      user_id: 'uuid',
      description: 'text',
      help: 'text',
      due: 'date',
      created_at: 'timestamptz',
      completed_at: 'timestamptz',
      edit: 'jsonb',
    },
    key: ['target_id', 'id'],
    kept: ['created_at'],
    order: 'r.completed_at nulls last',
  },
  notes: {
    part: 'notes',
    table: 'notes',
    columns: {
      target_id: 'uuid',
      id: 'uuid',
      user_id: 'uuid',
      note: 'text',
      created_at: 'timestamptz',
      modified_at: 'timestamptz',
      edit: 'jsonb',
    },
    key: ['target_id', 'id'],
    kept: ['user_id', 'created_at'],
  },
  reminders: {
    part: 'reminders',
    table: 'reminders',
    columns: { target_id: 'uuid', user_id: 'uuid', task_id: 'uuid', at: 'timestamptz' },
    key: ['user_id', 'target_id'],
    also: 'fired_at = null',
  },
  people: {
    part: 'people',
    table: 'target_people',
    columns: {
      target_id: 'uuid',
      user_id: 'uuid',
      share_id: 'uuid',
      from_id: 'uuid',
      response: 'text',
      responded_at: 'timestamptz',
    },
    key: ['user_id', 'target_id'],
    also: 'gone = false',
    order: 'r.user_id',
  },
  events: {
    part: 'events',
    table: 'target_events',
    columns: {
      id: 'uuid',
      target_id: 'uuid',
      user_id: 'uuid',
      person_id: 'uuid',
      kind: 'text',
      at: 'timestamptz',
      data: 'jsonb',
      key: 'uuid',
      status: 'text',
      dues: 'jsonb',
      by_name: 'text',
    },
  },
  upkeep: { part: 'upkeep', table: 'upkeep', columns: { target_id: 'uuid', companies: 'jsonb' } },
} satisfies Partial<Record<TargetRowChange, TargetRowMap>>

const statements: Record<TargetRowChange, RawBuilder<unknown>> = {
  targets: saving(saved.targets),
  destroyed: sql`
    destroyed as (delete from targets where org_id = ${currentOrgId} and id in (select (jsonb_array_elements_text(j->'destroyed'))::uuid from given))`,
  tasks: saving(saved.tasks),
  notes: saving(saved.notes),
  reminders: saving(saved.reminders),
  people: saving(saved.people),
  formers: sql`
    formers as (
      insert into target_former_companies (org_id, target_id, company_key)
      select ${currentOrgId}, r.* from given, jsonb_to_recordset(j->'formers') as r (target_id uuid, company_key text) on conflict do nothing)`,
  undone: sql`
    undone as (
      update target_events e set undone = true from (select r.* from given, jsonb_to_recordset(j->'undone') as r (target_id uuid, key uuid)) u
      where e.org_id = ${currentOrgId} and e.target_id = u.target_id and e.key = u.key)`,
  events: saving(saved.events),
  upkeep: saving(saved.upkeep),
  copies: sql`
    copies as materialized (select r.* from given, jsonb_to_recordset(j->'copies') as r (user_id uuid, target_id uuid, status text, due date, doc text)),
    bumped as materialized (
      select k.user_id, ${nextSeq(MAIN_FEED, sql`k.user_id`, sql`k.moved`)} as seq
      from (select user_id, count(*) as moved from copies group by user_id order by user_id) k),
    copied as (
      insert into target_people (org_id, user_id, target_id, from_id, response, seq, status, due, doc)
      select ${currentOrgId}, k.user_id, k.target_id, k.user_id, 'accepted', b.seq + 1 - row_number() over (partition by k.user_id order by k.target_id), k.status, k.due, k.doc
      from copies k join bumped b on b.user_id = k.user_id
      on conflict (org_id, user_id, target_id) do update set seq = excluded.seq, status = excluded.status, due = excluded.due, doc = excluded.doc)`,
}

export const partsInOrder = Object.keys(statements) as TargetRowChange[]
