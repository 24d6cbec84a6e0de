import { type FocusEvent, useCallback, useRef, useState } from 'react'
import { useEngine } from '#core/client/sync.tsx'
import { useSteadyCallback } from '#core/ui/useSteadyCallback.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { tileAt } from './activeTile.ts'
import { Tile } from './Tile.tsx'
import s from './TileLines.module.css'
import { useColumns } from './useColumns.ts'
import { useLineWindow } from './useLineWindow.ts'

type Props = {
  rows: readonly Target[]
  today: string
  flipped: string | null
  onFlip: (id: string | null) => void
  keyOf: (id: string) => string
}

/** Height of a line until it's measured, in pixels. */
const LINE_HEIGHT = { narrow: 170, wide: 186 }
/** Tiles in lines. One grid holds them all, so that React moves them. */
export function TileLines({ rows, today, flipped, onFlip, keyOf }: Props) {
  const { resolve } = useEngine().of(targetEndpoints)
  const list = useRef<HTMLDivElement>(null)
  const { columns, gap, top, isMeasured } = useColumns(list)
  const [focused, setFocused] = useState<string | null>(null)
  const lines = useLineWindow({
    count: Math.ceil(rows.length / columns),
    estimate: columns > 2 ? LINE_HEIGHT.wide : LINE_HEIGHT.narrow,
    gap,
    top,
  })
  const { first, last, starts, total } = lines
  const hold = (event: FocusEvent) => setFocused(tileAt(event.target) ?? null)
  const flippedId = flipped === null ? null : resolve(flipped)
  const focusedId = focused === null ? null : resolve(focused)
  const near = rows.slice(first * columns, (last + 1) * columns)
  const isTurned = flippedId !== null && near.some(({ id }) => id === flippedId)
  // A target with focus or with an open form stays, wherever it is.
  const away = [...new Set([flippedId, focusedId])].flatMap((id) => {
    const index = id === null || near.some((row) => row.id === id) ? -1 : rows.findIndex((row) => row.id === id)
    return index < 0 ? [] : [{ row: rows[index]!, line: Math.floor(index / columns), column: (index % columns) + 1 }]
  })
  const measure = useMeasured((elements) => {
    const lineOf = new Map(near.map(({ id }, index) => [id, first + Math.floor(index / columns)]))
    const heights = new Map<number, number>()
    for (const [element, height] of elements) {
      const line = lineOf.get(resolve(element.dataset.tile!))
      if (line !== undefined) heights.set(line, Math.max(height, heights.get(line) ?? 0))
    }
    lines.measure(heights)
  })
  const tile = (id: string, place: { line?: number; column?: number; top?: number }) => (
    <Tile
      key={keyOf(id)}
      id={id}
      today={today}
      isFlipped={id === flippedId}
      onFlip={onFlip}
      measure={measure}
      {...place}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches where the cursor is
    <div
      ref={list}
      className={`grid relative ${s.lines}`}
      data-lines
      data-turned={isTurned || undefined}
      style={{
        height: total,
        paddingTop: starts[first],
        // Until then, the style sheet's columns fit the list.
        gridTemplateColumns: isMeasured ? `repeat(${columns}, minmax(0, 1fr))` : undefined,
      }}
      onFocus={hold}
      onBlur={() => setFocused(null)}
    >
      {near.map(({ id }, index) =>
        tile(id, isTurned ? { line: Math.floor(index / columns) + 1, column: (index % columns) + 1 } : {}),
      )}
      {away.map(({ row, line, column }) => tile(row.id, { column, top: starts[line]! }))}
    </div>
  )
}

type Heights = [element: HTMLElement, height: number][]

/** Reports heights from the browser's observer, because measuring would force a layout. */
function useMeasured(report: (heights: Heights) => void) {
  const steady = useSteadyCallback(report)
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) =>
        steady(
          entries
            .filter(({ target, borderBoxSize }) => target.isConnected && borderBoxSize[0]!.blockSize > 0)
            .map(({ target, borderBoxSize }) => [target as HTMLElement, Math.round(borderBoxSize[0]!.blockSize)]),
        ),
      ),
  )
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      observer.observe(element)
      return () => observer.unobserve(element)
    },
    [observer],
  )
}
