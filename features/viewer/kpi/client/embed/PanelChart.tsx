import { ChartView } from '#core/client/reports/ChartView.tsx'
import type { Chart } from '#core/contract/report.ts'

const HEIGHT = 150

type Props = { chart: Chart; height?: number }

/** A chart in a panel, which has its title already; its figures are a click away. */
export const PanelChart = ({ chart, height = HEIGHT }: Props) => <ChartView chart={chart} hidesTitle height={height} />
