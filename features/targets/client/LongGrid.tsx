import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type JSX, useCallback, useRef, useState } from 'react'
import { useEngine } from '#core/client/sync.tsx'
import type { Target } from '../contract.ts'
import s from './TileGrid.module.css'
import { useColumns } from './useColumns.ts'

type Props = { rows: readonly Target[]; flipped: string | null; tile: (row: Target) => JSX.Element }

const ROW_HEIGHT = { narrow: 170, wide: 186 }

/** A long list: only the rows near the window exist, and those with the cursor or an open form. */
export function LongGrid({ rows, flipped, tile }: Props) {
  const { resolve } = useEngine().rows
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
    overscan: 3,
    gap,
    scrollMargin: top,
    rangeExtractor,
  })
  const hold = (event: FocusEvent) =>
    setFocused((event.target as HTMLElement).closest<HTMLElement>('[data-tile]')?.dataset.tile ?? null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches where the cursor is
    <div
      ref={list}
      className={s.long}
      style={{ height: virtual.getTotalSize() }}
      onFocus={hold}
      onBlur={() => setFocused(null)}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => (
        <div
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className={s.line}
          style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap, top: start - top }}
        >
          {rows.slice(index * columns, (index + 1) * columns).map(tile)}
        </div>
      ))}
    </div>
  )
}
