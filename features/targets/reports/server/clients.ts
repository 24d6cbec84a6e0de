// Report on companies: groups pursued Targets by company.
import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#core/contract/dates.ts'
import { PAGE_ROWS } from '#core/contract/viewerReport.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { hasWords, sortable, sortBy } from '#core/server/reports/rowOrders.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { companyPath } from '../../companies/contract.ts'
import { type ClientOrder, type ClientRow, type ClientsReport, clientsReport } from '../clientsContract.ts'
import { countedTarget } from './figureConditions.ts'
import { keyOfCompany, type TargetLine, targetRows, usualOrder, withStep } from './targetRows.ts'

/** Groups all spellings of a company, as its page does. People without a company form their own rows, by name. */
export const clientsOf: ViewerCount<ClientsReport> = async (tx, asked) => {
  const page = await pageOf(tx, asked, asked.page)
  const isOfPage = sql`t.status = 'active' and ${keyOfCompany} = any(${page.keys}::text[])`
  const { rows: lines } = await targetRows(tx, { ...asked, page: { from: null, order: null, words: '' } }, isOfPage)
  const companies = Map.groupBy(lines, ({ company_key }) => company_key)
  const found = page.keys.flatMap((key) => companies.get(key) ?? [])
  const rows = [...Map.groupBy(found, ({ company_key }) => company_key).values()]
  return { rows: rows.map((its) => rowOf(its, asked.today)), count: page.count, from: page.from }
}

/** Returns the first text in a company's cell. */
const first = (text: RawBuilder<unknown>, isShown = sql`true`) =>
  sql`(array_agg(${sortable(text)} order by ${usualOrder}) filter (where ${text} <> '' and ${isShown}))[1]`
const byName = first(sql`case when t.company = '' then t.contact else t.company end`)
const orders: Record<ClientOrder, RawBuilder<unknown>> = {
  companies: byName,
  contact: first(sql`t.contact`),
  objectives: first(sql`t.goal`),
  steps: first(sql`k.description`, sql`k.due is not null`),
}

/** Sorts by name by default. Throws 400 for an unknown order. */
async function pageOf(
  tx: Tx,
  asked: AskedReport,
  { from, order, words }: AskedReport['page'],
): Promise<{ keys: string[]; count: number; from: number }> {
  const sort = sortBy(orders, order, 'companies')
  const inOrder = sql`order by sort collate "C" ${order?.isDescending ? sql`desc` : sql`asc`} nulls last, name collate "C", key collate "C"`
  const usesStep = words !== '' || order?.key === 'steps'
  const fits = hasWords(words, [sql`t.company`, sql`t.contact`, sql`t.goal`, sql`k.description`])
  const { rows } = await tx.sql<{ key: string | null; count: number }>`
    with people as materialized (${asked.scope.people}),
    companies as materialized (
      select ${keyOfCompany} as key, ${sort} as sort, ${byName} as name
      from targets t ${usesStep ? withStep : sql``}
      where t.org_id = ${currentOrgId} and t.owner_id in (select id from people) and t.status = 'active' and ${countedTarget(asked)}
      group by 1 ${words === '' ? sql`` : sql`having bool_or(${fits})`}
    )
    select page.key, companies.count from (select count(*)::int as count from companies) companies
    left join (select key, sort, name from companies ${inOrder} ${from === null ? sql`` : sql`limit ${PAGE_ROWS} offset ${from}`}) page on true
    ${inOrder}`
  return { keys: rows.flatMap(({ key }) => key ?? []), count: rows[0]!.count, from: from ?? 0 }
}

const once = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))]

function rowOf(lines: TargetLine[], today: string): ClientRow {
  const [first] = lines
  const objectives = once(lines.map(({ goal }) => goal))
  const bucketOf = (due: string) => (due < today ? 'overdue' : due <= addDays(today, 7) ? 'soon' : 'later')
  return {
    companies: first!.company || first!.contact,
    contact: once(lines.map(({ contact }) => contact)),
    goal: objectives.join('; '),
    objectives,
    steps: lines.flatMap(({ step, due, owner }) =>
      step !== '' && due ? [{ bucket: bucketOf(due), role: 'owner', owner, description: step, due }] : [],
    ),
    initiators: once(lines.map(({ owner }) => owner)),
    collaborators: once(lines.flatMap(({ shared_with }) => shared_with)),
    targets: lines.map(({ target_id, contact, goal, step, due, owner, shared_with, status, open }) => ({
      ...{ target_id, contact, goal, step, due, owner, shared_with, status },
      ...(open && { open }),
    })),
    ...(first!.company && { open: { path: companyPath(first!.company) } }),
  }
}

export const clients = serveViewerReport(clientsReport, clientsOf)
