// Takes an erased person out of rows of other features: what people typed, histories, stored answers, and messages.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#core/server/database/tx.ts'
import { type ErasedPerson, eraserOf, wordsOfPerson } from '../erasedText.ts'

/** Columns of one table that can name a person. */
type NamingRows = {
  table: string
  keys: readonly string[]
  text?: readonly string[]
  jsonb?: readonly string[]
  /** JSON in a text column. */
  document?: readonly string[]
  list?: readonly string[]
  where?: RawBuilder<unknown>
}

const onTarget = ['target_id', 'id'] as const
/** Rows on Targets come first, because a Target's people see them again. */
const namingRows: readonly NamingRows[] = [
  { table: 'targets', keys: ['id'], text: ['goal', 'lost_reason'], jsonb: ['edits', 'undo'] },
  { table: 'notes', keys: onTarget, text: ['note'], jsonb: ['edit'] },
  { table: 'tasks', keys: onTarget, text: ['description', 'help'], jsonb: ['edit'] },
  { table: 'target_events', keys: onTarget, jsonb: ['data'] },
  { table: 'touches', keys: ['id'], text: ['subject', 'body'], jsonb: ['attachments', 'others'] },
  { table: 'contact_events', keys: ['contact_id', 'id'], jsonb: ['data'] },
  { table: 'contact_merges', keys: ['contact_id'], jsonb: ['data'] },
  { table: 'referrals', keys: ['id'], text: ['about'] },
  { table: 'contacts', keys: ['id'], text: ['note'], where: sql`erased_at is null` },
  { table: 'notifications', keys: ['id'], text: ['text'], list: ['details'] },
  {
    table: 'insight_cards',
    keys: ['id'],
    text: ['title', 'observation', 'data_value', 'data_label', 'suggestion'],
    jsonb: ['because'],
  },
  { table: 'audit_log', keys: ['id'], text: ['subject'], jsonb: ['details'] },
  { table: 'outgoing', keys: ['id'], jsonb: ['content'], where: sql`state <> 'sending'` },
  { table: 'webhook_deliveries', keys: ['id'], text: ['answer'], document: ['body'], where: sql`state <> 'sending'` },
  { table: 'once_only', keys: ['user_id', 'key'], document: ['answer'] },
  { table: 'report_deliveries', keys: ['run_id', 'user_id'], jsonb: ['mail'], list: ['files'] },
  { table: 'filed_messages', keys: ['id'], jsonb: ['message'] },
]

export type ChangedRows = { targetIds: string[]; touchIds: string[]; contactIds: string[] }

/**
 * Returns the changed ones that people's devices have. `among` restricts it to rows of these Targets. The firm must be set
 * on `tx`.
 */
export async function eraseInRows(
  tx: Tx,
  orgId: string,
  person: ErasedPerson,
  among?: readonly string[],
): Promise<ChangedRows> {
  const changed: ChangedRows = { targetIds: [], touchIds: [], contactIds: [] }
  const places = among ? namingRows.filter(({ table }) => targetOf[table]) : namingRows
  for (const rows of places) {
    const target = targetOf[rows.table]
    const narrowed = among && target ? { ...rows, where: sql`${sql.ref(target)} = any(${among}::uuid[])` } : rows
    const keys = await eraseIn(tx, orgId, narrowed, person)
    if (rows.table === 'touches') changed.touchIds.push(...keys.map(({ id }) => id!))
    else if (rows.table === 'contacts') changed.contactIds.push(...keys.map(({ id }) => id!))
    else if (target && rows.table !== 'target_events') changed.targetIds.push(...keys.map((key) => key[target]!))
  }
  return changed
}

/** The column with the Target. */
const targetOf: Record<string, string> = {
  targets: 'id',
  notes: 'target_id',
  tasks: 'target_id',
  target_events: 'target_id',
  touches: 'target_id',
}

type Row = Record<string, string | null>

async function eraseIn(
  tx: Tx,
  orgId: string,
  { table, keys, text = [], jsonb = [], document = [], list = [], where = sql`true` }: NamingRows,
  person: ErasedPerson,
): Promise<Row[]> {
  const eraser = eraserOf(person)
  const words = wordsOfPerson(person)
  if (words.length === 0) return []
  const read = (name: string) =>
    list.includes(name) ? sql`to_jsonb(${sql.ref(name)})::text` : sql`${sql.ref(name)}::text`
  const columns = [...text, ...jsonb, ...document, ...list]
  const { rows } = await tx.sql<Row>`
    select ${sql.join([...keys, ...columns].map((name) => sql`${read(name)} as ${sql.ref(name)}`))} from ${sql.table(table)}
    cross join lateral (select concat_ws(' ', ${sql.join(columns.map(read))}) as words) said
    cross join lateral (select lower(said.words) as words offset 0) folded
    where org_id = ${orgId} and ${where} and exists (
      select 1 from unnest(${words}::text[], ${words.map((word) => word.toLowerCase())}::text[]) as w (typed, folded)
      where position(w.folded in folded.words) > 0 or position(w.typed in said.words) > 0) for update of ${sql.table(table)}`
  const json = (given: string) => JSON.stringify(eraser.value(JSON.parse(given)))
  const changed: Row[] = []
  for (const row of rows) {
    const next = columns.flatMap((name) => {
      const before = row[name]
      if (before === null || before === undefined) return []
      const isJson = !text.includes(name)
      const after = isJson ? json(before) : eraser.text(before)
      return after === (isJson ? JSON.stringify(JSON.parse(before)) : before) ? [] : [{ name, after }]
    })
    if (next.length === 0) continue
    changed.push(row)
    const set = next.map(({ name, after }) =>
      list.includes(name)
        ? sql`${sql.ref(name)} = array(select jsonb_array_elements_text(${after}::jsonb))`
        : sql`${sql.ref(name)} = ${jsonb.includes(name) ? sql`${after}::jsonb` : sql`${after}`}`,
    )
    const at = keys.map((name) => sql`${sql.ref(name)} = ${row[name]}::uuid`)
    void tx.send(
      sql`update ${sql.table(table)} set ${sql.join(set)} where org_id = ${orgId} and ${sql.join(at, sql` and `)}`,
    )
  }
  return changed
}

/** Rows of imported files, which name a person in several cells. A file that waits for its import lacks the row then. */
export async function eraseImportRows(tx: Tx, orgId: string, { names, emails, phones }: ErasedPerson): Promise<void> {
  const cells = [...names.filter((name) => name.includes(' ')), ...phones].map((word) => word.toLowerCase())
  const addresses = emails.map(
    (email) => `(^|[^[:alnum:]._%+-])${email.replace(/[^\p{L}\p{N}@_-]/gu, '\\$&')}($|[^[:alnum:]._-])`,
  )
  // First and last names are often in columns of their own.
  const pairs = names.flatMap((name) => {
    const at = name.lastIndexOf(' ')
    return at < 0 ? [] : [JSON.stringify([name.slice(0, at), name.slice(at + 1)])]
  })
  await tx.sql`
    update import_rows r set cells = '[]' where r.org_id = ${orgId} and r.cells <> '[]' and (
      exists (select 1 from jsonb_array_elements_text(r.cells) c where lower(trim(c)) = any(${cells}::text[])
        or exists (select 1 from unnest(${addresses}::text[]) a where lower(c) ~ a))
      or exists (select 1 from unnest(${pairs}::text[]) p where r.cells @> p::jsonb))`
}
