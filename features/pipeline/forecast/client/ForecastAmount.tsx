import { Link } from '#core/client/router/Link.tsx'
import { bothForms } from '#core/contract/money.ts'
import s from './OwnForecast.module.css'

/** `amount` is missing for what the quarter can't have yet. */
type Props = { label: string; sentence: string; amount: number | undefined; path: string | null }

/** One figure of a quarter, shortened where there is little room. A zero has no rows to show. */
export function ForecastAmount({ label, sentence, amount, path }: Props) {
  if (amount === undefined) return <div />
  const { long, short } = bothForms(amount)
  const said = (
    <>
      <span className={s.long}>{long}</span>
      <span className={s.short} title={long}>
        {short}
      </span>
    </>
  )
  return (
    <div title={sentence}>
      <dt>{label}</dt>
      <dd className="num semi">
        {path && amount > 0 ? (
          <Link to={path} className="opens">
            {said}
          </Link>
        ) : (
          said
        )}
      </dd>
    </div>
  )
}
