import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useRowsLater } from '#core/client/sync.tsx'
import { weekdayOf } from '#core/contract/dates.ts'
import { bothForms } from '#core/contract/money.ts'
import { relativeTime } from '#core/contract/times.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { ProgressRing } from '#core/ui/ProgressRing.tsx'
import { useNow } from '../../client/useNow.ts'
import { targetEndpoints } from '../../contract.ts'
import { projectedOf, type SummaryFigure, withGain } from './figures.ts'
import place from './Summary.module.css'
import s from './SummaryFigures.module.css'
import { type SummaryState, useHud } from './useHud.ts'

const FigureDialog = lazyComponent(() => import('./FigureDialog.tsx').then((file) => file.FigureDialog))

/** Shows four figures. Each opens its breakdown. */
export function SummaryFigures({ today }: { today: string }) {
  const rows = useRowsLater(targetEndpoints)
  const summary = useHud()
  const [opened, setOpened] = useState<SummaryFigure | null>(null)
  if (!summary) return <div className={`grid ${place.bar}`} />
  const { hud, gain } = summary
  const { score } = hud.score.you.current
  const before = hud.score.you.month_ago.score
  const steps = hud.steps.you
  const revenue = hud.revenue.you
  const projected = projectedOf(rows, 'active')
  const wonTargets = revenue.ytd_count + gain.won
  return (
    <>
      <section className={`grid ${place.bar}`} aria-label="Summary">
        <Item onOpen={() => setOpened('score')} title="How your score is calculated">
          <ProgressRing className={`rigid ${s.ring}`} size={64} thickness={6} value={score}>
            <span className={`block num bold center ${s.score}`} data-full={score > 99 || undefined}>
              {score}
            </span>
          </ProgressRing>
          <span>
            <span className={s.label}>
              Score<span className="hide"> {score}</span>
            </span>
            {before !== null && <Trend ahead={score - before} />}
          </span>
        </Item>
        <Item onOpen={() => setOpened('steps')} title="Steps this week, day by day">
          <span>
            <span className={s.label}>
              <span>
                Steps<span className={s.long}> this week</span>
              </span>
            </span>
            <span className={`block num bold ${s.fig}`}>{steps.this_week + gain.steps}</span>
            <span className={`cap row gap4 nowrap ${s.note}`}>
              {steps.by_now_last_week} by {weekdayOf(today)} last week
            </span>
          </span>
          <Week days={withGain(steps.days, gain.steps, today)} />
        </Item>
        <Item onOpen={() => setOpened('won')} title="Revenue won this year">
          <span>
            <span className={s.label}>
              <Icon name="trophy" size={16} stroke={1.75} className="good" />
              <span>
                <span className={s.long}>Revenue </span>
                <span className={s.cap}>won</span>
              </span>
            </span>
            <Amount amount={revenue.ytd + gain.revenue} />
            <span className={`cap row gap4 nowrap ${s.note}`}>
              this year, from {wonTargets} {wonTargets === 1 ? 'Target' : 'Targets'}
            </span>
          </span>
        </Item>
        <Item onOpen={() => setOpened('projected')} title="Revenue projected, by status">
          <span>
            <span className={s.label}>
              <span>
                <span className={s.long}>Revenue </span>
                <span className={s.cap}>projected</span>
              </span>
            </span>
            <Amount amount={projected.amount} />
            <span className={`cap row gap4 nowrap ${s.note}`}>
              {projected.named} of {projected.count} {projected.count === 1 ? 'Target has' : 'Targets have'} an amount
            </span>
          </span>
        </Item>
      </section>
      {summary.isOld && <Age at={summary.at} />}
      {opened && (
        <FigureDialog figure={opened} summary={summary} rows={rows} today={today} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

function Item({ onOpen, title, children }: { onOpen: () => void; title: string; children: ReactNode }) {
  return (
    <UnstyledButton
      className={`row gap16 relative rounded left hoverFill ${s.item}`}
      onClick={onOpen}
      title={title}
      aria-haspopup="dialog"
    >
      {children}
    </UnstyledButton>
  )
}

function Trend({ ahead }: { ahead: number }) {
  if (ahead === 0) return <span className={`cap row gap4 nowrap ${s.note}`}>same as last month</span>
  const icon = ahead > 0 ? 'trending-up' : 'trending-down'
  return (
    <span className={`cap row gap4 nowrap ${s.note}`} data-strong={ahead > 0 || undefined}>
      <Icon name={icon} size={16} stroke={1.75} />
      <span>
        {Math.abs(ahead)}
        <span className={s.long}> {ahead > 0 ? 'more' : 'less'} than last month</span>
      </span>
    </span>
  )
}

function Amount({ amount }: { amount: number }) {
  const { long, short } = bothForms(amount)
  return (
    <span className={`block num bold ${s.fig}`}>
      <span className={s.long}>{long}</span>
      <span className={s.short} title={long}>
        {short}
      </span>
    </span>
  )
}

/** Draws a bar per day. Weekend days appear only if they have steps. */
function Week({ days }: { days: readonly number[] }) {
  const shown = days.slice(0, days[6] ? 7 : days[5] ? 6 : 5)
  const most = Math.max(5, ...days)
  return (
    <span className={`flex gap6 push ${s.week}`} aria-hidden>
      {shown.map((n, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the day
        <span key={i} className={`cap inline end gap4 ${s.day}`} data-n={n || undefined}>
          <i style={{ height: Math.max(3, Math.round((n / most) * 30)) }} />
          {'MTWTFSS'[i]}
        </span>
      ))}
    </span>
  )
}

function Age({ at }: { at: SummaryState['at'] }) {
  const now = useNow(60_000, at)
  return (
    <p className={`cap row gap6 ${s.age}`}>
      <Icon name="cloud-off" size={16} stroke={1.75} />
      Last updated {relativeTime(at, now)}.
    </p>
  )
}
