// A report, said once as data: from it come the screen's figures, Excel, PDF and CSV, the routes and the way to it. Pure.

import { z } from 'zod'
import type { Flag } from './area.ts'
import { day } from './fields.ts'
import { DownloadType, FileAnswer } from './fileAnswer.ts'
import { DEFAULT_RANGE, type PointUnit, Range } from './ranges.ts'
import { defineRoute, type Route } from './route.ts'
import type { Session } from './session.ts'
import { formatStamp } from './times.ts'

/** Source: the specification, section 8. */
export const PDF_FAILED = 'Whoops! Something went wrong generating your pdf'
/** The same of every kind of file. */
export const fileFailed: Record<DownloadType, string> = {
  pdf: PDF_FAILED,
  xlsx: 'Whoops! Something went wrong generating your Excel file',
  csv: 'Whoops! Something went wrong generating your CSV file',
}

/** Dollars may be -1, Intangible. A decimal has one place; a percent is 0 to 100; a progress is a percent of which 100 is done and 0 nothing. */
export type CellKind = 'text' | 'count' | 'decimal' | 'percent' | 'progress' | 'dollars' | 'day'
/** Stands at the right, in figures of one width. */
export const isNumber = (kind: CellKind): boolean => kind !== 'text' && kind !== 'day'
export type CellValue = string | number | null

export type ReportColumn<R> = {
  /** On the wire, where it is not its head. */
  key?: string
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
/** A column without what finds its cells. */
export type ShownColumn<F> = Omit<ReportColumn<never>, 'of' | 'path'> & {
  /** Of all rows. */
  sum?: (facts: F) => CellValue
}
export type ReportTable<F> = {
  title: string
  /** Instead of no rows. */
  empty: string
  /** Of these facts: a report may have a column for each lesson there is. */
  columns: (facts: F) => ShownColumn<F>[]
  rows: (facts: F) => CellValue[][]
  /** For each row and column, where it leads. */
  paths: (facts: F) => (string | null)[][]
}
type Columns<F, R> = (ReportColumn<R> & Pick<ShownColumn<F>, 'sum'>)[]

/** A table of the rows that `of` finds in the facts. */
export function reportTable<F, R>(
  { title, empty }: Pick<ReportTable<F>, 'title' | 'empty'>,
  of: (facts: F) => readonly R[],
  columns: Columns<F, R> | ((facts: F) => Columns<F, R>),
): ReportTable<F> {
  const all = typeof columns === 'function' ? columns : () => columns
  return {
    title,
    empty,
    columns: (facts) => all(facts).map(({ of: _, path: __, ...column }) => column),
    rows(facts) {
      const its = all(facts)
      return of(facts).map((row) => its.map((column) => column.of(row)))
    },
    paths(facts) {
      const its = all(facts)
      return of(facts).map((row) => its.map((column) => column.path?.(row) ?? null))
    },
  }
}

/** What every report says of itself, whatever it is about. */
export const MadeFacts = z.object({
  firm: z.string(),
  zone: z.string(),
  /** When it was counted, on the firm's clocks. */
  made: z.string(),
})
/** 'As of Nov 23, 2026, 2:05 PM (America/Los Angeles).' */
export const formatAsOf = ({ made, zone }: Pick<z.infer<typeof MadeFacts>, 'made' | 'zone'>): string =>
  `As of ${formatStamp(made)} (${zone.replaceAll('_', ' ')}).`

/** What a report on one's own work says of itself; its own facts extend it. */
export const ReportFacts = MadeFacts.extend({ person: z.string(), range: Range, start: day, end: day })
export type ReportFacts = z.infer<typeof ReportFacts>

/** What is drawn, on the screen and on paper; the same figures stand in a table. Parts and series are told apart by more than color. */
export type Chart =
  | {
      kind: 'lines'
      title: string
      /** Of each point its first day. */
      days: readonly string[]
      /** What a point is about; without it a day. */
      unitOfDays?: PointUnit
      series: readonly { name: string; values: readonly (number | null)[] }[]
      /** The axis ends there; without it where the figures do. */
      max?: number
      unit?: 'dollars'
    }
  | {
      kind: 'bars'
      title: string
      labels: readonly string[]
      series: readonly { name: string; values: readonly number[] }[]
      unit?: 'dollars'
    }
  | {
      kind: 'donut'
      title: string
      /** 'of 166 active Targets'. */
      of: string
      /** `path`: on the screen, where it leads. */
      parts: readonly { label: string; count: number; path?: string }[]
    }

/** How a report is said, once for the screen and for every file. */
export type ReportDefinition<F> = {
  /** Its path, for ever: 'activity'. */
  name: string
  title: string
  /** Below the title: what it says. */
  sentence: string
  /** Whether the person may see it, besides what the firm has subscribed to. */
  isFor?: (session: Session) => boolean
  /** Without it nobody has the report. */
  flag: Flag
  facts: z.ZodType<F>
  /** Sums, in the order in which they are shown everywhere. */
  totals: {
    label: string
    sentence: string
    kind: CellKind
    of: (facts: F) => CellValue
    /** The same of as many days right before. */
    before?: (facts: F) => CellValue
    /** On the screen: where it leads. */
    path?: (facts: F) => string | null
  }[]
  /** The first is also the CSV. */
  tables: ReportTable<F>[]
  charts?: (facts: F) => readonly Chart[]
}
type PersonReportDefinition<F extends ReportFacts> = ReportDefinition<F> & {
  /** It counts what the firm has done, whoever asks for it. */
  isOfFirm?: true
}
export type Report<F extends ReportFacts> = PersonReportDefinition<F> & {
  routes: {
    read: Route<unknown, { range: Range }, unknown, F>
    file: Route<unknown, { range: Range; format: DownloadType }, unknown, FileAnswer>
  }
}
// biome-ignore lint/suspicious/noExplicitAny: a list of reports holds every shape of facts
export type AnyReport = Report<any>

const range = Range.default(DEFAULT_RANGE)

/** A report on what a person has done, which they ask for themselves: its path is below `reports/`. */
export const defineReport = <F extends ReportFacts>(said: PersonReportDefinition<F>): Report<F> => ({
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
      query: z.strictObject({ range, format: DownloadType }),
      answer: FileAnswer,
      makesFile: true,
    }) as Report<F>['routes']['file'],
  },
})

/** A number as people read it: '1,234', '6.7', '71 %', 'Done'. */
export function formatNumber(kind: 'count' | 'decimal' | 'percent' | 'progress', value: number): string {
  if (kind === 'progress' && (value === 0 || value === 100)) return value === 0 ? '' : 'Done'
  if (kind === 'decimal') return value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return kind === 'percent' || kind === 'progress'
    ? `${value.toLocaleString('en-US')} %`
    : value.toLocaleString('en-US')
}

export type Meant = { label?: string; head?: string; sentence?: string | undefined }
/** What each sum and each column means: its name and its sentence, each once. */
export function meaningsOf(totals: readonly Meant[], columns: readonly Meant[]): (readonly [string, string])[] {
  const all = [...totals, ...columns].flatMap(({ label, head, sentence }) =>
    sentence ? [[label ?? head ?? '', sentence] as const] : [],
  )
  return [...new Map(all.map((one) => [one.join(' '), one])).values()]
}
