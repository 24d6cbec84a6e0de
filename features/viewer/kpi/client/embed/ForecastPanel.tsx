import { UnstyledButton } from '@mantine/core'
import { bothForms } from '#core/contract/money.ts'
import {
  type ForecastFigure,
  forecastMeanings,
  formatQuarter,
  type ThisAndNextQuarter,
  whichOfQuarter,
} from '#features/pipeline/forecast/figuresContract.ts'
import s from './ForecastPanel.module.css'
import { PanelBox } from './PanelBox.tsx'
import { sendToParent } from './parent.ts'
import type { KpiPanel } from './usePanel.ts'

/** Report with the rows behind a figure. */
const ROWS = 'forecast-rows'
const figures = Object.keys(forecastMeanings) as ForecastFigure[]

/** Shortened where the panel is narrow. */
function amountOf(amount: number | undefined) {
  if (amount === undefined) return null
  const { long, short } = bothForms(amount)
  return (
    <>
      <span className={s.long}>{long}</span>
      <span className={s.short} title={long}>
        {short}
      </span>
    </>
  )
}

type Props = { panel: KpiPanel<ThisAndNextQuarter>; opens: string[] }

/** Shows the forecast of this quarter and the next. A click leads to the rows behind a figure. */
export const ForecastPanel = ({ panel, opens }: Props) => (
  <PanelBox
    title="Forecast"
    panel={panel}
    note={() => 'As of now. Weighted and Open count what is expected to close in the quarter.'}
  >
    {({ this_quarter, next_quarter }) => (
      <div className={s.place}>
        <table className={s.quarters}>
          <caption className="hide">Forecast</caption>
          <thead>
            <tr>
              <th scope="col">Quarter</th>
              {figures.map((part) => (
                <th key={part} scope="col" title={forecastMeanings[part].sentence}>
                  {forecastMeanings[part].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[this_quarter, next_quarter].map(
              ({ quarter, ...amounts }: Partial<Record<ForecastFigure, number>> & { quarter: string }, at) => (
                <tr key={quarter}>
                  <th scope="row">
                    {formatQuarter(quarter)}
                    <span>{at === 0 ? 'This quarter' : 'Next quarter'}</span>
                  </th>
                  {figures.map((part) => (
                    <td key={part}>
                      {opens.includes(ROWS) && amounts[part] ? (
                        <UnstyledButton
                          className={s.opens}
                          onClick={() =>
                            sendToParent({ kpi: 'open', report: ROWS, which: whichOfQuarter(quarter, part) })
                          }
                        >
                          {amountOf(amounts[part])}
                        </UnstyledButton>
                      ) : (
                        amountOf(amounts[part])
                      )}
                    </td>
                  ))}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    )}
  </PanelBox>
)
