import { Button } from '@mantine/core'
import { formatCell } from '#core/contract/formatCell.ts'
import { formatAmount } from '#core/contract/money.ts'
import { FEWEST, type Learning, WEEKS } from '../../figuresContract.ts'
import { PanelBox } from './PanelBox.tsx'
import { PanelChart } from './PanelChart.tsx'
import { sendToParent } from './parent.ts'
import s from './TrainingPanel.module.css'
import type { KpiPanel } from './usePanel.ts'

const TITLE = 'Does training pay off?'

type Props = {
  panel: KpiPanel<Learning>
  /** Name of the firm, if all of it can be shown instead. */
  firm: string | null
  onChoose: (lesson: string) => void
}

/** Compares the activity of people before and after they finished a lesson with those who haven't. */
export const TrainingPanel = ({ panel, firm, onChoose }: Props) => (
  <PanelBox title={TITLE} panel={panel}>
    {({ shows, choices, people }) =>
      shows ? (
        <>
          <label className={s.lesson}>
            Lesson
            <select value={shows.lesson} onChange={(event) => onChoose(event.currentTarget.value)}>
              {choices.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <PanelChart
            height={104}
            chart={{
              kind: 'lines',
              title: `${TITLE} Steps per person per week`,
              days: shows.mondays,
              series: [
                { name: `Finished, ${shows.finished.people} people`, values: shows.finished.weeks },
                { name: `Not yet, ${shows.not_yet.people}`, values: shows.not_yet.weeks },
              ],
            }}
          />
          <Sides shows={shows} />
          <p className={s.note}>
            {`Per person per week, up to ${WEEKS} weeks before → after the lesson; “Not yet” covers the same weeks. This shows correlation, not causation.`}
          </p>
        </>
      ) : (
        <div className={s.none}>
          <p>
            {people < 2 * FEWEST
              ? `There ${people === 1 ? 'is 1 person' : `are ${people} people`} here. A comparison needs at least ${2 * FEWEST}: ${FEWEST} who have finished a lesson and ${FEWEST} who have not. With fewer it would show what single people do.`
              : `Shown once at least ${FEWEST} people have finished a lesson and ${FEWEST} have not.`}
          </p>
          {firm !== null && people < 2 * FEWEST && (
            <Button size="compact-sm" variant="default" onClick={() => sendToParent({ kpi: 'firm' })}>
              {`Show ${firm}`}
            </Button>
          )}
        </div>
      )
    }
  </PanelBox>
)

function Sides({ shows: { finished, not_yet } }: { shows: NonNullable<Learning['shows']> }) {
  const rows = [
    { name: 'Finished', side: finished },
    { name: 'Not yet', side: not_yet },
  ]
  return (
    <table className={s.sides}>
      <caption>Per person per week, before and after</caption>
      <thead>
        <tr>
          <th scope="col">People</th>
          <th scope="col">Steps</th>
          <th scope="col">Won</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, side }) => (
          <tr key={name}>
            <th scope="row">{`${name}, ${side.people}`}</th>
            <td>{`${formatCell('decimal', side.steps_before)} → ${formatCell('decimal', side.steps_after)}`}</td>
            <td>{`${formatAmount(side.won_before)} → ${formatAmount(side.won_after)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
