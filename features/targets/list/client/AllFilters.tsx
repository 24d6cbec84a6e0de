import { Button } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { MenuPlace } from '#core/ui/MenuPlace.tsx'
import { filterCount } from './listing.ts'
import s from './Toolbar.module.css'
import type { ListControls } from './useListQuery.ts'

const AllFilterItems = lazyComponent(() => import('./AllFilterItems.tsx').then((file) => file.AllFilterItems))

/** One menu of all filters, for firms with stages, because five buttons have no room. */
export function AllFilters({ list }: { list: ListControls }) {
  const count = filterCount(list.query)
  return (
    <MenuPlace
      button={(opener) => (
        <Button
          {...opener}
          variant="default"
          className={`rigid medium ${s.ctl}`}
          data-on={count > 0 || undefined}
          aria-label={count > 0 ? `Filter, ${count} chosen` : 'Filter'}
          leftSection={<Icon name="filter" />}
        >
          {count > 0 ? `Filter (${count})` : 'Filter'}
        </Button>
      )}
      menu={(close) => <AllFilterItems list={list} onClose={close} />}
    />
  )
}
