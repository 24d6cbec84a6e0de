// A report as data, from which the screen, Excel, PDF, CSV, and routes are derived. Pure.

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
export const fileFailed: Record<DownloadType, string> = {
  pdf: PDF_FAILED,
  xlsx: 'Whoops! Something went wrong generating your Excel file',
  csv: 'Whoops! Something went wrong generating your CSV file',
}

/**
 * Dollars can be -1 (Intangible). A decimal has one place. A percent is 0 to 100, a progress too, with 0 for nothing
 * and 100 for done.
 */
const cellKinds = ['text', 'count', 'decimal', 'percent', 'progress', 'dollars', 'day'] as const
export type CellKind = (typeof cellKinds)[number]
/** Numbers are right-aligned in tabular figures. */
export const isNumber = (kind: CellKind): boolean => kind !== 'text' && kind !== 'day'
export type CellValue = string | number | null

export type ReportColumn<R> = {
  /** API name if it differs from the heading. */
  key?: string
  head: string
  kind: CellKind
  sentence: string
  /** PDF width in points. Other columns share the rest. */
  width?: number
  of: (row: R) => CellValue
  /** Link on the screen. */
  path?: (row: R) => string | null
}
/** A column without functions. */
export type ShownColumn<F> = Omit<ReportColumn<never>, 'of' | 'path'> & {
  sum?: (facts: F) => CellValue
}
export type ReportTable<F> = {
  title: string
  empty: string
  /** A report can have a column for each lesson. */
  columns: (facts: F) => ShownColumn<F>[]
  rows: (facts: F) => CellValue[][]
  /** Link of each row and column. */
  paths: (facts: F) => (string | null)[][]
}
type Column<F, R> = ReportColumn<R> & Pick<ShownColumn<F>, 'sum'>
type More<F, R> = Pick<Column<F, R>, 'width' | 'path' | 'sum'>
/** Properties of a row that a cell can show as they are. */
type CellKey<R> = { [K in keyof R & string]: R[K] extends CellValue ? K : never }[keyof R & string]
/** Builds a column. Without `of`, it shows the row's property of that name. Without a key, its API name is its heading. */
type ColumnBuilder<F, R> = <K extends string | null>(
  key: K,
  head: string,
  sentence: string,
  ...more: K extends CellKey<R>
    ? [more?: More<F, R> & Partial<Pick<Column<F, R>, 'of'>>]
    : [more: More<F, R> & Pick<Column<F, R>, 'of'>]
) => Column<F, R>
export type ColumnBuilders<F, R> = Record<CellKind, ColumnBuilder<F, R>>
type AnyMore = More<unknown, never> & { of?: (row: never) => CellValue }

const builderOf =
  (kind: CellKind) =>
  (key: string | null, head: string, sentence: string, { of, ...more }: AnyMore = {}) => ({
    ...(key !== null && { key }),
    head,
    kind,
    sentence,
    ...more,
    of: of ?? ((row: Record<string, CellValue>) => row[key!]!),
  })
const builders = Object.fromEntries(cellKinds.map((kind) => [kind, builderOf(kind)]))

type Total<F> = ReportDefinition<F>['totals'][number]
export const total = <F>(
  kind: CellKind,
  label: string,
  sentence: string,
  of: Total<F>['of'],
  more: Pick<Total<F>, 'before' | 'path'> = {},
): Total<F> => ({ label, sentence, kind, of, ...more })

export function reportTable<F, R>(
  { title, empty }: Pick<ReportTable<F>, 'title' | 'empty'>,
  of: (facts: F) => readonly R[],
  columns: (build: ColumnBuilders<F, R>, facts: F) => Column<F, R>[],
): ReportTable<F> {
  const all = (facts: F) => columns(builders as unknown as ColumnBuilders<F, R>, facts)
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

export const MadeFacts = z.object({
  firm: z.string(),
  zone: z.string(),
  /** Time of the count, in the firm's zone. */
  made: z.string(),
})
/** Formats 'As of Nov 23, 2026, 2:05 PM (America/Los Angeles).' */
export const formatAsOf = ({ made, zone }: Pick<z.infer<typeof MadeFacts>, 'made' | 'zone'>): string =>
  `As of ${formatStamp(made)} (${zone.replaceAll('_', ' ')}).`

/** Base of reports on one's own work. */
export const ReportFacts = MadeFacts.extend({ person: z.string(), range: Range, start: day, end: day })
export type ReportFacts = z.infer<typeof ReportFacts>

/** For the screen and the PDF. A table shows the same figures, and series differ by more than color. */
export type Chart =
  | {
      kind: 'lines'
      title: string
      /** First day of each point. */
      days: readonly string[]
      /** Unit of a point, a day by default. */
      unitOfDays?: PointUnit
      series: readonly { name: string; values: readonly (number | null)[] }[]
      /** End of the axis, by default above the largest figure. */
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
      /** For example 'of 166 active Targets'. */
      of: string
      /** `path` is the link on the screen. */
      parts: readonly { label: string; count: number; path?: string }[]
    }

export type ReportDefinition<F> = {
  /** Path such as 'activity'. Can never change. */
  name: string
  title: string
  sentence: string
  /** Checked in addition to the flag. */
  isFor?: (session: Session) => boolean
  /** Flag that the firm needs for the report. */
  flag: Flag
  facts: z.ZodType<F>
  /** Totals in display order. */
  totals: {
    label: string
    sentence: string
    kind: CellKind
    of: (facts: F) => CellValue
    /** The same for the preceding period of equal length. */
    before?: (facts: F) => CellValue
    /** Link on the screen. */
    path?: (facts: F) => string | null
  }[]
  /** The first table is also the CSV. */
  tables: ReportTable<F>[]
  charts?: (facts: F) => readonly Chart[]
}
type PersonReportDefinition<F extends ReportFacts> = ReportDefinition<F> & {
  /** Counts the whole firm's work for any requester. */
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

/** Defines a report on the requester's own work, below `reports/`. */
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

/** Formats '1,234', '6.7', '71%', 'Done'. */
export function formatNumber(kind: 'count' | 'decimal' | 'percent' | 'progress', value: number): string {
  if (kind === 'progress' && (value === 0 || value === 100)) return value === 0 ? '' : 'Done'
  if (kind === 'decimal') return value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return kind === 'percent' || kind === 'progress' ? `${value.toLocaleString('en-US')}%` : value.toLocaleString('en-US')
}

export type Meant = { label?: string; head?: string; sentence?: string | undefined }
/** Returns each name with its explanation once. */
export function meaningsOf(totals: readonly Meant[], columns: readonly Meant[]): (readonly [string, string])[] {
  const all = [...totals, ...columns].flatMap(({ label, head, sentence }) =>
    sentence ? [[label ?? head ?? '', sentence] as const] : [],
  )
  return [...new Map(all.map((one) => [one.join(' '), one])).values()]
}
