import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type FocusEvent, type JSX, useCallback, useRef, useState } from 'react'
import { useEngine } from '#core/client/sync.tsx'
import { type Target, targetEndpoints } from '../../contract.ts'
import s from './TileGrid.module.css'
import { useColumns } from './useColumns.ts'

type Props = {
  rows: readonly Target[]
  flipped: string | null
  keyOf: (id: string) => string
  tile: (row: Target) => JSX.Element
}

const ROW_HEIGHT = { narrow: 170, wide: 186 }

/**
 * Renders only rows near the viewport, with focus, or with an open form. One grid holds all tiles, so that React moves
 * them.
 */
export function LongGrid({ rows, flipped, keyOf, tile }: Props) {
  const { resolve } = useEngine().of(targetEndpoints)
  const list = useRef<HTMLDivElement>(null)
  const { columns, gap, top } = useColumns(list)
  const [focused, setFocused] = useState<string | null>(null)
  const lineOf = (id: string | null) => {
    if (id === null || columns === 0) return -1
    const real = resolve(id)
    const index = rows.findIndex((row) => row.id === real)
    return index < 0 ? -1 : Math.floor(index / columns)
  }
  const kept = [lineOf(flipped), lineOf(focused)].filter((line) => line >= 0)
  const keptKey = kept.join()
  const rangeExtractor = useCallback(
    (range: Range) => {
      const lines = new Set(defaultRangeExtractor(range))
      for (const line of keptKey.split(',')) if (line !== '') lines.add(Number(line))
      return [...lines].sort((a, b) => a - b)
    },
    [keptKey],
  )
  const virtual = useWindowVirtualizer({
    count: columns === 0 ? 0 : Math.ceil(rows.length / columns),
    estimateSize: () => (columns > 2 ? ROW_HEIGHT.wide : ROW_HEIGHT.narrow),
    overscan: 2,
    gap,
    scrollMargin: top,
    rangeExtractor,
    measureElement: sizeOf,
  })
  const hold = (event: FocusEvent) =>
    setFocused((event.target as HTMLElement).closest<HTMLElement>('[data-tile]')?.dataset.tile ?? null)
  const lines = virtual.getVirtualItems()
  const near = runOf(lines, virtual.range?.startIndex ?? 0)
  const first = near[0]
  const flippedId = flipped === null ? null : resolve(flipped)
  const focusedId = focused === null ? null : resolve(focused)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches where the cursor is
    <div
      ref={list}
      className={`grid relative ${s.long}`}
      style={{
        height: virtual.getTotalSize(),
        paddingTop: first ? first.start - top : 0,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        columnGap: gap,
      }}
      onFocus={hold}
      onBlur={() => setFocused(null)}
    >
      {lines.flatMap(({ index, start }) => {
        const inLine = rows.slice(index * columns, (index + 1) * columns)
        const turned = inLine.findIndex(({ id }) => id === flippedId)
        const isNear = first !== undefined && index >= first.index && index < first.index + near.length
        return inLine.map((row, column) =>
          isNear || row.id === flippedId || row.id === focusedId ? (
            <div
              key={keyOf(row.id)}
              ref={column === Math.max(turned, 0) ? virtual.measureElement : undefined}
              data-index={index}
              className={isNear ? 'grid shrink' : `grid shrink ${s.away}`}
              style={{
                gridColumn: column + 1,
                marginBottom: gap,
                // Uses two grid rows per line. A form taller than the other tiles extends into the second.
                ...(isNear
                  ? { gridRow: `${2 * (index - first.index) + 1} / span ${column === turned ? 2 : 1}` }
                  : { top: start - top }),
              }}
            >
              {tile(row)}
            </div>
          ) : null,
        )
      })}
    </div>
  )
}

/** Uses the size from the browser's observer, because measuring would force a layout. */
const sizeOf = (
  element: Element,
  entry: ResizeObserverEntry | undefined,
  virtual: Virtualizer<Window, Element>,
): number => {
  const told = entry?.borderBoxSize[0]
  if (told) return Math.round(told.blockSize)
  const index = virtual.indexFromElement(element)
  return virtual.measurementsCache[index]?.size ?? virtual.options.estimateSize(index)
}

/** Consecutive lines around the top of the viewport. Others have focus or a form. */
function runOf(lines: VirtualItem[], top: number): VirtualItem[] {
  const middle = Math.max(
    0,
    lines.findIndex(({ index }) => index >= top),
  )
  let from = middle
  while (from > 0 && lines[from - 1]!.index === lines[from]!.index - 1) from--
  let to = middle
  while (to < lines.length - 1 && lines[to + 1]!.index === lines[to]!.index + 1) to++
  return lines.slice(from, to + 1)
}
