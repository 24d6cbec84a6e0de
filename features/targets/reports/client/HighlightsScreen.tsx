import type { ReportScreenProps } from '#core/client/feature.ts'
import { DonutChart } from '#core/client/reports/DonutChart.tsx'
import { Meanings } from '#core/client/reports/Meanings.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { formatCell } from '#core/contract/formatCell.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOfName } from '#core/ui/initialsOfName.ts'
import { awardLabels, type Highlights, shareLabels } from '../highlightsContract.ts'
import s from './HighlightsScreen.module.css'

/** Shows award winners with reasons and shares of the pipeline, each with its explanation. */
export function HighlightsScreen({ report, facts }: ReportScreenProps<Highlights>) {
  const charts = (report.charts?.(facts) ?? []).flatMap((chart) => (chart.kind === 'donut' ? [chart] : []))
  const sentences = new Map(Object.values(shareLabels).map(({ title, sentence }) => [title, sentence]))
  const isEmpty = facts.rows.length === 0 && charts.every(({ parts }) => parts.every(({ count }) => count === 0))
  if (isEmpty) return <EmptyState title={NO_DATA} />
  return (
    <>
      <section className={`grid ${s.winners}`} aria-label="People">
        {facts.rows.map(({ award, name, value, reason, open, made_of }) => {
          const { label, sentence, kind } = awardLabels[award]
          return (
            <div key={award} className={s.winner}>
              <h2 title={sentence}>{label}</h2>
              <p className={`mt4 num bold ${s.figure}`}>
                {name === '' || !made_of ? (
                  '–'
                ) : (
                  <Link to={made_of} className="opens">
                    {formatCell(kind, value)}
                  </Link>
                )}
              </p>
              <p className="cap mt4 pretty">{reason}</p>
              {name !== '' && open && (
                <Link to={open.path} className={`row mt8 inherit gap10 ${s.who}`}>
                  <InitialsAvatar initials={initialsOfName(name)} tone="accent" />
                  <b className="strong">{name}</b>
                </Link>
              )}
            </div>
          )
        })}
      </section>
      <section className={`grid mt16 ruled ${s.shares}`} aria-label="Shares">
        {charts.map((chart) => (
          <div key={chart.title} className={s.share}>
            <DonutChart chart={chart} />
            <p className="cap mt4 pretty">{sentences.get(chart.title)}</p>
          </div>
        ))}
      </section>
      <Meanings report={report} facts={facts} />
    </>
  )
}
