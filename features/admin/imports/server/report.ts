import { csvLine } from '#core/contract/csvCell.ts'
import type { Database } from '#core/server/database/open.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { hasReportColumns, reportColumns } from '../aliases.ts'
import type { StoredImport } from './store.ts'

const PAGE = 500

/**
 * Streams a CSV of the rows that were rejected, or stayed after an undo: row number, reason, and the original cells.
 */
export async function* refusedRows(
  database: Database,
  orgId: string,
  { id, options }: StoredImport,
): AsyncGenerator<string> {
  // If the imported file was such a report, this report's columns replace the columns of that one.
  const from = hasReportColumns(options.columns) ? reportColumns.length : 0
  // The byte order mark tells spreadsheets to read UTF-8 instead of the local encoding.
  yield `\ufeff${csvLine([...reportColumns, ...options.columns.slice(from).map(({ header }) => header)])}`
  for (let after = 0; ; ) {
    const rows = await withOrg(database, orgId, async (tx) => {
      const found = await tx.sql<{ row: number; reason: string; cells: string[] }>`
        select r.row_number as row, r.reason, r.cells from import_rows r
        where r.org_id = ${orgId} and r.import_id = ${id} and r.outcome in ('refused', 'kept') and r.row_number > ${after} order by r.row_number limit ${PAGE}`
      return found.rows
    })
    if (rows.length === 0) return
    yield rows.map(({ row, reason, cells }) => csvLine([String(row), reason, ...cells.slice(from)])).join('')
    after = rows.at(-1)!.row
  }
}
