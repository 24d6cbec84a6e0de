import { ActionIcon } from '@mantine/core'
import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useCommand } from '#core/client/commands.ts'
import { showLiveSoon } from '#core/client/lastScreen.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { hasLoaded, useEngine, useRows, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { useToday } from '#core/client/useToday.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import { targetLabels } from '../../client/labels.ts'
import { type Status, statusTerm, type Target, targetEndpoints } from '../../contract.ts'
import { useLastWin } from '../../outcome/client/lastWin.ts'
import { Summary } from '../../score/client/Summary.tsx'
import { useUsedStages } from '../../stages/client/useStages.ts'
import { useTouchedRows } from '../../touches/client/lastTouches.ts'
import { ListCounts } from './ListCounts.tsx'
import { isNarrowed, type Listing, makeListing, noFilters, searchOf, viewShown } from './listing.ts'
import { Placeholders } from './Placeholders.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { SubTabs } from './SubTabs.tsx'
import s from './TargetsPage.module.css'
import { TileGrid } from './TileGrid.tsx'
import type { OpenMenu } from './TileMenu.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useListQuery } from './useListQuery.ts'
import type { TileMenuKind } from './useTileEvents.ts'

const DeletedHead = lazyComponent(() => import('../../trash/client/DeletedHead.tsx').then((file) => file.DeletedHead))
const Invitations = lazyComponent(() => import('../../sharing/client/Invitations.tsx').then((file) => file.Invitations))
const WinLine = lazyComponent(() => import('../../outcome/client/WinLine.tsx').then((file) => file.WinLine))
const EmptyList = lazyComponent(() => import('./EmptyList.tsx').then((file) => file.EmptyList))
const NothingFound = lazyComponent(() => import('./NothingFound.tsx').then((file) => file.NothingFound))
const ListTools = lazyComponent(() => import('./ListTools.tsx').then((file) => file.ListTools))
const TileMenu = lazyComponent(() => import('./TileMenu.tsx').then((file) => file.TileMenu))

export function TargetsPage({ status }: { status: Status }) {
  useTitle(statusTerm[status])
  const engine = useEngine()
  const isLoaded = useSyncStatus(hasLoaded)
  const { rows, isComing } = useRowsInSlices()
  const today = useToday()
  const list = useListQuery(status)
  const touched = useTouchedRows(rows)
  const stages = useUsedStages()
  const [listingOf] = useState(makeListing)
  const listing = useMemo(
    () => listingOf(touched, status, list.query, today, stages),
    [listingOf, touched, status, list.query, today, stages],
  )
  const searchField = useRef<HTMLInputElement>(null)
  const [flipped, setFlipped] = useState<string | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const openMenu = useCallback(
    (id: string, kind: TileMenuKind, button: HTMLElement) => setMenu({ id, kind, button }),
    [],
  )
  const closeMenu = useCallback(() => setMenu(null), [])
  const flip = useFlip(setFlipped)

  const focusSearch = useCallback(() => searchField.current?.focus(), [])
  useCommand('search', focusSearch)

  const hasWon = useLastWin(({ id }) => id !== null)
  const isLoading = isComing || (!isLoaded && rows.length === 0)
  const isEmpty = !isLoading && listing.total === 0
  useLayoutEffect(() => {
    if (!isLoading) showLiveSoon()
  }, [isLoading])
  const search = useMemo(() => searchOf({ ...list.query, ...noFilters }), [list.query])
  const shownCounts = useMemo(
    () => ({ counts: listing.counts, byStatus: listing.byStatus }),
    [listing.counts, listing.byStatus],
  )
  return (
    <PullToRefresh onRefresh={engine.pull}>
      <ListCounts value={shownCounts}>
        <h1 className="hide">Tracker</h1>
        {(isLoading || rows.length > 0) && <Summary today={today} />}
        {status === 'deleted' ? (
          <DeletedHead count={listing.total} />
        ) : (
          <SubTabs status={status} isEmpty={isEmpty} search={search} />
        )}
        {!isEmpty && <Toolbar status={status} list={list} searchField={searchField} />}
      </ListCounts>
      {status !== 'deleted' && <h2 className="hide">{statusTerm[status]}</h2>}
      <p className="hide" role="status">
        {isLoading ? '' : resultOf(listing, isNarrowed(list.query))}
      </p>
      {hasWon && status === 'active' && <WinLine />}
      {status === 'active' && (
        <div className={listing.pending[0] && s.invites}>
          <Invitations pending={listing.pending} isLoading={isLoading} />
        </div>
      )}
      {isLoading && <Placeholders />}
      {isEmpty && <EmptyList status={status} />}
      {!isEmpty && !isLoading && listing.shown.length === 0 && <NothingFound onReset={list.reset} />}
      {listing.shown.length > 0 && (
        <TileGrid
          key={status}
          status={status}
          list={list}
          view={viewShown(list.query.view, status, stages !== null)}
          rows={listing.shown}
          today={today}
          flipped={flipped}
          onFlip={flip}
          onMenu={openMenu}
        />
      )}
      <ListTools
        status={status}
        shown={listing.shown}
        today={today}
        flipped={flipped}
        onEdit={flip}
        onMenu={openMenu}
        onSearch={focusSearch}
      />
      {menu && <TileMenu {...menu} today={today} onEdit={flip} onClose={closeMenu} />}
      {status !== 'deleted' && (
        <ActionIcon
          className={s.fab}
          variant="filled"
          color="navy"
          size={56}
          aria-label={targetLabels.newTarget}
          onClick={() => targetDialogs.create()}
        >
          <Icon name="plus" size={26} stroke={1.75} />
        </ActionIcon>
      )}
    </PullToRefresh>
  )
}

const nothingYet: readonly Target[] = []

/** The first targets on an empty page are rendered in slices while `isComing`, later ones right away. */
function useRowsInSlices(): { rows: readonly Target[]; isComing: boolean } {
  const rows = useRows(targetEndpoints)
  const isNone = useDeferredValue(rows.length === 0)
  return { rows: isNone ? nothingYet : rows, isComing: isNone && rows.length > 0 }
}

const resultOf = ({ shown, total }: Listing, isPart: boolean): string =>
  isPart ? `${shown.length} of ${total} Targets` : `${total} ${total === 1 ? 'Target' : 'Targets'}`

/** Flipping a tile back moves focus to its Edit button, or to its name if that is hidden. */
function useFlip(setFlipped: (id: string | null) => void) {
  const last = useRef<string | null>(null)
  return useCallback(
    (id: string | null) => {
      const closed = id === null ? last.current : null
      last.current = id
      setFlipped(id)
      if (closed === null) return
      void import('./listCursor.ts').then((file) => file.focusWhenFree(closed))
    },
    [setFlipped],
  )
}
