// A report for those who manage people: of the firm, of a group or of one person, in days that are chosen. Pure.
import { z } from 'zod'
import { day, id } from './fields.ts'
import { FileAnswer } from './fileAnswer.ts'
import { MadeFacts, type ReportDefinition } from './report.ts'
import { defineRoute, type Route } from './route.ts'

/** Source: the second specification, section 8. */
export const NO_DATA = 'There is currently no data for this report.'

export const ScopeKey = z.enum(['org', 'group', 'user'])
export type ScopeKey = z.infer<typeof ScopeKey>
/** Whom a report is about. */
export const ReportScope = z.object({ key: ScopeKey, id, name: z.string() })
export type ReportScope = z.infer<typeof ReportScope>

export const ReportArea = z.enum(['tracker', 'trainer', 'insights', 'assets'])
export type ReportArea = z.infer<typeof ReportArea>

/** What each of these reports says of itself; its own facts extend it by `rows`, which its first table shows, and by what else it counts. */
export const ViewerFacts = MadeFacts.extend({
  scope: ReportScope,
  /** First and last day, both included; null for a report that is of now. */
  start: day.nullable(),
  end: day.nullable(),
  /** The days that these are compared with: the period of the same kind before them. */
  before_start: day.nullable(),
  before_end: day.nullable(),
  /** What its figures leave out or count twice, in sentences. */
  notes: z.array(z.string()).optional(),
  /** The instant it was counted. */
  as_of: z.string(),
  report: z.string(),
  /** What stands in a column of the rows, in a sentence, by its key. */
  definitions: z.record(z.string(), z.string()),
  /** Of the rows, in their order. */
  columns: z.array(z.object({ key: z.string(), head: z.string(), kind: z.string() })),
})
export type ViewerFacts = z.infer<typeof ViewerFacts>

/** The people who are in none of the groups, as a row or a heading. */
export const IN_NO_GROUP = 'In no group'

/** So many rows of a long report come at once: a page. */
export const PAGE_ROWS = 200
/** Of a report whose rows come in pages: how many there are in all, of those that the words fit, and the place of the first of these among them. */
export const PagedFacts = ViewerFacts.extend({ count: z.number(), from: z.number() })
export type PagedFacts = z.infer<typeof PagedFacts>
export type WithRows = ViewerFacts & { rows: readonly object[] }

/** What opens a row; whoever may not open it gets none. */
export const Open = z.object({ path: z.string() }).optional()

/** Source of `csv` for a workbook: the second specification, section 7; RULINGS, section 9. */
export const ReportFile = z.enum(['csv', 'pdf', 'text'])
export type ReportFile = z.infer<typeof ReportFile>

/** Narrows a report to Targets by how they are now. `due` is when the owner's next step is due: before today, in so many days from today on, or never. */
export const narrowing = {
  status: z.enum(['active', 'archived', 'completed', 'lost']),
  due: z.enum(['overdue', '7', '30', 'none']),
  value: z.enum(['L', 'M', 'H']),
  type: z.enum(['client', 'prospect', 'refsource']),
}
export type NarrowedTo = { [K in keyof typeof narrowing]?: z.infer<(typeof narrowing)[K]> | undefined }
/** The status is also one of groups. */
export type TargetsBy = Omit<NarrowedTo, 'status'>

const asked = {
  start: day.optional(),
  end: day.optional(),
  which: z.string().max(100).optional(),
  /** Of active groups, or of all; of the report on Targets, of those that have this status now. */
  status: z.enum(['active', 'all', 'archived', 'completed', 'lost', 'deleted']).optional(),
  due: narrowing.due.optional(),
  value: narrowing.value.optional(),
  type: narrowing.type.optional(),
  /** Of a report in pages: the place of the first row that is wanted. Without it all rows come. */
  from: z.coerce.number().int().min(0).max(10_000_000).optional(),
  /** The key of the column whose order the rows have, with '-' before it the other way round; and what has to be in a row. */
  order: z.string().max(60).optional(),
  words: z.string().max(100).optional(),
  /** The same as `order` and `words`. */
  sort: z.string().max(60).optional(),
  q: z.string().max(100).optional(),
}

type ViewerReportDefinition<F extends WithRows> = ReportDefinition<F> & {
  /** Below the title on its screen, where the sentence is not enough. */
  intro?: string
  area: ReportArea
  /** Whom it can be about. */
  keys: readonly ScopeKey[]
  /** It counts what the firm shares, not what people do: of the whole firm, for who manages anybody or looks after what it shares. Its only key is the firm. */
  isOfFirm?: true
  /** Asked about the firm it is cut to whom the person manages, instead of refused. */
  isCut?: true
  /** Firm admins of a firm with org access read it of everyone, whomever they manage. */
  isForAdmins?: true
  /** Its area shows it too: a firm needs not have the Viewer. */
  isAlsoOfArea?: true
  /** It counts what happened in days that are chosen. */
  isDated: boolean
  showsInNav: boolean
  /** A firm may have tens of thousands of rows: the screen asks for some of them, in an order, that fit some words; its facts are `PagedFacts`. */
  comesInPages?: true
  /** It can be narrowed to Targets of one status, value, or type, or by when they are due. */
  narrowsTargets?: true
  /** What `which` says changes how it is shown, not what is counted. */
  whichIsShown?: true
  /** One that needs a `which`: what the description of its call shows. */
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

/** Whether it counts no private Targets: of one's own work it does, but for overlaps, which tell of none. */
export const excludesPrivate = (
  { area, name }: Pick<AnyViewerReport, 'area' | 'name'>,
  { key, id }: Pick<ReportScope, 'key' | 'id'>,
  me: string | undefined,
): boolean => area === 'tracker' && (name === 'overlaps' || key !== 'user' || id !== me)

/** Its address is `{org|group|user}/{id}/report/{name}`; with `format`, and below `viewer/reports/`, it answers the file. */
export const defineViewerReport = <F extends WithRows>(said: ViewerReportDefinition<F>): ViewerReport<F> => ({
  intro: said.sentence,
  ...said,
  routes: {
    read: defineRoute({
      name: `viewer.${said.name}`,
      method: 'GET',
      path: `:key/:id/report/${said.name}`,
      summary: `${said.title} of the firm, a group or a person as figures; with \`format\` as a file`,
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

/** What a report's first table says of its columns. */
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
