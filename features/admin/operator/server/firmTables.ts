import { sql } from 'kysely'
import type { Tx } from '#core/server/database/tx.ts'

/** Returns tables with a firm column, with referring tables before the ones they refer to. */
export async function tablesInOrder(tx: Tx): Promise<string[]> {
  const { rows } = await tx.sql<{ name: string; refers: string[] }>`
    select c.relname as name, array(select k.confrelid::regclass::text from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`
  const left = new Map(rows.map((row) => [row.name, row]))
  const inOrder: string[] = []
  while (left.size > 0) {
    const free = [...left.keys()].filter((name) => ![...left.values()].some((other) => other.refers.includes(name)))
    if (free.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${[...left.keys()].join(', ')}`)
    for (const name of free) left.delete(name)
    inOrder.push(...free)
  }
  return inOrder
}

const credentials = 'Ways in and devices: secrets, their hashes, and what is sealed.'
const madeAgain = 'Made from other tables, for finding and comparing.'
const notes = 'Notes of the server on work that is under way.'

/** Tables that an export leaves out, with the reason. */
export const skippedTables: Record<string, string> = {
  ...of(
    credentials,
    'api_tokens authenticators code_sends known_devices login_challenges passkey_plans passkeys password_keys',
  ),
  ...of(credentials, 'phone_plans push_registrations recovery_codes scim_tokens sessions sign_on_attempts'),
  ...of(credentials, 'sign_on_keys sign_on_logouts unsubscribe_keys unsubscribe_links video_keys wipes'),
  ...of(
    'Addresses for filing emails: they belong to the domain of this server, and senders are verified again.',
    'filing_directory filing_people filing_senders',
  ),
  ...of(madeAgain, 'companies company_near company_spellings company_starts score_days target_keys target_lookups'),
  ...of(madeAgain, 'domain_directory login_directory'),
  ...of(notes, 'alert_days copies_due feed_sequences notification_deliveries notifications_gone once_only'),
  ...of(notes, 'insight_firms insight_people'),
  ...of(notes, 'hosted_videos report_mail_files score_clocks upkeep uploads webhook_deliveries'),
  firm_arrivals: 'Firms that came here, where the firm is that of the operators.',
  firm_exports: 'Exports of other firms, where the firm is that of the operators.',
}

function of(reason: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, reason]))
}

/** Columns that an export leaves out, in addition to all binary columns, which hold hashes and encrypted values. */
export const skippedColumns: Record<string, Record<string, string>> = {
  users: { password_hash: credentials },
  firm_domains: { token: 'The word that proves a domain.' },
  outgoing: { content: 'The messages can contain links that sign someone in.' },
  report_deliveries: { mail: notes },
  target_people: { doc: madeAgain, seq: notes },
  contact_people: { seq: notes },
  touch_people: { seq: notes },
  orgs: { contacts_after: notes, copies_after: notes },
  notifications: { seq: notes },
  firm_lessons: { seq: notes },
  lesson_progress: { seq: notes },
  lesson_assignments: { seq: notes },
  worksheet_answers: { seq: notes },
  insight_cards: { seq: notes },
}
/** Binary columns that aren't secret: digests that verify files. */
const digests = ['files.sha256', 'file_versions.sha256']

export type FirmTable = {
  name: string
  columns: { name: string; type: string }[]
  /** Primary key without the firm column. */
  key: string[]
  /** `column -> table.column`. */
  refers: Record<string, string>
  left_out: Record<string, string>
}

type Column = { table: string; name: string; type: string; in_key: boolean; refers: string | null }

export async function exportedTables(tx: Tx): Promise<FirmTable[]> {
  const names = ['orgs', ...(await tablesInOrder(tx)).reverse()].filter((name) => !(name in skippedTables))
  const { rows } = await tx.sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey::int2[])) as in_key,
      (select k.confrelid::regclass || '.' || f.attname from pg_constraint k, unnest(k.conkey, k.confkey) as u (own, their)
        join pg_attribute f on f.attnum = u.their
        where k.conrelid = c.oid and k.contype = 'f' and u.own = a.attnum and f.attrelid = k.confrelid and (f.attname <> 'org_id') order by k.conname limit 1) as refers
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${names}::text[]) order by c.relname, a.attnum`
  const byTable = Map.groupBy(rows, ({ table }) => table)
  return names.map((name) => tableOf(name, byTable.get(name) ?? []))
}

function tableOf(name: string, all: Column[]): FirmTable {
  const isBytes = (column: Column) => column.type === 'bytea' && !digests.includes(`${name}.${column.name}`)
  const left_out = {
    ...Object.fromEntries(all.filter(isBytes).map((column) => [column.name, credentials])),
    ...skippedColumns[name],
  }
  const columns = all.filter((column) => !(column.name in left_out))
  return {
    name,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type === 'bytea' ? 'text, hexadecimal' : column.type,
    })),
    key: columns.filter((column) => column.in_key && column.name !== 'org_id').map((column) => column.name),
    refers: Object.fromEntries(columns.flatMap((column) => (column.refers ? [[column.name, column.refers]] : []))),
    left_out,
  }
}

/** Returns the next rows after the line `last`, each as a line of JSON with its columns in order. */
export async function nextLines(
  tx: Tx,
  orgId: string,
  { name, columns, key }: FirmTable,
  last: string | null,
  size: number,
): Promise<string[]> {
  const picked = columns.map((column) =>
    column.type === 'text, hexadecimal'
      ? sql`encode(t.${sql.ref(column.name)}, 'hex') as ${sql.ref(column.name)}`
      : sql`t.${sql.ref(column.name)}`,
  )
  const keyOf = (alias: string) => sql.join(key.map((column) => sql.ref(`${alias}.${column}`)))
  const mine = name === 'orgs' ? sql`t.id` : sql`t.org_id`
  const behind =
    last === null
      ? sql``
      : key.length === 0
        ? sql`and false`
        : sql`and (${keyOf('t')}) > (select ${keyOf('r')} from jsonb_populate_record(null::${sql.table(name)}, ${last}::jsonb) r)`
  // A table whose key is only the firm has one row per firm.
  const inOrder = key.length === 0 ? sql`` : sql`order by ${keyOf('t')}`
  const { rows } = await tx.sql<{ line: string }>`
    select row_to_json(picked)::text as line from (
      select ${sql.join(picked)} from ${sql.table(name)} t where ${mine} = ${orgId} ${behind} ${inOrder} limit ${size}) picked`
  return rows.map(({ line }) => line)
}

export async function countRows(tx: Tx, orgId: string, tables: readonly FirmTable[]): Promise<number> {
  let sum = 0
  for (const { name } of tables) {
    const mine = name === 'orgs' ? sql`id` : sql`org_id`
    const { rows } = await tx.sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)} where ${mine} = ${orgId}`
    sum += rows[0]!.n
  }
  return sum
}
