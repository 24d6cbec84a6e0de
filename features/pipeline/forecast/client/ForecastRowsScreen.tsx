import { useState } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { Figures } from '#core/client/reports/Figures.tsx'
import { Meanings, sortLabel, useShown } from '#core/client/reports/Meanings.tsx'
import { ReportNotes } from '#core/client/reports/ReportNotes.tsx'
import { ReportTableView } from '#core/client/reports/ReportTableView.tsx'
import { usePages } from '#core/client/reports/usePages.ts'
import { Problem } from '#core/ui/Problem.tsx'
import type { ColumnOrder } from '#core/ui/table/columns.ts'
import { type ForecastRows, rowOrders } from '../rowsContract.ts'

/** Lists the Targets behind a figure of the forecast, page by page. */
export function ForecastRowsScreen({ report, facts, asked, onShown }: ReportScreenProps<ForecastRows>) {
  const { facts: found, paged, isStale, problem } = usePages(report, asked, facts, '', rowOrders)
  const [order, setOrder] = useState<ColumnOrder | null>(null)
  useShown(onShown, { sort: sortLabel(order) })
  return (
    <>
      <Figures report={report} facts={facts} />
      <ReportNotes facts={facts} />
      {problem && <Problem>{problem}</Problem>}
      <div aria-busy={isStale || undefined}>
        {report.tables.map((table) => (
          <ReportTableView key={table.title} table={table} facts={found} paged={paged} onOrder={setOrder} isAlone />
        ))}
      </div>
      <Meanings report={report} facts={facts} />
    </>
  )
}
