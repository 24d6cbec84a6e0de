import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { hasSettled, useSearch } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useFilters } from '#core/client/useFilters.ts'
import { formatDay } from '#core/contract/dates.ts'
import { text } from '#core/contract/fields.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { FilterBar } from '#core/ui/FilterBar.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { number } from '../../client/labels.ts'
import { placePath, useOpen } from '../../client/place.ts'
import type { ListedFirm } from '../contract.ts'
import { firmsQuery } from '../queries.ts'
import { NewFirmDialog } from './NewFirmDialog.tsx'

const fields = { q: text(100).optional() }

const columns: readonly TableColumn<ListedFirm>[] = [
  {
    key: 'name',
    head: 'Name',
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link className="semi break link" to={placePath('firms', id)}>
        {name}
      </Link>
    ),
  },
  {
    key: 'category',
    head: 'Category',
    width: '28%',
    onCard: 'line',
    sortBy: ({ category_name }) => category_name,
    cell: ({ is_vendor, is_closed, category_name }) =>
      [is_vendor ? 'Operators' : category_name, ...(is_closed ? ['closed'] : [])].join(' · '),
  },
  {
    key: 'since',
    head: 'Since',
    width: '140px',
    sortBy: ({ created_at }) => created_at,
    cell: ({ created_at }) => <span className="num">{formatDay(created_at.slice(0, 10))}</span>,
  },
  {
    key: 'people',
    head: 'People',
    width: '96px',
    isNumber: true,
    sortBy: ({ people }) => people,
    cell: ({ people }) => number(people),
  },
]

/** `children` are shown below the list. */
export function FirmList({ isOffline, children }: { isOffline: boolean; children: ReactNode }) {
  const [search, setSearch] = useFilters(fields)
  const [isMaking, setMaking] = useState(false)
  const open = useOpen('firms')
  const asked = useSearch(firmsQuery, search)
  const { isStale, more } = asked
  const rows = asked.value?.firms
  return (
    <>
      <section aria-label="Firms">
        <FilterBar
          filters={[
            { kind: 'search', name: 'q', label: 'Search firms', placeholder: 'Name of a firm', maxLength: 100 },
          ]}
          values={search}
          onChange={setSearch}
        >
          <Button leftSection={<Icon name="building" />} disabled={isOffline} onClick={() => setMaking(true)}>
            New firm
          </Button>
        </FilterBar>
        <AnswerState of={asked} />
        <Table
          label="Firms"
          columns={columns}
          rows={rows}
          isMissing={asked.isMissing}
          keyOf={({ id }) => id}
          isBusy={isStale}
          onMore={more}
          empty={
            <EmptyState title="No firms found">
              <p>No firm matches this name.</p>
            </EmptyState>
          }
        />
        {isMaking && <NewFirmDialog onClose={() => setMaking(false)} onMade={open} />}
      </section>
      {hasSettled(asked) && children}
    </>
  )
}
