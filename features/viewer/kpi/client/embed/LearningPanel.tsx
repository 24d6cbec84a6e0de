import { formatDayShort } from '#core/contract/dates.ts'
import type { Learning } from '../../figuresContract.ts'
import { formatChange } from './changes.ts'
import { PanelBox } from './PanelBox.tsx'
import { PanelChart } from './PanelChart.tsx'
import type { KpiPanel } from './usePanel.ts'

const TITLE = 'Lessons finished by week'
const lessonsOf = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'lesson' : 'lessons'}`

/** Shows finished lessons, and the number of people who finished each. */
export const LearningPanel = ({ panel }: { panel: KpiPanel<Learning> }) => (
  <PanelBox
    title={TITLE}
    panel={panel}
    isEmpty={({ weeks, lessons }) => weeks.every((week) => week.lessons === 0) && !lessons.now && !lessons.before}
    note={({ lessons, learners, people }) =>
      `This period: ${lessonsOf(lessons.now ?? 0)} by ${learners.now ?? 0} of ${people} people. ${formatChange(lessons, 'count').words}.`
    }
  >
    {({ weeks }) => (
      <PanelChart
        chart={{
          kind: 'bars',
          title: TITLE,
          labels: weeks.map(({ monday }) => formatDayShort(monday, monday)),
          series: [{ name: 'Lessons', values: weeks.map(({ lessons }) => lessons) }],
        }}
      />
    )}
  </PanelBox>
)
