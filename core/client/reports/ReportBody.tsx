import type { ViewerReport, WithRows } from '#core/contract/viewerReport.ts'
import { ChartView } from './ChartView.tsx'
import { Meanings } from './Meanings.tsx'
import s from './ReportBody.module.css'
import { ReportTableView } from './ReportTableView.tsx'
import { sayCell } from './sayCell.ts'

type Props<F extends WithRows> = { report: ViewerReport<F>; facts: F }

/** A report as it is where it has no screen of its own: its sums, its charts, its tables. */
export function ReportBody<F extends WithRows>({ report, facts }: Props<F>) {
  const { totals, tables, charts } = report
  return (
    <>
      {totals.length > 0 && (
        <dl className={s.figures}>
          {totals.map(({ label, kind, of }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{sayCell(kind, of(facts))}</dd>
            </div>
          ))}
        </dl>
      )}
      {charts?.(facts).map((chart) => (
        <ChartView key={chart.title} chart={chart} />
      ))}
      {tables.map((table, place) => (
        <ReportTableView key={table.title} table={table} facts={facts} isAlone={place === 0 && tables.length === 1} />
      ))}
      <Meanings report={report} />
    </>
  )
}
