import { useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRangeWith } from '../useRangeWith.ts'
import s from './Grid.module.css'
import { usePrinting } from './usePrinting.ts'

type Props = {
  count: number
  /** Number of loaded rows. The default is all. */
  here?: number
  /** The visible range, both ends included. */
  onRange?: (first: number, last: number) => void
  keyOf: (index: number) => string
  /** `number` is the position among all rows, when not all are rendered. */
  rowOf: (index: number, number?: number) => ReactNode
}

const HEIGHT = 44
/** Rows that determine the column widths. */
const SAMPLE = 60
/** Maximum number of printed rows. */
const PRINTED = 1000

/** Renders only the visible rows and the one with the focus. */
export function LongRows({ count, here = count, keyOf, rowOf, onRange }: Props) {
  const place = useRef<HTMLTableSectionElement>(null)
  const [isMeasured, setMeasured] = useState(false)
  const [focused, setFocused] = useState(-1)
  const isPrinting = usePrinting()
  const rangeExtractor = useRangeWith(focused)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => place.current?.closest('section') ?? null,
    getItemKey: keyOf,
    estimateSize: () => HEIGHT,
    overscan: 8,
    rangeExtractor,
  })
  useLayoutEffect(() => {
    const table = place.current?.closest('table')
    if (!table) return
    table.setAttribute('aria-rowcount', String(count + headsOf(table)))
    return () => table.removeAttribute('aria-rowcount')
  }, [count])
  useLayoutEffect(() => {
    const table = place.current?.closest('table')
    if (!table) return
    const loosen = fixColumns(table)
    setMeasured(true)
    return loosen
  }, [])
  const items = virtual.getVirtualItems()
  // Excludes the focused row, which may be far away.
  const [first, last] = [virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? 0]
  useEffect(() => onRange?.(first, last), [onRange, first, last])
  if (isPrinting) {
    const printed = Math.min(here, PRINTED)
    return (
      <>
        <tbody ref={place} className={s.rows}>
          {firstOf(printed).map((index) => rowOf(index))}
        </tbody>
        {count > printed && (
          <tbody>
            <tr>
              <td className={s.cell} colSpan={SPAN} data-wide>
                Showing the first {printed.toLocaleString('en-US')} of {count.toLocaleString('en-US')} rows.
              </td>
            </tr>
          </tbody>
        )}
      </>
    )
  }
  if (!isMeasured) {
    const sample = Math.min(here, SAMPLE)
    return (
      <tbody ref={place} className={s.rows}>
        {firstOf(sample).map((at) => rowOf(Math.floor((at * here) / sample)))}
      </tbody>
    )
  }
  const heads = headsOf(place.current?.closest('table'))
  const hold = (event: FocusEvent) =>
    setFocused(Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index ?? -1))
  return (
    <>
      <tbody ref={place} aria-hidden />
      {items.map(({ index, key, start }, at) => (
        <Fragment key={key}>
          <Gap height={start - (items[at - 1]?.end ?? 0)} />
          <tbody
            ref={virtual.measureElement}
            data-index={index}
            className={s.rows}
            onFocus={hold}
            onBlur={() => setFocused(-1)}
          >
            {rowOf(index, index + 1 + heads)}
          </tbody>
        </Fragment>
      ))}
      <Gap height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </>
  )
}

const firstOf = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The browser limits it to the existing columns. */
const SPAN = 1000

/** Space for rows that aren't rendered. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden>
      <tr>
        <td style={{ height, padding: 0 }} colSpan={SPAN} />
      </tr>
    </tbody>
  )

const headsOf = (table: Element | null | undefined) => table?.querySelectorAll('thead > tr').length ?? 0

/** The widths would otherwise depend on the visible rows. Returns a function that releases them. */
function fixColumns(table: HTMLTableElement): () => void {
  if (table.querySelector('colgroup')) return () => {}
  const cells = [...(table.querySelector('tbody > tr')?.children ?? [])]
  const group = document.createElement('colgroup')
  for (const cell of cells) {
    const column = document.createElement('col')
    column.style.width = `${cell.getBoundingClientRect().width}px`
    group.append(column)
  }
  table.prepend(group)
  table.style.tableLayout = 'fixed'
  return () => {
    group.remove()
    table.style.tableLayout = ''
  }
}
