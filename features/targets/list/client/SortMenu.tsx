import { Button } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useIsOn } from '#core/client/session.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { MenuPlace } from '#core/ui/MenuPlace.tsx'
import { quietLabel } from '#features/touches/lastTouchContract.ts'
import { firstDirection } from '../order.ts'
import { directionLabels, sortWords } from './filters.ts'
import s from './Toolbar.module.css'
import type { ListControls } from './useListQuery.ts'

const SortItems = lazyComponent(() => import('./SortItems.tsx').then((file) => file.SortItems))

/** Menu of sort columns, with the reverse direction as one more option. */
export function SortMenu({ list }: { list: ListControls }) {
  const { sort, dir, quiet } = list.query
  const isQuietHere = !useIsOn(stagesFlag) && quiet.length > 0
  const isUsual = dir === firstDirection(sort)
  const icon = isUsual ? 'sort-ascending' : 'sort-descending'
  return (
    <MenuPlace
      button={(opener) => (
        <Button
          {...opener}
          variant="default"
          className={`rigid medium ${s.ctl}`}
          leftSection={<Icon name={icon} />}
          data-on={isQuietHere || undefined}
          aria-label={`Sort: ${sortWords[sort]}, ${directionLabels(sort, dir).toLowerCase()}${isQuietHere ? `, ${quietLabel.toLowerCase()}` : ''}`}
        >
          {sortWords[sort]}
        </Button>
      )}
      menu={(close) => <SortItems list={list} onClose={close} />}
    />
  )
}
