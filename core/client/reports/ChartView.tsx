import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Chart } from '#core/contract/report.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { ChartTable } from './ChartTable.tsx'
import s from './ChartView.module.css'
import { ColumnChart } from './ColumnChart.tsx'
import { DonutChart } from './DonutChart.tsx'
import { LineChart } from './LineChart.tsx'

type Props = {
  chart: Chart
  /** Set when another element names the chart. */
  hidesTitle?: boolean
  /** Height of the drawing in pixels. */
  height?: number
}

/** A button shows the values as a table. A donut's legend is its table. */
export function ChartView({ chart, hidesTitle, height }: Props) {
  const [isTable, setTable] = useState(false)
  if (chart.kind === 'donut') return <DonutChart chart={chart} />
  return (
    <figure className={`relative ${s.chart}`} aria-label={chart.title}>
      <div
        className={`row between gap16 ${s.bar}`}
        data-alone={(hidesTitle && !isTable && chart.kind === 'lines') || undefined}
      >
        {!hidesTitle && <figcaption className="body bold">{chart.title}</figcaption>}
        <Button
          variant="subtle"
          color="gray"
          className="push rigid"
          aria-pressed={isTable}
          leftSection={<Icon name="table" />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'View as chart' : 'View as table'}
        </Button>
      </div>
      {isTable ? (
        <ChartTable chart={chart} />
      ) : chart.kind === 'lines' ? (
        <LineChart chart={chart} height={height} />
      ) : (
        <ColumnChart chart={chart} height={height} />
      )}
    </figure>
  )
}
