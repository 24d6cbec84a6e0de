import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import type { FilterProps } from './FilterMenu.tsx'
import { filterOptions, toggled } from './filters.ts'
import { useCounts } from './ListCounts.tsx'

/** Options of one filter. Stays open for several choices. */
export function FilterItems({ kind, label, list, onClose }: FilterProps & { onClose: () => void }) {
  const counts: Record<string, number> = useCounts()[kind]
  const chosen: readonly string[] = list.query[kind]
  const options: readonly { option: string; label: string }[] = filterOptions[kind]
  return (
    <MenuOver label={label} position="bottom-start" closeOnItemClick={false} onClose={onClose}>
      {options.map((one) => (
        <Menu.CheckboxItem
          key={one.option}
          checked={chosen.includes(one.option)}
          onChange={() => list.change(toggled(list.query, kind, one.option))}
          rightSection={<span className="cap num">{counts[one.option]}</span>}
        >
          {one.label}
        </Menu.CheckboxItem>
      ))}
    </MenuOver>
  )
}
