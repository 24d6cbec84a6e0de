import { formatDay } from '#core/contract/dates.ts'
import type { Won } from '../../figuresContract.ts'
import { PanelBox } from './PanelBox.tsx'
import { PanelChart } from './PanelChart.tsx'
import type { KpiPanel } from './usePanel.ts'

const TITLE = 'Revenue won by month'
/** Formats a month such as 'Nov'. */
const short = (month: string) => formatDay(`${month}-01`).slice(0, 3)

/** Shows dollars won per month in the last twelve months and a year before. */
export const WonPanel = ({ panel }: { panel: KpiPanel<Won> }) => (
  <PanelBox
    title={TITLE}
    panel={panel}
    isEmpty={({ months }) => months.every(({ won, last_year }) => won === 0 && last_year === 0)}
  >
    {({ months }) => (
      <PanelChart
        chart={{
          kind: 'bars',
          title: TITLE,
          labels: months.map(({ month }) => short(month)),
          series: [
            { name: 'Last 12 months', values: months.map(({ won }) => won) },
            { name: 'Previous 12 months', values: months.map(({ last_year }) => last_year) },
          ],
          unit: 'dollars',
        }}
      />
    )}
  </PanelBox>
)
