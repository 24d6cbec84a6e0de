import { useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, useEffect, useState } from 'react'
import { useRangeWith } from './useRangeWith.ts'

type Given = {
  count: number
  keyOf: (index: number) => string
  /** Height of a row in pixels, before it is measured. */
  height: number
  /** Scrolls back to the first row when it changes. */
  begin?: string
}

/**
 * The rows of a long list that are visible, and the one with the focus. Give each its `place`, show a `Gap` of its `gap`
 * before it and one of `gapAfter` at the end, and spread `hold` on the list, which scrolls.
 */
export function useVisibleRows({ count, keyOf, height, begin }: Given) {
  // In a dialog, the list appears after the component that renders it.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [focused, setFocused] = useState(-1)
  const rangeExtractor = useRangeWith(focused)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    getItemKey: keyOf,
    estimateSize: () => height,
    // While a dialog opens, rows have no height, and any number of them would fit.
    measureElement: (row) => (row as HTMLElement).offsetHeight || height,
    overscan: 6,
    rangeExtractor,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins at the top
  useEffect(() => virtual.scrollToOffset(0), [virtual, begin])
  const items = virtual.getVirtualItems()
  return {
    rows: items.map(({ index, key, start }, at) => ({
      index,
      key,
      gap: start - (items[at - 1]?.end ?? 0),
      place: {
        ref: virtual.measureElement,
        'data-index': index,
        'aria-setsize': count,
        'aria-posinset': index + 1,
      },
    })),
    gapAfter: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    hold: {
      ref: setScroller,
      onFocus: (event: FocusEvent) =>
        setFocused(Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)),
      onBlur: () => setFocused(-1),
    },
  }
}
