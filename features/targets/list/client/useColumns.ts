import { type RefObject, useLayoutEffect, useState } from 'react'

/** Must match the grid's CSS. */
export function listColumns(listWidth: number, windowWidth: number): { columns: number; gap: number } {
  if (windowWidth < 640) return { columns: 1, gap: 8 }
  if (windowWidth < 992) return { columns: 2, gap: 12 }
  return { columns: Math.max(1, Math.floor((listWidth + 16) / (320 + 16))), gap: 16 }
}

/** Follows the list's width, measured before the first paint. */
export function useColumns(list: RefObject<HTMLElement | null>) {
  const [layout, setLayout] = useState({ columns: 0, gap: 16, top: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const { columns, gap } = listColumns(element.clientWidth, innerWidth)
      const top = Math.round(element.getBoundingClientRect().top + scrollY)
      setLayout((before) =>
        before.columns === columns && before.gap === gap && before.top === top ? before : { columns, gap, top },
      )
    }
    measure()
    // Anything that changes size above the list changes the page's height and the list's start.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.parentElement) observer.observe(element.parentElement)
    return () => observer.disconnect()
  }, [list])
  return layout
}
