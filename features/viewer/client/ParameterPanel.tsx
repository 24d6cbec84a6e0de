import { ActionIcon, UnstyledButton } from '@mantine/core'
import { useToday } from '#core/client/useToday.ts'
import { formatDayShort } from '#core/contract/dates.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { Graph } from '../contract.ts'
import s from './ParameterPanel.module.css'
import { RangePicker } from './RangePicker.tsx'
import { ScopePicker } from './ScopePicker.tsx'
import type { ReportView } from './useView.ts'

type Props = {
  view: ReportView
  /** The available choices; undefined if there is nothing to choose. */
  graphs: readonly Graph[] | undefined
  isDated: boolean
}

/**
 * Selects the audience and the dates. Collapsed, it is one line that shows both, for small and wall-mounted screens.
 */
export function ParameterPanel({ view, graphs, isDated }: Props) {
  const today = useToday()
  const { graph, days, isFolded, fold } = view
  if (!graphs && !isDated) return null
  const said = [
    graphs && graph?.name,
    isDated && `${formatDayShort(days.start, today)} to ${formatDayShort(days.end, today)}`,
  ]
  if (isFolded)
    return (
      <UnstyledButton
        className={`row gap6 medium dim rounded hoverFill ${s.line}`}
        aria-expanded={false}
        onClick={() => fold(false)}
      >
        <span className="hide">Show view and dates. Now: </span>
        {said.filter(Boolean).join(' · ')}
        <Icon name="chevron-down" size={16} stroke={1.75} />
      </UnstyledButton>
    )
  return (
    <div className={`row gap8 shrink ${s.panel}`}>
      {graphs && <ScopePicker graphs={graphs} chosen={graph} onChoose={view.choose} />}
      {isDated && <RangePicker days={days} onChoose={view.chooseDays} />}
      <ActionIcon
        variant="subtle"
        className={s.fold}
        aria-label="Hide view and dates"
        aria-expanded
        onClick={() => fold(true)}
      >
        <Icon name="chevron-up" />
      </ActionIcon>
    </div>
  )
}
