import { formatAmount } from '#core/contract/money.ts'
import { type PipelineFigures, stages } from '../../figuresContract.ts'
import { PanelBox } from './PanelBox.tsx'
import { PanelChart } from './PanelChart.tsx'
import type { KpiPanel } from './usePanel.ts'

const TITLE = 'Pipeline by stage and age'
const names: Record<(typeof stages)[number], string> = {
  pursuing: 'Pursuing',
  reactivated: 'Reactivated',
  held: 'On Hold',
}

/** Shows the number of Targets per stage, by age in days. */
export const PipelinePanel = ({ panel }: { panel: KpiPanel<PipelineFigures> }) => (
  <PanelBox
    title={TITLE}
    panel={panel}
    isEmpty={({ cells }) => cells.length === 0}
    note={({ cells }) => {
      const count = cells.reduce((sum, cell) => sum + cell.count, 0)
      const dollars = cells.reduce((sum, cell) => sum + cell.projected, 0)
      return `${count.toLocaleString('en-US')} ${count === 1 ? 'Target' : 'Targets'}, ${formatAmount(dollars)}. Days since each Target was created.`
    }}
  >
    {({ ages, cells }) => (
      <PanelChart
        chart={{
          kind: 'bars',
          title: TITLE,
          labels: ages,
          series: stages.map((stage) => ({
            name: names[stage],
            values: ages.map((_, age) => cells.find((cell) => cell.stage === stage && cell.age === age)?.count ?? 0),
          })),
        }}
      />
    )}
  </PanelBox>
)
