import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import { Fragment } from 'react'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import { useStages } from '../../stages/client/useStages.ts'
import { FilterOptions } from './FilterOptions.tsx'
import { groupsOf } from './filters.ts'
import type { ListControls } from './useListQuery.ts'

/** Stays open for several choices. */
export function AllFilterItems({ list, onClose }: { list: ListControls; onClose: () => void }) {
  const { stages } = useStages()
  return (
    <MenuOver label="Filter" position="bottom-start" closeOnItemClick={false} onClose={onClose}>
      {groupsOf(stages).map(({ kind, label, options }) => (
        <Fragment key={kind}>
          <Menu.Label>{label}</Menu.Label>
          <FilterOptions kind={kind} options={options} list={list} />
        </Fragment>
      ))}
    </MenuOver>
  )
}
