import { formatPoints } from '#core/contract/chartShapes.ts'
import { formatDay } from '#core/contract/dates.ts'
import { formatCell } from '#core/contract/formatCell.ts'
import type { Chart } from '#core/contract/report.ts'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'

type Row = { label: string; values: (number | null)[] }

export function ChartTable({ chart }: { chart: Exclude<Chart, { kind: 'donut' }> }) {
  const { series, unit } = chart
  const labels = chart.kind === 'lines' ? chart.days : chart.labels
  const rows = labels.map((label, at): Row => ({ label, values: series.map(({ values }) => values[at] ?? null) }))
  const columns: TableColumn<Row>[] = [
    {
      key: 'label',
      head: chart.kind === 'lines' ? formatPoints(chart).head : '',
      cell: ({ label }) => (chart.kind === 'lines' ? formatDay(label) : label),
    },
    ...series.map(
      ({ name }, at): TableColumn<Row> => ({
        key: name,
        head: name,
        isNumber: true,
        cell: ({ values }) => formatCell(unit === 'dollars' ? 'dollars' : 'count', values[at] ?? null),
      }),
    ),
  ]
  return <Table label={chart.title} columns={columns} rows={rows} keyOf={({ label }) => label} steady={1} isMatrix />
}
