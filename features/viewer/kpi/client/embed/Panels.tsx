import { formatDay } from '#core/contract/dates.ts'
import { formatAsOf } from '#core/contract/report.ts'
import type { ThisAndNextQuarter } from '#features/pipeline/forecast/figuresContract.ts'
import type { PanelArea, ToFrame } from '../../contract.ts'
import type { KpiFigures, Learning, PeopleFigures, PipelineFigures, Won } from '../../figuresContract.ts'
import { FigureRow } from './FigureRow.tsx'
import { ForecastPanel } from './ForecastPanel.tsx'
import { LearningPanel } from './LearningPanel.tsx'
import s from './Panels.module.css'
import { PipelinePanel } from './PipelinePanel.tsx'
import { ScoresPanel } from './ScoresPanel.tsx'
import { SilentPanel } from './SilentPanel.tsx'
import { TrainingPanel } from './TrainingPanel.tsx'
import { useLesson } from './useLesson.ts'
import { usePanel } from './usePanel.ts'
import { WonPanel } from './WonPanel.tsx'

/** Shows the whole dashboard: five figures, then the panels behind them. */
export function Panels({ told }: { told: ToFrame }) {
  const [lesson, chooseLesson] = useLesson(told.scope.id)
  const panels = told.settings.panels as PanelArea[]
  const [hasWork, hasLearning] = [panels.includes('work'), panels.includes('learning')]
  const summary = usePanel<KpiFigures>(hasWork && 'summary', told)
  const won = usePanel<Won>(hasWork && 'won', told)
  const pipeline = usePanel<PipelineFigures>(hasWork && 'pipeline', told)
  const people = usePanel<PeopleFigures>(hasWork && 'people', told)
  const forecast = usePanel<ThisAndNextQuarter>(told.settings.forecast === true && 'forecast', told)
  const learning = usePanel<Learning>(hasLearning && 'learning', told, lesson === undefined ? {} : { lesson })
  return (
    <div className={s.all} data-shown>
      {hasWork && <FigureRow panel={summary} days={told.days} opens={told.opens} />}
      <div className={s.grid}>
        {told.settings.forecast === true && <ForecastPanel panel={forecast} opens={told.opens} />}
        {hasWork && <WonPanel panel={won} />}
        {hasWork && <PipelinePanel panel={pipeline} />}
        {hasWork && <ScoresPanel panel={people} />}
        {hasLearning && <LearningPanel panel={learning} />}
        {hasWork && <SilentPanel panel={people} opens={told.opens.includes('people')} />}
        {hasWork && hasLearning && <TrainingPanel panel={learning} firm={told.firm} onChoose={chooseLesson} />}
      </div>
      {summary.value && (
        <p className={s.note}>
          {`${told.scope.name}, ${formatDay(told.days.start)} to ${formatDay(told.days.end)}. ${formatAsOf(summary.value)} Private Targets are excluded.`}
        </p>
      )}
    </div>
  )
}
