import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { useTabs } from '#core/client/product.ts'
import { useSearch } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { saveFrom } from '#core/client/saveFrom.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { noResults } from '#core/contract/phrases.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { FilterBar } from '#core/ui/FilterBar.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { Table } from '#core/ui/table/Table.tsx'
import { useChosen } from '#core/ui/table/useChosen.ts'
import { counted } from '../../client/labels.ts'
import { placePath } from '../../client/place.ts'
import { MANY, type PersonState, peopleRoutes as routes } from '../contract.ts'
import { peopleQuery } from '../queries.ts'
import { ChosenPeople } from './ChosenPeople.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import p from './People.module.css'
import { usePeopleFilters } from './peopleFilters.ts'
import { personColumns, personKey } from './personColumns.tsx'

type Counts = Record<PersonState, number>

/** Lists all people by name, with search and filters. Checkboxes select people for bulk actions. */
export function PeopleList({ isOffline }: { isOffline: boolean }) {
  const { filters, bar, showEverybody } = usePeopleFilters()
  const chosen = useChosen(personKey, MANY)
  const [isInviting, setInviting] = useState(false)
  const file = useMutation()
  const canImport = useTabs('admin')?.some(({ name }) => name === 'imports')
  const asked = useSearch(peopleQuery, filters)
  const { isStale, more, refresh: reload } = asked
  const rows = asked.value?.people
  const counts = asked.value?.counts
  const isNarrowed = Object.keys(filters).length > 0
  const changed = async () => {
    chosen.clear()
    await reload()
  }
  const save = () => file.run(() => saveFrom(routes.peopleFile, { query: filters }, 'people.csv').then(() => undefined))
  return (
    <section aria-label="People">
      <div className={`row wrap between mb16 ${p.head}`}>
        <p className={`num dim ${p.counts}`}>{counts ? formatCounts(counts) : '\u00a0'}</p>
        <div className="row wrap gap8">
          <Button variant="default" leftSection={<Icon name="download" />} disabled={isOffline} onClick={save}>
            Export
          </Button>
          {canImport && (
            <Button component={Link} to={placePath('imports')} variant="default">
              Import
            </Button>
          )}
          <Button leftSection={<Icon name="user-plus" />} disabled={isOffline} onClick={() => setInviting(true)}>
            Invite
          </Button>
        </div>
      </div>
      <FilterBar {...bar} />
      <AnswerState of={asked} problem={file.problem} />
      <Table
        label="People"
        columns={personColumns}
        rows={rows}
        isMissing={asked.isMissing}
        keyOf={personKey}
        nameOf={fullNameOf}
        isBusy={isStale}
        onMore={more}
        chosen={chosen}
        empty={isNarrowed && <NoOneFits onReset={showEverybody} />}
      />
      {chosen.rows.length > 0 && (
        <ChosenPeople people={chosen.rows} isOffline={isOffline} onDone={changed} onClear={chosen.clear} />
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={reload} />}
    </section>
  )
}

const NoOneFits = ({ onReset }: { onReset: () => void }) => (
  <EmptyState
    title={noResults}
    action={
      <Button variant="default" onClick={onReset}>
        Show everyone
      </Button>
    }
  >
    <p>No one matches your search and filters.</p>
  </EmptyState>
)

function formatCounts({ active, waiting, deactivated }: Counts): string {
  const parts = [counted(active + waiting, 'person', 'people')]
  if (waiting > 0) parts.push(`${waiting} not signed in yet`)
  if (deactivated > 0) parts.push(`${deactivated} deactivated`)
  return parts.join(' · ')
}
