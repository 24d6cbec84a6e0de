// The one statement that writes the rows of a change of targets. The columns of each part are named once.
import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { MAIN_FEED, nextSeq } from '#core/sync/server/feedSequences.ts'
import { fieldOf, plainNames } from '../contract.ts'

export type TargetRowChange =
  | 'targets'
  | 'destroyed'
  | 'tasks'
  | 'notes'
  | 'reminders'
  | 'people'
  | 'stays'
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

const columnTypes = {
  words: 'text',
  choice: 'text',
  amount: 'numeric',
  switch: 'boolean',
  close: 'text',
  chance: 'smallint',
  source: 'jsonb',
} as const
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
      stage_id: 'uuid',
      staged_at: 'timestamptz',
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
  stays: {
    part: 'stays',
    table: 'target_stages',
    columns: { target_id: 'uuid', since: 'timestamptz', stage_id: 'uuid', until: 'timestamptz', ended: 'text' },
    key: ['target_id', 'since'],
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
  stays: saving(saved.stays),
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
