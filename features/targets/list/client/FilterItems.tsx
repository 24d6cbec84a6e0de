import '@mantine/core/styles/Popover.layer.css'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import type { FilterProps } from './FilterMenu.tsx'
import { FilterOptions } from './FilterOptions.tsx'
import { filterOptions } from './filters.ts'

/** Options of one filter. Stays open for several choices. */
export function FilterItems({ kind, label, list, onClose }: FilterProps & { onClose: () => void }) {
  return (
    <MenuOver label={label} position="bottom-start" closeOnItemClick={false} onClose={onClose}>
      <FilterOptions kind={kind} options={filterOptions[kind]} list={list} />
    </MenuOver>
  )
}
