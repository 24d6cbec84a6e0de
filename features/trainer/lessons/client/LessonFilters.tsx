import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import { CloseButton, TextInput, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import shelf from '#core/ui/shelf.module.css'
import { type FilterName, filters, showAllLabel } from '../listing.ts'
import s from './Lessons.module.css'

type Props = {
  search: string
  onSearch: (search: string) => void
  filter: FilterName | null
  onFilter: (filter: FilterName | null) => void
  counts: Record<FilterName, number>
  /** Clears the search and the filter. */
  onReset: () => void
  /** Shown at the right end. */
  children: ReactNode
}
const names = Object.keys(filters) as FilterName[]
/** The filters by progress show their counts. */
const isCounted = (name: FilterName) => name === 'not_started' || name === 'started' || name === 'completed'

/** Shows a search field and filters, of which one can be active. */
export function LessonFilters({ search, onSearch, filter, onFilter, counts, onReset, children }: Props) {
  const isActive = filter !== null || search !== ''
  return (
    <search className={`row gap8 mb16 ${s.bar}`}>
      <TextInput
        className={`rigid ${s.search}`}
        type="search"
        aria-label="Search lessons"
        placeholder="Search"
        maxLength={100}
        leftSection={<Icon name="search" size={16} stroke={1.75} />}
        rightSection={
          search !== '' && <CloseButton aria-label="Clear the search" size={24} onClick={() => onSearch('')} />
        }
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <fieldset className={`flex wrap gap8 ${shelf.chips}`} aria-label="Show">
        <UnstyledButton
          className={`inline gap6 nowrap medium surface pick ${shelf.chip}`}
          aria-pressed={!isActive}
          onClick={onReset}
        >
          {showAllLabel(isActive)}
        </UnstyledButton>
        {names.map((name) => (
          <UnstyledButton
            key={name}
            className={`inline gap6 nowrap medium surface pick ${shelf.chip}`}
            aria-pressed={filter === name}
            onClick={() => onFilter(filter === name ? null : name)}
          >
            {filters[name].label}
            {isCounted(name) && <small className="body dim">{counts[name]}</small>}
          </UnstyledButton>
        ))}
      </fieldset>
      <div className={`rigid push`}>{children}</div>
    </search>
  )
}
