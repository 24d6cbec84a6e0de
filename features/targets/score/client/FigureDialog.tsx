import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { addDays, formatDayShort, mondayOf, weekdayOf } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import { relativeTime } from '#core/contract/times.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { statusTerm, type Target } from '../../contract.ts'
import s from './FigureDialog.module.css'
import { revenueLines, type SummaryFigure, withGain } from './figures.ts'
import { ScoreEvents } from './ScoreEvents.tsx'
import { SummaryParts } from './SummaryParts.tsx'
import { scoreRules, signedPoints, sumOfParts } from './scoreRules.ts'
import type { SummaryState } from './useHud.ts'
import { YtdForm } from './YtdForm.tsx'

type Props = {
  figure: SummaryFigure
  summary: SummaryState
  rows: readonly Target[]
  today: string
  onClose: () => void
}

const titles: Record<SummaryFigure, string> = {
  score: 'How your score is calculated',
  steps: 'Steps this week',
  won: 'Revenue won this year',
  projected: 'Revenue projected',
}

/** Breaks down a figure of the summary into lines that add up to it. */
export function FigureDialog({ figure, summary, rows, today, onClose }: Props) {
  return (
    <Dialog title={titles[figure]} size={480} onClose={onClose}>
      <div>
        {figure === 'score' && <ScoreLines summary={summary} today={today} />}
        {figure === 'steps' && <StepLines summary={summary} today={today} />}
        {figure === 'won' && <WonLines summary={summary} />}
        {figure === 'projected' && (
          <>
            <ProjectedLines summary={summary} rows={rows} />
            <SummaryParts className={`mt16 ${s.parts}`} />
          </>
        )}
        <p className="cap mt16">
          {summary.isOld ? 'You’re offline. Last updated ' : 'Calculated '}
          {relativeTime(summary.at, new Date())}.
        </p>
      </div>
    </Dialog>
  )
}

type Line = {
  key: string
  name: string
  rule?: string
  count?: ReactNode
  amount: ReactNode
  /** Breakdown of the line itself, shown on request. */
  inner?: () => ReactNode
}

function Lines({
  heads,
  lines,
  total,
}: {
  heads: [string, string, string]
  lines: Line[]
  total: { name: string; count?: ReactNode; amount: ReactNode }
}) {
  return (
    <table className={`fill num ${s.lines}`}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, ...line }) => (
          <LineRow key={key} {...line} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total.name}</th>
          <td>{total.count}</td>
          <td>{total.amount}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function LineRow({ name, rule, count, amount, inner }: Omit<Line, 'key'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <tr>
        <th scope="row">
          {inner ? (
            <UnstyledButton
              className={`inline gap4 left ${s.more}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {name}
              <Icon name="chevron-down" size={16} stroke={1.75} />
            </UnstyledButton>
          ) : (
            name
          )}
          {rule && <span className="cap block regular">{rule}</span>}
        </th>
        <td>{count}</td>
        <td>{amount}</td>
      </tr>
      {isOpen && (
        <tr className={s.inner}>
          <td colSpan={3}>{inner?.()}</td>
        </tr>
      )}
    </>
  )
}

function ScoreLines({ summary, today }: { summary: SummaryState; today: string }) {
  const { score, parts } = summary.hud.score.you.current
  const monthAgo = summary.hud.score.you.month_ago.score
  const sum = sumOfParts(parts)
  const isCut = Math.round(sum) !== score
  const lines = parts.map(({ kind, count, points }) => ({
    key: kind,
    name: scoreRules[kind].label,
    rule: scoreRules[kind].rule,
    count,
    amount: signedPoints(points),
    inner: count > 0 ? () => <ScoreEvents kind={kind} today={today} /> : undefined,
  }))
  return (
    <>
      <p className="mb16 pretty dim">
        Based on the last 30 days, including today. {monthAgo !== null && `A month ago it was ${monthAgo}. `}New
        Targets, on-time steps, and wins raise it; overdue Targets lower it. Imported Targets earn no points.
      </p>
      <Lines
        heads={['What you did', 'How often', 'Points']}
        lines={lines}
        total={{ name: isCut ? 'Total' : 'Score', amount: isCut ? sum : score }}
      />
      {isCut && (
        <p className="mt8">
          Your score is <b>{score}</b>:{' '}
          {sum > 100 || sum < 0 ? 'it stays between 0 and 100.' : 'half points are rounded.'}
        </p>
      )}
    </>
  )
}

function StepLines({ summary, today }: { summary: SummaryState; today: string }) {
  const { days, this_week, by_now_last_week } = summary.hud.steps.you
  const monday = mondayOf(today)
  const lines = withGain(days, summary.gain.steps, today).map((n, i) => {
    const day = addDays(monday, i)
    return { key: day, name: weekdayOf(day), count: formatDayShort(day, today), amount: day > today ? '' : n }
  })
  return (
    <>
      <p className="mb16 pretty dim">
        By this time last week it was {by_now_last_week}.
        {summary.gain.steps > 0 &&
          ` ${summary.gain.steps} of today’s ${summary.gain.steps === 1 ? 'waits' : 'wait'} to be sent.`}
      </p>
      <Lines
        heads={['Day', 'Date', 'Steps completed']}
        lines={lines}
        total={{ name: 'This week', amount: this_week + summary.gain.steps }}
      />
    </>
  )
}

function WonLines({ summary }: { summary: SummaryState }) {
  const { proxyFor } = useTargetPlace()
  const { hud, gain } = summary
  const { ytd, ytd_count, ytd_before = 0 } = hud.revenue.you
  const lines: Line[] = [
    {
      key: 'known',
      name: 'Targets won since January 1',
      count: ytd_count,
      amount: formatAmount(ytd - ytd_before),
    },
    { key: 'before', name: 'Won before you started here', amount: formatAmount(ytd_before) },
  ]
  if (gain.won > 0)
    lines.push({
      key: 'waiting',
      name: 'Won here and not yet synced',
      count: gain.won,
      amount: formatAmount(gain.revenue),
    })
  return (
    <>
      <p className="mb16 pretty dim">
        The amounts entered when Targets were won. Intangible counts as won but adds $0.
      </p>
      <Lines
        heads={['Source', 'Targets', 'Revenue']}
        lines={lines}
        total={{ name: 'Revenue won', count: ytd_count + gain.won, amount: formatAmount(ytd + gain.revenue) }}
      />
      {!proxyFor && <YtdForm before={ytd_before} />}
    </>
  )
}

function ProjectedLines({ summary, rows }: { summary: SummaryState; rows: readonly Target[] }) {
  const [active, ...others] = revenueLines(summary.hud, rows)
  if (!active) return null
  const rules = {
    active: undefined,
    archived: 'not included',
    completed: 'won this year, not included',
    lost: 'lost this year, not included',
  }
  const lines = others.map(({ status, amount, count, named }) => ({
    key: status,
    name: statusTerm[status],
    rule: rules[status],
    count: `${named} of ${count}`,
    amount: formatAmount(amount),
  }))
  return (
    <>
      <p className="mb16 pretty dim">
        The total projected revenue of Targets being pursued. Shared Targets count for their owner.
      </p>
      <table className={`fill num ${s.lines}`}>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Have an amount</th>
            <th scope="col">Revenue projected</th>
          </tr>
        </thead>
        <tbody>
          <tr className={s.main}>
            <th scope="row">{statusTerm.active}</th>
            <td>
              {active.named} of {active.count}
            </td>
            <td>{formatAmount(active.amount)}</td>
          </tr>
          {lines.map(({ key, name, rule, count, amount }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                {rule && <span className="cap block regular">{rule}</span>}
              </th>
              <td>{count}</td>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
