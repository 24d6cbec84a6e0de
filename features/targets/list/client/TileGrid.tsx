import { type RefObject, useEffect, useRef } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useEngine } from '#core/client/sync.tsx'
import { useSteadyKeys } from '#core/client/useSteadyKeys.ts'
import { type Status, type Target, targetEndpoints } from '../../contract.ts'
import { tileAt, useWantedCard } from './activeTile.ts'
import type { ListView } from './listing.ts'
import { TileLines } from './TileLines.tsx'
import type { ListControls } from './useListQuery.ts'
import { type TileHandlers, useTileEvents } from './useTileEvents.ts'

type Props = TileHandlers & {
  /** Both are for the dense list, whose headings sort. */
  status?: Status
  list?: ListControls
  view: ListView | undefined
  rows: readonly Target[]
  today: string
  flipped: string | null
}

const Board = lazyComponent(() => import('../../stages/client/Board.tsx').then((file) => file.Board))
const DenseList = lazyComponent(() => import('./DenseList.tsx').then((file) => file.DenseList))

/** Tiles, one dense line per target, or a column per stage. Renders only those near the viewport, with focus, or with an open form. */
export function TileGrid({ status, list: controls, view, rows, today, flipped, onFlip, onMenu }: Props) {
  const keyOf = useSteadyKeys(targetEndpoints, rows)
  const list = useRef<HTMLDivElement>(null)
  const events = useTileEvents({ onFlip, onMenu })
  const watched = useFocusInList(list, rows)
  const shown = { rows, today, flipped, onFlip, keyOf }
  return (
    <div ref={list} onFocusCapture={watched} {...events}>
      {view === 'board' ? (
        <Board rows={rows} today={today} />
      ) : view === 'list' && status && controls ? (
        <DenseList {...shown} status={status} list={controls} />
      ) : (
        <TileLines {...shown} />
      )}
    </div>
  )
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
      const link = list.current?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(next.id)}"] a`)
      if (link) link.focus({ preventScroll: true })
      else if (list.current?.querySelector('[data-board]')) useWantedCard.setState({ id: next.id, takesFocus: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [rows, list, resolve])
  return ({ target }: { target: EventTarget }) => {
    const id = tileAt(target)
    if (id) last.current = { id, index: latest.current.findIndex((row) => row.id === id) }
  }
}
