import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, useRef, useState } from 'react'
import { useEngine } from '#core/client/sync.tsx'
import { useRangeWith } from '#core/ui/useRangeWith.ts'
import { type Status, type Target, targetEndpoints } from '../../contract.ts'
import { tileAt } from './activeTile.ts'
import { DenseHead } from './DenseHead.tsx'
import s from './DenseList.module.css'
import { DenseRow } from './DenseRow.tsx'
import { useColumns } from './useColumns.ts'
import type { ListControls } from './useListQuery.ts'

type Props = {
  status: Status
  list: ListControls
  rows: readonly Target[]
  today: string
  flipped: string | null
  onFlip: (id: string | null) => void
  keyOf: (id: string) => string
}

/** Height of a closed row with its border, in pixels. */
const ROW = 44

/** One line per target. Renders only rows near the viewport, with focus, or with an open form. */
export function DenseList({ status, list: controls, rows, today, flipped, onFlip, keyOf }: Props) {
  const { resolve } = useEngine().of(targetEndpoints)
  const list = useRef<HTMLDivElement>(null)
  const { top } = useColumns(list)
  const [focused, setFocused] = useState<string | null>(null)
  const indexOf = (id: string | null) => (id === null ? -1 : rows.findIndex((row) => row.id === resolve(id)))
  const rangeExtractor = useRangeWith(indexOf(flipped), indexOf(focused))
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW,
    // Rows under the device's last screen have no height yet.
    measureElement: (...row) => measureElement(...row) || ROW,
    getItemKey: (index) => keyOf(rows[index]!.id),
    overscan: 8,
    scrollMargin: top,
    rangeExtractor,
  })
  const hold = (event: FocusEvent) => setFocused(tileAt(event.target) ?? null)
  return (
    <div className="card">
      <DenseHead status={status} list={controls} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only watches where the cursor is */}
      <div
        ref={list}
        className="relative"
        data-lines
        style={{ height: virtual.getTotalSize() }}
        onFocus={hold}
        onBlur={() => setFocused(null)}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={`absolute ${s.line}`}
            style={{ top: start - top }}
          >
            <DenseRow
              id={rows[index]!.id}
              today={today}
              isFlipped={flipped !== null && resolve(flipped) === rows[index]!.id}
              onFlip={onFlip}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
