// The report on companies: the pursued Targets, put together by company.
import { sql } from 'kysely'
import { addDays } from '#core/contract/dates.ts'
import { folded } from '#core/contract/folded.ts'
import { serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { companyPath } from '../../companies/contract.ts'
import { type ClientRow, type ClientsReport, clientsReport } from '../clientsContract.ts'
import { type TargetLine, targetRows } from './targetRows.ts'

/** People without a company stand by themselves, under their own names. */
export const clientsOf: ViewerCount<ClientsReport> = async (tx, asked) => {
  const found = await targetRows(tx, asked, sql`t.status = 'active'`)
  const companies = Map.groupBy(found, ({ company, contact }) => folded(company || contact))
  const rows = [...companies.values()].map((lines) => rowOf(lines, asked.today))
  return { rows: rows.sort((a, b) => a.companies.localeCompare(b.companies, 'en')) }
}

const once = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))]

function rowOf(lines: TargetLine[], today: string): ClientRow {
  const [first] = lines
  const bucketOf = (due: string) => (due < today ? 'overdue' : due <= addDays(today, 7) ? 'soon' : 'later')
  return {
    companies: first!.company || first!.contact,
    contact: once(lines.map(({ contact }) => contact)),
    objectives: once(lines.map(({ goal }) => goal)),
    steps: lines.flatMap(({ step, due, owner }) =>
      step !== '' && due ? [{ bucket: bucketOf(due), role: owner, description: step, due }] : [],
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
