import { ChartView } from '#core/client/reports/ChartView.tsx'
import type { Chart } from '#core/contract/report.ts'

const HEIGHT = 150

type Props = { chart: Chart; height?: number }

/** Shows a chart without a title, which the panel has already. Its table is a click away. */
export const PanelChart = ({ chart, height = HEIGHT }: Props) => <ChartView chart={chart} hidesTitle height={height} />
