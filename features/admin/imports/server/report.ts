// The refused rows of an import, as a file that can be corrected and imported again.

import { sql } from 'kysely'
import { csvLine } from '#core/contract/csvCell.ts'
import { withOrg } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { hasReportColumns, reportColumns } from '../reportColumns.ts'
import type { StoredImport } from './store.ts'

const PAGE = 500

/** CSV of the rows that were refused, or kept when the import was undone: row number, reason, and the cells as they were. */
export async function* refusedRows(
  database: Database,
  orgId: string,
  { id, options }: StoredImport,
): AsyncGenerator<string> {
  // Of a file that was such a report itself, the columns of this one take the place of those of that one.
  const from = hasReportColumns(options.columns) ? reportColumns.length : 0
  // The mark says UTF-8 to spreadsheets, which would take it for the local encoding otherwise.
  yield `\ufeff${csvLine([...reportColumns, ...options.columns.slice(from).map(({ header }) => header)])}`
  for (let after = 0; ; ) {
    const rows = await withOrg(database, orgId, async (tx) => {
      const found = await sql<{ row: number; reason: string; cells: string[] }>`
        select r.row_number as row, r.reason, r.cells from import_rows r
        where r.org_id = ${orgId} and r.import_id = ${id} and r.outcome in ('refused', 'kept') and r.row_number > ${after} order by r.row_number limit ${PAGE}`.execute(
        tx,
      )
      return found.rows
    })
    if (rows.length === 0) return
    yield rows.map(({ row, reason, cells }) => csvLine([String(row), reason, ...cells.slice(from)])).join('')
    after = rows.at(-1)!.row
  }
}
