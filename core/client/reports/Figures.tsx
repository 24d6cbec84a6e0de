import { Link } from '#core/client/router/Link.tsx'
import { formatCell } from '#core/contract/formatCell.ts'
import type { ReportDefinition } from '#core/contract/report.ts'
import { FitText } from '#core/ui/FitText.tsx'
import { Change } from './Change.tsx'
import s from './ReportBody.module.css'

type Props<F> = { report: Pick<ReportDefinition<F>, 'totals'>; facts: F }

/** Totals that are based on rows link to them. */
export function Figures<F>({ report: { totals }, facts }: Props<F>) {
  if (totals.length === 0) return null
  return (
    <dl className={`grid gap16 ${s.figures}`}>
      {totals.map(({ label, kind, sentence, of, before, path }) => {
        const now = of(facts)
        const said = now === null ? '–' : formatCell(kind, now)
        const leads = now !== null && now !== 0 && path?.(facts)
        return (
          <div key={label} title={sentence}>
            <dt>{label}</dt>
            <dd>
              <FitText letters={said.length}>
                {leads ? (
                  <Link to={leads} className="opens">
                    {said}
                  </Link>
                ) : (
                  said
                )}
              </FitText>
              {before && <Change kind={kind} now={now} before={before(facts)} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
