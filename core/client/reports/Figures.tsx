import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type CellKind, isNumber, type Said } from '#core/contract/report.ts'
import { sayCell } from '#core/contract/sayCell.ts'
import s from './ReportBody.module.css'

type Props<F> = { report: Pick<Said<F>, 'totals'>; facts: F }

/** The sums of a report, each with its change against as many days before; what was made of rows opens them. */
export function Figures<F>({ report: { totals }, facts }: Props<F>) {
  if (totals.length === 0) return null
  return (
    <dl className={s.figures}>
      {totals.map(({ label, kind, sentence, of, before, path }) => {
        const now = of(facts)
        const said = now === null ? '–' : sayCell(kind, now)
        const leads = now !== null && now !== 0 && path?.(facts)
        return (
          <div key={label} title={sentence}>
            <dt>{label}</dt>
            <dd>
              {leads ? <Link to={leads}>{said}</Link> : said}
              {before && <Change kind={kind} now={now} before={before(facts)} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

type ChangeProps = { kind: CellKind; now: string | number | null; before: string | number | null }

/** '21 more', '18 % less': in words, beside an arrow. */
function Change({ kind, now, before }: ChangeProps) {
  if (!isNumber(kind) || now === null || before === null) return null
  const by = Number(now) - Number(before)
  if (by === 0) return <small className={s.same}>As before</small>
  const isPart = kind === 'dollars' && Number(before) > 0
  const amount = isPart ? `${Math.round((100 * Math.abs(by)) / Number(before))} %` : sayCell(kind, Math.abs(by))
  const Icon = by > 0 ? IconTrendingUp : IconTrendingDown
  return (
    <small className={by > 0 ? s.more : s.less}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {amount} {by > 0 ? 'more' : 'less'} than before
    </small>
  )
}
