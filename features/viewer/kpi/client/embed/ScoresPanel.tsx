import type { PeopleFigures } from '../../figuresContract.ts'
import { PanelBox } from './PanelBox.tsx'
import { PanelChart } from './PanelChart.tsx'
import type { KpiPanel } from './usePanel.ts'

const TITLE = 'Scores'

/** Shows how many people have which of today's scores. */
export const ScoresPanel = ({ panel }: { panel: KpiPanel<PeopleFigures> }) => (
  <PanelBox
    title={TITLE}
    panel={panel}
    isEmpty={({ people }) => people === 0}
    note={({ people }) => `${people} ${people === 1 ? 'person' : 'people'}, by current score.`}
  >
    {({ scores }) => (
      <PanelChart
        chart={{
          kind: 'bars',
          title: TITLE,
          labels: scores.map(({ from, to }) => `${from}–${to}`),
          series: [{ name: 'People', values: scores.map(({ people }) => people) }],
        }}
      />
    )}
  </PanelBox>
)
