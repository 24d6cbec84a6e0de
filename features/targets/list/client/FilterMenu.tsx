import { Button } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { MenuPlace } from '#core/ui/MenuPlace.tsx'
import { filterOptions } from './filters.ts'
import s from './Toolbar.module.css'
import type { ListControls } from './useListQuery.ts'

const FilterItems = lazyComponent(() => import('./FilterItems.tsx').then((file) => file.FilterItems))

export type FilterProps = {
  kind: 'value' | 'type'
  label: string
  list: ListControls
}

/** A filter with several options, each with its count. */
export function FilterMenu({ kind, label, list }: FilterProps) {
  const chosen: readonly string[] = list.query[kind]
  const options: readonly { option: string; label: string }[] = filterOptions[kind]
  const said = options.filter(({ option }) => chosen.includes(option)).map((one) => one.label)
  return (
    <MenuPlace
      button={(opener) => (
        <Button
          {...opener}
          variant="default"
          className={`rigid medium ${s.ctl}`}
          data-on={chosen.length > 0 || undefined}
          aria-label={said.length > 0 ? `${label}: ${said.join(', ')}` : label}
          rightSection={<Icon name="chevron-down" size={16} stroke={1.75} />}
        >
          {said.length === 0 ? label : said.length === 1 ? said[0] : `${label} (${said.length})`}
        </Button>
      )}
      menu={(close) => <FilterItems kind={kind} label={label} list={list} onClose={close} />}
    />
  )
}
