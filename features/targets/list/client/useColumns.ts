import { type RefObject, useEffect, useState } from 'react'

/** Must match the grid's CSS. */
export function listColumns(listWidth: number, windowWidth: number): { columns: number; gap: number } {
  if (windowWidth < 640) return { columns: 1, gap: 8 }
  if (windowWidth < 992) return { columns: 2, gap: 12 }
  return { columns: Math.max(1, Math.floor((listWidth + 16) / (320 + 16))), gap: 16 }
}

type Layout = {
  columns: number
  gap: number
  /** Pixels from the page's top to the list. */
  top: number
  isMeasured: boolean
}

/** Sizes around the list, in pixels. */
const RAIL = 224
const MOST_MAIN = 1600
const PADDING = 2 * 32
const ABOVE = 270

/**
 * Follows the list's width. The first render takes it from the device's last screen if that is painted, and estimates it
 * otherwise, because measuring would delay the first paint.
 */
export function useColumns(list: RefObject<HTMLElement | null>): Layout {
  const [layout, setLayout] = useState<Layout>(() => {
    const painted = document.querySelector<HTMLElement>('#last-screen [data-lines]')
    if (painted) return layoutOf(painted)
    const width = Math.min(innerWidth - RAIL, MOST_MAIN) - PADDING
    return { ...listColumns(width, innerWidth), top: ABOVE, isMeasured: false }
  })
  useEffect(() => {
    const element = list.current
    if (!element) return
    const measure = (entries: ResizeObserverEntry[]) => {
      // Under the device's last screen, nothing has a size.
      if (entries.every(({ contentRect }) => contentRect.width === 0)) return
      const measured = layoutOf(element)
      setLayout((before) => (isEqual(before, measured) ? before : measured))
    }
    // Anything that changes size above the list changes the page's height and the list's start.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.parentElement) observer.observe(element.parentElement)
    return () => observer.disconnect()
  }, [list])
  return layout
}

const layoutOf = (element: HTMLElement): Layout => ({
  ...listColumns(element.clientWidth, innerWidth),
  top: Math.round(element.getBoundingClientRect().top + scrollY),
  isMeasured: true,
})

const isEqual = (a: Layout, b: Layout) =>
  a.columns === b.columns && a.gap === b.gap && a.top === b.top && a.isMeasured === b.isMeasured
