import { UnstyledButton } from '@mantine/core'
import { Meanings } from '#core/client/reports/Meanings.tsx'
import { addDays, formatDay } from '#core/contract/dates.ts'
import { formatCell } from '#core/contract/formatCell.ts'
import type { Days } from '#core/contract/ranges.ts'
import { FitText } from '#core/ui/FitText.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import type { KpiFigures } from '../../figuresContract.ts'
import { type FigureUnit, formatChange } from './changes.ts'
import s from './FigureRow.module.css'
import { sendToParent } from './parent.ts'
import type { KpiPanel } from './usePanel.ts'

type Name = 'won' | 'projected' | 'steps' | 'on_time' | 'score'
type Figure = {
  name: Name
  label: string
  unit: FigureUnit
  /** Report with the rows behind the figure. */
  report: string
  which?: string
  /** The rows show the current state, so they match the figure only if the range ends yesterday. */
  isOfNow?: true
  sentence: string
}
const figures: readonly Figure[] = [
  {
    name: 'won',
    label: 'Revenue won',
    unit: 'dollars',
    report: 'made-of',
    which: 'won',
    sentence: 'Revenue from Targets won in this period.',
  },
  {
    name: 'projected',
    label: 'Revenue projected',
    unit: 'dollars',
    report: 'made-of',
    which: 'pursued',
    isOfNow: true,
    sentence: 'Projected revenue of Targets active at the end of the period, at their owners’ current estimates.',
  },
  {
    name: 'steps',
    label: 'Steps completed',
    unit: 'count',
    report: 'made-of',
    which: 'steps',
    sentence: 'Steps completed in this period.',
  },
  {
    name: 'on_time',
    label: 'Steps on time',
    unit: 'percent',
    report: 'made-of',
    which: 'steps',
    sentence: 'Share of steps with a due date that were completed by then.',
  },
  {
    name: 'score',
    label: 'Average score',
    unit: 'points',
    report: 'overview',
    sentence: 'Average of everyone’s scores over the period, 0 to 100.',
  },
]
const icons = { up: 'trending-up', down: 'trending-down', same: 'minus' } as const

type Props = { panel: KpiPanel<KpiFigures>; days: Days; opens: string[] }

/** Shows the five figures with their change and meaning. A click leads to the rows behind each. */
export function FigureRow({ panel: { value, problem, isStale }, days, opens }: Props) {
  const { before, made } = value ?? {}
  const isCompared = value !== undefined && figures.some(({ name }) => value[name].before !== null)
  const endsYesterday = made !== undefined && days.end >= addDays(made.slice(0, 10), -1)
  return (
    <>
      {problem && <Problem>{problem}</Problem>}
      <section className={s.row} aria-label="Figures" aria-busy={isStale || undefined}>
        {figures.map(({ name, label, unit, report, which, isOfNow, sentence }) => {
          const change = value && formatChange(value[name], unit)
          const icon = icons[change?.way ?? 'same']
          const said = value ? formatCell(unit === 'points' ? 'count' : unit, value[name].now) || '–' : ''
          const inside = (
            <>
              <span className={s.label}>{label}</span>
              <span className={s.figure}>
                <FitText letters={said.length}>{said}</FitText>
              </span>
              <span className={s.change} data-way={change?.way}>
                {change && <Icon name={icon} size={16} stroke={1.75} />}
                {change?.words}
              </span>
            </>
          )
          return opens.includes(report) && (endsYesterday || !isOfNow) ? (
            <UnstyledButton
              key={name}
              className={s.one}
              title={sentence}
              onClick={() => sendToParent({ kpi: 'open', report, ...(which && { which }) })}
            >
              {inside}
            </UnstyledButton>
          ) : (
            <div key={name} className={s.one} title={sentence}>
              {inside}
            </div>
          )
        })}
      </section>
      <p className={s.note}>
        {before && isCompared && `Compared with ${formatDay(before.start)} to ${formatDay(before.end)}.`}
        {opens.includes('made-of') && ' Click a figure to see the rows that it counts.'}
      </p>
      <div className={s.meanings}>
        <Meanings report={{ totals: figures, tables: [] }} facts={value} />
      </div>
    </>
  )
}
