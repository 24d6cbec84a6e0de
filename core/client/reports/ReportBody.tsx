import { useState } from 'react'
import type { ViewerReport, WithRows } from '#core/contract/viewerReport.ts'
import type { ColumnOrder } from '#core/ui/table/columns.ts'
import { ChartView } from './ChartView.tsx'
import { Figures } from './Figures.tsx'
import { Meanings, type ShownRows, sortLabel, useShown } from './Meanings.tsx'
import { ReportNotes } from './ReportNotes.tsx'
import { ReportTableView } from './ReportTableView.tsx'

type Props<F extends WithRows> = {
  report: ViewerReport<F>
  facts: F
  onShown?: (shown: ShownRows) => void
}

/** The body of a report without a custom screen. */
export function ReportBody<F extends WithRows>({ report, facts, onShown }: Props<F>) {
  const [order, setOrder] = useState<ColumnOrder | null>(null)
  useShown(onShown, { sort: sortLabel(order) })
  const { tables, charts } = report
  return (
    <>
      <Figures report={report} facts={facts} />
      <ReportNotes facts={facts} />
      {charts?.(facts).map((chart) => (
        <ChartView key={chart.title} chart={chart} />
      ))}
      {tables.map((table, place) => (
        <ReportTableView
          key={table.title}
          table={table}
          facts={facts}
          isAlone={place === 0 && tables.length === 1}
          onOrder={place === 0 ? setOrder : undefined}
        />
      ))}
      <Meanings report={report} facts={facts} />
    </>
  )
}
