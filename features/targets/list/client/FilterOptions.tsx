import { Menu } from '@mantine/core'
import { type FilterGroup, toggled } from './filters.ts'
import { useCounts } from './ListCounts.tsx'
import type { ListControls } from './useListQuery.ts'

/** The items of a menu, each with its count in the current list. */
export function FilterOptions({ kind, options, list }: Pick<FilterGroup, 'kind' | 'options'> & { list: ListControls }) {
  const counts: Record<string, number> = useCounts()[kind]
  const chosen: readonly string[] = list.query[kind]
  return options.map((one) => (
    <Menu.CheckboxItem
      key={one.option}
      checked={chosen.includes(one.option)}
      onChange={() => list.change(toggled(list.query, kind, one.option))}
      rightSection={<span className="size12 num">{counts[one.option] ?? 0}</span>}
    >
      {one.label}
    </Menu.CheckboxItem>
  ))
}
