import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useSearch } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useFilters } from '#core/client/useFilters.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { type Filter, FilterBar } from '#core/ui/FilterBar.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { number } from '../../client/labels.ts'
import { placePath, useOpen } from '../../client/place.ts'
import { type AdminGroup, GroupStatus, peopleRoutes as routes } from '../contract.ts'
import { groupsQuery } from '../queries.ts'
import { GroupNameDialog } from './GroupNameDialog.tsx'

const fields = { status: GroupStatus.optional() }
const which: Filter = {
  kind: 'choice',
  name: 'status',
  label: 'Group status',
  options: [
    { value: 'active', label: 'Active groups' },
    { value: 'archived', label: 'Archived groups' },
  ],
}

const columns: readonly TableColumn<AdminGroup>[] = [
  {
    key: 'name',
    head: 'Name',
    width: '30%',
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to={placePath('groups', id)} className="semi break link">
        {name}
      </Link>
    ),
  },
  {
    key: 'managers',
    head: 'Managed by',
    onCard: 'line',
    cell: ({ managers }) => (managers.length > 0 ? managers.join(', ') : 'No one'),
  },
  {
    key: 'people',
    head: 'People',
    width: '96px',
    isNumber: true,
    sortBy: ({ members }) => members,
    cell: ({ members }) => number(members),
  },
]

/** Lists the firm's groups with their managers. Archived groups are listed separately. */
export function GroupList({ isOffline }: { isOffline: boolean }) {
  const open = useOpen('groups')
  const [{ status = 'active' }, setFilters] = useFilters(fields)
  const [isNaming, setNaming] = useState(false)
  const asked = useSearch(groupsQuery, status)
  const { isStale, more } = asked
  const rows = asked.value?.groups
  const newGroup = (
    <Button leftSection={<Icon name="plus" stroke={1.75} />} disabled={isOffline} onClick={() => setNaming(true)}>
      New group
    </Button>
  )
  const isEmpty = rows?.length === 0 && !isStale
  return (
    <section aria-label="Groups">
      <FilterBar filters={[which]} values={{ status }} onChange={setFilters}>
        {!(isEmpty && status === 'active') && newGroup}
      </FilterBar>
      <AnswerState of={asked} />
      <Table
        label="Groups"
        columns={columns}
        rows={rows}
        isMissing={asked.isMissing}
        keyOf={({ id }) => id}
        isBusy={isStale}
        onMore={more}
        empty={
          status === 'active' ? (
            <EmptyState title="There are no groups yet" action={newGroup}>
              <p>Group managers can see and act on the Targets of the group’s people.</p>
            </EmptyState>
          ) : (
            <EmptyState title="No archived groups" />
          )
        }
      />
      {isNaming && (
        <GroupNameDialog
          title="New group"
          verb="Create"
          onClose={() => setNaming(false)}
          onName={async (name) => {
            const { id } = await call(routes.createGroup, { body: { name } })
            open(id)
            return `Group ${name} created.`
          }}
        />
      )}
    </section>
  )
}
