import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import { useStages } from '../../stages/client/useStages.ts'
import { type FilterGroup, groupsOf, toggled } from './filters.ts'
import { useCounts } from './ListCounts.tsx'
import type { ListControls } from './useListQuery.ts'

/** Stays open for several choices. */
export function AllFilterItems({ list, onClose }: { list: ListControls; onClose: () => void }) {
  const { stages } = useStages()
  return (
    <MenuOver label="Filter" position="bottom-start" closeOnItemClick={false} onClose={onClose}>
      {groupsOf(stages).map((group) => (
        <Group key={group.kind} group={group} list={list} />
      ))}
    </MenuOver>
  )
}

function Group({ group: { kind, label, options }, list }: { group: FilterGroup; list: ListControls }) {
  const counts: Record<string, number> = useCounts()[kind]
  const chosen: readonly string[] = list.query[kind]
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {options.map((one) => (
        <Menu.CheckboxItem
          key={one.option}
          checked={chosen.includes(one.option)}
          onChange={() => list.change(toggled(list.query, kind, one.option))}
          rightSection={<span className="cap num">{counts[one.option] ?? 0}</span>}
        >
          {one.label}
        </Menu.CheckboxItem>
      ))}
    </>
  )
}
