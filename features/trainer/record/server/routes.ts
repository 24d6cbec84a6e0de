// Serves the completion record as data, CSV, and PDF with the firm's logo.
import { dayIn, formatDay, stampIn } from '#core/contract/dates.ts'
import { invalid } from '#core/contract/errors.ts'
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { fileFailed } from '#core/contract/report.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { csvOf } from '#core/server/reports/csv.ts'
import type { Layout } from '#core/server/reports/layout.ts'
import { logoOf } from '#core/server/reports/logo.ts'
import { pdfOf } from '#core/server/reports/pdf.ts'
import { type ActAs, defineHandler, type Handler } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { forLearners } from '../../lessons/server/policies.ts'
import { worksheetReaders } from '../../worksheets/server/readers.ts'
import { type CompletionRecord, type RecordLine, routes } from '../contract.ts'

const minutesOf = (seconds: number) => Math.floor(seconds / 6) / 10

/** Long-running, so the database connection is free while a file is created. */
export const recordRoutes = (managers: ActAs): Handler[] => [
  defineHandler(
    routes.record,
    forLearners,
    async ({ database, session, context: { actor, zone, now }, query, request }) => {
      const today = dayIn(zone, now)
      const to = query.to ?? today
      const days = { from: query.from ?? `${to.slice(0, 4)}-01-01`, to }
      if (days.from > days.to) throw invalid({ to: 'The end date can’t be before the start date.' })
      const lines = await withOrg(database, session.org.id, (tx) => completedBy(tx, actor.id, zone, days))
      const record: CompletionRecord = {
        person: fullNameOf(actor),
        firm: session.org.name,
        zone,
        ...days,
        made: stampIn(zone, now),
        minutes: minutesOf(lines.reduce((sum, { seconds }) => sum + seconds, 0)),
        record: lines,
      }
      if (query.format === 'json') return record
      try {
        return await fileOf(database, session, record, query.format)
      } catch (problem) {
        request.log.error(problem)
        return { error: fileFailed[query.format], type: query.format, file: '', name: '' }
      }
    },
    { isLong: true, proxy: worksheetReaders(managers) },
  ),
]

async function fileOf(
  database: Database,
  { org }: SignedInSession,
  record: CompletionRecord,
  type: 'csv' | 'pdf',
): Promise<FileAnswer> {
  const layout = layoutOf(record)
  const file =
    type === 'csv' ? csvOf(layout) : await pdfOf({ ...layout, ...(await logoOf(database, org.id, org.logoId)) })
  const name = `Completion record ${record.from} to ${record.to}.${type}`
  return { error: '', type, file: file.toString('base64'), name }
}

/** Returns what was completed in these days, including lessons archived since. */
export async function completedBy(
  tx: Tx,
  userId: string,
  zone: string,
  { from, to }: { from: string; to: string },
): Promise<RecordLine[]> {
  const { rows } = await tx.sql<Omit<RecordLine, 'minutes'>>`
    select p.lesson_id, coalesce(l.title, f.title) as lesson, coalesce(c.name, '') as category, (p.done_at at time zone ${zone})::date as date, p.seconds
    from lesson_progress p left join shared_lessons l on l.id = p.lesson_id left join shared_lesson_categories c on c.id = l.category_id
    left join firm_lessons f on f.org_id = p.org_id and f.id = p.lesson_id
    where p.org_id = ${currentOrgId} and p.user_id = ${userId} and p.done_at is not null and coalesce(l.title, f.title) is not null
      and (p.done_at at time zone ${zone})::date between ${from}::date and ${to}::date
    order by p.done_at, p.lesson_id`
  return rows.map((line) => ({ ...line, minutes: minutesOf(line.seconds) }))
}

function layoutOf({ person, firm, zone, from, to, made, minutes, record }: CompletionRecord): Layout {
  const text = (shown: string) => ({ kind: 'text' as const, text: shown })
  return {
    title: `Completion record of ${person}`,
    range: `${formatDay(from)} to ${formatDay(to)}`,
    lead: 'A lesson counts as completed at 95% watched. Minutes are minutes watched, without repeats.',
    firm,
    zone,
    made,
    totals: [
      { label: 'Lessons completed', cell: { kind: 'count', count: record.length } },
      { label: 'Minutes watched', cell: { kind: 'count', count: minutes } },
    ],
    tables: [
      {
        title: 'Lessons',
        empty: 'No lessons were completed in this period.',
        columns: [
          { head: 'Lesson', kind: 'text' },
          { head: 'Category', kind: 'text', width: 180 },
          { head: 'Date', kind: 'day', width: 90 },
          { head: 'Minutes', kind: 'count', width: 60 },
        ],
        rows: record.map((line) => [
          text(line.lesson),
          text(line.category || 'Firm Content'),
          { kind: 'day', day: line.date },
          { kind: 'count', count: line.minutes },
        ]),
      },
    ],
  }
}
