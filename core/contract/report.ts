// A report, said once as data: from it come the screen's figures, Excel, PDF and CSV, the routes and the way to it. Pure.

import { z } from 'zod'
import type { Flag } from './area.ts'
import { day } from './fields.ts'
import { FileAnswer, FileType } from './fileAnswer.ts'
import { DEFAULT_RANGE, Range } from './ranges.ts'
import { defineRoute, type Route } from './route.ts'
import type { Session } from './session.ts'

/** Source: the specification, section 8. */
export const PDF_FAILED = 'Whoops! Something went wrong generating your pdf'

/** Dollars may be -1, Intangible. */
export type CellKind = 'text' | 'count' | 'dollars' | 'day'
export type CellValue = string | number | null

export type ReportColumn<R> = {
  head: string
  kind: CellKind
  /** What stands there, in a sentence. */
  sentence: string
  /** On paper, in points; the rest is shared. */
  width?: number
  of: (row: R) => CellValue
  /** On the screen: where it leads. */
  path?: (row: R) => string | null
}
export type ReportTable<F> = {
  title: string
  /** Instead of no rows. */
  empty: string
  columns: (Omit<ReportColumn<never>, 'of' | 'path'> & {
    /** Of all rows. */
    sum?: (facts: F) => CellValue
  })[]
  rows: (facts: F) => CellValue[][]
  /** For each row and column, where it leads. */
  paths: (facts: F) => (string | null)[][]
}
/** A table of the rows that `of` finds in the facts. */
export const reportTable = <F, R>(
  { title, empty }: Pick<ReportTable<F>, 'title' | 'empty'>,
  of: (facts: F) => readonly R[],
  columns: (ReportColumn<R> & Pick<ReportTable<F>['columns'][number], 'sum'>)[],
): ReportTable<F> => ({
  title,
  empty,
  columns: columns.map(({ of: _, path: __, ...column }) => column),
  rows: (facts) => of(facts).map((row) => columns.map((column) => column.of(row))),
  paths: (facts) => of(facts).map((row) => columns.map((column) => column.path?.(row) ?? null)),
})

/** What every report says of itself; a report's own facts extend it. */
export const ReportFacts = z.object({
  firm: z.string(),
  zone: z.string(),
  person: z.string(),
  range: Range,
  start: day,
  end: day,
  /** When it was counted, on the firm's clocks. */
  made: z.string(),
})
export type ReportFacts = z.infer<typeof ReportFacts>

type Said<F extends ReportFacts> = {
  /** The path below `reports/`, for ever: 'activity'. */
  name: string
  title: string
  /** Below the title: what it says. */
  sentence: string
  /** It counts what the firm has done, whoever asks for it. */
  isOfFirm?: true
  /** Whether the person may see it, besides what the firm has subscribed to. */
  isFor?: (session: Session) => boolean
  /** Without it nobody has the report. */
  flag: Flag
  facts: z.ZodType<F>
  /** Sums, in the order in which they are shown everywhere. */
  totals: { label: string; sentence: string; kind: CellKind; of: (facts: F) => CellValue }[]
  /** The first is also the CSV. */
  tables: ReportTable<F>[]
  /** When it is sent by itself; none is yet. */
  schedule?: { weekday: number; minutes: number }
}
export type Report<F extends ReportFacts> = Said<F> & {
  routes: {
    read: Route<unknown, { range: Range }, unknown, F>
    file: Route<unknown, { range: Range; format: FileType }, unknown, FileAnswer>
  }
}
// biome-ignore lint/suspicious/noExplicitAny: a list of reports holds every shape of facts
export type AnyReport = Report<any>

const range = Range.default(DEFAULT_RANGE)

export const defineReport = <F extends ReportFacts>(said: Said<F>): Report<F> => ({
  ...said,
  routes: {
    read: defineRoute({
      name: `reports.${said.name}`,
      method: 'GET',
      path: `reports/${said.name}`,
      summary: `${said.isOfFirm ? 'The firm’s' : 'My'} ${said.title} as figures`,
      query: z.strictObject({ range }),
      answer: said.facts,
    }) as Report<F>['routes']['read'],
    file: defineRoute({
      name: `reports.${said.name}File`,
      method: 'GET',
      path: `reports/${said.name}/file`,
      summary: `${said.isOfFirm ? 'The firm’s' : 'My'} ${said.title} as a file`,
      query: z.strictObject({ range, format: FileType }),
      answer: FileAnswer,
    }) as Report<F>['routes']['file'],
  },
})
