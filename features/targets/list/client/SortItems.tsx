import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import { quietLabel } from '#features/touches/lastTouchContract.ts'
import { useStages } from '../../stages/client/useStages.ts'
import { firstDirection, sortsOf } from '../order.ts'
import { directionLabels, sortWords, toggled, turned } from './filters.ts'
import { useCounts } from './ListCounts.tsx'
import type { ListControls } from './useListQuery.ts'

export function SortItems({ list, onClose }: { list: ListControls; onClose: () => void }) {
  const { sort, dir, quiet } = list.query
  const counts = useCounts()
  const { isOn: hasStages } = useStages()
  return (
    <MenuOver label="Sort" position="bottom-start" onClose={onClose}>
      <Menu.Label>Sort by</Menu.Label>
      <Menu.RadioGroup
        value={sort}
        onChange={(value) => list.change({ sort: value as typeof sort, dir: firstDirection(value as typeof sort) })}
      >
        {sortsOf(hasStages).map((one) => (
          <Menu.RadioItem key={one} value={one}>
            {sortWords[one]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.RadioGroup value={dir} onChange={(value) => list.change({ dir: value as typeof dir })}>
        {[firstDirection(sort), turned(firstDirection(sort))].map((one) => (
          <Menu.RadioItem key={one} value={one}>
            {directionLabels(sort, one)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {/* With stages, it's in the menu of all filters. */}
      {!hasStages && <Menu.Divider />}
      {!hasStages && (
        <Menu.CheckboxItem
          checked={quiet.length > 0}
          title="The last touch, or without one the Target itself, is at least 30 days old."
          onChange={() => list.change(toggled(list.query, 'quiet', '30'))}
          rightSection={<span className="cap num">{counts.quiet[30]}</span>}
        >
          {quietLabel}
        </Menu.CheckboxItem>
      )}
    </MenuOver>
  )
}
