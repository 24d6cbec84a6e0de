// Inserts an archive's rows as rows of the restored firm. Whatever they contain, they can't belong to another firm or
// set values that a firm can't set itself.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#core/server/database/tx.ts'
import type { FirmTable } from './firmTables.ts'

/** Columns that aren't copied from the archive. `r` is the archived row, `l.place` its number within its table. */
const instead: Record<string, Record<string, RawBuilder<unknown>>> = {
  orgs: {
    suspended_at: sql`now()`,
    deletes_at: sql`null`,
    // The logo's file is restored later.
    logo_id: sql`null`,
    // No one could sign in until a provider's secret is entered here again.
    sign_on_only: sql`false`,
    // Makes the contacts of an archive that is older than contacts.
    contacts_after: sql`'00000000-0000-0000-0000-000000000000'::uuid`,
  },
  users: { is_calendar_unmade: sql`true` },
  sign_on_providers: { is_on: sql`false` },
  // A domain verified on the other server must be verified again here.
  firm_domains: {
    token: sql`encode(sha256(gen_random_uuid()::text::bytea), 'hex')`,
    proved_at: sql`null`,
    how: sql`null`,
  },
  files: { sha256: sql`decode(l.line::jsonb->>'sha256', 'hex')`, missing_at: sql`null` },
  file_versions: { sha256: sql`decode(l.line::jsonb->>'sha256', 'hex')` },
  outgoing: {
    state: sql`case when r.state = 'waiting' then 'failed' when r.state = 'sending' then 'doubt' else r.state end`,
    problem: sql`case when r.state in ('waiting', 'sending') then 'The firm was brought to another server before this had left.' else r.problem end`,
  },
  ...Object.fromEntries(
    [
      'lesson_progress',
      'lesson_assignments',
      'worksheet_answers',
      'insight_cards',
      'content_marks',
      'firm_lessons',
      'contact_people',
      'touch_people',
    ].map((table) => [table, { seq: sql`l.place` }]),
  ),
}
/** Columns that PostgreSQL computes. */
const computed: Record<string, string[]> = {
  orgs: ['is_closed'],
  target_people: ['is_private'],
  target_events: ['due'],
}

export type ArchiveLine = { line: string; place: number }

/**
 * Needs a transaction without row-level security in which the firm is set. Rows are written by the role to which
 * row-level security applies.
 */
export async function insertLines(
  tx: Tx,
  orgId: string,
  { name, columns }: FirmTable,
  lines: readonly ArchiveLine[],
): Promise<void> {
  if (lines.length === 0) return
  const own = instead[name] ?? {}
  const names = new Set([...columns.map((column) => column.name), ...Object.keys(own)])
  for (const column of computed[name] ?? []) names.delete(column)
  const values = [...names].map((column) => {
    if (column === (name === 'orgs' ? 'id' : 'org_id')) return sql`${orgId}::uuid`
    if (column === 'is_for_all') return sql`false`
    return own[column] ?? sql`r.${sql.ref(column)}`
  })
  const into = sql`${sql.table(name)} (${sql.join([...names].map((column) => sql.ref(column)))})`
  const inserting = sql`
    insert into ${into} select ${sql.join(values)}
    from unnest(${lines.map(({ line }) => line)}::text[], ${lines.map(({ place }) => place)}::bigint[]) as l (line, place)
    cross join lateral jsonb_populate_record(null::${sql.table(name)}, l.line::jsonb) r order by l.place returning 1`
  await tx.database.dialect.asFirm(tx, () => tx.run(inserting))
  if (name === 'users') await giveAddresses(tx, orgId, lines)
  if (name === 'outgoing') await deleteFirmJobs(tx, orgId)
}

/** Reserves the email addresses so that no one else can take them in the meantime. */
async function giveAddresses(tx: Tx, orgId: string, lines: readonly ArchiveLine[]): Promise<void> {
  await tx.sql`
    insert into login_directory (email, org_id, user_id)
    select lower(r.email), ${orgId}::uuid, r.id from unnest(${lines.map(({ line }) => line)}::text[]) as l (line)
    cross join lateral jsonb_to_record(l.line::jsonb) as r (id uuid, email text, erased_at text) where r.erased_at is null returning 1`
}

/** Deletes the firm's queued jobs, so that this server sends nothing. */
async function deleteFirmJobs(tx: Tx, orgId: string): Promise<void> {
  const there = await tx.sql<{ is: boolean }>`select to_regclass('jobs.job') is not null as is`
  if (there.rows[0]!.is)
    await tx.sql`delete from jobs.job where name in ('mail', 'text', 'push') and data->>'org_id' = ${orgId}`
}

/** Ends tasks that were running on the other server, which would otherwise run twice or halfway. */
export async function endWhatWasUnderWay(tx: Tx, orgId: string): Promise<void> {
  const problem = 'It was running when the firm was imported to this server.'
  for (const statement of [
    sql`update imports set state = 'failed', problem = ${problem}, finished_at = now() where org_id = ${orgId} and state in ('reading', 'running', 'undoing')`,
    sql`update hand_overs set state = 'failed', problem = ${problem}, finished_at = now() where org_id = ${orgId} and state = 'running'`,
    sql`update digest_recipients set state = case when state = 'waiting' then 'skipped' else 'doubt' end, problem = ${problem} where org_id = ${orgId} and state in ('waiting', 'sending')`,
    sql`update digest_runs set state = 'not_sent', problem = ${problem}, ended_at = now() where org_id = ${orgId} and state = 'sending'`,
    sql`update digests set status = 'paused' where org_id = ${orgId} and status = 'sending'`,
    sql`update report_deliveries set state = case when state = 'waiting' then 'cancelled' else 'doubt' end, problem = ${problem} where org_id = ${orgId} and state in ('waiting', 'leaving')`,
    sql`update report_schedule_runs set state = 'not_sent', problem = ${problem}, ended_at = now() where org_id = ${orgId} and state = 'making'`,
  ])
    await tx.run(statement)
}

/** Sets the firm's feed sequences to values after its rows' numbers. */
export async function setFeedSequences(tx: Tx, orgId: string): Promise<void> {
  for (const [feed, tables] of Object.entries({
    main: ['content_marks'],
    lessons: ['lesson_progress', 'lesson_assignments'],
    worksheets: ['worksheet_answers'],
    insights: ['insight_cards'],
    contacts: ['contact_people'],
    touches: ['touch_people'],
  }))
    await tx.sql`
      insert into feed_sequences (org_id, user_id, feed, seq)
      select ${orgId}::uuid, user_id, ${feed}, max(seq) from (${sql.join(
        tables.map((table) => sql`select user_id, seq from ${sql.table(table)} where org_id = ${orgId}`),
        sql` union all `,
      )}) numbered group by user_id order by user_id
      on conflict (org_id, user_id, feed) do update set seq = greatest(feed_sequences.seq, excluded.seq)`
  // People who already have the cards of the day get no others that day.
  await tx.sql`
    insert into insight_people (org_id, user_id, day) select org_id, user_id, max(day) from insight_cards where org_id = ${orgId} group by org_id, user_id returning 1`
  await tx.sql`insert into insight_firms (org_id, day) select org_id, max(day) from insight_cards where org_id = ${orgId} group by org_id returning 1`
}
