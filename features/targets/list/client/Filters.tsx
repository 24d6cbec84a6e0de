import '@mantine/core/styles/CloseButton.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Button, Drawer, SegmentedControl, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { targetDialogs } from '../../client/dialogs.ts'
import type { Status } from '../../contract.ts'
import { useUsedStages } from '../../stages/client/useStages.ts'
import { firstDirection, sortsOf } from '../order.ts'
import s from './Filters.module.css'
import { directionLabels, type FilterGroup, groupsOf, sortWords, toggled, turned } from './filters.ts'
import { useCounts } from './ListCounts.tsx'
import { isNarrowed } from './listing.ts'
import { ToolbarTools } from './ToolbarTools.tsx'
import type { ListControls } from './useListQuery.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

type Props = { status: Status; list: ListControls; onClose: () => void }

/** Sort and filter in a sheet for narrow screens. */
export function Filters({ status, list, onClose }: Props) {
  const counts = useCounts()
  const stages = useUsedStages()
  const { query } = list
  const { sort, dir } = query
  const controls = () => {
    onClose()
    targetDialogs.controls()
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title="Sort and filter"
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
      classNames={{ content: s.sheet, title: `bold ${s.title}` }}
    >
      <p className={`mb4 medium ${s.label}`}>View</p>
      <ViewSwitch status={status} list={list} isWordy />
      <fieldset className="flex wrap gap8 mt16">
        <legend className={`mb4 medium ${s.label}`}>Sort by</legend>
        {sortsOf(stages !== null).map((one) => (
          <label
            key={one}
            className={`inline gap6 relative nowrap medium pick ${s.option}`}
            data-chosen={one === sort || undefined}
          >
            <input
              type="radio"
              name="sort-by"
              className="hide"
              checked={one === sort}
              onChange={() => list.change({ sort: one, dir: firstDirection(one) })}
            />
            {sortWords[one]}
          </label>
        ))}
      </fieldset>
      <SegmentedControl
        fullWidth
        className="mt8"
        aria-label="Direction"
        value={dir}
        onChange={(value) => list.change({ dir: value as typeof dir })}
        data={[firstDirection(sort), turned(firstDirection(sort))].map((one) => ({
          value: one,
          label: directionLabels(sort, one),
        }))}
      />
      {groupsOf(stages).map((group) => (
        <Options key={group.kind} group={group} list={list} counts={counts[group.kind]} />
      ))}
      <UnstyledButton
        className={`row gap12 mt16 fill medium ruled ${s.controls}`}
        onClick={controls}
        aria-haspopup="dialog"
      >
        <Icon name="settings-2" size={20} />
        Controls
        <small className="cap push regular">Calendar, report, deleted Targets</small>
      </UnstyledButton>
      <div className="grid">
        <ToolbarTools />
      </div>
      <div className={`grid gap8 mt8 ${s.foot}`}>
        <Button variant="default" disabled={!isNarrowed(query)} onClick={list.reset}>
          Show All Targets
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Drawer>
  )
}

type OptionsProps = { group: FilterGroup; list: ListControls; counts: Record<string, number> }

function Options({ group: { kind, label, options }, list, counts }: OptionsProps) {
  const chosen: readonly string[] = list.query[kind]
  return (
    <fieldset className="flex wrap gap8 mt16">
      <legend className={`mb4 medium ${s.label}`}>{label}</legend>
      {options.map((one) => (
        <UnstyledButton
          key={one.option}
          className={`inline gap6 relative nowrap medium pick ${s.option}`}
          aria-pressed={chosen.includes(one.option)}
          onClick={() => list.change(toggled(list.query, kind, one.option))}
        >
          {one.label}
          <b className="num bold dim">{counts[one.option] ?? 0}</b>
        </UnstyledButton>
      ))}
    </fieldset>
  )
}
