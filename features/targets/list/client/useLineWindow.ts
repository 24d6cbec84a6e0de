import { useEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Lines rendered above and below the visible ones. */
const OVERSCAN = 1

type Given = {
  count: number
  /** Height of a line until it's measured, in pixels. */
  estimate: number
  gap: number
  /** Pixels from the page's top to the first line. */
  top: number
}
/** The visible part of the page, in pixels from its top. */
type View = { from: number; height: number }

const viewNow = (): View => ({ from: scrollY, height: innerHeight })

/**
 * Returns the lines near the viewport and their places, all in pixels from the first line. Measured lines keep their
 * heights, and what the person reads doesn't move when lines above it turn out higher.
 */
export function useLineWindow(given: Given) {
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const heights = useRef<number[]>([])
  // Reading it on every render would force a layout.
  const view = useRef<View>(null)
  view.current ??= viewNow()
  const shown = useRef<LineWindow>(null)
  const latest = useRef(given)
  // Other columns make other lines.
  if (latest.current.gap !== given.gap || latest.current.estimate !== given.estimate) heights.current = []
  latest.current = given
  const lines = windowOf(given, heights.current, view.current)
  shown.current = lines

  useEffect(() => {
    const look = () => {
      view.current = viewNow()
      const { first, last } = windowOf(latest.current, heights.current, view.current)
      if (first !== shown.current?.first || last !== shown.current.last) flushSync(redraw)
    }
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [])

  return {
    ...lines,
    /** Takes the heights of rendered lines, measured after a layout. */
    measure(measured: ReadonlyMap<number, number>) {
      view.current = viewNow()
      const { starts } = windowOf(latest.current, heights.current, view.current)
      let above = 0
      let isChanged = false
      for (const [line, height] of measured) {
        const before = heights.current[line] ?? latest.current.estimate
        heights.current[line] = height
        if (before === height) continue
        isChanged = true
        if (latest.current.top + starts[line]! + before <= view.current.from) above += height - before
      }
      if (!isChanged) return
      flushSync(redraw)
      if (above !== 0) scrollBy(0, above)
    },
  }
}

type LineWindow = ReturnType<typeof windowOf>

function windowOf({ count, estimate, gap, top }: Given, heights: readonly number[], view: View) {
  const from = view.from - top
  const to = from + view.height
  const starts = new Float64Array(count + 1)
  let first = 0
  let last = -1
  for (let line = 0; line < count; line++) {
    const end = starts[line]! + (heights[line] ?? estimate)
    if (end <= from) first = line + 1
    if (starts[line]! < to) last = line
    starts[line + 1] = end + gap
  }
  return {
    first: Math.max(0, Math.min(first, count - 1) - OVERSCAN),
    last: Math.min(count - 1, Math.max(last, Math.min(first, count - 1)) + OVERSCAN),
    starts,
    total: count === 0 ? 0 : starts[count]! - gap,
  }
}
