import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { pagesOfPdf } from '#tests/readers.ts'
import type { Taken } from '#tests/smtpServer.ts'
import { aFirmOfWriters, type Writer } from '#tests/writers.ts'
import { run } from '#tools/programs.ts'
import { type Started, startProcess } from './killable.ts'

export type Manager = Writer & { email: string }
export type ReportFirm = { org: string; group: string; managers: Manager[] }

/** Creates people who are in one group and all manage it. */
export async function aReportFirm(database: Database, people: number): Promise<ReportFirm> {
  const writers = await aFirmOfWriters(database, people)
  const group = randomUUID()
  return withoutRls(database, async (tx) => {
    const { rows } = await tx.sql<{ org_id: string; id: string; email: string }>`
      select org_id, id, email from users where org_id = (select org_id from users where id = ${writers[0]!.id})`
    const org = rows[0]!.org_id
    await tx.sql`insert into groups (org_id, id, name) values (${org}, ${group}, 'Tax')`
    for (const places of ['group_members', 'group_managers'])
      await tx.sql`insert into ${sql.table(places)} (org_id, group_id, user_id) select ${org}, ${group}, id from users where org_id = ${org} returning 1`
    const emails = new Map(rows.map(({ id, email }) => [id, email]))
    return { org, group, managers: writers.map((writer) => ({ ...writer, email: emails.get(writer.id)! })) }
  })
}

/** See reportSender.ts. */
export const startReportSender = (url: string, directory: string, smtpUrl: string): Started =>
  startProcess('tests/faults/reportSender.ts', {
    SENDER_URL: url,
    SENDER_DIRECTORY: directory,
    SENDER_SMTP: smtpUrl,
  })

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000)
/**
 * A weekday three to five days from now, 1 to 7. A report that becomes due at another hour less than a day before its
 * own time isn't sent, because the firm may have changed its time zone.
 */
export const weekdayAhead = (at: number): number => daysAhead(3 + (at % 3)).getUTCDay() || 7
/** A day of the month that's further away than that too. */
export const monthDayAhead = (at: number): number => daysAhead(10 + at).getUTCDate()

/** Makes active schedules due: all of them, or a random part of those with a matching subject. */
export async function makeDue({ pool }: Database, { name = '%', part = 1 } = {}): Promise<void> {
  await pool.query(
    `update report_schedules set next_at = now() - interval '1 second' where state = 'on' and subject like $1 and abs(hashtext(id::text || $3)) % 1000 < $2::float8 * 1000`,
    [name, part, String(Math.random())],
  )
}

/**
 * `made` counts recipients with a created file or skipped. `unnoted` are those among them whose email has no recorded
 * result. `sending` are emails at the SMTP server.
 */
export type Seen = { due: number; runs: number; making: number; made: number; unnoted: number; sending: number }

export async function lookInto({ pool }: Database): Promise<Seen> {
  const { rows } = await pool.query<Seen>(`
    select (select count(*)::int from report_schedules where state = 'on' and next_at <= now()) as due,
      (select count(*)::int from report_schedule_runs) as runs,
      (select count(*)::int from report_schedule_runs where state = 'making') as making,
      (select count(*)::int from report_deliveries where state <> 'waiting') as made,
      (select count(*)::int from report_deliveries where state = 'leaving') as unnoted,
      (select count(*)::int from outgoing where state = 'sending' and moved_at < now() - interval '50 milliseconds') as sending`)
  return rows[0]!
}

/** Returns whether nothing is left to do or to record. */
export const isOver = ({ due, making, unnoted }: Seen): boolean => due + making + unnoted === 0

/** Throws if one of the attached files isn't a complete PDF or a workbook with content. */
export function openAll(mails: readonly Taken[]): void {
  const files = mails.flatMap(({ mail }) => mail.attachments)
  for (const { content, filename } of files.filter(({ filename }) => filename?.endsWith('.pdf')))
    if (!pagesOfPdf(content).some((page) => page.trim() !== '')) throw new Error(`There is nothing in ${filename}.`)
  const workbooks = files.filter(({ filename }) => filename?.endsWith('.xlsx'))
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-mailed-'))
  try {
    const paths = workbooks.map((_, at) => join(folder, `${at}.xlsx`))
    for (const [at, { content }] of workbooks.entries()) writeFileSync(paths[at]!, content)
    // Uses one process for all of them, because starting it takes as long as reading thirty.
    const said = JSON.parse(run('openpyxl', ['-W', 'ignore', '-c', READ_ALL, ...paths])) as number[]
    const empty = workbooks.filter((_, at) => !said[at])
    if (empty.length > 0) throw new Error(`There is nothing in ${empty.map(({ filename }) => filename).join(', ')}.`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const READ_ALL = `
import json, sys, openpyxl
books = (openpyxl.load_workbook(path) for path in sys.argv[1:])
print(json.dumps([sum(1 for s in b for row in s.iter_rows() for c in row if c.value is not None) for b in books]))`
