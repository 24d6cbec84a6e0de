import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useCallback, useEffect, useState } from 'react'

type Given = {
  count: number
  keyOf: (index: number) => string
  /** Height of a row in pixels, before it is measured. */
  height: number
  /** The list, which scrolls. */
  scroller: RefObject<HTMLElement | null>
  /** Scrolls back to the first row when it changes. */
  begin?: string
}

/**
 * The rows of a long list that are visible, and the one with the focus. Give each its `place`, show a `Gap` of its `gap`
 * before it and one of `gapAfter` at the end, and spread `hold` on the list.
 */
export function useVisibleRows({ count, keyOf, height, scroller, begin }: Given) {
  const [focused, setFocused] = useState(-1)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const near = defaultRangeExtractor(range)
      const isFar = focused >= 0 && focused < range.count && !near.includes(focused)
      return isFar ? [...near, focused].sort((a, b) => a - b) : near
    },
    [focused],
  )
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: () => height,
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
      onFocus: (event: FocusEvent) =>
        setFocused(Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)),
      onBlur: () => setFocused(-1),
    },
  }
}
