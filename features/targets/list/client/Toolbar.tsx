import { ActionIcon, Button } from '@mantine/core'
import { memo, type Ref, useState } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useIsOn } from '#core/client/session.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { Status } from '../../contract.ts'
import { ControlsButton } from '../../controls/client/ControlsButton.tsx'
import { BucketChips } from './BucketChips.tsx'
import { FilterMenu } from './FilterMenu.tsx'
import { filterCount, isNarrowed } from './listing.ts'
import { SearchField } from './SearchField.tsx'
import { SortMenu } from './SortMenu.tsx'
import s from './Toolbar.module.css'
import type { ListControls } from './useListQuery.ts'

const ToolbarEnd = lazyComponent(
  () => import('./ToolbarEnd.tsx').then((file) => file.ToolbarEnd),
  <span className={s.view} />,
)
const AllFilters = lazyComponent(() => import('./AllFilters.tsx').then((file) => file.AllFilters))
const Filters = lazyComponent(() => import('./Filters.tsx').then((file) => file.Filters))

type Props = { status: Status; list: ListControls; searchField: Ref<HTMLInputElement> }

/** One row on wide screens, a search field and a sheet on narrow ones. */
export const Toolbar = memo(function Toolbar({ status, list, searchField }: Props) {
  const [isOpen, setOpen] = useState(false)
  /** On a phone, the field is shown while in use. */
  const [isSearching, setSearching] = useState(false)
  const isField = isSearching || list.typed !== ''
  const { query } = list
  const filters = filterCount(query)
  const hasStages = useIsOn(stagesFlag)
  return (
    <search className={s.bar} aria-label="Search, sort and filter">
      <SearchField ref={searchField} status={status} list={list} isOpen={isField} onActive={setSearching} />
      <span className="narrow">
        {!isField && (
          <ActionIcon
            variant="default"
            size={44}
            className={`surface ${s.sq} ${s.find}`}
            aria-label="Search"
            onClick={({ currentTarget }) => currentTarget.closest('search')?.querySelector('input')?.focus()}
          >
            <Icon name="search" size={20} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="default"
          size={44}
          className={`surface ${s.sq}`}
          aria-label={filters > 0 ? `Sort and filter, ${filters} chosen` : 'Sort and filter'}
          aria-haspopup="dialog"
          data-on={filters > 0 || undefined}
          onClick={() => setOpen(true)}
        >
          <Icon name="adjustments-horizontal" size={20} />
        </ActionIcon>
      </span>
      <span className="wide">
        <SortMenu list={list} />
      </span>
      {status === 'active' && <BucketChips list={list} />}
      <span className="wide">
        {hasStages ? (
          <AllFilters list={list} />
        ) : (
          <>
            <FilterMenu kind="value" label="Value" list={list} />
            <FilterMenu kind="type" label="Type" list={list} />
          </>
        )}
        {isNarrowed(query) && (
          <Button variant="subtle" className={s.reset} onClick={list.reset}>
            Show All Targets
          </Button>
        )}
        <span className={s.grow} />
        <ToolbarEnd status={status} list={list} />
        <ControlsButton />
      </span>
      {isOpen && <Filters status={status} list={list} onClose={() => setOpen(false)} />}
    </search>
  )
})
