import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery, useSearch } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useIsOn, useSession } from '#core/client/session.ts'
import {
  hasLoaded,
  isOfflineNow,
  useEngine,
  useLoadedCollections,
  useRowsOnceLoaded,
  useSyncStatus,
} from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { useFilters } from '#core/client/useFilters.ts'
import { useToday } from '#core/client/useToday.ts'
import { formatDay } from '#core/contract/dates.ts'
import { opensPipelines } from '#core/contract/opensPipelines.ts'
import { goOnlineTo, noResults } from '#core/contract/phrases.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { FilterBar } from '#core/ui/FilterBar.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { Page } from '#core/ui/Page.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { formatTouchAge } from '#features/touches/lastTouchContract.ts'
import { companyNames, pageKeysFor } from '../companyNamesContract.ts'
import { type Contact, contactCollection, contactFilters, contactPath, contactSearch } from '../contract.ts'
import { duplicatesAmong } from '../duplicates.ts'
import { contactKeysOf, contactNameOf } from '../namesContract.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { DuplicatesDialog } from './DuplicatesDialog.tsx'
import { ExportContacts } from './ExportContacts.tsx'
import { ImportLink } from './ImportLink.tsx'
import { contactOptions, matching, shownCompanyOf, touchOptions } from './matching.ts'

/** Contacts that the person sees: those on this device right away, and those of managed people from the server. */
export function ContactsPage() {
  useTitle('Contacts')
  const navigate = useNavigate()
  const [filters, onChange] = useFilters(contactFilters)
  const { q, role, company, touched } = filters
  const hasReferrals = useIsOn(referralsFlag)
  const [isCreating, setCreating] = useState(false)
  const rows = useRowsOnceLoaded(contactCollection)
  const isLoaded = useSyncStatus(hasLoaded)
  const isOffline = useSyncStatus(isOfflineNow)
  const engine = useEngine()
  const isKept = useLoadedCollections() && engine.of(contactCollection).isKept()
  const session = useSession()
  // People they manage can have contacts that aren’t on this device.
  const isManager = session !== null && opensPipelines(session)
  const asked = useSearch(contactSearch, isManager ? filters : null)
  const names = useQuery(companyNames, undefined).value?.companies
  const pageKey = useMemo(() => pageKeysFor(names ?? []), [names])
  const today = useToday()
  const options = useMemo(() => contactOptions(rows, pageKey, company), [rows, pageKey, company])
  const found = useMemo(
    () => matching(rows, asked.value?.contacts ?? [], { filters: { q, role, company, touched }, today, pageKey }),
    [rows, asked.value, q, role, company, touched, today, pageKey],
  )
  const duplicates = useMemo(
    () =>
      duplicatesAmong(
        rows.filter(({ isTemp }) => !isTemp),
        pageKey,
      ),
    [rows, pageKey],
  )
  const [isReviewing, setReviewing] = useState(false)
  const isNarrowed = Object.keys(filters).length > 0
  const create = (
    <Button leftSection={<Icon name="plus" stroke={2} />} onClick={() => setCreating(true)}>
      New contact
    </Button>
  )
  return (
    <Page
      title="Contacts"
      intro={`People on the Targets that you own or share${isManager ? ', and on those of people you manage' : ''}.`}
      actions={
        <>
          <ExportContacts contacts={found} query={filters} />
          <ImportLink />
          {hasReferrals && (
            <Button variant="default" component={Link} to="/referrals" leftSection={<Icon name="arrow-forward-up" />}>
              Referrals
            </Button>
          )}
          {create}
        </>
      }
    >
      <FilterBar
        filters={[
          {
            kind: 'search',
            name: 'q',
            label: 'Search contacts',
            placeholder: 'Name, company, or email',
            maxLength: 100,
          },
          { kind: 'choice', name: 'role', label: 'Role', any: 'Any role', options: options.roles },
          { kind: 'choice', name: 'company', label: 'Company', any: 'Any company', options: options.companies },
          { kind: 'choice', name: 'touched', label: 'Last touch', any: 'Any last touch', options: touchOptions },
        ]}
        values={filters}
        onChange={onChange}
        reset="Clear filters"
      >
        {duplicates.length > 0 && (
          <Button variant="subtle" leftSection={<Icon name="copy" />} onClick={() => setReviewing(true)}>
            {duplicates.length === 1 ? '1 possible duplicate' : `${duplicates.length} possible duplicates`}
          </Button>
        )}
      </FilterBar>
      {!asked.isOffline && <AnswerState of={asked} />}
      <Table
        label="Contacts"
        columns={columns}
        rows={(isLoaded && (isKept || isOffline)) || found.length > 0 ? found : undefined}
        keyOf={keyOf}
        nameOf={contactNameOf}
        isBusy={asked.isStale}
        firstBy={{ key: 'name' }}
        onMore={asked.more}
        empty={
          isOffline && !isKept ? (
            <EmptyState title="Your contacts aren’t on this device yet">
              <p>{goOnlineTo('load them for the first time')}</p>
            </EmptyState>
          ) : isNarrowed ? (
            <EmptyState title={noResults}>
              <p>No contact matches your search and filters.</p>
            </EmptyState>
          ) : (
            <EmptyState title="No contacts yet">
              <p>Contacts appear here when you add them to a Target.</p>
            </EmptyState>
          )
        }
      />
      {isReviewing && <DuplicatesDialog pairs={duplicates} onClose={() => setReviewing(false)} />}
      {isCreating && (
        <ContactDialog onClose={() => setCreating(false)} onCreated={(id) => void navigate({ to: contactPath(id) })} />
      )}
    </Page>
  )
}

const keyOf = ({ id }: Contact) => id

const columns: readonly TableColumn<Contact>[] = [
  {
    key: 'name',
    head: 'Name',
    width: '24%',
    sortBy: (contact) => contactKeysOf(contact).sort_key,
    cell: (contact) => (
      <Link to={contactPath(contact.id)} className="semi break link touch">
        {contactNameOf(contact)}
      </Link>
    ),
  },
  {
    key: 'title',
    head: 'Title',
    width: '16%',
    sortBy: ({ title }) => title,
    cell: ({ title }) => title,
    onCard: 'line',
  },
  { key: 'company', head: 'Company', width: '20%', sortBy: shownCompanyOf, cell: shownCompanyOf, onCard: 'line' },
  {
    key: 'email',
    head: 'Email',
    width: '24%',
    onCard: 'line',
    cell: ({ emails: [email] }) =>
      email && (
        <a href={`mailto:${email}`} className="break link touch">
          {email}
        </a>
      ),
  },
  {
    key: 'touch',
    head: 'Last touch',
    width: '10%',
    onCard: 'line',
    sortBy: ({ last_touch }) => last_touch ?? '',
    cell: ({ last_touch }) => last_touch && <LastTouchDay day={last_touch} />,
  },
  {
    key: 'targets',
    head: 'Targets',
    width: '6%',
    isNumber: true,
    onCard: 'none',
    sortBy: ({ targets }) => targets.length,
    cell: ({ targets }) => targets.length,
  },
]

function LastTouchDay({ day }: { day: string }) {
  const today = useToday()
  return (
    <span title={formatDay(day)}>
      <span className="narrow">Last touch </span>
      {formatTouchAge(day, today)}
    </span>
  )
}
