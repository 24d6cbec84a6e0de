import type { ViewerReport, WithRows } from '#core/contract/viewerReport.ts'
import { ChartView } from './ChartView.tsx'
import { Figures } from './Figures.tsx'
import { Meanings } from './Meanings.tsx'
import { ReportTableView } from './ReportTableView.tsx'

type Props<F extends WithRows> = { report: ViewerReport<F>; facts: F }

/** A report as it is where it has no screen of its own: its sums, its charts, its tables. */
export function ReportBody<F extends WithRows>({ report, facts }: Props<F>) {
  const { tables, charts } = report
  return (
    <>
      <Figures report={report} facts={facts} />
      {charts?.(facts).map((chart) => (
        <ChartView key={chart.title} chart={chart} />
      ))}
      {tables.map((table, place) => (
        <ReportTableView key={table.title} table={table} facts={facts} isAlone={place === 0 && tables.length === 1} />
      ))}
      <Meanings report={report} facts={facts} />
    </>
  )
}
