import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useState } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { ChartView } from '#core/client/reports/ChartView.tsx'
import { ComparedWith } from '#core/client/reports/ComparedWith.tsx'
import { Figures } from '#core/client/reports/Figures.tsx'
import { Meanings, sortLabel, useShown } from '#core/client/reports/Meanings.tsx'
import { ReportNotes } from '#core/client/reports/ReportNotes.tsx'
import { ReportTableView } from '#core/client/reports/ReportTableView.tsx'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import type { ColumnOrder } from '#core/ui/table/columns.ts'
import { chartOf, modeLabels, modes, type Overview } from '../overviewContract.ts'
import s from './OverviewScreen.module.css'

export function OverviewScreen({ report, facts, which, chooseWhich, onShown }: ReportScreenProps<Overview>) {
  const mode = modes.find((one) => one === which) ?? 'score'
  const [order, setOrder] = useState<ColumnOrder | null>(null)
  useShown(onShown, { sort: sortLabel(order) })
  const chart = chartOf(facts, mode)
  if (facts.rows.length === 0) return <EmptyState title={NO_DATA} />
  return (
    <>
      <Figures report={report} facts={facts} />
      {facts.before && <ComparedWith facts={facts} />}
      <ReportNotes facts={facts} />
      <div className={`mb4 ${s.modes}`}>
        <SegmentedControl
          aria-label="Figure"
          data={modes.map((value) => ({ value, label: modeLabels[value] }))}
          value={mode}
          onChange={(chosen) => chooseWhich(chosen === 'score' ? undefined : chosen)}
        />
      </div>
      <ChartView key={chart.title} chart={chart} hidesTitle />
      {report.tables.map((table) => (
        <ReportTableView key={table.title} table={table} facts={facts} onOrder={setOrder} isAlone />
      ))}
      <Meanings report={report} facts={facts} />
    </>
  )
}
