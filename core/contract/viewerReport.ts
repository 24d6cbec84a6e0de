// A report for managers on the firm, a group, or a person. Pure.
import { z } from 'zod'
import { day, id } from './fields.ts'
import { FileAnswer } from './fileAnswer.ts'
import { MadeFacts, type ReportDefinition } from './report.ts'
import { defineRoute, type Route } from './route.ts'

/** Source: the second specification, section 8. */
export const NO_DATA = 'There is currently no data for this report.'

export const ScopeKey = z.enum(['org', 'group', 'user'])
export type ScopeKey = z.infer<typeof ScopeKey>
export const ReportScope = z.object({ key: ScopeKey, id, name: z.string() })
export type ReportScope = z.infer<typeof ReportScope>

export const ReportArea = z.enum(['tracker', 'trainer', 'insights', 'assets'])
export type ReportArea = z.infer<typeof ReportArea>

/** Each report adds `rows`, which its first table shows, and its counts. */
export const ViewerFacts = MadeFacts.extend({
  scope: ReportScope,
  /** Both included, null for a report on the present. */
  start: day.nullable(),
  end: day.nullable(),
  /** The previous period of the same kind. */
  before_start: day.nullable(),
  before_end: day.nullable(),
  /** Sentences on omitted or repeated counts. */
  notes: z.array(z.string()).optional(),
  as_of: z.string(),
  report: z.string(),
  /** Explains each column in a sentence, by key. */
  definitions: z.record(z.string(), z.string()),
  columns: z.array(z.object({ key: z.string(), head: z.string(), kind: z.string() })),
})
export type ViewerFacts = z.infer<typeof ViewerFacts>

/** Heading for people in no group. */
export const IN_NO_GROUP = 'In no group'

export const PAGE_ROWS = 200
/** Number of matching rows, and index of the first one returned. */
export const PagedFacts = ViewerFacts.extend({ count: z.number(), from: z.number() })
export type PagedFacts = z.infer<typeof PagedFacts>
export type WithRows = ViewerFacts & { rows: readonly object[] }

/** Missing if the person can't open the row. */
export const Open = z.object({ path: z.string() }).optional()
export const openPath = ({ open }: { open?: z.infer<typeof Open> }): string | null => open?.path ?? null

/** `csv` is a workbook. Source: the second specification, section 7, and RULINGS, section 9. */
export const ReportFile = z.enum(['csv', 'pdf', 'text'])
export type ReportFile = z.infer<typeof ReportFile>

/** Filters by current state. `due` is the owner's next step: before today, within so many days, or none. */
export const narrowing = {
  status: z.enum(['active', 'archived', 'completed', 'lost']),
  due: z.enum(['overdue', '7', '30', 'none']),
  value: z.enum(['L', 'M', 'H']),
  type: z.enum(['client', 'prospect', 'refsource']),
}
export type NarrowedTo = { [K in keyof typeof narrowing]?: z.infer<(typeof narrowing)[K]> | undefined }
/** Leaves out the status, which also filters groups. */
export type TargetsBy = Omit<NarrowedTo, 'status'>

const asked = {
  start: day.optional(),
  end: day.optional(),
  which: z.string().max(100).optional(),
  /** Filters groups by active or all, the report on Targets by current status. */
  status: z.enum(['active', 'all', 'archived', 'completed', 'lost', 'deleted']).optional(),
  due: narrowing.due.optional(),
  value: narrowing.value.optional(),
  type: narrowing.type.optional(),
  /** Index of a page's first row. Without it, all rows are returned. */
  from: z.coerce.number().int().min(0).max(10_000_000).optional(),
  /** Sort column, with '-' in front for descending, and text that rows must contain. */
  order: z.string().max(60).optional(),
  words: z.string().max(100).optional(),
  /** Aliases of `order` and `words`. */
  sort: z.string().max(60).optional(),
  q: z.string().max(100).optional(),
}

type ViewerReportDefinition<F extends WithRows> = ReportDefinition<F> & {
  /** Shown on the screen if `sentence` isn't enough. */
  intro?: string
  area: ReportArea
  /** Kinds of subjects: firm, group, or person. */
  keys: readonly ScopeKey[]
  /**
   * Counts shared items of the whole firm, for managers and people who manage shared items. Its only key is the firm.
   */
  isOfFirm?: true
  /** Limits the firm to the people the requester manages, instead of refusing. */
  isCut?: true
  /** Firm admins of a firm with org access see everyone. */
  isForAdmins?: true
  /** Its area shows it as well, so a firm doesn't need the Viewer. */
  isAlsoOfArea?: true
  isDated: boolean
  showsInNav: boolean
  /**
   * Loads pages that the server sorts and filters, because a firm can have tens of thousands of rows. Its facts are
   * `PagedFacts`.
   */
  comesInPages?: true
  /** Can be filtered by status, value, type, or due date. */
  narrowsTargets?: true
  /** `which` changes the display, not the counts. */
  whichIsShown?: true
  /** Example of a required `which`, for rows behind a figure, which aren’t a report of their own. */
  exampleWhich?: string
}
export type ReportStatus = z.infer<typeof asked.status>
type Asked = TargetsBy & {
  start?: string | undefined
  end?: string | undefined
  which?: string | undefined
  status?: ReportStatus | undefined
  from?: number | undefined
  order?: string | undefined
  words?: string | undefined
  sort?: string | undefined
  q?: string | undefined
}
export type ViewerReport<F extends WithRows> = ViewerReportDefinition<F> & {
  intro: string
  routes: {
    read: Route<{ key: ScopeKey; id: string }, Asked & { format?: ReportFile | undefined }, unknown, F>
    file: Route<unknown, Asked & { id: string; entity: ScopeKey; format: ReportFile }, unknown, FileAnswer>
  }
}
// biome-ignore lint/suspicious/noExplicitAny: a list of reports holds every shape of facts
export type AnyViewerReport = ViewerReport<any>

/** Reports on one's own work include private Targets, except for overlaps. */
export const excludesPrivate = (
  { area, name }: Pick<AnyViewerReport, 'area' | 'name'>,
  { key, id }: Pick<ReportScope, 'key' | 'id'>,
  me: string | undefined,
): boolean => area === 'tracker' && (name === 'overlaps' || key !== 'user' || id !== me)

/** Path: `{org|group|user}/{id}/report/{name}`. With `format`, or below `viewer/reports/`, it returns the file. */
export const defineViewerReport = <F extends WithRows>(said: ViewerReportDefinition<F>): ViewerReport<F> => ({
  intro: said.sentence,
  ...said,
  routes: {
    read: defineRoute({
      name: `viewer.${said.name}`,
      method: 'GET',
      path: `:key/:id/report/${said.name}`,
      summary: `${said.title} of the firm, a group, or a person as figures; with \`format\` as a file`,
      scope: 'reports:read',
      example: {
        params: { key: said.keys[0] },
        ...(said.exampleWhich && { query: { which: said.exampleWhich } }),
      },
      params: z.strictObject({ key: ScopeKey, id }),
      query: z.strictObject({ ...asked, format: ReportFile.optional() }),
      answer: z.union([said.facts, FileAnswer]),
    }) as unknown as ViewerReport<F>['routes']['read'],
    file: defineRoute({
      name: `viewer.${said.name}File`,
      method: 'GET',
      path: `viewer/reports/${said.name}`,
      summary: `${said.title} as a file: \`csv\` is an Excel workbook, \`text\` plain CSV`,
      query: z.strictObject({ ...asked, id, entity: ScopeKey, format: ReportFile }),
      answer: FileAnswer,
      makesFile: true,
    }) as unknown as ViewerReport<F>['routes']['file'],
  },
})

/** Describes the columns of a report's first table. */
export function viewerReportColumns<F extends WithRows>(
  { name, tables }: ViewerReport<F>,
  facts: F,
): Pick<ViewerFacts, 'report' | 'definitions' | 'columns'> {
  const columns = tables[0]?.columns(facts) ?? []
  const keyOf = ({ key, head }: { key?: string; head: string }) => key ?? head
  return {
    report: name,
    definitions: Object.fromEntries(columns.map((column) => [keyOf(column), column.sentence])),
    columns: columns.map((column) => ({ key: keyOf(column), head: column.head, kind: column.kind })),
  }
}
