import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { managesPeople } from '#core/contract/opensViewer.ts'
import { viewerFlag } from '#core/contract/viewerFlag.ts'
import { type ForecastFigure, forecastMeanings, formatQuarter, isForecastOn } from '../figuresContract.ts'
import { ownForecast } from '../ownContract.ts'
import { rowsPath } from '../rowsPaths.ts'
import { ForecastAmount } from './ForecastAmount.tsx'
import s from './OwnForecast.module.css'

const figures = Object.keys(forecastMeanings) as ForecastFigure[]

/** Shows one's own forecast of this quarter and the next. People who can open the report find the rows there. */
export function OwnForecast() {
  const session = useSession()
  const isOn = session !== null && isForecastOn(session.Subscriptions)
  const { value } = useQuery(ownForecast, isOn ? undefined : null)
  if (!isOn || !value) return null
  const opens = isFeatureOn(session.Subscriptions, viewerFlag) && managesPeople(session)
  const me = { key: 'user', id: session.user.id } as const
  return (
    <section className={s.line} aria-label="Forecast">
      {[value.this_quarter, value.next_quarter].map(({ quarter, ...amounts }) => (
        <dl key={quarter} className={s.quarter}>
          <div className={s.name}>
            <dt>Forecast</dt>
            <dd>{formatQuarter(quarter)}</dd>
          </div>
          {figures.map((part) => (
            <ForecastAmount
              key={part}
              {...forecastMeanings[part]}
              amount={(amounts as Partial<Record<ForecastFigure, number>>)[part]}
              path={opens ? rowsPath(me, { kind: 'quarter', quarter, part }, 'summary') : null}
            />
          ))}
        </dl>
      ))}
    </section>
  )
}
