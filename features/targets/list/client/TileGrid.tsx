import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'
import { lazyComponent, useLazy } from '#core/client/lazyComponent.tsx'
import { useEngine } from '#core/client/sync.tsx'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { useSteadyKeys } from '#core/client/useSteadyKeys.ts'
import { type Status, type Target, targetEndpoints } from '../../contract.ts'
import type { ListView } from './listing.ts'
import { Tile, type TileMenuKind } from './Tile.tsx'
import s from './TileGrid.module.css'
import type { ListControls } from './useListQuery.ts'

type Props = {
  /** Both are for the dense list, whose headings sort. */
  status?: Status
  list?: ListControls
  view: ListView | undefined
  rows: readonly Target[]
  today: string
  flipped: string | null
  onFlip: (id: string | null) => void
  onMenu: (id: string, kind: TileMenuKind, button: HTMLElement) => void
}

/** Shorter lists use a plain grid, because leaving tiles out gains nothing. */
const VIRTUAL_FROM = 60
/** Tiles in the first viewport. The rest follows after the first paint, in a long list once its code has loaded. */
const FIRST_SIGHT = { wide: 16, narrow: 6 }

const DenseList = lazyComponent(() => import('./DenseList.tsx').then((file) => file.DenseList))
const loadLong = () => import('./LongGrid.tsx').then((file) => file.LongGrid)

/**
 * Tiles, or one dense line per target. A long list renders only rows near the viewport, with focus, or with an open
 * form.
 */
export function TileGrid(props: Props) {
  const { rows, today, flipped, onFlip, onMenu } = props
  const { resolve } = useEngine().of(targetEndpoints)
  const keyOf = useSteadyKeys(targetEndpoints, rows)
  const list = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusInList(list, rows)
  const isWhole = useWholeSoon()
  const LongGrid = useLazy(isWhole && props.view !== 'list' && rows.length >= VIRTUAL_FROM ? loadLong : undefined)
  const firstSight = FIRST_SIGHT[useIsNarrow() ? 'narrow' : 'wide']
  const tile = (row: Target) => (
    <Tile
      key={keyOf(row.id)}
      id={row.id}
      today={today}
      isFlipped={flipped !== null && resolve(flipped) === row.id}
      onFlip={onFlip}
      onMenu={onMenu}
    />
  )
  if (props.view === 'list' && props.status && props.list)
    return (
      <div ref={list} {...keepFocus}>
        <DenseList {...props} status={props.status} list={props.list} keyOf={keyOf} />
      </div>
    )
  if (rows.length < VIRTUAL_FROM)
    return (
      <div ref={list} className={`grid gap16 ${s.grid}`} {...keepFocus}>
        {(isWhole ? rows : rows.slice(0, firstSight)).map(tile)}
      </div>
    )
  return (
    <div ref={list} {...keepFocus}>
      {LongGrid ? (
        <LongGrid rows={rows} flipped={flipped} keyOf={keyOf} tile={tile} />
      ) : (
        <div className={`grid gap16 ${s.grid}`}>{rows.slice(0, firstSight).map(tile)}</div>
      )}
    </div>
  )
}

let hasStarted = false

/** False at startup for a quick first paint. Later lists render in one step. */
function useWholeSoon(): boolean {
  const [isWhole, setWhole] = useState(hasStarted)
  useEffect(() => {
    hasStarted = true
    const frame = requestAnimationFrame(() => startTransition(() => setWhole(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isWhole
}

/** When the focused tile leaves the list, focus moves to the one that takes its place. */
function useFocusInList(list: RefObject<HTMLDivElement | null>, rows: readonly Target[]) {
  const { resolve } = useEngine().of(targetEndpoints)
  const last = useRef<{ id: string; index: number } | null>(null)
  const latest = useRef(rows)
  latest.current = rows
  useEffect(() => {
    const held = last.current
    if (!held || rows.some(({ id }) => id === resolve(held.id))) return
    last.current = null
    const next = rows[Math.min(held.index, rows.length - 1)]
    // Waits until the menu or dialog has closed, and acts only if nothing else has focus.
    const frame = requestAnimationFrame(() => {
      if (!next || document.activeElement !== document.body) return
      list.current?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(next.id)}"] a`)?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [rows, list, resolve])
  return {
    onKeyDown: (event: KeyboardEvent) => void import('./moveInTile.ts').then((file) => file.moveInTile(event)),
    onFocusCapture: (event: FocusEvent) => {
      const id = (event.target as HTMLElement).closest<HTMLElement>('[data-tile]')?.dataset.tile
      if (id) last.current = { id, index: latest.current.findIndex((row) => row.id === id) }
    },
  }
}
