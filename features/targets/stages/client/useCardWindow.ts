import { useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Height of a card with the space below it, in pixels. All are equally high, see Board.module.css. */
export const CARD = 132
/** Cards rendered above and below the visible ones. */
const OVERSCAN = 1

/** The visible part of the column, in pixels from its top. */
type View = { top: number; height: number }

/**
 * Returns the places of the cards near the visible part of a column, and of those in `kept`, wherever they are. Cards
 * are equally high, so this measures nothing.
 */
export function useCardWindow(count: number, kept: readonly number[]) {
  const scroller = useRef<HTMLDivElement>(null)
  const view = useRef<View>({ top: 0, height: innerHeight })
  const shown = useRef('')
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const range = rangeOf(view.current)
  useLayoutEffect(() => {
    shown.current = range.join()
  })
  useLayoutEffect(() => {
    const element = scroller.current!
    const look = () => {
      view.current = { top: element.scrollTop, height: element.clientHeight }
      if (rangeOf(view.current).join() !== shown.current) flushSync(redraw)
    }
    element.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [])

  const places = new Set(kept.filter((at) => at >= 0 && at < count))
  for (let at = range[0]; at < Math.min(count, range[1]); at++) places.add(at)
  return {
    scroller,
    places: [...places].sort((a, b) => a - b),
    /** Scrolls the column no further than needed to show a card. */
    reach(at: number) {
      const { top, height } = view.current
      const next = Math.min(at * CARD, Math.max(top, (at + 1) * CARD - height))
      if (next !== top) scroller.current?.scrollTo({ top: next, behavior: 'instant' })
    },
  }
}

const rangeOf = ({ top, height }: View): [first: number, end: number] => [
  Math.max(0, Math.floor(top / CARD) - OVERSCAN),
  Math.ceil((top + height) / CARD) + OVERSCAN,
]
