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

/** Follows the list's width. It's estimated for the first paint, because measuring would delay that. */
export function useColumns(list: RefObject<HTMLElement | null>): Layout {
  const [layout, setLayout] = useState<Layout>(() => ({
    ...listColumns(Math.min(innerWidth - RAIL, MOST_MAIN) - PADDING, innerWidth),
    top: ABOVE,
    isMeasured: false,
  }))
  useEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const { columns, gap } = listColumns(element.clientWidth, innerWidth)
      const top = Math.round(element.getBoundingClientRect().top + scrollY)
      setLayout((before) =>
        before.isMeasured && before.columns === columns && before.gap === gap && before.top === top
          ? before
          : { columns, gap, top, isMeasured: true },
      )
    }
    // Anything that changes size above the list changes the page's height and the list's start.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.parentElement) observer.observe(element.parentElement)
    return () => observer.disconnect()
  }, [list])
  return layout
}
