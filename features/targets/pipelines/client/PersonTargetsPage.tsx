import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { Navigate } from '#core/client/router/Navigate.tsx'
import { useIsOn, useSession } from '#core/client/session.ts'
import { hasLoaded, useRows, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { useFilters } from '#core/client/useFilters.ts'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { useToday } from '#core/client/useToday.ts'
import { id } from '#core/contract/fields.ts'
import { viewerFlag } from '#core/contract/viewerFlag.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { type Status, statusTerm, targetEndpoints } from '../../contract.ts'
import { reportFlag } from '../../flagsContract.ts'
import { makeListing, plainQuery } from '../../list/client/listing.ts'
import { Placeholders } from '../../list/client/Placeholders.tsx'
import t from '../../list/client/SubTabs.module.css'
import { TileGrid } from '../../list/client/TileGrid.tsx'
import type { OpenMenu } from '../../list/client/TileMenu.tsx'
import type { TileMenuKind } from '../../list/client/useTileEvents.ts'
import { reportOf } from '../../reports/reportPathsContract.ts'
import { Summary } from '../../score/client/Summary.tsx'
import { type ManagedPerson, targetPath } from '../contract.ts'
import { PersonPipeline } from './PersonPipeline.tsx'

const TileMenu = lazyComponent(() => import('../../list/client/TileMenu.tsx').then((file) => file.TileMenu))
/** Source: the second specification, section 2 'Viewer'. */
const named = { peopleTarget: id }
const tabs = ['active', 'completed', 'lost', 'archived'] as const

/**
 * Shows a managed person's targets of one status, at /viewer/pipeline/people/$uid?status=. `?peopleTarget=` selects one
 * of them.
 */
export function PersonTargetsPage({ uid, status }: { uid: string; status: Status }) {
  const [{ peopleTarget }] = useFilters(named)
  const me = useSession()?.user.id
  if (peopleTarget) return <Navigate to={targetPath(uid, peopleTarget)} replace />
  // The manager's own row in a report opens their own pipeline.
  if (uid === me) return <Navigate to="/targets/$status" params={{ status }} replace />
  return <PersonPipeline uid={uid}>{(person) => <PersonTargets person={person} status={status} />}</PersonPipeline>
}

function PersonTargets({ person, status }: { person: ManagedPerson; status: Status }) {
  useTitle(person.fullname)
  const rows = useRows(targetEndpoints)
  const isLoaded = useSyncStatus(hasLoaded)
  const today = useToday()
  const [listingOf] = useState(makeListing)
  const listing = useMemo(() => listingOf(rows, status, plainQuery, today), [listingOf, rows, status, today])
  const [isViewed, isReported] = [useIsOn(viewerFlag), useIsOn(reportFlag)]
  const isNarrow = useIsNarrow()
  const report = isViewed && isReported && (
    <Button
      component={Link}
      to={reportOf('activity', { key: 'user', id: person.id })}
      variant="default"
      fullWidth={isNarrow}
      mb={isNarrow ? 12 : 8}
      leftSection={<Icon name="report-analytics" stroke={1.75} />}
    >
      Activity Report
    </Button>
  )
  const [flipped, setFlipped] = useState<string | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const openMenu = useCallback(
    (id: string, kind: TileMenuKind, button: HTMLElement) => setMenu({ id, kind, button }),
    [],
  )
  const closeMenu = useCallback(() => setMenu(null), [])
  return (
    <>
      <h1 className="hide">{person.fullname}</h1>
      <Summary today={today} />
      <div className={`flex gap8 mb16 ${t.head}`}>
        <nav className={`grow flex gap24 ${t.list}`} aria-label="Targets by status">
          {tabs.map((tab) => (
            <Link
              key={tab}
              to="/viewer/pipeline/people/$uid"
              params={{ uid: person.id }}
              search={{ status: tab }}
              className={`nowrap medium dim ${t.tab}`}
              aria-current={tab === status ? 'page' : undefined}
            >
              {statusTerm[tab]}
              <span className={`num medium dim ${t.count}`}>{listing.byStatus[tab]}</span>
            </Link>
          ))}
        </nav>
        {!isNarrow && report}
      </div>
      {isNarrow && report}
      <h2 className="hide">{statusTerm[status]}</h2>
      {!isLoaded && <Placeholders />}
      {isLoaded && listing.shown.length === 0 && <EmptyState title={`There are no ${statusTerm[status]} Targets.`} />}
      {listing.shown.length > 0 && (
        <TileGrid
          key={status}
          view={undefined}
          rows={listing.shown}
          today={today}
          flipped={flipped}
          onFlip={setFlipped}
          onMenu={openMenu}
        />
      )}
      {menu && <TileMenu {...menu} today={today} onEdit={setFlipped} onClose={closeMenu} />}
    </>
  )
}
