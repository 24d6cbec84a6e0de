import { useMemo } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useEngine, useLoadedCollections, useRowsOnceLoaded, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { useToday } from '#core/client/useToday.ts'
import { formatDay } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import { BackLink } from '#core/ui/BackLink.tsx'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Page } from '#core/ui/Page.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { contactCollection, contactPath } from '#features/contacts/contract.ts'
import { targetEndpoints } from '#features/targets/contract.ts'
import { formatTouchAge } from '#features/touches/lastTouchContract.ts'
import { formatCircle, sourceKindTerm, sourceSentences } from '../contract.ts'
import { type OwnSource, ownSources } from '../ownSources.ts'

/** A person's own referrals: who sent Targets, what became of them, and what the person sent back. */
export function ReferralsPage() {
  useTitle('Referrals')
  const targets = useRowsOnceLoaded(targetEndpoints)
  const contacts = useRowsOnceLoaded(contactCollection)
  const isOffline = useSyncStatus(isOfflineNow)
  const engine = useEngine()
  // Without the contacts, nothing can be said about what was sent back and about touches.
  const isReady = useLoadedCollections() && (engine.of(contactCollection).isKept() || isOffline)
  const me = useSession()?.user.id ?? ''
  const sources = useMemo(() => ownSources(targets, contacts, me), [targets, contacts, me])
  return (
    <>
      <nav className="mb8" aria-label="Contacts">
        <BackLink to="/contacts">Contacts</BackLink>
      </nav>
      <Page title="Referrals" intro="Who your Targets came from, what became of them, and what you sent back.">
        <Table
          label="Referrals"
          columns={columns}
          rows={isReady ? sources : undefined}
          keyOf={keyOf}
          nameOf={nameOf}
          firstBy={{ key: 'received', isDescending: true }}
          empty={
            <EmptyState title="No referrals yet">
              <p>
                Choose who a Target came from when you create, edit, or win it. Record what you send back on a contact.
              </p>
            </EmptyState>
          }
        />
      </Page>
    </>
  )
}

const keyOf = ({ key }: OwnSource) => key
const nameOf = ({ name }: OwnSource) => name
const kindOf = ({ from }: OwnSource) =>
  sourceKindTerm['user_id' in from ? 'user' : 'source' in from ? 'source' : 'contact']

const columns: readonly TableColumn<OwnSource>[] = [
  {
    key: 'name',
    head: 'Came from',
    sortBy: ({ name }) => name,
    onCard: 'title',
    cell: ({ name, contactId }) =>
      contactId === null ? (
        <b className="strong break">{name}</b>
      ) : (
        <Link to={contactPath(contactId)} className="anchor strong break">
          {name}
        </Link>
      ),
  },
  { key: 'kind', head: 'Kind', sortBy: kindOf, onCard: 'line', cell: kindOf },
  {
    key: 'received',
    head: 'Received',
    about: sourceSentences.received,
    isNumber: true,
    sortBy: ({ received }) => received,
    cell: ({ received }) => received,
  },
  {
    key: 'won',
    head: 'Won',
    about: sourceSentences.won,
    isNumber: true,
    sortBy: ({ won }) => won,
    cell: ({ won }) => won,
  },
  {
    key: 'revenue',
    head: 'Revenue',
    about: sourceSentences.revenue,
    isNumber: true,
    sortBy: ({ revenue }) => revenue,
    cell: ({ revenue }) => formatAmount(revenue),
  },
  {
    key: 'sent',
    head: 'Sent back',
    about: 'How many referrals you gave to this contact.',
    isNumber: true,
    sortBy: ({ sent }) => sent,
    cell: ({ sent }) => sent,
  },
  {
    key: 'touch',
    head: 'Last touch',
    sortBy: ({ lastTouch }) => lastTouch,
    cell: ({ lastTouch, contactId }) =>
      lastTouch === null ? contactId !== null && <span className="dim">None yet</span> : <TouchDay day={lastTouch} />,
  },
  {
    key: 'circle',
    head: 'In a circle with',
    about: sourceSentences.circle,
    onCard: 'label',
    cell: ({ circle }) => formatCircle(circle),
  },
]

function TouchDay({ day }: { day: string }) {
  return <span title={formatDay(day)}>{formatTouchAge(day, useToday())}</span>
}
