// Reports for people who manage others: data, and the same as a file.
import { dayIn, stampIn } from '#core/contract/dates.ts'
import { invalid } from '#core/contract/errors.ts'
import { answerType, type DownloadType, type FileAnswer } from '#core/contract/fileAnswer.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { type Days, daysBefore, daysOfPreset, validateDays } from '#core/contract/ranges.ts'
import { fileFailed } from '#core/contract/report.ts'
import { inOrderOf } from '#core/contract/rowOrder.ts'
import { viewerFlag } from '#core/contract/viewerFlag.ts'
import {
  type AnyViewerReport,
  type ReportFile,
  type ReportStatus,
  type ScopeKey,
  type TargetsBy,
  type ViewerFacts,
  type ViewerReport,
  viewerReportColumns,
  type WithRows,
} from '#core/contract/viewerReport.ts'
import { type Tx, withOrg } from '../database/tx.ts'
import { allOf, type Call, defineHandler, type Handler, type Policy, signedIn } from '../routes.ts'
import type { SignedInSession } from '../sessions.ts'
import { subscribed } from '../subscriptions.ts'
import { type Layout, layoutForViewer } from './layout.ts'
import { logoOf } from './logo.ts'
import { makers } from './makers.ts'
import { type AskedScope, managedOfFirm, readsAll, type ScopePrincipal, scopeOf, wholeFirm } from './scope.ts'

export type AskedReport = {
  session: Pick<SignedInSession, 'actor' | 'org' | 'user' | 'program'>
  scope: AskedScope
  /** Null for a report on the current state. */
  days: Days | null
  /** The preceding period of the same kind. */
  before: Days | null
  /** The firm's day, and the instant. */
  today: string
  now: string
  /** Selects a part of the report. */
  which: string | undefined
  /** Filters by current status and more, if supported. */
  status: ReportStatus
  by: TargetsBy
  /** Null `from`: all rows. `words` are case-folded. */
  page: { from: number | null; order: RowOrder | null; words: string }
}
/** `key` is a column's key. */
export type RowOrder = { key: string; isDescending: boolean }
/** In the database, one query for the whole scope. */
export type ViewerCount<F extends WithRows> = (tx: Tx, asked: AskedReport) => Promise<Omit<F, keyof ViewerFacts>>

export type AskedOf = TargetsBy & {
  key: ScopeKey
  id: string
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

/** `note` receives the reason why a file failed. */
type Making = { logo: Pick<Layout, 'logo'>; note: (error: unknown) => void }

/** A report as listed in a feature's `feature.ts`. */
export type ViewerReportHandler = {
  report: AnyViewerReport
  policy: Policy
  routes: readonly Handler[]
  /** Throws 400 for invalid days, 403 and 404 for the scope. */
  facts: (tx: Tx, session: AskedReport['session'], asked: AskedOf, now: string) => Promise<WithRows>
  /** Throws the scope errors of `facts`, without counting. */
  scope: (tx: Tx, session: AskedReport['session'], about: Pick<AskedOf, 'key' | 'id'>) => Promise<AskedScope>
  /** Returns a message on failure. See `Making`. */
  file: (facts: WithRows, format: ReportFile, making: Making) => Promise<FileAnswer>
}

type Asking = Pick<Call<unknown, unknown, unknown>, 'database' | 'session' | 'context' | 'request'>

/** In addition to `policy`, the flag is required and the person must manage the scope. */
export function serveViewerReport<F extends WithRows>(
  report: ViewerReport<F>,
  count: ViewerCount<F>,
  policy: Policy = signedIn,
): ViewerReportHandler {
  const ofArea = allOf(policy, subscribed(report.flag))
  const allowed = report.isAlsoOfArea ? ofArea : allOf(ofArea, subscribed(viewerFlag))
  const facts: ViewerReportHandler['facts'] = (tx, session, asked, now) =>
    factsOf(tx, report, count, session, asked, now)
  const file: ViewerReportHandler['file'] = (found, format, making) => fileOf(report, found as F, format, making)
  const fileFor = async ({ database, session, context, request }: Asking, asked: AskedOf, format: ReportFile) => {
    const { id, logoId } = session.org
    const found = await withOrg(database, id, (tx) => facts(tx, session, asked, context.now))
    const logo = format === 'pdf' ? await logoOf(database, id, logoId) : {}
    return file(found, format, { logo, note: (error) => request.log.error(error) })
  }
  const routes = [
    // Long, so the database connection is free while a file is created.
    defineHandler(
      report.routes.read,
      allowed,
      async ({ params, query: { format, ...query }, ...call }) => {
        const { database, session, context } = call
        const asked = { ...params, ...query }
        if (format) return (await fileFor(call, asked, format)) as never
        return withOrg(database, session.org.id, (tx) => facts(tx, session, asked, context.now)) as Promise<F>
      },
      { isLong: true },
    ),
    defineHandler(
      report.routes.file,
      allowed,
      ({ query: { entity, format, ...query }, ...call }) => fileFor(call, { key: entity, ...query }, format),
      { isLong: true },
    ),
  ]
  const scope: ViewerReportHandler['scope'] = async (tx, session, { key, id }) => scopeFor(report, tx, session, key, id)
  return { report, policy: allowed, routes, facts, scope, file }
}

async function factsOf<F extends WithRows>(
  tx: Tx,
  report: ViewerReport<F>,
  count: ViewerCount<F>,
  session: AskedReport['session'],
  { key, id, start, end, which, status, due, value, type, from, ...given }: AskedOf,
  now: string,
): Promise<F> {
  const { org } = session
  const today = dayIn(org.zone, now)
  const days = report.isDated ? askedDays(start, end, today) : null
  const by = { due, value, type }
  if (!report.narrowsTargets) {
    if (!groupStatuses.some((one) => one === status)) throw invalid({ status: 'Choose active or all.' })
    const wrong = Object.entries(by).filter(([, wanted]) => wanted !== undefined)
    if (wrong.length > 0)
      throw invalid(Object.fromEntries(wrong.map(([name]) => [name, 'This report doesn’t have this filter.'])))
  }
  const scope = await scopeFor(report, tx, { ...session, status: status === 'all' ? 'all' : 'active' }, key, id)
  const before = days && daysBefore(days)
  const page = {
    from: from ?? null,
    order: orderIn(given.sort ?? given.order),
    words: foldCase((given.q ?? given.words ?? '').trim()),
  }
  const counted = await count(tx, { session, scope, days, before, today, now, which, status, by, page })
  const facts = {
    firm: org.name,
    zone: org.zone,
    made: stampIn(org.zone, now),
    as_of: now,
    scope: { key: scope.key, id: scope.id, name: scope.name },
    start: days?.start ?? null,
    end: days?.end ?? null,
    before_start: before?.start ?? null,
    before_end: before?.end ?? null,
    ...counted,
  } as unknown as F
  const shown = report.comesInPages ? facts : { ...facts, rows: rowsShown(report, facts, page) }
  return { ...shown, ...viewerReportColumns(report, shown) }
}

const groupStatuses = [undefined, 'active', 'all'] as const

/** For unpaginated reports. The sort is stable. */
function rowsShown<F extends WithRows>(report: ViewerReport<F>, facts: F, { order, words }: AskedReport['page']) {
  const [table] = report.tables
  if (!table || (words === '' && order === null)) return facts.rows
  const columns = table.columns(facts)
  const place = columns.findIndex(({ key, head }) => (key ?? head) === order?.key)
  if (order && place < 0) throw invalid({ order: 'Choose a column.' })
  const cells = table.rows(facts)
  const lines = facts.rows.map((row, at) => ({ row, cells: cells[at] ?? [] }))
  const fits = lines.filter(({ cells }) =>
    cells.some((cell, at) => columns[at]?.kind === 'text' && foldCase(String(cell ?? '')).includes(words)),
  )
  const inOrder = order ? inOrderOf(fits, ({ cells }) => cells[place] ?? null, order.isDescending) : fits
  return inOrder.map(({ row }) => row)
}

const orderIn = (order: string | undefined): RowOrder | null =>
  order ? { key: order.replace(/^-/, ''), isDescending: order.startsWith('-') } : null

type Asker = ScopePrincipal & Pick<SignedInSession, 'user'>

/** Throws 400 for an unsupported scope. */
async function scopeFor(
  { keys, isOfFirm, isCut, isForAdmins }: AnyViewerReport,
  tx: Tx,
  asker: Asker,
  key: ScopeKey,
  id: string,
): Promise<AskedScope> {
  if (!keys.includes(key)) throw invalid({ key: 'This report has no such figure.' })
  if (isOfFirm) return wholeFirm(tx, asker, id)
  return isCut && key === 'org'
    ? managedOfFirm(tx, asker, id)
    : scopeOf(tx, asker, key, id, isForAdmins && readsAll(asker))
}

/** Defaults to the last 30 days. Throws 400 for days that no report covers. */
export function askedDays(start: string | undefined, end: string | undefined, today: string): Days {
  const usual = daysOfPreset('30', today)
  const days = { start: start ?? usual.start, end: end ?? usual.end }
  const wrong = validateDays(days, today)
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return days
}

const types: Record<ReportFile, DownloadType> = { csv: 'xlsx', pdf: 'pdf', text: 'csv' }

async function fileOf<F extends WithRows>(
  report: ViewerReport<F>,
  facts: F,
  format: ReportFile,
  { logo, note }: Making,
): Promise<FileAnswer> {
  const made = types[format]
  const type = answerType(made)
  const days = facts.start && facts.end ? `${facts.start} to ${facts.end}` : facts.made.slice(0, 10)
  try {
    const file = await makers[made]({ ...layoutForViewer(report, facts), ...logo })
    const whose = facts.scope.name.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    return { error: '', type, file: file.toString('base64'), name: `${report.title} ${whose} ${days}.${made}` }
  } catch (error) {
    note(error)
    return { error: fileFailed[made], type, file: '', name: '' }
  }
}
